"""What happened: the consequences of one event in the order in which they came about.

Screens tell it and the mirror sends it; the state alone decides the game. Players are indices into
`game.players`, spaces are numbers of the board.
"""

from typing import NamedTuple

from hugo_castle.rules.board import Space
from hugo_castle.rules.state import Face


class Placed(NamedTuple):
    """A guest was put on the gallery; `source` is its cellar step, None from its owner's hand (S3, M7)."""

    player: int
    source: Space | None
    space: Space


class Rolled(NamedTuple):
    """The die fell."""

    player: int
    face: Face


class Moved(NamedTuple):
    """A guest went from space to space; `path` holds every space that it stepped on, the last one included."""

    player: int
    source: Space
    target: Space
    path: tuple[Space, ...]


class Scored(NamedTuple):
    """Points were added (taken, if negative); `total` is the new score, `why` is room, captured or left-outside."""

    player: int
    points: int
    total: int
    why: str


class Expelled(NamedTuple):
    """A guest was thrown out of its room onto the door space (R4)."""

    player: int
    room: Space
    door: Space


class Captured(NamedTuple):
    """All guests of one gallery space went to one step together (H3); an owner stands there once for each guest."""

    players: tuple[int, ...]
    space: Space
    step: Space


class Walked(NamedTuple):
    """Hugo walked; `path` holds every space that he stepped on, without the one where he started."""

    source: Space
    path: tuple[Space, ...]


class SpedUp(NamedTuple):
    """Hugo's next walk is faster (H4)."""

    speed: int


class RoomsOpened(NamedTuple):
    """Hugo has stepped onto the gallery: rooms can be entered from now on (R1)."""


class RoundEnded(NamedTuple):
    """A round of Midnight Party is over. `left_outside`: player and space of each guest sent to the top step (M6).

    `first` is the next round's first player (M8), None after the last round.
    """

    round: int
    left_outside: tuple[tuple[int, Space], ...]
    first: int | None


class GameOver(NamedTuple):
    """The game has ended; equal points share the win (E2)."""

    winners: tuple[int, ...]


Fact = Placed | Rolled | Moved | Scored | Expelled | Captured | Walked | SpedUp | RoomsOpened | RoundEnded | GameOver
