"""The journal read: by `hugo-castle history` while the service writes it, and by the service itself."""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from hugo_castle.journal.checking import trouble_at
from hugo_castle.journal.connections import connected, translated
from hugo_castle.journal.copies import connected_to_copy
from hugo_castle.journal.files import is_new
from hugo_castle.journal.games import GameId, GameSummary, JournalLost, JsonObject, NoSuchGame, Status, StoredGame
from hugo_castle.journal.schema import migrate
from hugo_castle.journal.stored_text import read_object, read_rolls

JOURNAL_NAME = "games.sqlite3"


class JournalReader:
    """The journal as it is now, for reading only; the service may run, in a process of its own.

    Nothing in the folder is created, renamed or changed (it is a copy elsewhere that is read).
    A folder without a journal reads as an empty one. `notices` are sentences for people about what was
    found at opening. Raises JournalLost if the journal cannot be read or is damaged.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / JOURNAL_NAME
        self._held = ExitStack()
        try:
            with translated(self.path, "read"):
                self._connection = self._open()
            self.notices: tuple[str, ...] = tuple(self._newest()[1])
        except BaseException:
            self._held.close()
            raise

    def _open(self) -> sqlite3.Connection:
        if is_new(self.path):
            connection = self._held.enter_context(connected(":memory:"))
            migrate(connection)
            return connection
        trouble = trouble_at(self.path)
        if trouble:
            raise JournalLost(
                f"the journal {self.path} cannot be read: {trouble.reason}; "
                "hugo-castle run sets it aside and begins a new one"
            )
        return connected_to_copy(self.path, self._held)

    def close(self) -> None:
        """Let go of the files; a second call does nothing."""
        self._held.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def unfinished(self) -> StoredGame | None:
        """The newest game, unless it is finished. Of a damaged one, the events before the damage."""
        return self._newest()[0]

    def games(self) -> list[GameSummary]:
        """Every game, oldest first. A header that cannot be read shows as game "?" without players."""
        rows = self._rows(
            "SELECT id, header, begun_at, saved_at, finished, id = (SELECT max(id) FROM games),"
            " (SELECT count(*) FROM events WHERE game = id) FROM games ORDER BY id"
        )
        return [_summary(*row) for row in rows]

    def record(self, game_id: GameId) -> Iterator[str]:
        """The lines of a game record (contract 2), without line ends.

        Raises NoSuchGame at once; JournalLost at the first damaged line, after those before it.
        """
        return self._lines(game_id, self._header(game_id), self._event_rows(game_id))

    def get_setting(self, name: str) -> str | None:
        """The value last set on this installation, or None."""
        rows = self._rows("SELECT value FROM settings WHERE name = ?", name)
        return str(rows[0][0]) if rows else None

    def _rows(self, question: str, *values: object) -> list[tuple[Any, ...]]:
        with translated(self.path, "read"):
            return self._connection.execute(question, values).fetchall()

    def _header(self, game_id: GameId) -> str:
        # SQLite's integers have 64 bits; a longer one is no game's number.
        rows = self._rows("SELECT header FROM games WHERE id = ?", game_id) if 0 < game_id < 2**63 else []
        if not rows:
            raise NoSuchGame(f"there is no game {game_id} in {self.path}; hugo-castle history lists them")
        return str(rows[0][0])

    def _event_rows(self, game_id: GameId) -> list[tuple[Any, ...]]:
        return self._rows("SELECT number, event FROM events WHERE game = ? ORDER BY number", game_id)

    def _lines(self, game_id: GameId, header: str, rows: list[tuple[Any, ...]]) -> Iterator[str]:
        yield self._checked(header, f"the header of game {game_id}")
        for expected, (number, text) in enumerate(rows, start=1):
            yield self._checked(text if number == expected else "", f"record {expected} of game {game_id}")

    def _checked(self, text: str, what: str) -> str:
        if read_object(text) is None:
            raise JournalLost(f"{what} in {self.path} is damaged; what comes before it was read")
        return text

    def _newest(self) -> tuple[StoredGame | None, list[str]]:
        """The newest game if it is unfinished, and what is wrong with it."""
        rows = self._rows("SELECT id, header, standing, begun_at, finished FROM games ORDER BY id DESC LIMIT 1")
        if not rows or rows[0][4]:
            return None, []
        game_id, header_text, standing_text, begun_at, _ = rows[0]
        header, standing = read_object(header_text), read_rolls(standing_text)
        if header is None:
            return None, [f"game {game_id} cannot go on: its header in {self.path} is damaged"]
        events, count = self._whole_events(game_id)
        notices = []
        if len(events) < count:
            notices.append(
                f"game {game_id} in {self.path}: record {len(events) + 1} of {count} is damaged; "
                f"the game goes on after record {len(events)}"
            )
        if standing is None:
            notices.append(f"game {game_id} in {self.path}: the rolls that were to come are damaged and left out")
        return StoredGame(game_id, header, events, standing or (), begun_at), notices

    def _whole_events(self, game_id: GameId) -> tuple[tuple[JsonObject, ...], int]:
        """The events before the first that is torn or missing, and how many there should be."""
        rows = self._event_rows(game_id)
        events: list[JsonObject] = []
        for number, text in rows:
            event = read_object(text)
            if event is None or number != len(events) + 1:
                break
            events.append(event)
        return tuple(events), rows[-1][0] if rows else 0


def _summary(
    game_id: int, header_text: str, begun_at: float, saved_at: float, finished: int, newest: int, events: int
) -> GameSummary:
    header = read_object(header_text) or {}
    players = header.get("players")
    status: Status = "finished" if finished else "unfinished" if newest else "abandoned"
    return GameSummary(
        game_id,
        str(header.get("game", "?")),
        tuple(str(player) for player in players) if isinstance(players, list) else (),
        begun_at,
        saved_at,
        events,
        status,
    )
