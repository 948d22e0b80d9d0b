"""T1 to T8: the roll, the guests' moves, the cellar, Hugo's space."""

from typing import Any

import pytest

from hugo_castle.rules import Malformed, Options, Roll, apply
from hugo_castle.rules.facts import Captured, Moved, Rolled, Scored
from rules.positions import after, check_step, facts, moves, position, space


@pytest.mark.parametrize(
    ("face", "changes"),
    [
        pytest.param("1", {"roll": 1}, id="T1 a 1"),
        pytest.param("2", {"roll": 2}, id="T1 a 2"),
        pytest.param("4", {"roll": 4}, id="T1 a 4"),
        pytest.param("5", {"roll": 5}, id="T1 a 5"),
        pytest.param("ghost", {"turn": "blue", "hugo": "C7"}, id="T2 a ghost: Hugo walks, no guest moves, next player"),
    ],
)
def test_rolls(face: str, changes: dict[str, Any]) -> None:
    check_step({"red": "G5", "blue": "G9"}, f"roll {face}", changes)


@pytest.mark.parametrize("face", [0, 3, 6, -1, 4.0, True, "4", "Ghost", None, [], {}])
def test_t1_no_other_faces(face: Any) -> None:
    with pytest.raises(Malformed, match=r"^the die has no .*: expected 1, 2, 4, 5 or ghost \(rule T1\)$"):
        apply(position(red="G5", blue="G9"), Roll(face))


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        pytest.param(
            {"red": "G5 G9", "blue": "G20", "roll": 4}, ["G5 G9", "G9 G13"], id="T3 any own guest, no other's"
        ),
        pytest.param({"red": "G27", "blue": "G20", "roll": 5}, ["G27 G4"], id="T3 B1 from G28 on to G1"),
        pytest.param({"red": "G28", "blue": "G20", "roll": 1}, ["G28 G1"], id="T3 B1 onto the arrow"),
        pytest.param({"red": "G5 G5 G5", "blue": "G9", "roll": 4}, ["G5 G9"], id="T4 guests on one space count once"),
        pytest.param(
            {"red": "G12 R5 C7", "blue": "G20", "hugo": "G16", "roll": 1},
            ["G12 G13", "R5 G11", "C7 G1"],
            id="T3 T5 T6 from gallery, room and cellar",
        ),
        pytest.param(
            {"red": "R1", "blue": "G20", "hugo": "G16", "roll": 5},
            ["R1 G7", "R1 R2", "R1 R3"],
            id="T5 leaving a room and entering the next: R2 takes 3, R3 takes 5",
        ),
        pytest.param(
            {"red": "C10", "blue": "G20", "hugo": "G16", "roll": 5},
            ["C10 G5", "C10 R1", "C10 R2"],
            id="T6 from the cellar into rooms: R1 takes 4, R2 takes 5",
        ),
        pytest.param(
            {"red": "C10 C3 C3 C2", "blue": "C9", "hugo": "G16", "roll": 2},
            ["C10 G2"],
            id="T6 highest step first: others stay",
        ),
        pytest.param(
            {"red": "C3 C3 C2", "blue": "C10", "hugo": "G16", "roll": 2},
            ["C3 G2"],
            id="T6 highest of one's own, whatever others occupy",
        ),
        pytest.param(
            {
                "red": "C10 C3 C3 C2",
                "blue": "C9",
                "hugo": "G16",
                "roll": 2,
                "options": Options(highest_step_first=False),
            },
            ["C2 G2", "C3 G2", "C10 G2"],
            id="T6 option: any of them",
        ),
        pytest.param(
            {"red": "G6", "blue": "G20", "hugo": "G7", "roll": 4},
            ["G6 G10", "G6 R4"],
            id="T7 overtaking Hugo",
        ),
        pytest.param(
            {"red": "G10", "blue": "G20", "hugo": "G11", "roll": 4},
            ["G10 G14", "G10 R5"],
            id="T7 into a room at whose door Hugo stands",
        ),
    ],
)
def test_legal_moves(start: dict[str, Any], expected: list[str]) -> None:
    assert moves(position(**start)) == expected


MOVES = [
    pytest.param(
        {"red": "G5 G9", "blue": "G20", "roll": 4},
        "move G5 G9",
        {"red": "G9 G9", "turn": "blue"},
        id="T3 T4 T8 moves on, shares the space, the turn passes",
    ),
    pytest.param(
        {"red": "G5", "blue": "G20", "violet": "G21", "roll": 4, "turn": "violet"},
        "move G21 G25",
        {"violet": "G25", "turn": "red"},
        id="T8 after the last player comes the first",
    ),
    pytest.param(
        {"red": "G5 G5", "blue": "G20", "roll": 1}, "move G5 G6", {"red": "G5 G6", "turn": "blue"}, id="T3 exactly one"
    ),
    pytest.param(
        {"red": "C9 C9", "blue": "C9", "hugo": "G16", "roll": 1},
        "move C9 G1",
        {"red": "G1 C9", "turn": "blue"},
        id="T6 one of a group leaves",
    ),
    pytest.param(
        {"red": "G5", "blue": "G20", "hugo": "G7", "roll": 4},
        "move G5 G9",
        {"red": "G9", "turn": "blue"},
        id="T7 overtakes Hugo unharmed",
    ),
    pytest.param(
        {"red": "G5", "blue": "G20", "hugo": "G9", "roll": 4},
        "move G5 G9",
        {"red": "C10", "turn": "blue", "scores": {"red": 20}},
        id="T7 stops on Hugo's space: captured",
    ),
    pytest.param(
        {"red": "C10", "blue": "G20", "hugo": "G1", "roll": 1},
        "move C10 G1",
        {"red": "C10", "turn": "blue", "scores": {"red": 20}},
        id="T7 H3 captured again onto the step that it has just left",
    ),
    pytest.param(
        {"red": "C10 C10", "blue": "G20", "hugo": "G1", "roll": 1},
        "move C10 G1",
        {"red": "C9 C10", "turn": "blue", "scores": {"red": 19}},
        id="T7 H3 its step is still taken by its companion",
    ),
    pytest.param(
        {"red": "R5", "blue": "G20", "hugo": "G11", "roll": 1},
        "move R5 G11",
        {"red": "C10", "turn": "blue", "scores": {"red": 20}},
        id="T7 T5 steps out of its room onto Hugo",
    ),
    pytest.param(
        {"red": "G10", "blue": "G20", "hugo": "G11", "roll": 2},
        "move G10 R5",
        {"red": "R5", "turn": "blue"},
        id="T7 R2 past Hugo into the room behind him",
    ),
]


@pytest.mark.parametrize(("start", "text", "changes"), MOVES)
def test_moves(start: dict[str, Any], text: str, changes: dict[str, Any]) -> None:
    check_step(start, text, changes)


def test_t2_the_ghost_needs_no_move() -> None:
    state = after(position(red="G5", blue="G9"), "roll ghost", "roll ghost")
    assert state == position(red="G5", blue="G9", turn="red", hugo="C4")


@pytest.mark.parametrize(
    ("start", "text", "path"),
    [
        pytest.param({"red": "G27", "roll": 4}, "move G27 G3", "G28 G1 G2 G3", id="T3 along the gallery"),
        pytest.param({"red": "R5", "roll": 2, "hugo": "G20"}, "move R5 G12", "G11 G12", id="T5 over the door"),
        pytest.param({"red": "C10", "roll": 2, "hugo": "G20"}, "move C10 G2", "G1 G2", id="T6 over the arrow"),
        pytest.param({"red": "G3", "roll": 5, "hugo": "G20"}, "move G3 R1", "R1", id="R2 from the door"),
        pytest.param({"red": "C4", "roll": 4, "hugo": "G20"}, "move C4 R1", "G1 G2 G3 R1", id="R2 from the cellar"),
        pytest.param({"red": "R1", "roll": 4, "hugo": "G20"}, "move R1 R2", "G3 G4 R2", id="R2 from room to room"),
    ],
)
def test_path_of_a_move(start: dict[str, Any], text: str, path: str) -> None:
    source, target = map(space, text.split()[1:])
    expected = Moved(0, source, target, tuple(map(space, path.split())))
    assert facts(position(**start, blue="G15"), text) == (expected,)


def test_t7_facts_of_a_capture() -> None:
    assert facts(position(red="G5", blue="G20", hugo="G7", roll=2), "move G5 G7") == (
        Moved(0, space("G5"), space("G7"), (space("G6"), space("G7"))),
        Captured((0,), space("G7"), space("C10")),
        Scored(0, 10, 20, "captured"),
    )


def test_t1_fact_of_a_roll() -> None:
    assert facts(position(red="G5", blue="G20", turn="blue"), "roll 4") == (Rolled(1, 4),)
