"""What can be wrong with an event: not an event at all, against the rules, or not its time."""

from hugo_castle.errors import HugoError


class RulesError(HugoError):
    """Root of the rules' refusals. The game's state is unchanged by whatever raised one."""


class Malformed(RulesError):
    """Not an event (header, board) of this game at all: wrong shape, type, name or unknown space."""


class IllegalEvent(RulesError):
    """An event of the right kind that the rules forbid here; the text names spaces, roll and rule."""


class WrongPhase(RulesError):
    """An event whose time it is not: a move before the roll, anything after the end."""


class BoardError(RulesError):
    """A board definition that cannot be played on (RULES.md, B6); the text lists every fault."""
