"""M1 to M4: what is different in Midnight Party within a round."""

from typing import Any

import pytest

from hugo_castle.rules import MIDNIGHT_PARTY, Options, State
from rules.positions import after, moves, position


def party(**values: Any) -> State:
    """A position of Midnight Party."""
    return position(kind=MIDNIGHT_PARTY, **values)


STEPS = [
    pytest.param(
        {"red": "G5", "blue": "G20", "hugo": "G9", "roll": 4, "scores": {"red": 45}},
        "move G5 G9",
        {"red": "C10", "turn": "blue", "scores": {"red": 55}},
        id="M1 46 points end nothing",
    ),
    pytest.param(
        {"red": "G5", "blue": "G20", "hugo": "G27"},
        "roll ghost",
        {"hugo": "G2", "turn": "blue"},
        id="M1 M2 no speeding up at the arrow",
    ),
    pytest.param(
        {"red": "G15", "blue": "G20", "hugo": "C4"},
        "roll ghost",
        {"hugo": "G1", "out": True, "turn": "blue"},
        id="M1 M2 nor when he comes out",
    ),
    pytest.param(
        {"red": "G1", "blue": "G2 G9", "hugo": "G28", "speed": 2},
        "roll ghost",
        {"red": "C10", "blue": "G9 C9", "hugo": "G2", "turn": "blue", "scores": {"red": 20, "blue": 19}},
        id="M2 two spaces, capturing as ever",
    ),
    pytest.param(
        {"red": "R3 C10", "blue": "G20", "hugo": "G9"},
        "roll 4",
        {"turn": "blue"},
        id="M4 nobody on the gallery: a number does nothing",
    ),
    pytest.param(
        {"red": "R3 C10", "blue": "G20", "hugo": "G9"},
        "roll ghost",
        {"hugo": "G12", "turn": "blue"},
        id="M4 but the ghost walks",
    ),
    pytest.param(
        {"red": "G11", "blue": "G20", "hugo": "G20", "roll": 1, "scores": {"red": 12}},
        "move G11 R5",
        {"red": "R5", "turn": "blue", "scores": {"red": 12}},
        id="M5 goes on while somebody is on the gallery",
    ),
    pytest.param(
        {"red": "G6", "blue": "G20", "hugo": "G27", "roll": 1},
        "move G6 R3",
        {"red": "R3", "turn": "blue", "scores": {"red": 7}},
        id="M1 R5 coats of arms count",
    ),
]


@pytest.mark.parametrize(("start", "text", "changes"), STEPS)
def test_steps(start: dict[str, Any], text: str, changes: dict[str, Any]) -> None:
    assert after(party(**start), text) == party(**{**start, "roll": None, **changes})


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        pytest.param({"red": "G11 R1 C10", "blue": "G20", "roll": 4}, ["G11 G15", "G11 R5"], id="M3 only the gallery"),
        pytest.param({"red": "G11", "blue": "R5 G20", "roll": 1}, ["G11 G12"], id="M3 an occupied room is shut"),
        pytest.param({"red": "G11 R5", "blue": "G20", "roll": 1}, ["G11 G12"], id="M3 one's own as well"),
        pytest.param({"red": "G9", "blue": "G20", "roll": 1}, ["G9 G10", "G9 R4"], id="M3 R3 green ones stay exact"),
        pytest.param({"red": "G9", "blue": "G20", "roll": 2}, ["G9 G11"], id="M3 R3 green with a surplus"),
    ],
)
def test_legal_moves(start: dict[str, Any], expected: list[str]) -> None:
    assert moves(party(**start, hugo="G27")) == expected


def test_m2_options_of_the_other_game_have_no_effect() -> None:
    options = Options(entry_speeds_up=True, highest_step_first=True)
    start = {"red": "G5", "blue": "G9 C10 C9", "hugo": "C2"}
    assert after(party(**start, options=options), "roll ghost", "roll 4", "move G9 G13") == party(
        red="G5", blue="G13 C10 C9", hugo="G3", options=options
    )
