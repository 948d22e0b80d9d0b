"""B6: boards of one's own are checked when loaded; whatever is wrong is a BoardError."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hugo_castle.rules import Board, BoardError, parse_board, read_board
from rules.games import CASTLE_LAYOUT, board_of, layout_toml

Change = Callable[[dict[str, Any]], Any]
TOML = layout_toml(CASTLE_LAYOUT)


def changed(change: Change) -> str:
    layout = {**CASTLE_LAYOUT, "rooms": [dict(room) for room in CASTLE_LAYOUT["rooms"]]}
    change(layout)
    return layout_toml(layout)


def room(number: int, **values: Any) -> Change:
    return lambda layout: layout["rooms"][number - 1].update(values)


def layout(**values: Any) -> Change:
    return lambda layout: layout.update(values)


DOOR_EXPECTED = "expected a gallery space such as 'G3'"

FAULTS = [
    pytest.param(
        room(2, door="G29"), "board 'castle': R2: its door is not on the gallery (G1 to G28)", id="B6 door off"
    ),
    pytest.param(room(2, door="G3"), "board 'castle': R2: its door G3 is the door of R1 already", id="B6 door twice"),
    pytest.param(room(2, door="G0"), f"rooms[R2].door: {DOOR_EXPECTED}, got 'G0'", id="B6 no G0"),
    pytest.param(room(2, door="G04"), f"rooms[R2].door: {DOOR_EXPECTED}, got 'G04'", id="B6 no G04"),
    pytest.param(room(2, door="R1"), f"rooms[R2].door: {DOOR_EXPECTED}, got 'R1'", id="B6 a room is no door"),
    pytest.param(
        room(2, door="G" + "9" * 9999),
        f"rooms[R2].door: {DOOR_EXPECTED}, got 'G" + "9" * 35 + "...",
        id="B6 door of thousands of digits",
    ),
    pytest.param(layout(rooms=[]), "board 'castle': rooms: expected at least one", id="B6 no rooms"),
    pytest.param(
        layout(steps=[10, 9, 9]),
        "board 'castle': cellar.steps: values must fall from the bottom up, but 9 follows 9",
        id="B6 the same step twice (names must be unique)",
    ),
    pytest.param(
        layout(steps=[2, 3]),
        "board 'castle': cellar.steps: values must fall from the bottom up, but 3 follows 2",
        id="B6 rising steps",
    ),
    pytest.param(
        layout(steps=[2, 0]),
        "board 'castle': cellar.steps: expected at least one step, each worth 1 or more",
        id="B6 0",
    ),
    pytest.param(
        layout(steps=[]), "board 'castle': cellar.steps: expected at least one step, each worth 1 or more", id="B6 none"
    ),
    pytest.param(
        layout(steps=list(range(11, 1, -1))),
        "board 'castle': cellar.steps: 10 steps do not fit into 11 columns",
        id="B6 B5 too many steps",
    ),
    pytest.param(
        layout(spaces=27),
        "board 'castle': gallery: 11 columns and 5 rows have a rim of 28 squares, but there are 27 spaces",
        id="B6 B5 ring and rectangle",
    ),
    pytest.param(
        lambda layout: layout.update(spaces=14, columns=6, rows=3, steps=[3, 2], rooms=layout["rooms"][:3]),
        "board 'castle': gallery.spaces: expected 16 or more, got 14",
        id="B6 at least 16 spaces",
    ),
    pytest.param(
        lambda layout: (layout.update(spaces=12, steps=[1, 1]), layout["rooms"][0].update(door="G13")),
        "board 'castle': gallery.spaces: expected 16 or more, got 12; "
        "gallery: 11 columns and 5 rows have a rim of 28 squares, but there are 12 spaces; "
        "R1: its door is not on the gallery (G1 to G12); R6: its door is not on the gallery (G1 to G12); "
        "R7: its door is not on the gallery (G1 to G12); R8: its door is not on the gallery (G1 to G12); "
        "R9: its door is not on the gallery (G1 to G12); R10: its door is not on the gallery (G1 to G12); "
        "R11: its door is not on the gallery (G1 to G12); "
        "cellar.steps: values must fall from the bottom up, but 1 follows 1",
        id="B6 every fault at once",
    ),
]


@pytest.mark.parametrize(("change", "text"), FAULTS)
def test_faults(change: Change, text: str) -> None:
    with pytest.raises(BoardError) as caught:
        parse_board(changed(change), "my.toml")
    assert str(caught.value) == f"my.toml: {text}"


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        pytest.param("spaces = 28", "spaces = true", "gallery.spaces: expected a whole number", id="B6 bool"),
        pytest.param("spaces = 28", "spaces = 28.0", "gallery.spaces: expected a whole number", id="B6 float"),
        pytest.param("spaces = 28", "", "gallery.spaces: expected a whole number", id="B6 missing number"),
        pytest.param(
            "spaces = 28", "spaces = 1000", "gallery.spaces: expected a whole number up to 999", id="B6 large"
        ),
        pytest.param(
            "columns = 11", "columns = -11", "board 'castle': gallery: -11 columns and 5 rows", id="B6 negative"
        ),
        pytest.param("spaces = 28", "spaces = 28\nrim = 1", "gallery: unknown key 'rim'", id="B6 key of the gallery"),
        pytest.param("[cellar]", "[cellar]\nrim = 1", "cellar: unknown key 'rim'", id="B6 key of the cellar"),
        pytest.param("[cellar]", "[cella]", "unknown key 'cella'", id="B6 unknown table"),
        pytest.param("[gallery]", "[galery]", "gallery: expected a table [gallery]", id="B6 missing table"),
        pytest.param('name = "castle"', "name = 7", "name: expected a word", id="B6 name no word"),
        pytest.param('name = "castle"', 'name = ""', "name: expected a word", id="B6 name empty"),
        pytest.param("[10, ", "[true, ", "cellar.steps: expected a list of whole numbers", id="B6 step a bool"),
        pytest.param("[10, ", "[1000, ", "cellar.steps: expected a list of whole numbers", id="B6 step too large"),
        pytest.param("steps = [", "steps = 3 # [", "cellar.steps: expected a list of whole numbers", id="B6 no list"),
        pytest.param("green = true", "green = 1", "rooms[R3].green: expected true or false, got 1", id="B6 green"),
        pytest.param("points = 1", "points = true", "rooms[R9].points: expected a whole number", id="B6 points bool"),
        pytest.param("points = 1", "points = 1000", "rooms[R9].points: expected a whole number", id="B6 points large"),
        pytest.param("points = 1", "point = 1", "rooms[R9]: unknown key 'point'", id="B6 key of a room"),
        pytest.param('door = "G3"', "", "rooms[R1].door: expected a gallery space", id="B6 door missing"),
        pytest.param("[[rooms]]", "[rooms]", "not TOML", id="B6 a single room's table, then others"),
        pytest.param('"castle"', '"castle', "not TOML", id="B6 not TOML"),
        pytest.param("points = 1", "points = 1" + "0" * 5000, "a number is far out of range", id="B6 5001 digits"),
        pytest.param(
            "points = 1", "points = 0x1" + "0" * 5000, "a number is far out of range", id="B6 5001 hex digits"
        ),
        pytest.param("points = 1", "points = " + "[" * 5000, "nested too deeply", id="B6 5000 brackets"),
        pytest.param(
            "points = 1", "points = 1" + "0" * 4000, "rooms[R9].points: expected a whole", id="B6 4001 digits"
        ),
    ],
)
def test_shapes(old: str, new: str, text: str) -> None:
    assert old in TOML
    with pytest.raises(BoardError) as caught:
        parse_board(TOML.replace(old, new, 1) if old != "[[rooms]]" else TOML.replace(old, new), "my.toml")
    assert str(caught.value).startswith(f"my.toml: {text}")
    assert len(str(caught.value)) < 300
    assert "\n" not in str(caught.value)


VALUES = st.sampled_from(
    [
        "true",
        "28.0",
        "-1",
        "0",
        "999",
        "1" + "0" * 30,
        "9" * 5000,
        "0x" + "f" * 5000,
        "inf",
        "nan",
        '""',
        '"G1"',
        "[]",
        "[[1]]",
        "{}",
        "{ a = 1 }",
        "1979-05-27",
        '["G1"]',
        "[ { } ]",
        "[" * 2000,
        '"\\u0000"',
        "2",
        "28",
        "'''\nx'''",
    ]
)
KEYS = st.sampled_from(["name", "spaces", "columns", "rows", "steps", "door", "green", "points", "rooms", "gallery"])


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 40), KEYS, VALUES), min_size=1, max_size=4), st.booleans())
def test_b6_odd_values_raise_nothing_but_board_error(lines: list[tuple[int, str, str]], replace: bool) -> None:
    text = TOML.splitlines()
    for number, key, value in lines:
        at = number % len(text)
        key = text[at].split(" ")[0] if replace and "=" in text[at] else key
        text[at : at + replace] = [f"{key} = {value}"]
    refusal = "my.toml: "
    try:
        assert isinstance(parse_board("\n".join(text), "my.toml"), Board)
    except BoardError as exc:
        refusal = str(exc)
    assert refusal.startswith("my.toml: ")


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="[]{}=\"'\n #.G1a\0\x85ä", max_size=60))
def test_b6_any_text_raises_nothing_but_board_error(text: str) -> None:
    with pytest.raises(BoardError):
        parse_board(text, "my.toml")


def test_b6_board_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(changed(layout(name="mine")), encoding="utf-8")
    assert read_board(path) == board_of({**CASTLE_LAYOUT, "name": "mine"})


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(None, id="B6 no such file"),
        pytest.param(b"name = '\xff'", id="B6 not UTF-8"),
        pytest.param(b"", id="B6 empty"),
    ],
)
def test_unreadable_files(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "mine.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(BoardError) as caught:
        read_board(path)
    assert str(caught.value).startswith(f"{path}: ")


def test_b6_folder_or_no_path_instead_of_a_file(tmp_path: Path) -> None:
    for path in (tmp_path, Path("\0")):
        with pytest.raises(BoardError):
            read_board(path)
