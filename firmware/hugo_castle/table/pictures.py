"""Pictures of the board as bit sets (bit n: something stands on space n), which is all that sensors can tell."""

from collections.abc import Iterable

from hugo_castle.rules import State
from hugo_castle.rules.board import Space

Picture = int


def picture_of(state: State) -> Picture:
    """What the whole board shows when everything stands where the state says, Hugo included."""
    picture = 1 << state.hugo
    for guests in state.guests:
        for space in guests:
            picture |= 1 << space
    return picture


def bits(spaces: Iterable[Space]) -> Picture:
    """The picture with just these spaces taken."""
    picture = 0
    for space in spaces:
        picture |= 1 << space
    return picture


def spaces_in(picture: Picture) -> tuple[Space, ...]:
    """The spaces that are taken, in the board's order."""
    return tuple(space for space in range(picture.bit_length()) if picture >> space & 1)
