"""The journal's files: SQLite's main file and the parts beside it, set aside and copied together."""

import os
import shutil
from contextlib import suppress
from pathlib import Path

# SQLite's files beside the main one; "-journal" only exists while a new file is being made.
_SIDES = ("", "-wal", "-shm", "-journal")
LOG_HEADER_BYTES = 32  # SQLite's file format, 4.1


def log_of(path: Path) -> Path:
    """The write-ahead log of the journal at `path`."""
    return _side(path, "-wal")


def size_of(path: Path) -> int:
    """In bytes; 0 for a file that is not there."""
    return path.stat().st_size if path.exists() else 0


def is_new(path: Path) -> bool:
    """Whether nothing was ever written to the journal at `path`."""
    return size_of(path) == 0 and size_of(log_of(path)) == 0


def set_aside(path: Path, kind: str) -> Path:
    """Rename the file and its parts to the next free `games.KIND-N.sqlite3`, and return the new name.

    The main file goes first: what a pulled plug then leaves behind has no main file, and is set aside at
    the next start instead of being taken for the log of a new one.
    """
    aside = _free_name(path, kind)
    for side in _SIDES:
        if _side(path, side).exists():
            _side(path, side).rename(_side(aside, side))
    _sync_folder(path.parent)
    return aside


def keep_copy(path: Path, kind: str) -> Path:
    """Copy the main file and its log to the next free `games.KIND-N.sqlite3`, and return that name."""
    kept = _free_name(path, kind)
    copy_files(path, kept)
    _sync_folder(path.parent)
    return kept


def _side(path: Path, side: str) -> Path:
    return path.with_name(path.name + side)


def copy_files(path: Path, to: Path) -> None:
    """Copy the main file and its log, as far as they are there."""
    for side in ("", "-wal"):
        with suppress(FileNotFoundError):  # a service that stops removes its log
            shutil.copyfile(_side(path, side), _side(to, side))


def _free_name(path: Path, kind: str) -> Path:
    number = 1
    while True:
        name = path.with_name(f"{path.stem}.{kind}-{number}{path.suffix}")
        if not any(_side(name, side).exists() for side in _SIDES):
            return name
        number += 1


def _sync_folder(folder: Path) -> None:
    """So that new names outlive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
