"""The service's own journal, which is also written."""

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from hugo_castle.journal.checking import trouble_at
from hugo_castle.journal.connections import connected_to_write, transaction, translated
from hugo_castle.journal.files import set_aside
from hugo_castle.journal.games import GameId, JsonObject
from hugo_castle.journal.log_end import fold_log
from hugo_castle.journal.reader import JournalReader
from hugo_castle.journal.schema import migrate
from hugo_castle.journal.stored_text import compact


class Journal(JournalReader):
    """The journal of the service, for reading and writing.

    Args:
        folder: the state folder; created when it is missing.
        clock: the wall clock, in seconds since 1970; only shown to people.

    A damaged, foreign or newer file is set aside with all its parts and a new one begun; `notices` says
    so. Raises JournalLost if the folder or file cannot be written.
    """

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._found: list[str] = []
        super().__init__(folder)
        self.notices = (*self._found, *self.notices)

    @staticmethod
    def read(folder: Path) -> JournalReader:
        """Open the journal for reading only; see JournalReader."""
        return JournalReader(folder)

    def _open(self) -> sqlite3.Connection:
        with translated(self.path, "written"):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._set_aside_what_is_unusable()
            connection = self._held.enter_context(connected_to_write(self.path))
            self._found += fold_log(self.path, connection)
            migrate(connection)
            return connection

    def _set_aside_what_is_unusable(self) -> None:
        trouble = trouble_at(self.path)
        if trouble:
            aside = set_aside(self.path, trouble.kind)
            self._found.append(
                f"the journal {self.path} cannot be used: {trouble.reason}; "
                f"it was set aside as {aside} and a new one begun"
            )

    def begin(self, header: JsonObject) -> GameId:
        """Begin a new game and return its number; an older unfinished one is abandoned, but kept.

        Raises JournalLost if it could not be written.
        """
        text, now = compact(header), self._clock()
        with self._writing():
            cursor = self._connection.execute(
                "INSERT INTO games (header, standing, finished, begun_at, saved_at) VALUES (?, '[]', 0, ?, ?)",
                (text, now, now),
            )
        # Older games go to the main file now, where damage to the log cannot reach them. It is no loss if
        # that fails: SQLite tries again by itself.
        with suppress(sqlite3.Error):
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    def save(
        self,
        game_id: GameId,
        keep: int,
        events: Sequence[JsonObject],
        standing: Sequence[int | str],
        finished: bool,
    ) -> None:
        """Write what has happened, all of it or nothing; the work does not grow with the game.

        Args:
            game_id: from `begin` or `unfinished`.
            keep: how many of the stored events stay, 0 to their number; a take-back drops the others.
            events: what comes after them.
            standing: rolls already thrown that will be applied next; replaces the list before.
            finished: whether the game is over; a take-back may say no again.

        Saving the same once more changes nothing. Raises JournalLost if it could not be written (nothing
        has changed then, and a later save works), NoSuchGame, and ValueError if events would be missing.
        """
        rows = [(game_id, number, compact(event)) for number, event in enumerate(events, keep + 1)]
        rolls, now = compact(list(standing)), self._clock()
        with self._writing():
            self._check_keep(game_id, keep)
            self._connection.execute("DELETE FROM events WHERE game = ? AND number > ?", (game_id, keep))
            self._connection.executemany("INSERT INTO events VALUES (?, ?, ?)", rows)
            self._connection.execute(
                "UPDATE games SET standing = ?, finished = ?, saved_at = ? WHERE id = ?",
                (rolls, finished, now, game_id),
            )

    def set_setting(self, name: str, value: str) -> None:
        """Keep a setting of this installation. Raises JournalLost if it could not be written."""
        with self._writing():
            self._connection.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, value))

    def _check_keep(self, game_id: GameId, keep: int) -> None:
        self._header(game_id)
        [(stored,)] = self._rows("SELECT coalesce(max(number), 0) FROM events WHERE game = ?", game_id)
        if not 0 <= keep <= stored:
            raise ValueError(f"keep: expected 0 to {stored} events of game {game_id}, got {keep}")

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with translated(self.path, "written"), transaction(self._connection):
            yield
