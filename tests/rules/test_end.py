"""E1 and E2: the end of HUGO, and who has won."""

from typing import Any

import pytest

from hugo_castle.rules.facts import GameOver, Moved, Scored
from rules.positions import check_step, facts, position, space

OVER = {"turn": None}
EXPELLED_ONTO_HUGO = {"red": "G6 R3", "blue": "C10", "hugo": "G6", "roll": 1}

ENDS = [
    pytest.param(
        {"red": "G5", "blue": "G20", "hugo": "G9", "roll": 4, "scores": {"red": 36}},
        "move G5 G9",
        {**OVER, "red": "C10", "scores": {"red": 46}, "winners": ("blue",)},
        id="E1 46 ends it",
    ),
    pytest.param(
        {"red": "G5", "blue": "G20", "hugo": "G9", "roll": 4, "scores": {"red": 35}},
        "move G5 G9",
        {"red": "C10", "scores": {"red": 45}, "turn": "blue"},
        id="E1 45 does not",
    ),
    pytest.param(
        {"red": "G4", "blue": "G5", "hugo": "G3", "scores": {"red": 45, "blue": 40}},
        "roll ghost",
        {**OVER, "red": "C10", "blue": "C9", "hugo": "G6", "scores": {"red": 55, "blue": 49}, "winners": ("blue",)},
        id="E1 the walk is carried out to its end",
    ),
    pytest.param(
        {"red": "G5", "blue": "R5 G12", "hugo": "G11", "out": True, "roll": 1, "turn": "blue", "scores": {"blue": 36}},
        "move R5 G11",
        {**OVER, "red": "G5", "blue": "G12 C10", "scores": {"blue": 46}, "winners": ("red",)},
        id="E1 by stepping onto Hugo out of a room",
    ),
    pytest.param(
        {"red": "G21", "blue": "G20", "hugo": "G9", "roll": 1, "scores": {"red": 45}},
        "move G21 R9",
        {**OVER, "red": "R9", "scores": {"red": 46}, "winners": ("blue",)},
        id="E1 by a coat of arms",
    ),
    pytest.param(
        {**EXPELLED_ONTO_HUGO, "red": "G5 R3", "roll": 2, "scores": {"red": 38}},
        "move G5 R3",
        {"red": "R3 C9", "scores": {"red": 44}, "turn": "blue"},
        id="E1 R5 +9 and -3 in one turn: only the sum counts",
    ),
    pytest.param(
        {**EXPELLED_ONTO_HUGO, "red": "G5 R3", "roll": 2, "scores": {"red": 40}},
        "move G5 R3",
        {**OVER, "red": "R3 C9", "scores": {"red": 46}, "winners": ("blue",)},
        id="E1 R5 +9 and -3 in one turn: 46 in the end",
    ),
    pytest.param(
        {"red": "G10", "blue": "R5", "hugo": "G11", "roll": 2, "scores": {"blue": 36}},
        "move G10 R5",
        {**OVER, "red": "R5", "blue": "C10", "scores": {"blue": 46}, "winners": ("red",)},
        id="E1 another player's points end it",
    ),
    pytest.param(
        {
            "red": "G5",
            "blue": "G20",
            "yellow": "G21",
            "white": "G22",
            "hugo": "G9",
            "roll": 4,
            "scores": {"red": 40, "blue": 12, "yellow": -2, "white": -2},
        },
        "move G5 G9",
        {
            **OVER,
            "red": "C10",
            "scores": {"red": 50, "blue": 12, "yellow": -2, "white": -2},
            "winners": ("yellow", "white"),
        },
        id="E2 equal points share the win, negative ones too",
    ),
    pytest.param(
        {"red": "G4", "blue": "G4", "hugo": "G3", "scores": {"red": 40, "blue": 40}},
        "roll ghost",
        {
            **OVER,
            "red": "C10",
            "blue": "C10",
            "hugo": "G6",
            "scores": {"red": 50, "blue": 50},
            "winners": ("red", "blue"),
        },
        id="E2 all of them share it",
    ),
]


@pytest.mark.parametrize(("start", "text", "changes"), ENDS)
def test_end_of_the_game(start: dict[str, Any], text: str, changes: dict[str, Any]) -> None:
    check_step(start, text, changes)


def test_e1_facts() -> None:
    state = position(red="G21", blue="G20", hugo="G9", roll=1, scores={"red": 45})
    assert facts(state, "move G21 R9") == (
        Moved(0, space("G21"), space("R9"), (space("R9"),)),
        Scored(0, 1, 46, "room"),
        GameOver((1,)),
    )
