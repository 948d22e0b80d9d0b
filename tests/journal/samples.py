"""What the journal's tests save, and how they look at and change its files."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from hugo_castle.journal import Journal, StoredGame

HEADER = {"game": "hugo", "players": ["red", "blue"], "board": "castle", "options": {"entry_speeds_up": True}}
PLACE, ROLL, GHOST, MOVE = {"place": "G5"}, {"roll": 4}, {"roll": "ghost"}, {"move": ["G5", "G9"]}
EVENTS = (PLACE, ROLL, MOVE)


class WallClock:
    """A Pi's clock: one second on at each look, and where it is put."""

    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        self.now_s += 1
        return self.now_s


def stored(events=EVENTS, standing=(), game_id=1, header=HEADER, begun_at=1001.0) -> StoredGame:
    return StoredGame(game_id, header, tuple(events), tuple(standing), begun_at)


def contents(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Every file with its bytes and its time."""
    return {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in sorted(folder.iterdir())}


def copied(folder: Path, to: Path) -> Path:
    """What a pulled plug would leave: the main file and its log."""
    to.mkdir()
    for name in ("games.sqlite3", "games.sqlite3-wal"):
        if (folder / name).exists():
            shutil.copy(folder / name, to / name)
    return to


def write_game(folder: Path, events=EVENTS, standing=(), finished=False) -> None:
    with Journal(folder, WallClock()) as journal:
        journal.save(journal.begin(HEADER), 0, events, standing, finished)


def change(folder: Path, *statements: str) -> None:
    """What no hugo-castle did to the file."""
    with closing(sqlite3.connect(folder / "games.sqlite3")) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()
