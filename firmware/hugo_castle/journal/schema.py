"""The tables of the journal, and how an older file gets them."""

import sqlite3

from hugo_castle.journal.connections import transaction

APPLICATION_ID = 0x4875676F  # "Hugo"; SQLite keeps it at byte 68 of the file, where file(1) looks, too

# What leads from version n to n + 1 of the format is entry n; PRAGMA user_version counts those done.
# Add to the end, never change an entry that was released.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        f"PRAGMA application_id = {APPLICATION_ID}",
        # AUTOINCREMENT: the number of a game is never given twice.
        """CREATE TABLE games (id INTEGER PRIMARY KEY AUTOINCREMENT, header TEXT NOT NULL,
        standing TEXT NOT NULL, finished INTEGER NOT NULL, begun_at REAL NOT NULL, saved_at REAL NOT NULL)
        STRICT""",
        """CREATE TABLE events (game INTEGER NOT NULL, number INTEGER NOT NULL, event TEXT NOT NULL,
        PRIMARY KEY (game, number)) STRICT, WITHOUT ROWID""",
        "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
    ),
)

# Each fails unless the file has what the journal reads.
PROBES = (
    "SELECT id, header, standing, finished, begun_at, saved_at FROM games LIMIT 0",
    "SELECT game, number, event FROM events LIMIT 0",
    "SELECT name, value FROM settings LIMIT 0",
)


def newest_version() -> int:
    """The version of the format that is written here."""
    return len(MIGRATIONS)


def version_of(connection: sqlite3.Connection) -> int:
    """The version of the format that the file has; 0 for a new one."""
    return pragma(connection, "user_version")


def pragma(connection: sqlite3.Connection, name: str) -> int:
    """A number in the file's header."""
    [(value,)] = connection.execute(f"PRAGMA {name}").fetchall()
    return int(value)


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a new or older file to the newest version, one transaction a step."""
    for version in range(version_of(connection), newest_version()):
        with transaction(connection):
            for statement in MIGRATIONS[version]:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {version + 1}")
