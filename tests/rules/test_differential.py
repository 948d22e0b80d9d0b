"""The engine against a second referee (oracle.py): same legal moves, same states, after every event."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from hugo_castle.rules import (
    MOVING,
    PLACING,
    Game,
    State,
    apply,
    free_spaces,
    legal_moves,
    new_state,
    state_from_json,
    state_to_json,
)
from hugo_castle.rules.record import event_from_json, event_to_json
from rules.games import AS_DRAWN, Hand, as_line, game_of, hands, play_through, tables
from rules.oracle import ALL_FACES, Referee, in_order


def engine_choices(state: State) -> list[tuple[str, ...]]:
    """What may be done now, sorted; anything listed twice stays twice."""
    names = state.game.board.names
    if state.phase == PLACING:
        return sorted((names[space],) for space in free_spaces(state))
    if state.phase == MOVING:
        return sorted((names[move.source], names[move.target]) for move in legal_moves(state))
    return []


def referee_choices(referee: Referee) -> list[tuple[str, ...]]:
    return sorted(referee.legal()) if referee.phase in (PLACING, MOVING) else []


@settings(max_examples=120, deadline=None, phases=AS_DRAWN)
@given(tables(), hands())
def test_whole_games_agree(table: tuple[dict[str, Any], dict[str, Any]], hand: Hand) -> None:
    header, layout = table
    game = game_of(header, layout)
    referee = Referee(header, layout)
    record = [as_line(layout), as_line(header)]
    assert state_to_json(new_state(game)) == referee.state()
    for before, event, outcome in play_through(new_state(game), hand):
        assert engine_choices(before) == referee_choices(referee), "\n".join(record)
        data = event_to_json(game.board, event)
        record.append(as_line(data))
        referee.play(data)
        assert state_to_json(outcome.state) == referee.state(), "\n".join(record)


@st.composite
def positions(draw: st.DrawFn) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Any position in which nobody is placing, also ones that games reach once in a million turns."""
    header, layout = draw(tables())
    referee = Referee(header, layout)
    midnight = referee.midnight
    out = draw(st.booleans())
    speed = draw(st.integers(3, 7)) if out and not midnight else referee.speed
    hugo = draw(st.sampled_from(referee.ring if out else referee.stairs))
    # Few spaces, drawn first, bring guests together; nobody stands with Hugo on the gallery (T7, H2).
    inside = referee.stairs + list(referee.rooms)
    everywhere = [name for name in referee.ring if name != hugo] + inside * out
    if out and draw(st.booleans()):
        everywhere = [*inside, everywhere[draw(st.integers(0, len(referee.ring) - 2))]]  # a round is about to end
    haunts = draw(st.lists(st.sampled_from(everywhere), min_size=3, max_size=12))
    scores = st.sampled_from([10, 45]) if draw(st.booleans()) else st.integers(-5, 45)  # ties, or anything
    players = []
    taken: set[str] = set()
    for color in header["players"]:
        guests = []
        for _ in range(len(referee.queue) // len(header["players"])):
            at = draw(st.sampled_from(haunts))
            if at in taken and at in referee.rooms:
                at = referee.rooms[at]["door"] if referee.rooms[at]["door"] != hugo else referee.stairs[-1]
            taken.add(at)
            guests.append(at)
        players.append(
            {
                "color": color,
                "score": draw(scores),
                "guests": sorted(guests, key=in_order),
            }
        )
    state = {
        "phase": "rolling",
        "round": draw(st.integers(1, 3)) if midnight else 1,
        "turn": draw(st.sampled_from(header["players"])),
        "roll": None,
        "hugo": {"at": hugo, "speed": speed, "out": out},
        "players": players,
        "winners": [],
        "first": draw(st.sampled_from(header["players"])) if midnight else header["players"][0],
    }
    return header, layout, state


def play_both(table: list[dict[str, Any]], game: Game, data: dict[str, Any], event: dict[str, Any]) -> State:
    """One event in the position `data` for both, which must agree; the engine's position after it."""
    referee = Referee(*table)
    referee.set_up(data)
    state = apply(state_from_json(game, data), event_from_json(game.board, event)).state
    referee.play(event)
    assert state_to_json(state) == referee.state(), as_line(event)
    assert engine_choices(state) == referee_choices(referee), as_line(event)
    return state


@settings(max_examples=300, deadline=None)
@given(positions())
def test_rare_positions_agree(drawn: tuple[dict[str, Any], dict[str, Any], dict[str, Any]]) -> None:
    """Every face, and every move that it allows."""
    *table, data = drawn
    game = game_of(*table)
    for face in ALL_FACES:
        state = play_both(table, game, data, {"roll": face})
        if state.phase == MOVING:
            for move in engine_choices(state):
                play_both(table, game, state_to_json(state), {"move": list(move)})
