"""What the session asks the service to do; it never does anything itself."""

from dataclasses import dataclass

from hugo_castle.rules import Event, Face, Game
from hugo_castle.table.view import View


@dataclass(frozen=True, slots=True)
class Begin:
    """A new game begins; the `Save` effects after it belong to it."""

    game: Game


@dataclass(frozen=True, slots=True)
class Save:
    """`game` now has its first `keep` events and then `events`; `standing` faces are thrown but not yet due."""

    game: Game
    keep: int
    events: tuple[Event, ...]
    standing: tuple[Face, ...]
    finished: bool


@dataclass(frozen=True, slots=True)
class Remember:
    """Keep the spaces whose sensors are not believed, for the next start and for `doctor`."""

    broken_sensors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ThrowDie:
    """Throw the die and answer with the input `Thrown` before anything else."""


@dataclass(frozen=True, slots=True)
class Show:
    """The players should see this from now on."""

    view: View


Effect = Begin | Save | Remember | ThrowDie | Show
