"""Symbols, ghost, die, map and sheet."""

import dataclasses

import pytest
from PIL import ImageChops

from hugo_castle.rules import COLORS, load_board
from hugo_castle.screens import draw
from hugo_castle.screens.canvas import Canvas
from hugo_castle.screens.castle_map import Marks, draw_map, map_size
from hugo_castle.screens.icons import die, ghost
from hugo_castle.screens.samples import at, samples
from hugo_castle.screens.sheet import sheet
from hugo_castle.screens.symbols import symbol


@pytest.mark.parametrize("size", [7, 9, 11, 13, 15, 26])
def test_symbols_can_be_told_apart(size: int) -> None:
    """Any two differ in more than a tenth of their pixels."""
    pictures = [symbol(color, size) for color in COLORS]
    assert {picture.size for picture in pictures} == {(size, size)}
    for number, one in enumerate(pictures):
        for other in pictures[number + 1 :]:
            differing = ImageChops.logical_xor(one, other).histogram()[255]
            assert differing > size * size / 10


def test_faces_of_the_die_differ() -> None:
    assert len({die(face, 26).tobytes() for face in (1, 2, 4, 5, "ghost", None)}) == 6


def test_the_ghost_looks_about_and_blinks() -> None:
    pictures = [ghost(36, 48), ghost(36, 48, looks=1), ghost(36, 48, looks=-1), ghost(36, 48, blinking=True)]
    assert len({picture.tobytes() for picture in pictures}) == 4


BOARD = load_board("castle")


def lit(canvas: Canvas, name: str, left: int, top: int, pitch: int) -> bool:
    column, row = BOARD.positions[at(name)]
    return bool(canvas.image.getpixel((left + (column + 1) * pitch + 1, top + (row + 1) * pitch + 1)))


def test_map_shows_occupied_spaces_and_the_target() -> None:
    canvas = Canvas()
    pitch, width, height = map_size(BOARD, 56, 30)
    assert (pitch, width, height) == (4, 52, 28)
    marks = Marks((at("G5"),), (at("C10"),), frozenset({at("R6"), at("G20")}))
    draw_map(canvas, BOARD, 70, 30, pitch, marks, 0.0)
    names = [name for name in BOARD.names if name[0] != "C" and lit(canvas, name, 70, 30, pitch)]
    assert (names, lit(canvas, "C10", 70, 30, pitch)) == (["G20", "R6"], True)


def test_map_of_a_wide_board_stays_inside_its_room() -> None:
    wide = dataclasses.replace(BOARD, gallery=60, columns=21, rows=11)
    assert map_size(wide, 56, 30) == (2, 46, 26)


def test_sheet_holds_all_frames() -> None:
    frames = {name: draw(view, 0.0) for name, view in list(samples().items())[:5]}
    small, large = sheet(frames, 1), sheet(frames, 4)
    assert (small.mode, small.size) == ("L", (4 * 136 + 8, 2 * 84 + 8))
    assert large.size == (4 * 520 + 8, 2 * 276 + 8)


@pytest.mark.parametrize("scale", [0, -1])
def test_sheet_refuses_a_scale_below_one(scale: int) -> None:
    with pytest.raises(ValueError, match="scale"):
        sheet({}, scale)
