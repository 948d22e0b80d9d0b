"""What a benchmark reports: medians with their spread, and ratios to peers measured in the same run."""

import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter

FEW = 20  # below this, the spread is the least and the greatest; else the 5th and the 95th percentile


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table. `runs`: how many measurements; `limit`: what `median` must not exceed, if anything."""

    name: str
    unit: str
    median: float
    low: float
    high: float
    runs: int
    limit: float | None = None

    @property
    def is_missed(self) -> bool:
        return self.limit is not None and self.median > self.limit


def figure(name: str, unit: str, samples: Sequence[float], limit: float | None = None) -> Figure:
    """The median of some measurements (at least one) and their spread."""
    ordered = sorted(samples)
    cut = 0 if len(ordered) < FEW else len(ordered) // 20
    return Figure(name, unit, statistics.median(ordered), ordered[cut], ordered[-1 - cut], len(ordered), limit)


def ratio(name: str, ours: Sequence[float], peers: Sequence[float], limit: float | None = None) -> Figure:
    """Ours to the peer's, pair by pair: what slowed the machine down slowed both."""
    return figure(name, "x", [our / peer for our, peer in zip(ours, peers, strict=True)], limit)


def in_turn(rounds: int, *works: Callable[[], float]) -> list[list[float]]:
    """The results of each of `works`, called one after the other, `rounds` times; a first round is thrown away."""
    results: list[list[float]] = [[] for _ in works]
    for number in range(rounds + 1):
        for work, kept in zip(works, results, strict=True):
            value = work()
            if number:
                kept.append(value)
    return results


def seconds(work: Callable[[], object]) -> float:
    """How long one call takes."""
    began = perf_counter()
    work()
    return perf_counter() - began


def undisturbed_ms(work: Callable[[], object]) -> float:
    """Milliseconds that something pure takes: the fastest of five calls, since others use the processor, too."""
    return 1000 * min(seconds(work) for _ in range(5))


def as_table(subjects: dict[str, list[Figure]]) -> Iterator[str]:
    """The lines of the table that people read."""
    yield f"{'':52} {'median':>10} {'spread':>22}  runs"
    for subject, figures in subjects.items():
        yield ""
        yield subject
        for each in figures:
            spread = f"{_short(each.low)} .. {_short(each.high)}"
            verdict = (
                "" if each.limit is None else f"  {'MISSED' if each.is_missed else 'fine'}: at most {each.limit:g}"
            )
            yield f"  {each.name:<50} {_short(each.median):>10} {spread:>22}  {each.runs:<6} {each.unit}{verdict}"


def _verdict(each: Figure) -> str:
    if each.limit is None:
        return ""
    return f"  {'MISSED' if each.is_missed else 'fine'}: at most {each.limit:g}"


def _short(value: float) -> str:
    return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.3g}"
