"""Copies to read from: the journal itself stays as it is, byte for byte, whoever looks at it.

Opened in place, even for reading, SQLite leaves side files behind (with sudo as root's, which locks
the service out); and told not to, it cannot read what a killed service left ("locking protocol").
"""

import errno
import sqlite3
import tempfile
from contextlib import ExitStack
from pathlib import Path

from hugo_castle.journal.connections import connected
from hugo_castle.journal.files import LOG_HEADER_BYTES, copy_files, log_of

_TRIES = 5


def connected_to_copy(path: Path, held: ExitStack) -> sqlite3.Connection:
    """A connection to a copy of the journal at `path`; `held` closes and removes both."""
    copy = _copied(path, Path(held.enter_context(tempfile.TemporaryDirectory(prefix="hugo-castle-"))))
    connection = held.enter_context(connected(copy.as_uri()))
    connection.execute("PRAGMA synchronous = OFF")  # nobody waits for a copy to reach the card
    return connection


def _copied(path: Path, folder: Path) -> Path:
    """A whole state of the journal, somewhere in `folder`."""
    for number in range(_TRIES):
        copy = folder / str(number) / path.name
        copy.parent.mkdir()
        # While the log stays the same one it only grows, and overrides every page that a checkpoint writes
        # to the main file meanwhile: together they are a whole state of the journal.
        log = _log_header(path)
        copy_files(path, copy)
        if _log_header(path) == log:
            return copy
    raise OSError(errno.EBUSY, "the service is writing much just now; try again")


def _log_header(path: Path) -> bytes | None:
    """The header of the log, which has a new salt each time that SQLite begins the log anew."""
    try:
        with log_of(path).open("rb") as file:
            return file.read(LOG_HEADER_BYTES)
    except FileNotFoundError:
        return None
