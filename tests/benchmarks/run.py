"""Benchmarks, kept outside the tests: `python tests/benchmarks/run.py [SUBJECT ...] [--json FILE]`.

Wants the extras `bench` and `test`. Figures of a busy machine mean little; ratios are measured turn by turn.
"""

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable, Iterable
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

sys.path.insert(1, str(Path(__file__).parent.parent))  # simulated boards and hands are shared with the tests

from figures import Figure, as_table

SUBJECTS = ("engine", "recognition", "drawing", "starting", "memory")


def main() -> None:
    parser = argparse.ArgumentParser(description="Medians with their spread, and ratios to peers.")
    parser.add_argument("subjects", nargs="*", metavar="SUBJECT", help=f"of {', '.join(SUBJECTS)}; default: all")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there, too")
    options = parser.parse_args()
    if unknown := set(options.subjects) - set(SUBJECTS):
        parser.error(f"unknown subject {min(unknown)}: expected {', '.join(SUBJECTS)}")
    # As installed: pip compiles what it installs, and a start that compiles is slower and larger.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    subjects = {name: list(_figures_of(name)()) for name in options.subjects or SUBJECTS}
    print(f"Python {platform.python_version()} on {platform.machine()}")
    print("\n".join(as_table(subjects)))
    if options.json:
        data = {name: [asdict(figure) for figure in figures] for name, figures in subjects.items()}
        options.json.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def _figures_of(subject: str) -> Callable[[], Iterable[Figure]]:
    print(f"{subject} ...", file=sys.stderr)
    return import_module(subject).figures


if __name__ == "__main__":
    main()
