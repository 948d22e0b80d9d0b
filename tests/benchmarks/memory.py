"""Resident memory of the service: at its first prompt, in a game, after a game; and what its imports bring.

`hugo-castle run --virtual`, whose emulation, control socket and pictures for it a real castle does not have. RSS
counts shared library pages in full (VmRSS); PSS divides them among the processes that use them.
"""

import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from figures import Figure, figure, ratio

from e2e.castle import Castle
from e2e.hands import Hands
from hugo_castle.rules import HUGO, MOVING, OVER, load_board, new_game, new_state

LIMIT_MB = 45.0
ROUNDS = 5
SPEED = 50.0
SETTLED_S = 1.0

# In the order in which each is imported; what an earlier one brought is not counted again.
IMPORTS = (
    *("argparse", "logging", "dataclasses", "importlib.metadata", "sqlite3", "tomllib"),
    *("smbus2", "PIL.Image", "PIL.ImageDraw", "gpiozero", "luma.core.device", "luma.oled.device"),
    *("hugo_castle.rules", "hugo_castle.table.session", "hugo_castle.config", "hugo_castle.journal"),
    *("hugo_castle.screens", "hugo_castle.assembly", "hugo_castle.running", "hugo_castle.virtual.control"),
)
_IMPORTER = """
import sys
def rss_kb():
    with open("/proc/self/smaps_rollup") as lines:
        return int(next(line for line in lines if line.startswith("Rss:")).split()[1])
last = rss_kb()
print(last)
for name in sys.argv[1:]:
    __import__(name)
    now = rss_kb()
    print(now - last)
    last = now
print(last)
"""


def figures() -> Iterator[Figure]:
    moments: dict[str, list[float]] = {}
    for number in range(ROUNDS):
        for moment, size_mb in _one_game(random.Random(number)):
            moments.setdefault(moment, []).append(size_mb)
    for moment, sizes_mb in moments.items():
        yield figure(moment, "MB", sizes_mb, LIMIT_MB if moment.startswith("RSS") else None)
    libraries = [_imported(("gpiozero", "luma.oled.device", "smbus2"))[-1] for _ in range(ROUNDS)]
    yield figure("RSS of gpiozero, luma.oled, smbus2 imported", "MB", libraries)
    yield ratio("RSS in a game / of those libraries alone", moments["RSS, in a game"], libraries)
    yield from _imports()


def _one_game(chance: random.Random) -> Iterator[tuple[str, float]]:
    """One process from its start to the end of its game, and its sizes on the way."""
    state = new_state(new_game(HUGO, 4, load_board("castle")))
    with (
        tempfile.TemporaryDirectory() as folder,
        Castle(Path(folder), "--game", HUGO, "--players", "4", speed=SPEED) as castle,
    ):
        time.sleep(SETTLED_S)
        yield from _sizes(castle, "at the first prompt")
        hands = Hands(castle, state, chance)
        while hands.state.phase != MOVING:
            hands.step()
        time.sleep(SETTLED_S)
        yield from _sizes(castle, "in a game")
        while hands.state.phase != OVER:
            hands.step()
        yield from _sizes(castle, "after a game")
        castle.screen()
        yield from _sizes(castle, "and a picture was asked for")


def _sizes(castle: Castle, moment: str) -> Iterator[tuple[str, float]]:
    lines = Path(f"/proc/{castle.process.pid}/smaps_rollup").read_text().splitlines()[1:]
    sizes_kb = {name: int(size.split()[0]) for name, size in (line.split(":") for line in lines)}
    yield f"RSS, {moment}", sizes_kb["Rss"] / 1024
    yield f"PSS, {moment}", sizes_kb["Pss"] / 1024


def _imports() -> Iterator[Figure]:
    rounds = [_imported(IMPORTS) for _ in range(ROUNDS)]
    for name, *sizes_mb in zip(("Python alone", *IMPORTS), *rounds, strict=False):
        yield figure(f"import {name}" if name in IMPORTS else name, "MB", sizes_mb)


def _imported(names: tuple[str, ...]) -> list[float]:
    """Megabytes of a Python alone, what each import adds, and of all of it."""
    command = [sys.executable, "-c", _IMPORTER, *names]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd="/")
    return [int(line) / 1024 for line in done.stdout.split()]
