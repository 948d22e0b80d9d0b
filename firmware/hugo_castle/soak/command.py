"""`hugo-castle soak`: play, show how far it is, tell what was found."""

import argparse
import sys
from pathlib import Path

from hugo_castle.soak.replay import replay
from hugo_castle.soak.report import report
from hugo_castle.soak.runner import Conditions, Result, play_many, trace_of_failure
from hugo_castle.soak.trace import read_trace

BAR = 30
TRACED_FAILURES = 3


def soak(options: argparse.Namespace) -> int:
    """Exit status 0 when every game came out right, else 1."""
    if options.replay:
        replay(read_trace(options.replay), lambda at_ms, what: print(f"{at_ms / 1000:10.3f} s  {what}"))
        return 0
    conditions = Conditions(options.noise, options.sensors, options.dead, options.faults)
    seeds = range(options.seed, options.seed + options.games)
    results: list[Result] = []
    for result in play_many(seeds, conditions, options.jobs):
        results.append(result)
        _show_progress(len(results), len(seeds), sum(result.failure is not None for result in results))
    print(report(results))
    failures = [result for result in results if result.failure]
    for failure in failures:
        print(f"seed {failure.seed} ({failure.kind}, {failure.players} players): {failure.failure}")
    for failure in failures[:TRACED_FAILURES]:
        path = Path(f"soak-{failure.seed}.trace")
        trace_of_failure(failure.seed, conditions).write(path)
        print(f"replay it with: hugo-castle soak --replay {path}")
    return 1 if failures else 0


def _show_progress(done: int, total: int, failed: int) -> None:
    if sys.stderr.isatty():
        bar = "#" * (BAR * done // total)
        end = "\n" if done == total else ""
        print(f"\r[{bar:<{BAR}}] {done}/{total}, {failed} failed", end=end, file=sys.stderr, flush=True)
