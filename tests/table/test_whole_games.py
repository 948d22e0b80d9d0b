"""Whole games by neat hands, in simulated time, through sensors and button alone."""

import random

import pytest

from hugo_castle.rules import (
    KINDS,
    MOVING,
    OVER,
    PLACING,
    ROLLING,
    Move,
    apply,
    free_spaces,
    game_from_header,
    new_state,
    source_to_place,
    state_to_json,
)
from hugo_castle.rules.facts import Captured, Expelled
from hugo_castle.rules.record import event_from_json
from hugo_castle.table.model import Preset
from table.simulated import SimulatedBoard


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("players", range(2, 9))
def test_a_neat_game_is_recorded_move_by_move(kind: str, players: int) -> None:
    rng = random.Random(f"{kind} {players}")
    table = SimulatedBoard(Preset(kind, players))
    table.follow()
    made = []
    while (state := table.session.state).phase != OVER:
        table.follow()
        names = state.game.board.names
        if state.phase == PLACING:
            space = rng.choice(free_spaces(state))
            source = source_to_place(state)
            if source is not None:
                table.lift(names[source])
            table.put(names[space])
            made.append({"place": names[space]})
        elif state.phase == ROLLING:
            face = rng.choice([1, 2, 4, 5, "ghost", "ghost"])
            made.append({"roll": face})
            table.roll(face)
        else:
            made.append({"move": make_some_move(table, rng)})
        table.settle()
        answer_by_button(table, made[-1])
        assert table.journal == made
    table.follow()
    assert table.kind == "over"
    assert table.finished
    assert replayed(kind, players, made) == table.state


def make_some_move(table: SimulatedBoard, rng: random.Random) -> list[str]:
    """A legal move as a careful player makes it: figure, then what follows from it."""
    state = table.session.state
    candidate = rng.choice(table.session.play.candidates)
    names = state.game.board.names
    move = candidate.event
    assert isinstance(move, Move)
    table.move(names[move.source], names[move.target])
    for fact in candidate.outcome.facts:
        if isinstance(fact, Expelled):
            table.move(names[fact.room], names[fact.door])
        elif isinstance(fact, Captured):
            for _ in fact.players:
                table.move(names[fact.space], names[fact.step])
    return [names[move.source], names[move.target]]


def answer_by_button(table: SimulatedBoard, made: dict) -> None:
    """Moves that sensors cannot tell are confirmed, or chosen from the list."""
    if "move" not in made or table.session.state.phase != MOVING:
        return
    if table.kind == "move":
        table.press()
    if table.kind == "choose":
        for _ in range(table.prompt["options"].index(made["move"])):
            table.press()
        table.hold()


def replayed(kind: str, players: int, events: list[dict]) -> dict:
    from hugo_castle.rules import COLORS

    game = game_from_header({"game": kind, "players": list(COLORS[:players])})
    state = new_state(game)
    for event in events:
        state = apply(state, event_from_json(game.board, event)).state
    return state_to_json(state)
