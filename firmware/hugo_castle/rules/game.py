"""What is fixed for a whole game: its kind, players, board and options (RULES.md, S1 to S4; contract 2's header)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from hugo_castle.rules.board import Board, load_board
from hugo_castle.rules.errors import Malformed

HUGO = "hugo"
MIDNIGHT_PARTY = "midnight-party"
KINDS = (HUGO, MIDNIGHT_PARTY)

# S4: the colours in the order in which they join; also every colour that there is.
COLORS = ("red", "blue", "turquoise", "yellow", "black", "green", "white", "violet")
MIN_PLAYERS, MAX_PLAYERS = 2, len(COLORS)

_GUESTS_EACH = {2: 6, 3: 5, 4: 4, 5: 3, 6: 2, 7: 2, 8: 2}  # S1

ROUNDS = 3  # M1
_HEADER_KEYS = ("game", "players", "board", "options")


@dataclass(frozen=True, slots=True)
class Options:
    """Readings of the rules that a game may choose; the defaults are the published ones."""

    entry_speeds_up: bool = True  # H4
    highest_step_first: bool = True  # T6
    two_step_from: int = 7  # M2, 2 to 9

    def to_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True)
class Game:
    """A game's fixed part. `players` are colours in turn order, clockwise."""

    kind: str
    players: tuple[str, ...]
    board: Board
    options: Options = Options()

    @cached_property
    def guests_each(self) -> int:
        """How many guests every player has (S1)."""
        return _GUESTS_EACH[len(self.players)]

    @cached_property
    def is_midnight_party(self) -> bool:
        return self.kind == MIDNIGHT_PARTY

    @cached_property
    def first_speed(self) -> int:
        """Hugo's speed at the start (S2); in Midnight Party it never changes (M2)."""
        return 2 if self.is_midnight_party and len(self.players) >= self.options.two_step_from else 3

    def header(self) -> dict[str, Any]:
        """The first line of this game's record (contract 2)."""
        return {
            "game": self.kind,
            "players": list(self.players),
            "board": self.board.name,
            "options": self.options.to_json(),
        }


def new_game(kind: str, players: int, board: Board, options: Options | None = None) -> Game:
    """A game for 2 to 8 players in the colours of the published box (S4).

    Raises Malformed for another kind or number of players.
    """
    if kind not in KINDS or not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise Malformed(f"expected {' or '.join(KINDS)} for 2 to 8 players, got {kind!r} for {players!r}")
    return Game(kind, COLORS[:players], board, options or Options())


def game_from_header(header: object, board: Board | None = None) -> Game:
    """The game that a record's header describes.

    `board`: use this one, which the header must name, instead of one that comes with the package.
    Raises Malformed for anything that contract 2 does not allow.
    """
    if not isinstance(header, dict):
        raise Malformed('the header must be an object such as {"game":"hugo","players":["red","blue"]}')
    _reject_unknown(header, _HEADER_KEYS, "header key")
    kind = header.get("game")
    if not isinstance(kind, str) or kind not in KINDS:
        raise Malformed(f"game: expected {' or '.join(KINDS)}, got {_shown(header, 'game')}")
    return Game(kind, _players(header), _board(header, board), _options(header.get("options", {})))


def _players(header: Mapping[str, Any]) -> tuple[str, ...]:
    players = header.get("players")
    if not isinstance(players, list) or not MIN_PLAYERS <= len(players) <= MAX_PLAYERS:
        raise Malformed(f"players: expected a list of 2 to 8 colours, got {_shown(header, 'players')}")
    for color in players:
        if not isinstance(color, str) or color not in COLORS:
            raise Malformed(f"players: expected colours out of {', '.join(COLORS)}, got {color!r}"[:200])
    if len(set(players)) != len(players):
        raise Malformed(f"players: every colour only once, got {', '.join(players)}")
    return tuple(players)


def _board(header: Mapping[str, Any], given: Board | None) -> Board:
    name = header.get("board", given.name if given else "castle")
    if not isinstance(name, str):
        raise Malformed(f"board: expected a name, got {_shown(header, 'board')}")
    if given is None:
        return load_board(name)
    if name != given.name:
        raise Malformed(f"board: the record was made on {name!r:.60}, but the board given is {given.name!r}")
    return given


def _options(options: object) -> Options:
    if not isinstance(options, dict):
        raise Malformed("options: expected an object")
    _reject_unknown(options, Options.__slots__, "option")
    for name in ("entry_speeds_up", "highest_step_first"):
        if not isinstance(options.get(name, True), bool):
            raise Malformed(f"options.{name}: expected true or false, got {_shown(options, name)}")
    steps = options.get("two_step_from", 7)
    if type(steps) is not int or not 2 <= steps <= 9:
        raise Malformed(f"options.two_step_from: expected 2 to 9, got {_shown(options, 'two_step_from')}")
    return Options(**options)


def _reject_unknown(data: Mapping[str, Any], known: Sequence[str], what: str) -> None:
    for key in data:
        if key not in known:
            raise Malformed(f"unknown {what} {key!r:.40}: expected {', '.join(known)}")


def _shown(data: Mapping[str, Any], key: str) -> str:
    return f"{data[key]!r:.60}" if key in data else "nothing"
