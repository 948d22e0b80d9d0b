"""Events that are refused: which error, and what it says. The text names spaces, roll and rule."""

from typing import Any

import pytest

from hugo_castle.rules import (
    HUGO,
    MIDNIGHT_PARTY,
    PLACING,
    IllegalEvent,
    Malformed,
    Move,
    Place,
    State,
    WrongPhase,
    apply,
    new_game,
    new_state,
)
from rules.positions import CASTLE, event, position


def refused(state: State, played: Any) -> tuple[str, str]:
    """The kind of error and its text."""
    with pytest.raises((IllegalEvent, Malformed, WrongPhase)) as caught:
        apply(state, played)
    return type(caught.value).__name__, str(caught.value)


@pytest.mark.parametrize(
    ("start", "text", "expected"),
    [
        pytest.param(
            {"red": "G5", "blue": "G9", "roll": 4},
            "move G9 G13",
            "G9 -> G13: red has no guest on G9 (rule T3)",
            id="T3 another player's guest",
        ),
        pytest.param(
            {"red": "G5", "blue": "G9", "roll": 4},
            "move G5 G8",
            "G5 -> G8: along the gallery a roll of 4 leads from there to G9 (rule T3)",
            id="T3 another number",
        ),
        pytest.param(
            {"red": "G5", "blue": "G9", "roll": 4},
            "move G5 G5",
            "G5 -> G5: along the gallery a roll of 4 leads from there to G9 (rule T3)",
            id="T3 no passing",
        ),
        pytest.param(
            {"red": "G5", "blue": "G9", "roll": 4},
            "move G5 C10",
            "G5 -> C10: guests come into the cellar only when Hugo captures them (rule H3)",
            id="H3 into the cellar",
        ),
        pytest.param(
            {"red": "C9 C7", "blue": "G9", "roll": 4, "hugo": "G20"},
            "move C7 G4",
            "C7 -> G4: of one player's guests in the cellar, one on the highest step leaves first: C9 (rule T6)",
            id="T6 not from the highest step",
        ),
        pytest.param(
            {"red": "G11", "blue": "G9", "roll": 4},
            "move G11 R5",
            "G11 -> R5: rooms open when Hugo first steps onto the gallery (rule R1)",
            id="R1 shut",
        ),
        pytest.param(
            {"red": "G10", "blue": "G9", "roll": 1, "hugo": "G20"},
            "move G10 R5",
            "G10 -> R5: entering R5 takes 2 from there, the roll is 1 (rule R2)",
            id="R2 out of reach",
        ),
        pytest.param(
            {"red": "G12", "blue": "G9", "roll": 5, "hugo": "G20"},
            "move G12 R5",
            "G12 -> R5: entering R5 takes 28 from there, the roll is 5 (rule R2)",
            id="R2 behind",
        ),
        pytest.param(
            {"red": "G5", "blue": "G9", "roll": 4, "hugo": "G20"},
            "move G5 R3",
            "G5 -> R3: R3 is green and needs exactly 2, the roll is 4 (rule R3)",
            id="R3 green",
        ),
        pytest.param(
            {"red": "G11", "blue": "R5", "roll": 4, "hugo": "G20"},
            "move G11 R5",
            "G11 -> R5: R5 is occupied and needs exactly 1, the roll is 4 (rule R3)",
            id="R3 occupied",
        ),
        pytest.param(
            {"red": "R5", "blue": "G9", "roll": 2, "hugo": "G20"},
            "move R5 R5",
            "R5 -> R5: a guest cannot enter the room again that it is leaving, R5 (rule R6)",
            id="R6 the same room",
        ),
        pytest.param(
            {"red": "G11", "blue": "R5", "roll": 1, "hugo": "G20", "kind": MIDNIGHT_PARTY},
            "move G11 R5",
            "G11 -> R5: R5 is occupied (rule M3)",
            id="M3 occupied",
        ),
        pytest.param(
            {"red": "R5 G1", "blue": "G9", "roll": 1, "hugo": "G20", "kind": MIDNIGHT_PARTY},
            "move R5 G11",
            "R5 -> G11: guests in rooms do not move in Midnight Party (rule M3)",
            id="M3 out of a room",
        ),
        pytest.param(
            {"red": "C10 G1", "blue": "G9", "roll": 1, "hugo": "G20", "kind": MIDNIGHT_PARTY},
            "move C10 G1",
            "C10 -> G1: guests in the cellar do not move in Midnight Party (rule M3)",
            id="M3 out of the cellar",
        ),
        pytest.param(
            {"red": "G5", "blue": "", "phase": PLACING, "turn": "blue"},
            "place G5",
            "G5: there is a guest already (rule S3)",
            id="S3 taken",
        ),
        pytest.param(
            {"red": "G5", "blue": "", "phase": PLACING, "turn": "blue"},
            "place R5",
            "R5: guests are placed on the gallery (rule S3)",
            id="S3 in a room",
        ),
        pytest.param(
            {"red": "G5", "blue": "", "phase": PLACING, "turn": "blue"},
            "place C10",
            "C10: guests are placed on the gallery (rule S3)",
            id="S3 in the cellar",
        ),
    ],
)
def test_illegal(start: dict[str, Any], text: str, expected: str) -> None:
    assert refused(position(**start), event(text)) == ("IllegalEvent", expected)


BOTH = {"red": "G5", "blue": "G9"}


@pytest.mark.parametrize(
    ("start", "text", "expected"),
    [
        pytest.param(
            {**BOTH, "phase": PLACING, "turn": "blue"},
            "roll 4",
            "roll: not now, a guest is to be placed by blue",
            id="S3 no roll while placing",
        ),
        pytest.param(
            {**BOTH, "phase": PLACING, "turn": "blue"},
            "move G9 G13",
            "move: not now, a guest is to be placed by blue",
            id="S3 no move while placing",
        ),
        pytest.param(
            BOTH, "move G5 G9", "move: not now, the die is to be rolled by red", id="T1 no move before the roll"
        ),
        pytest.param(BOTH, "place G6", "place: not now, the die is to be rolled by red", id="T1 no placing in play"),
        pytest.param(
            {**BOTH, "roll": 4}, "roll ghost", "roll: not now, a guest is to be moved by red", id="T3 no second roll"
        ),
        pytest.param(
            {**BOTH, "roll": 4}, "place G6", "place: not now, a guest is to be moved by red", id="T3 no placing"
        ),
        pytest.param(
            {**BOTH, "turn": None, "winners": ("red",)},
            "roll 4",
            "roll: the game is over (rule E1)",
            id="E1 nothing after the end",
        ),
        pytest.param(
            {**BOTH, "turn": None, "winners": ("red",), "kind": MIDNIGHT_PARTY, "round": 3},
            "move G5 G9",
            "move: the game is over (rule M9)",
            id="M9 nothing after the end",
        ),
    ],
)
def test_wrong_phase(start: dict[str, Any], text: str, expected: str) -> None:
    assert refused(position(**start), event(text)) == ("WrongPhase", expected)


NO_SPACES: list[Any] = [-1, 48, 10**9, "G5", None, True, 4.0, []]


@pytest.mark.parametrize("space", NO_SPACES)
def test_places_that_are_no_spaces(space: Any) -> None:
    state = new_state(new_game(HUGO, 2, CASTLE))
    assert refused(state, Place(space)) == ("Malformed", f"not a space of board 'castle': {space!r}")


@pytest.mark.parametrize("space", NO_SPACES)
def test_moves_between_no_spaces(space: Any) -> None:
    state = position(red="G1 G2 G5", blue="G9", roll=4)
    text = f"not a space of board 'castle': {space!r}"
    assert refused(state, Move(space, 8)) == ("Malformed", text)
    assert refused(state, Move(4, space)) == ("Malformed", text)


@pytest.mark.parametrize("played", [None, "roll 4", {"roll": 4}, (4, 8), 4])
def test_not_an_event(played: Any) -> None:
    assert refused(position(**BOTH, roll=4), played) == ("Malformed", f"not an event: {played!r}")
