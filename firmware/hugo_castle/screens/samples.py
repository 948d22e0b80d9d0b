"""Views to look at: one of every kind of screen, and the extremes. For contact sheets and golden pictures."""

from collections.abc import Mapping, Sequence

from PIL import Image

from hugo_castle.rules import GHOST, HUGO, MIDNIGHT_PARTY, Move, State, load_board, new_game, new_state
from hugo_castle.rules.facts import (
    Captured,
    Expelled,
    Fact,
    GameOver,
    Moved,
    Rolled,
    RoomsOpened,
    RoundEnded,
    Scored,
    SpedUp,
    Walked,
)
from hugo_castle.screens.drawing import draw
from hugo_castle.screens.sheet import sheet
from hugo_castle.table.prompts import (
    ACCEPT,
    BACK,
    CHOOSE,
    FIX,
    GO_ON,
    HUGO_FIGURE,
    MENU,
    MOVE,
    NEW_GAME,
    OVER,
    PLACE,
    RESUME,
    ROLL,
    SETTLE,
    SETUP,
    TAKE_BACK,
    WAIT,
    Instruction,
    Option,
    Prompt,
)
from hugo_castle.table.view import View

_BOARD = load_board("castle")
_PLAYERS = tuple(str(number) for number in range(2, 9))
_SCORES = (33, 8, 14, 46, 5, 27, 103, -9)


def samples() -> Mapping[str, View]:
    """Every sample by name, in the order of a game."""
    return {**_menus(), **_placing(), **_turns(), **_lists(), **_hands(), **_endings()}


def sample_sheet(scale: int, names: Sequence[str] = (), columns: int = 4, elapsed_ms: float = 400.0) -> Image.Image:
    """A contact sheet of the samples named (default: all), as they look `elapsed_ms` after they came up."""
    views = samples()
    return sheet({name: draw(views[name], elapsed_ms) for name in names or views}, scale, columns)


def at(name: str) -> int:
    """The space of that name on the castle board."""
    return _BOARD.space(name)


def position(players: int, kind: str = HUGO, **changes: object) -> State:
    """A position in the middle of a game, with long and short scores; `changes` are fields of State."""
    spaces = ("G2", "G5", "G12", "G20", "G28", "R3", "R8", "C10", "C9", "C4")
    state = new_state(new_game(kind, players, _BOARD))
    guests = tuple(
        tuple(sorted(at(spaces[(player + number * 3) % len(spaces)]) for number in range(state.game.guests_each)))
        for player in range(players)
    )
    middle = {"phase": "rolling", "hugo": at("G25"), "speed": 4 if kind == HUGO else state.speed, "out": True}
    return state._replace(**{**middle, "guests": guests, "scores": _SCORES[:players], **changes})  # type: ignore[arg-type]


def _moving(players: int, turn: int, roll: int, kind: str = HUGO) -> State:
    return position(players, kind, phase="moving", turn=turn, roll=roll)


def _menus() -> dict[str, View]:
    games = (HUGO, MIDNIGHT_PARTY)
    counts = (*_PLAYERS, BACK)
    menu = (GO_ON, TAKE_BACK, NEW_GAME, "shut-down", "language")
    return {
        "setup-game": View(Prompt(SETUP, options=games)),
        "setup-game-second": View(Prompt(SETUP, options=games, index=1), troubles=("expander 0x20",)),
        "setup-2-players": View(Prompt(SETUP, options=counts), setup_game=HUGO),
        "setup-8-players": View(Prompt(SETUP, options=counts, index=6), setup_game=MIDNIGHT_PARTY),
        "setup-back": View(Prompt(SETUP, options=counts, index=7), setup_game=HUGO),
        "resume": View(Prompt(RESUME, options=(GO_ON, NEW_GAME)), position(3)),
        "menu": View(Prompt(MENU, options=menu, index=1), position(4)),
        "menu-unknown-option": View(Prompt(MENU, options=menu, index=3), position(6)),
    }


def _placing() -> dict[str, View]:
    first = new_state(new_game(HUGO, 3, _BOARD))
    later = position(4, MIDNIGHT_PARTY, phase="placing", round=2, turn=0, hugo=at("C10"), out=False)
    last = first._replace(guests=(first.guests[0], (at("G1"), at("G2"), at("G3"), at("G4")), ()), turn=1)
    return {
        "place-first": View(Prompt(PLACE, player=0), first),
        "place-last": View(Prompt(PLACE, player=1), last),
        "place-later-round": View(Prompt(PLACE, player=0), later),
    }


def _turns() -> dict[str, View]:
    caught: tuple[Fact, ...] = (
        Rolled(1, GHOST),
        Walked(at("C2"), (0, 1, 2, 3)),
        RoomsOpened(),
        SpedUp(4),
        Captured((0,), at("G2"), at("C8")),
        Scored(0, 8, 33, "captured"),
    )
    several = (Captured((2, 7, 7, 5), at("G28"), at("C10")),)
    thrown = (Moved(0, at("G2"), at("R3"), ()), Scored(0, -3, 7, "room"), Expelled(2, at("R3"), at("G6")))
    stuck = (Rolled(1, 5),)
    return {
        "roll-first": _roll(2, 0),
        "roll-turquoise": _roll(5, 2, troubles=("expander 0x20",)),
        "roll-pressed": _roll(3, 1, pressed=True),
        "roll-after-capture": _roll(3, 1, caught),
        "roll-after-capture-of-many": _roll(8, 7, several),
        "roll-after-expelled": _roll(4, 3, thrown),
        "roll-after-points": _roll(4, 3, (Scored(2, -3, 11, "room"),)),
        "roll-after-rooms-opened": _roll(7, 6, (Walked(at("C3"), (0,)), RoomsOpened(), SpedUp(4))),
        "roll-after-speed": _roll(2, 0, (SpedUp(6),)),
        "roll-after-no-move": _roll(4, 2, stuck, kind=MIDNIGHT_PARTY),
        "roll-midnight": _roll(8, 4, kind=MIDNIGHT_PARTY),
        "move-1": View(Prompt(MOVE, player=0), _moving(2, 0, 1)),
        "move-2": View(Prompt(MOVE, player=2), _moving(4, 2, 2)),
        "move-4": View(Prompt(MOVE, player=5), _moving(6, 5, 4)),
        "move-5": View(Prompt(MOVE, player=7), _moving(8, 7, 5, MIDNIGHT_PARTY)),
        "move-difference": View(
            Prompt(MOVE, player=2, missing=(at("G9"),), extra=(at("G10"),)),
            _moving(4, 2, 4),
            instruction=Instruction((2,), at("G10"), at("G9")),
        ),
    }


def _roll(players: int, turn: int, news: Sequence[Fact] = (), kind: str = HUGO, **extra: object) -> View:
    state = position(players, kind, turn=turn)
    return View(Prompt(ROLL, player=turn), state, news=tuple(news), **extra)  # type: ignore[arg-type]


def _lists() -> dict[str, View]:
    moves: tuple[Option, ...] = (
        Move(at("G5"), at("G9")),
        Move(at("G28"), at("G4")),
        Move(at("C10"), at("G4")),
        Move(at("G15"), at("R10")),
        BACK,
    )
    places: tuple[Option, ...] = (at("G7"), at("G28"), at("G1"), BACK)
    moving = _moving(4, 2, 4)
    board = Prompt(CHOOSE, options=(WAIT, ACCEPT), index=1, missing=(at("G9"),), extra=(at("R4"),))
    return {
        "choose-first-move": View(Prompt(CHOOSE, 2, moves), moving),
        "choose-middle-move": View(Prompt(CHOOSE, 2, moves, index=2), moving),
        "choose-room": View(Prompt(CHOOSE, 7, moves, index=3), _moving(8, 7, 5)),
        "choose-back": View(Prompt(CHOOSE, 2, moves, index=4), moving),
        "choose-place": View(Prompt(CHOOSE, 0, places, index=1), new_state(new_game(HUGO, 5, _BOARD))),
        "choose-accept": View(board, position(3)),
    }


def _hands() -> dict[str, View]:
    start = new_state(new_game(HUGO, 8, _BOARD))
    caught = (Captured((2,), at("G28"), at("C10")), Scored(2, 10, 24, "captured"))
    ended = (RoundEnded(1, ((0, at("G5")), (1, at("G7"))), 3),)
    state, midnight = position(5), position(4, MIDNIGHT_PARTY, phase="placing", round=2)
    return {
        "settle-start": _hand(SETTLE, start, (HUGO_FIGURE,), None, "C10", 3),
        "settle-take-away": _hand(SETTLE, start, (), "G5", None, 2),
        "settle-hugo": _hand(SETTLE, state, (HUGO_FIGURE,), "C2", "G2", 3, news=caught),
        "settle-captured": _hand(SETTLE, state, (2,), "G28", "C10", 2, news=caught),
        "settle-captured-last": _hand(SETTLE, position(2), (0,), "G5", "C7", 1, news=(Captured((0,), 4, at("C7")),)),
        "settle-captured-together": _hand(SETTLE, state, (2, 2, 0), "G28", "C10", 1, news=caught),
        "settle-round": _hand(SETTLE, midnight, (3,), "R11", "G26", 7, news=ended),
        "settle-walk": _hand(
            SETTLE,
            state,
            (HUGO_FIGURE,),
            "C10",
            "C7",
            1,
            news=(Rolled(0, GHOST), Walked(at("C10"), (46, 45, 44))),
        ),
        "fix-back": _hand(FIX, state, (1,), "G6", "G5", 1),
        "fix-unknown": _hand(FIX, state, (), "G6", "G5", 4, troubles=("expander 0x20",)),
        "fix-put": _hand(FIX, state, (2,), None, "R10", 1),
        "fix-no-instruction": View(Prompt(FIX, missing=(at("G9"),), extra=(at("R4"),)), position(8)),
    }


def _hand(
    kind: str,
    state: State,
    figures: tuple[int, ...],
    source: str | None,
    target: str | None,
    left: int,
    news: Sequence[Fact] = (),
    troubles: tuple[str, ...] = (),
) -> View:
    start, end = (at(source) if source else None), (at(target) if target else None)
    prompt = Prompt(kind, missing=() if end is None else (end,), extra=() if start is None else (start,))
    instruction = Instruction(figures, start, end)
    later = (instruction,) * (left - 1)
    return View(prompt, state, tuple(news), instruction, later, troubles=troubles)


def _endings() -> dict[str, View]:
    return {
        "over": _over(position(4), (1,)),
        "over-shared": _over(position(5), (1, 4)),
        "over-three": _over(position(7), (2, 3, 6)),
        "over-all": _over(position(8, MIDNIGHT_PARTY, round=3), tuple(range(8))),
    }


def _over(state: State, winners: tuple[int, ...]) -> View:
    ended = state._replace(phase="over", turn=None, winners=winners)
    points = min(state.scores) if len(winners) == 1 else 4
    scores = tuple(points if player in winners else score for player, score in enumerate(state.scores))
    return View(Prompt(OVER), ended._replace(scores=scores), news=(GameOver(winners),))
