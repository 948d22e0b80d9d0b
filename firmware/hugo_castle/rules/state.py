"""A position of the game: small, immutable, and the same whether played, replayed or read from JSON."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from hugo_castle.rules.board import FACES, MAX_SPEED, Space
from hugo_castle.rules.errors import Malformed
from hugo_castle.rules.game import ROUNDS, Game

GHOST: Literal["ghost"] = "ghost"
Face = int | Literal["ghost"]

PLACING, ROLLING, MOVING, OVER = "placing", "rolling", "moving", "over"
PHASES = (PLACING, ROLLING, MOVING, OVER)

Guests = tuple[tuple[Space, ...], ...]


class State(NamedTuple):
    """One position. Players are numbers, indices into `game.players`.

    `guests[p]` is sorted: gallery, rooms, cellar, each by number; guests still in hand (S3) are missing.
    `roll` is the number thrown while a move is awaited. `out`: Hugo has stepped onto the gallery in this round.
    `first` is the round's first player (S3, M8).
    """

    game: Game
    phase: str
    round: int
    turn: int | None
    roll: int | None
    hugo: Space
    speed: int
    out: bool
    guests: Guests
    scores: tuple[int, ...]
    first: int
    winners: tuple[int, ...]


def new_state(game: Game) -> State:
    """The position before the first guest is placed (S2, S3)."""
    players = len(game.players)
    return State(
        game=game,
        phase=PLACING,
        round=1,
        turn=0,
        roll=None,
        hugo=game.board.bottom_step,
        speed=game.first_speed,
        out=False,
        guests=((),) * players,
        scores=(10,) * players,
        first=0,
        winners=(),
    )


def state_to_json(state: State) -> dict[str, Any]:
    """The state as contract 3 has it, with `first`, the round's first player, added."""
    names = state.game.board.names
    colors = state.game.players
    return {
        "phase": state.phase,
        "round": state.round,
        "turn": None if state.turn is None else colors[state.turn],
        "roll": state.roll,
        "hugo": {"at": names[state.hugo], "speed": state.speed, "out": state.out},
        "players": [
            {"color": color, "score": score, "guests": [names[space] for space in guests]}
            for color, score, guests in zip(colors, state.scores, state.guests, strict=True)
        ],
        "winners": [colors[player] for player in state.winners],
        "first": colors[state.first],
    }


def state_from_json(game: Game, data: Mapping[str, Any]) -> State:
    """The position that `state_to_json` wrote for the same game.

    Raises Malformed for what cannot be such a position.
    """
    try:
        return _read_state(game, data)
    except (KeyError, TypeError, ValueError, AttributeError) as exc:
        raise Malformed(f"not a state of this game: {exc!r}") from exc


def _read_state(game: Game, data: Mapping[str, Any]) -> State:
    board, colors = game.board, game.players
    players, hugo = data["players"], data["hugo"]
    if [player["color"] for player in players] != list(colors):
        raise Malformed("not a state of this game: other players")
    state = State(
        game=game,
        phase=data["phase"],
        round=data["round"],
        turn=None if data["turn"] is None else colors.index(data["turn"]),
        roll=data["roll"],
        hugo=board.space(hugo["at"]),
        speed=hugo["speed"],
        out=hugo["out"],
        guests=tuple(tuple(sorted(board.space(name) for name in player["guests"])) for player in players),
        scores=tuple(player["score"] for player in players),
        first=colors.index(data["first"]),
        winners=tuple(colors.index(color) for color in data["winners"]),
    )
    if not _is_position(state):
        raise Malformed("not a state of this game: a value is out of range, or does not go with the others")
    return state


def _is_position(state: State) -> bool:
    """Whether the values are of the right type, in range, and go together; not whether play leads there."""
    game, board = state.game, state.game.board
    in_hand = state.phase == PLACING and state.round == 1
    return (
        state.phase in PHASES
        and _is_whole(state.round, 1, ROUNDS if game.is_midnight_party else 1)
        and _is_whole(state.speed, 2, MAX_SPEED)
        and (state.roll is None if state.phase != MOVING else type(state.roll) is int and state.roll in FACES)
        and state.out is board.is_gallery(state.hugo)
        and not board.is_room(state.hugo)
        and (state.turn is None) == (state.phase == OVER) == bool(state.winners)
        and all(type(score) is int for score in state.scores)
        and all(len(own) == game.guests_each or (in_hand and len(own) < game.guests_each) for own in state.guests)
    )


def _is_whole(value: object, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high
