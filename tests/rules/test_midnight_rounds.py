"""M5 to M9: how a round of Midnight Party ends, the next one begins, and who has won."""

from typing import Any

import pytest

from hugo_castle.rules import MIDNIGHT_PARTY, PLACING, State, apply, source_to_place
from hugo_castle.rules.facts import Captured, GameOver, Moved, Placed, Rolled, RoundEnded, Scored, Walked
from rules.positions import after, facts, moves, position, space

ELEVEN_ROOMS = "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11"
TEN_ROOMS = ELEVEN_ROOMS.removesuffix(" R11")
ELEVEN_DOORS = "G3 G4 G6 G9 G11 G15 G17 G18 G21 G24 G26"


def party(**values: Any) -> State:
    """A position of Midnight Party."""
    return position(kind=MIDNIGHT_PARTY, **values)


NEW_ROUND = {"round": 2, "hugo": "C10", "out": False, "roll": None}

ROUND_ENDS = [
    pytest.param(
        {"red": TEN_ROOMS + " G26", "blue": "C10 C2", "hugo": "G9", "roll": 5},
        "move G26 R11",
        {
            "red": ELEVEN_DOORS,
            "phase": PLACING,
            "turn": "blue",
            "scores": {"red": 11},
            "first": "red",
        },
        id="M5 M7 R5 rooms full and gallery empty at once; blue's guests are placed, red begins",
    ),
    pytest.param(
        {"red": TEN_ROOMS + " G25", "blue": "G1 G1 C10", "hugo": "G9", "roll": 2},
        "move G25 R11",
        {
            "red": ELEVEN_DOORS,
            "blue": "C2 C2 C10",
            "phase": PLACING,
            "turn": "blue",
            "scores": {"red": 11, "blue": 14},
            "first": "blue",
        },
        id="M5 M6 M8 rooms full: 2 points for each guest left outside, which count for M8",
    ),
    pytest.param(
        {"red": "R1 G11", "blue": "R2", "hugo": "G9"},
        "roll ghost",
        {"red": "G3 C10", "blue": "G4", "phase": PLACING, "turn": "red", "scores": {"red": 20}},
        id="M5 M7 Hugo empties the gallery",
    ),
    pytest.param(
        {"red": "G11", "blue": "R2", "hugo": "G20", "roll": 1, "turn": "red", "scores": {"blue": 11}},
        "move G11 R5",
        {"red": "G11", "blue": "G4", "turn": "blue", "first": "blue", "scores": {"blue": 11}},
        id="M5 M7 M8 all in rooms: nobody is placed, the first player rolls",
    ),
    pytest.param(
        {"red": "G5", "blue": "C10", "hugo": "G7", "roll": 2, "turn": "red"},
        "move G5 G7",
        {"red": "C9", "blue": "C10", "phase": PLACING, "turn": "blue", "first": "red", "scores": {"red": 19}},
        id="M5 M7 the last one on the gallery stops on Hugo's space; C10 is placed before C9",
    ),
    pytest.param(
        {"red": "C10", "blue": "C9 R1", "hugo": "G7"},
        "roll 4",
        {"red": "C10", "blue": "G3 C9", "phase": PLACING, "turn": "red"},
        id="M4 M5 checked after a number that does nothing, too",
    ),
    pytest.param(
        {"red": "G1", "blue": "R1", "hugo": "C4"},
        "roll ghost",
        {"red": "C10", "blue": "G3", "phase": PLACING, "turn": "red", "scores": {"red": 20}},
        id="M5 in the very walk in which he comes out",
    ),
]


@pytest.mark.parametrize(("start", "text", "changes"), ROUND_ENDS)
def test_end_of_a_round(start: dict[str, Any], text: str, changes: dict[str, Any]) -> None:
    assert after(party(**start), text) == party(**{**start, **NEW_ROUND, **changes})


@pytest.mark.parametrize(
    "start",
    [
        pytest.param({"red": ELEVEN_ROOMS, "blue": "G1"}, id="M5 rooms full, but Hugo not out yet"),
        pytest.param({"red": "R1", "blue": "R2"}, id="M5 gallery empty, but Hugo not out yet"),
    ],
)
def test_no_end_before_hugo_is_out(start: dict[str, Any]) -> None:
    """Positions that play does not reach: only M5's first condition stands between them and the end."""
    assert after(party(**start), "roll ghost") == party(**start, hugo="C7", turn="blue")


EIGHT = ("red", "blue", "turquoise", "yellow")


@pytest.mark.parametrize(
    ("scores", "first", "expected"),
    [
        pytest.param((10, 13, 12, 11), "red", "blue", id="M8 the most points"),
        pytest.param((10, 13, 12, 13), "red", "blue", id="M8 tie: first in turn order from red"),
        pytest.param((10, 13, 12, 13), "turquoise", "yellow", id="M8 tie: counted from turquoise"),
        pytest.param((13, 10, 12, 13), "blue", "yellow", id="M8 tie: counted from blue, round the table"),
        pytest.param((13, 13, 13, 13), "turquoise", "turquoise", id="M8 all equal: the same again"),
        pytest.param((-5, -1, -3, -1), "yellow", "yellow", id="M8 negative points"),
    ],
)
def test_next_first_player(scores: tuple[int, ...], first: str, expected: str) -> None:
    start = {
        "red": "R1",
        "blue": "R2",
        "turquoise": "R7",
        "yellow": "R8",
        "hugo": "G20",
        "first": first,
        "scores": dict(zip(EIGHT, scores, strict=True)),
    }
    outside = {"red": "G3", "blue": "G4", "turquoise": "G17", "yellow": "G18"}
    ended = after(party(**start), "roll ghost")
    assert ended == party(**{**start, **outside, **NEW_ROUND, "first": expected, "turn": expected})


def test_m7_order_of_placing() -> None:
    """From C10 to C2; on a step all of the new first player's guests first, then the next owner's."""
    state = party(
        red="C10 C4 C2",
        blue="C10 C10 C4",
        turquoise="C9 C4 R1",
        hugo="G15",
        scores={"red": 10, "blue": 10, "turquoise": 30},
    )
    state = after(state, "roll 4")
    order = []
    number = 5
    while state.phase == PLACING:
        assert state.turn is not None
        source = source_to_place(state)
        assert source is not None
        order.append(f"{state.game.players[state.turn]} {state.game.board.names[source]}")
        state = after(state, f"place G{number}")
        number += 1
    assert order == [
        "red C10",
        "blue C10",
        "blue C10",
        "turquoise C9",
        "turquoise C4",
        "red C4",
        "blue C4",
        "red C2",
    ]
    assert (state.turn, state.first) == (2, 2)


def test_m7_a_guest_stays_on_its_step_until_placed() -> None:
    state = party(red="R1 C10 C2", blue="R2 C10", hugo="G15")
    state = after(state, "roll 4")
    assert state == party(**NEW_ROUND, phase=PLACING, red="G3 C10 C2", blue="G4 C10")
    assert facts(state, "place G5") == (Placed(0, space("C10"), space("G5")),)
    state = after(state, "place G5")
    assert state == party(**NEW_ROUND, phase=PLACING, red="G3 G5 C2", blue="G4 C10", turn="blue")
    state = after(state, "place G28", "place G1")
    assert state == party(**NEW_ROUND, red="G1 G3 G5", blue="G4 G28")


def test_m7_rooms_are_shut_again() -> None:
    state = party(round=2, red="G11", blue="G12", roll=1)
    assert moves(state) == ["G11 G12"]


@pytest.mark.parametrize(
    ("start", "text", "changes"),
    [
        pytest.param(
            {"red": "R1", "blue": "R2 G4", "hugo": "G3", "scores": {"red": 50, "blue": 20}},
            "roll ghost",
            {"blue": "R2 C10", "hugo": "G6", "scores": {"red": 50, "blue": 30}, "winners": ("blue",)},
            id="M9 E2 the fewest points",
        ),
        pytest.param(
            {"red": TEN_ROOMS + " G25", "blue": "G1 G9 C10", "hugo": "G20", "roll": 2, "scores": {"red": 13}},
            "move G25 R11",
            {"red": ELEVEN_ROOMS, "blue": "C2 C2 C10", "scores": {"red": 14, "blue": 14}, "winners": ("red", "blue")},
            id="M9 M6 E2 the last round's guests outside pay, too; a shared win",
        ),
    ],
)
def test_end_of_the_third_round(start: dict[str, Any], text: str, changes: dict[str, Any]) -> None:
    start = {**start, "round": 3}
    assert after(party(**start), text) == party(**{**start, "roll": None, "turn": None, **changes})


def test_m1_second_round_is_followed_by_a_third() -> None:
    state = after(party(round=2, red="R1", blue="R2", hugo="G15"), "roll 4")
    assert state == party(**{**NEW_ROUND, "round": 3}, red="G3", blue="G4")


def test_m1_m5_facts_and_the_position_between() -> None:
    state = party(red=TEN_ROOMS + " G25", blue="G1 C10", hugo="G20", roll=2)
    outcome = apply(state, state.game.board.reach[2][space("G25")].entries[0].move)
    assert outcome.after_action == party(
        red=ELEVEN_ROOMS, blue="G1 C10", hugo="G20", phase="moving", scores={"red": 11}
    )
    assert outcome.facts == (
        Moved(0, space("G25"), space("R11"), (space("G26"), space("R11"))),
        Scored(0, 1, 11, "room"),
        RoundEnded(1, ((1, space("G1")),), 1),
        Scored(1, 2, 12, "left-outside"),
    )


def test_m9_facts_of_the_last_round() -> None:
    state = party(round=3, red="R1", blue="G12", hugo="G11", speed=2, scores={"blue": -5})
    assert facts(state, "roll ghost") == (
        Rolled(0, "ghost"),
        Walked(space("G11"), (space("G12"), space("G13"))),
        Captured((1,), space("G12"), space("C10")),
        Scored(1, 10, 5, "captured"),
        RoundEnded(3, (), None),
        GameOver((1,)),
    )
