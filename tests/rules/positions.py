"""Positions and events written in the players' words, so that a test reads like a rule's example."""

from typing import Any

from hugo_castle.rules import (
    HUGO,
    MOVING,
    OVER,
    ROLLING,
    Board,
    Event,
    Game,
    Move,
    Options,
    Place,
    Roll,
    State,
    apply,
    legal_moves,
    load_board,
)
from hugo_castle.rules.facts import Fact

CASTLE = load_board("castle")


def position(
    *,
    kind: str = HUGO,
    turn: str | None = "red",
    roll: int | None = None,
    hugo: str = "C10",
    speed: int = 3,
    out: bool | None = None,
    scores: dict[str, int] | None = None,
    round: int = 1,
    first: str = "red",
    winners: tuple[str, ...] = (),
    phase: str | None = None,
    options: Options | None = None,
    board: Board = CASTLE,
    **guests: str,
) -> State:
    """A state from names: `position(red="G1 C10", blue="R3", hugo="G6", roll=4)`.

    Players are the colours given, in that order; the tables show only the guests that matter. Everybody has
    10 points unless `scores` says otherwise, and Hugo has been out if he stands on the gallery. The phase
    follows from `winners` and `roll` where it is not given.
    """
    colors = tuple(guests)
    game = Game(kind, colors, board, options or Options())
    return State(
        game=game,
        phase=phase or (OVER if winners else MOVING if roll else ROLLING),
        round=round,
        turn=None if turn is None else colors.index(turn),
        roll=roll,
        hugo=board.space(hugo),
        speed=speed,
        out=hugo.startswith("G") if out is None else out,
        guests=tuple(tuple(sorted(board.space(name) for name in names.split())) for names in guests.values()),
        scores=tuple((scores or {}).get(color, 10) for color in colors),
        first=colors.index(first),
        winners=tuple(colors.index(color) for color in winners),
    )


def event(text: str, board: Board = CASTLE) -> Event:
    """An event in words: `place G5`, `roll 4`, `roll ghost`, `move G5 G9`."""
    kind, *words = text.split()
    if kind == "place":
        return Place(board.space(words[0]))
    if kind == "roll":
        return Roll("ghost" if words[0] == "ghost" else int(words[0]))
    return Move(board.space(words[0]), board.space(words[1]))


def after(state: State, *texts: str) -> State:
    """The position after these events."""
    for text in texts:
        state = apply(state, event(text, state.game.board)).state
    return state


def facts(state: State, text: str) -> tuple[Fact, ...]:
    """What one event led to."""
    return apply(state, event(text, state.game.board)).facts


def moves(state: State) -> list[str]:
    """The legal moves in words, in the engine's order: `["G5 G9", "G5 R3"]`."""
    names = state.game.board.names
    return [f"{names[move.source]} {names[move.target]}" for move in legal_moves(state)]


def space(name: str) -> int:
    """The castle's space of that name."""
    return CASTLE.space(name)


def check_step(start: dict[str, Any], text: str, changes: dict[str, Any]) -> None:
    """After one event the position is the one it was, but for `changes`: nothing else may differ."""
    assert after(position(**start), text) == position(**{**start, "roll": None, **changes})
