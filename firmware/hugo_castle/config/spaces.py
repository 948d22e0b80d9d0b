"""Names of spaces in the wiring: each must be the board's, and have one sensor."""

import re

from hugo_castle.config.problems import Problems, quoted, shown
from hugo_castle.rules import Board

_LIKE_A_SPACE = re.compile(r"\s*([GRC])\s*0*([0-9]{1,3})\s*", re.IGNORECASE)


class WiredSpaces:
    """The spaces that have a sensor so far; without a `board` (it was refused) any name will do."""

    def __init__(self, board: Board | None, problems: Problems) -> None:
        self._board = board
        self._problems = problems
        self._owners: dict[str, str] = {}

    def wire(self, space: object, path: str) -> str | None:
        """Take `space` for the sensor at `path`; None when it cannot be had, which is a problem."""
        if not isinstance(space, str):
            self._problems.expected(path, 'a space such as "G5"', shown(space))
        elif self._board is not None and space not in self._board.by_name:
            self._problems.refuse(path, f"unknown space {quoted(space)}, {_advice(space, self._board)}")
        elif space in self._owners:
            self._problems.refuse(path, f"{quoted(space)} is wired to {self._owners[space]} already")
        else:
            self._owners[space] = path
            return space
        return None


def _advice(mistake: str, board: Board) -> str:
    """The nearest name of the same kind: "g5" is G5, "G29" is G28; else what there is."""
    like = _LIKE_A_SPACE.fullmatch(mistake)
    if like is None:
        gallery, rooms = f"G1 to G{board.gallery}", f"R1 to R{len(board.rooms)}"
        return f"expected {gallery}, {rooms} or C{board.step_values[-1]} to C{board.step_values[0]}"
    kind, number = like[1].upper(), int(like[2])
    names = (name for name in board.names if name[0] == kind)
    return f'did you mean "{min(names, key=lambda name: abs(int(name[1:]) - number))}"?'
