"""What a soak found, in a table: how many moves needed a press or a question, and how long recognition took."""

from collections.abc import Iterable
from statistics import median

from hugo_castle.rules import KINDS
from hugo_castle.soak.runner import Result
from hugo_castle.virtual.clumsy_hand import SEEN_BY_LIFT, SEEN_BY_PUT, UNSEEN, Sample

_NAMES = {SEEN_BY_PUT: "with a put edge", SEEN_BY_LIFT: "with lifts only", UNSEEN: "unseen"}
_HEAD = f"{'':<18}{'moves':>8}{'share':>8}{'no press':>10}{'choose':>9}{'presses':>9}{'median ms':>11}{'worst ms':>10}"


def report(results: Iterable[Result]) -> str:
    """The table over all results."""
    results = list(results)
    lines = []
    for kind in KINDS:
        of_kind = [result for result in results if result.kind == kind]
        moves = [sample for result in of_kind for sample in result.samples if sample.is_move]
        if moves:
            lines += [f"{kind}: {len(of_kind)} games", _HEAD]
            lines += [_line(name, [s for s in moves if s.seen_by == key], len(moves)) for key, name in _NAMES.items()]
            lines += [_line("all moves", moves, len(moves)), ""]
    failures = [result for result in results if result.failure]
    lines.append(f"{len(results)} games, {sum(result.events for result in results)} events, {len(failures)} failed")
    return "\n".join(lines)


def _line(name: str, samples: list[Sample], total: int) -> str:
    if not samples:
        return f"{name:<18}{0:>8}"
    alone = [sample for sample in samples if not sample.presses]
    delays = [sample.delay_ms for sample in alone]
    times = f"{median(delays):>11.0f}{max(delays):>10.0f}" if delays else f"{'-':>11}{'-':>10}"
    count = len(samples)
    return (
        f"{name:<18}{count:>8}{count / total:>8.1%}{len(alone) / count:>10.1%}"
        f"{sum(sample.chosen for sample in samples) / count:>9.2%}"
        f"{sum(sample.presses for sample in samples) / count:>9.2f}{times}"
    )
