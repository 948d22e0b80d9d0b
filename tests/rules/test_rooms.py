"""R1 to R7: doors, exact numbers, expelling, coats of arms."""

from typing import Any

import pytest

from hugo_castle.rules.facts import Captured, Expelled, Moved, Scored
from rules.positions import check_step, facts, moves, position, space

OUT = {"hugo": "G20"}  # far from the guests, and the rooms are open


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        pytest.param({"red": "G11", "blue": "G9", "roll": 1}, ["G11 G12"], id="R1 shut until Hugo is out"),
        pytest.param(
            {"red": "G11", "blue": "G9", "hugo": "C2", "roll": 1}, ["G11 G12"], id="R1 shut with Hugo on the top step"
        ),
        pytest.param(
            {"red": "G11", "blue": "G9", "hugo": "G1", "roll": 1}, ["G11 G12", "G11 R5"], id="R1 open from the arrow on"
        ),
        pytest.param(
            {"red": "G10", "blue": "G20", **OUT, "roll": 1}, ["G10 G11"], id="R2 the door alone is not enough"
        ),
        pytest.param({"red": "G10", "blue": "G20", **OUT, "roll": 2}, ["G10 G12", "G10 R5"], id="R2 d + 1 steps"),
        pytest.param({"red": "G10", "blue": "G20", **OUT, "roll": 5}, ["G10 G15", "G10 R5"], id="R3 surplus is lost"),
        pytest.param({"red": "G12", "blue": "G20", **OUT, "roll": 5}, ["G12 G17", "G12 R6"], id="R2 R6 takes 4, R7 6"),
        pytest.param(
            {"red": "G16", "blue": "G20", **OUT, "roll": 4},
            ["G16 G20", "G16 R7", "G16 R8"],
            id="R3 doors next to each other",
        ),
        pytest.param({"red": "G12", "blue": "G20", **OUT, "roll": 1}, ["G12 G13"], id="R2 no way back to a door"),
        pytest.param({"red": "G9", "blue": "G20", **OUT, "roll": 1}, ["G9 G10", "G9 R4"], id="R3 green, exact"),
        pytest.param({"red": "G9", "blue": "G20", **OUT, "roll": 2}, ["G9 G11"], id="R3 green, surplus 1"),
        pytest.param(
            {"red": "G5", "blue": "G20", **OUT, "roll": 5}, ["G5 G10", "G5 R4"], id="R3 green R3 no, R4 exact"
        ),
        pytest.param({"red": "G11", "blue": "R5", **OUT, "roll": 1}, ["G11 G12", "G11 R5"], id="R3 occupied, exact"),
        pytest.param({"red": "G11", "blue": "R5", **OUT, "roll": 2}, ["G11 G13"], id="R3 occupied, surplus 1"),
        pytest.param(
            {"red": "G9", "blue": "R4", **OUT, "roll": 1}, ["G9 G10", "G9 R4"], id="R3 green and occupied, exact"
        ),
        pytest.param({"red": "G9", "blue": "R4", **OUT, "roll": 2}, ["G9 G11"], id="R3 green and occupied, surplus"),
        pytest.param(
            {"red": "G25 R11", "blue": "G9", **OUT, "roll": 2},
            ["G25 G27", "G25 R11", "R11 G27"],
            id="R7 one's own room, exact",
        ),
        pytest.param(
            {"red": "G28", "blue": "G9", **OUT, "roll": 5},
            ["G28 G5", "G28 R1", "G28 R2"],
            id="R2 B1 over the arrow into R1 (4) and R2 (5)",
        ),
        pytest.param({"red": "R11", "blue": "G9", **OUT, "roll": 5}, ["R11 G2"], id="R6 B1 a room's guest passes G1"),
        pytest.param({"red": "R5", "blue": "G9", **OUT, "roll": 2}, ["R5 G12"], id="R6 not into the same room again"),
        pytest.param({"red": "R5", "blue": "G9", **OUT, "roll": 5}, ["R5 G15"], id="R6 nor with a surplus"),
        pytest.param(
            {"red": "R7", "blue": "R8", **OUT, "roll": 4}, ["R7 G20"], id="R3 next room occupied: 3 needed, not 4"
        ),
        pytest.param(
            {"red": "R1", "blue": "G9", "hugo": "C7", "out": True, "roll": 2},
            ["R1 G4"],
            id="R6 leaving R1 by 2 ends on R2's door, R2 would take 3",
        ),
    ],
)
def test_rooms_within_reach(start: dict[str, Any], expected: list[str]) -> None:
    assert moves(position(**start)) == expected


ENTERING = [
    pytest.param(
        {"red": "G10", "blue": "G9", **OUT, "roll": 4},
        "move G10 R5",
        {"red": "R5", "turn": "blue"},
        id="R2 enters, the surplus is lost",
    ),
    pytest.param(
        {"red": "G11", "blue": "G12 R5", **OUT, "roll": 1},
        "move G11 R5",
        {"red": "R5", "blue": "G11 G12", "turn": "blue"},
        id="R4 the guest inside goes to the door",
    ),
    pytest.param(
        {"red": "G11 G11", "blue": "R5", **OUT, "roll": 1},
        "move G11 R5",
        {"red": "G11 R5", "blue": "G11", "turn": "blue"},
        id="R4 T4 the door may be shared",
    ),
    pytest.param(
        {"red": "G10 R5", "blue": "G12", **OUT, "roll": 2},
        "move G10 R5",
        {"red": "G11 R5", "turn": "blue"},
        id="R7 expels an own guest",
    ),
    pytest.param(
        {"red": "R7", "blue": "R8", **OUT, "turn": "red", "roll": 2, "scores": {}},
        "move R7 G18",
        {"red": "G18", "turn": "blue"},
        id="R6 leaves, stops at the next door",
    ),
    pytest.param(
        {"red": "G6", "blue": "G12", **OUT, "roll": 1},
        "move G6 R3",
        {"red": "R3", "turn": "blue", "scores": {"red": 7}},
        id="R5 B3 R3 gives -3",
    ),
    pytest.param(
        {"red": "G9", "blue": "G12", **OUT, "roll": 1},
        "move G9 R4",
        {"red": "R4", "turn": "blue", "scores": {"red": 7}},
        id="R5 B3 R4 gives -3",
    ),
    pytest.param(
        {"red": "G21", "blue": "G12", **OUT, "roll": 5},
        "move G21 R9",
        {"red": "R9", "turn": "blue", "scores": {"red": 11}},
        id="R5 B3 R9 gives +1",
    ),
    pytest.param(
        {"red": "G26", "blue": "G12", **OUT, "roll": 2},
        "move G26 R11",
        {"red": "R11", "turn": "blue", "scores": {"red": 11}},
        id="R5 B3 R11 gives +1",
    ),
    pytest.param(
        {"red": "G9", "blue": "R4", **OUT, "roll": 1, "scores": {"blue": 7}},
        "move G9 R4",
        {"red": "R4", "blue": "G9", "turn": "blue", "scores": {"red": 7, "blue": 7}},
        id="R5 only the mover's points change",
    ),
    pytest.param(
        {"red": "G9", "blue": "G12", **OUT, "roll": 1, "scores": {"red": -1}},
        "move G9 R4",
        {"red": "R4", "turn": "blue", "scores": {"red": -4}},
        id="R7 R5 points have no lower limit",
    ),
    pytest.param(
        {"red": "G10", "blue": "R5", "hugo": "G11", "roll": 2},
        "move G10 R5",
        {"red": "R5", "blue": "C10", "turn": "blue", "scores": {"blue": 20}},
        id="R7 expelled onto Hugo: captured; the mover is safe inside",
    ),
    pytest.param(
        {"red": "C10 R1", "blue": "C9", "hugo": "G3", "roll": 4},
        "move C10 R1",
        {"red": "R1 C10", "turn": "blue", "scores": {"red": 20}},
        id="R7 H3 own guest expelled onto the step that the mover has just left",
    ),
]


@pytest.mark.parametrize(("start", "text", "changes"), ENTERING)
def test_entering(start: dict[str, Any], text: str, changes: dict[str, Any]) -> None:
    check_step(start, text, changes)


def test_r5_each_time() -> None:
    """Out and in again takes two turns; the coat of arms counts twice."""
    start = {"red": "R4 G9", "blue": "G12", **OUT, "roll": 1, "scores": {"red": 7}}
    check_step(start, "move G9 R4", {"red": "G9 R4", "turn": "blue", "scores": {"red": 4}})


def test_r4_it_can_come_back_with_a_1() -> None:
    expelled = position(red="R5", blue="G11", turn="blue", roll=1, **OUT)
    assert moves(expelled) == ["G11 G12", "G11 R5"]


def test_r7_facts_in_their_order() -> None:
    state = position(red="G8", blue="R4", hugo="G9", roll=2)
    assert facts(state, "move G8 R4") == (
        Moved(0, space("G8"), space("R4"), (space("G9"), space("R4"))),
        Scored(0, -3, 7, "room"),
        Expelled(1, space("R4"), space("G9")),
        Captured((1,), space("G9"), space("C10")),
        Scored(1, 10, 20, "captured"),
    )
