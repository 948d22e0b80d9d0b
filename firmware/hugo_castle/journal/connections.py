"""SQLite as the journal uses it: errors in our words, transactions, and a log that survives a power cut."""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from hugo_castle.journal.games import JournalLost

# The smallest page, because a commit writes whole pages and, with psow=0 below, whole sectors of them: measured
# 4 to 8 kB a save (pages of 4096: 12 kB). After 1000 pages SQLite folds the log into the main file by
# itself, so the log stays near 0.5 MB.
PAGE_BYTES = 512

_ADVICE = {
    "read": "check that this user may read it, or use sudo",
    "written": "check that the folder belongs to the user who runs hugo-castle, "
    "and that the card is neither full nor read-only",
}


@contextmanager
def translated(path: Path, done: Literal["read", "written"]) -> Iterator[None]:
    """Raise JournalLost for what goes wrong while the journal at `path` is being `done`."""
    try:
        yield
    except (sqlite3.Error, OSError) as exc:
        reason = exc.strerror if isinstance(exc, OSError) and exc.strerror else str(exc)
        raise JournalLost(f"the journal {path} cannot be {done}: {reason}; {_ADVICE[done]}") from exc


@contextmanager
def connected(name: str) -> Iterator[sqlite3.Connection]:
    """A connection to an SQLite URI, closed at the end; transactions are begun by hand."""
    connection = sqlite3.connect(name, uri=True, isolation_level=None, check_same_thread=False)
    # Damaged text must reach `stored_text`, which refuses it, instead of failing in the library.
    connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
    try:
        yield connection
    finally:
        connection.close()


@contextmanager
def connected_to_write(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection whose commits are on the card when they return."""
    # psow=0: a memory card may lose the whole sector that was being written when the power went. SQLite then
    # begins every commit in a sector of its own, so that what was acknowledged is not touched again.
    with connected(f"{path.absolute().as_uri()}?psow=0") as connection:
        connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        [(mode,)] = connection.execute("PRAGMA journal_mode = WAL").fetchall()
        if mode != "wal":
            raise sqlite3.OperationalError(f"its file system allows no write-ahead log (got {mode!r})")
        connection.execute("PRAGMA synchronous = FULL")
        if not os.access(path, os.W_OK):
            # SQLite opens it for reading then, and would only say so at the first write.
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        yield connection


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All that is done within, or nothing."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
