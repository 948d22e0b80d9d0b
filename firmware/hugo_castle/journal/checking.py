"""Whether a file is a journal that can be used, found out without changing it."""

import sqlite3
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from hugo_castle.journal import schema
from hugo_castle.journal.copies import connected_to_copy
from hugo_castle.journal.files import is_new, size_of


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a file cannot be used."""

    kind: Literal["damaged", "newer"]
    reason: str


def trouble_at(path: Path) -> Trouble | None:
    """Why the journal at `path` cannot be used; None if it can, or is new.

    Raises sqlite3.Error or OSError when that cannot be found out: missing permissions, a full or failing card.
    """
    if is_new(path):
        return None
    if size_of(path) == 0:
        # SQLite would take the log for a stale one and delete it.
        return Trouble("damaged", "the main file is missing or empty, only its log is there")
    with path.open("rb") as file:
        head = file.read(20)
    if head.startswith(b"SQLite format 3") and max(head[18:], default=0) > 2:
        # The versions of the format, 1.3.3 of its description: SQLite would take the file for read-only.
        return Trouble("damaged", "its header is damaged")
    try:
        with ExitStack() as held:
            return _verdict(connected_to_copy(path, held))
    except sqlite3.Error as exc:
        damage = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
        if getattr(exc, "sqlite_errorcode", 0) & 0xFF not in damage:
            raise
        return Trouble("damaged", str(exc))


def _verdict(connection: sqlite3.Connection) -> Trouble | None:
    application_id, version = schema.pragma(connection, "application_id"), schema.version_of(connection)
    [(tables,)] = connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
    if (application_id, version, tables) == (0, 0, 0):
        return None  # the plug was pulled while the file was being made
    if application_id != schema.APPLICATION_ID:
        return Trouble("damaged", "it is not a journal of hugo-castle")
    known = schema.newest_version()
    if version > known:
        return Trouble("newer", f"its format {version} is newer than {known}, which this version knows")
    if version < 1:
        return Trouble("damaged", f"there is no format {version}")
    [(found,), *_] = connection.execute("PRAGMA quick_check(1)").fetchall()
    if found != "ok":
        return Trouble("damaged", " ".join(found.split()))
    for probe in schema.PROBES:
        connection.execute(probe)
    return None
