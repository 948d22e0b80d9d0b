"""What the journal hands out, and what it raises."""

from dataclasses import dataclass
from typing import Any, Literal

from hugo_castle.errors import HugoError

GameId = int
JsonObject = dict[str, Any]
Status = Literal["unfinished", "finished", "abandoned"]


class JournalLost(HugoError):
    """The journal cannot be opened, read or written now. The text says which file, why, and what to do."""


class NoSuchGame(HugoError):
    """No game has that number."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game to go on with; `standing` are the rolls already thrown that come next. Seconds since 1970."""

    id: GameId
    header: JsonObject
    events: tuple[JsonObject, ...]
    standing: tuple[int | str, ...]
    begun_at: float


@dataclass(frozen=True, slots=True)
class GameSummary:
    """One line of the history. Times in seconds since 1970, as the wall clock was then."""

    id: GameId
    game: str
    players: tuple[str, ...]
    begun_at: float
    saved_at: float
    events: int
    status: Status
