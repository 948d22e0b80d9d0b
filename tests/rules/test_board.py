"""B1 to B6: the castle's spaces, rooms, steps and map."""

from typing import Any

import pytest
from hypothesis import given, settings

from hugo_castle.rules import Malformed, load_board
from rules.games import CASTLE_LAYOUT, board_of, layouts
from rules.positions import CASTLE


def test_castle() -> None:
    """B1 to B4, as in RULES.md: 28 spaces, 11 rooms, marks, 9 steps, in contract 3's order."""
    assert board_of(CASTLE_LAYOUT) == CASTLE
    gallery = [f"G{number}" for number in range(1, 29)]
    rooms = [f"R{number}" for number in range(1, 12)]
    assert CASTLE.names == (*gallery, *rooms, "C2", "C3", "C4", "C5", "C6", "C7", "C8", "C9", "C10")


@pytest.mark.parametrize(
    ("room", "door", "green", "points"),
    [
        pytest.param(f"R{number}", door, number in (3, 4), points, id=f"B2 B3 R{number} at {door}")
        for number, (door, points) in enumerate(
            (
                *(("G3", 0), ("G4", 0), ("G6", -3), ("G9", -3), ("G11", 0), ("G15", 0)),
                *(("G17", 0), ("G18", 0), ("G21", 1), ("G24", 0), ("G26", 1)),
            ),
            start=1,
        )
    ],
)
def test_rooms(room: str, door: str, green: bool, points: int) -> None:
    found = CASTLE.room(CASTLE.space(room))
    assert (CASTLE.names[found.door], found.green, found.points) == (door, green, points)


def test_b4_values_of_the_steps() -> None:
    values = {name: CASTLE.value(CASTLE.space(name)) for name in CASTLE.names if name[0] == "C"}
    assert values == {f"C{value}": value for value in range(2, 11)}


@pytest.mark.parametrize(
    ("name", "square"),
    [
        pytest.param("G1", (0, 2), id="B5 the arrow in the middle of the left side"),
        pytest.param("G3", (0, 0), id="B5 top left corner"),
        pytest.param("G13", (10, 0), id="B5 top right corner"),
        pytest.param("G17", (10, 4), id="B5 bottom right corner"),
        pytest.param("G27", (0, 4), id="B5 bottom left corner"),
        pytest.param("C2", (1, 2), id="B5 the stairs run to the right from the arrow"),
        pytest.param("C10", (9, 2), id="B5 the bottom step is the farthest"),
        pytest.param("R5", (8, -1), id="B5 a room above the top side"),
        pytest.param("R9", (6, 5), id="B5 a room below the bottom side"),
        pytest.param("R6", (11, 2), id="B5 a room right of the right side"),
    ],
)
def test_map(name: str, square: tuple[int, int]) -> None:
    assert CASTLE.positions[CASTLE.space(name)] == square


@settings(max_examples=60, deadline=None)
@given(layouts())
def test_b5_b6_no_two_spaces_share_a_square(layout: dict[str, Any]) -> None:
    board = board_of(layout)
    assert len(set(board.positions)) == len(board.names) == len(set(board.names))


@pytest.mark.parametrize("name", ["keep", "", "../boards/castle", "Castle", "castle.toml", "x" * 1000])
def test_b6_unknown_board(name: str) -> None:
    with pytest.raises(Malformed, match=r"^unknown board '.*: expected castle$"):
        load_board(name)


@pytest.mark.parametrize(
    "name", ["g5", "G0", "G29", "G05", "R0", "R12", "C1", "C11", "", " G5", 5, None, True, ["G5"], {}]
)
def test_unknown_spaces(name: object) -> None:
    with pytest.raises(Malformed, match=r"^unknown space .*: expected G1 to G28, R1 to R11 or C10 to C2$"):
        CASTLE.space(name)
