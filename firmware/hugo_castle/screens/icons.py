"""Hugo the ghost, the die, and the small signs; all of our own drawing."""

import math
from functools import cache

from PIL import Image, ImageDraw

from hugo_castle.rules import GHOST, Face
from hugo_castle.screens.bitmap import bitmap

_FINE = 8
_FACE_FROM = 20  # pixels of width; a mouth in a smaller ghost makes a skull of it

SMALL_GHOST = bitmap(
    [
        "...#####...",
        "..#######..",
        ".#########.",
        ".##..#..##.",
        "###..#..###",
        "###..#..###",
        "###########",
        "####...####",
        "####...####",
        "###########",
        "###########",
        "###########",
        "##.##.##.##",
        "#...#.#...#",
    ]
)

WARNING = bitmap(["...#...", "..###..", "..#.#..", ".##.##.", ".##.##.", "#######", "###.###"])

CROWN = bitmap(
    [
        "#.....#.....#",
        "##...###...##",
        "###.#####.###",
        "#############",
        ".###########.",
        ".............",
        ".###########.",
    ]
)

POINTER = bitmap(
    [
        "........#....",
        "........##...",
        "........###..",
        "############.",
        "#############",
        "############.",
        "........###..",
        "........##...",
        "........#....",
    ]
)


@cache
def ghost(width: int, height: int, *, blinking: bool = False, looks: int = 0) -> Image.Image:
    """Hugo, as a mask. `blinking`: the eyes are shut; `looks`: -1 to the left, 0 at you, 1 to the right."""
    wide, tall = width * _FINE, height * _FINE
    image = Image.new("L", (wide, tall))
    pen = ImageDraw.Draw(image)
    pen.ellipse((0, 0, wide - 1, wide - 1), fill=255)
    pen.rectangle((0, wide // 2, wide - 1, tall), fill=255)
    _cut_hem(pen, wide, tall)
    for x in (0.31, 0.69):
        _eye(pen, wide, x + looks * 0.06, blinking)
    if width >= _FACE_FROM:
        _mouth(pen, wide, 0.5 + looks * 0.04)
    small = image.resize((width, height), Image.Resampling.BOX)
    return small.point(lambda value: 255 if value >= 128 else 0, mode="1")


def _cut_hem(pen: ImageDraw.ImageDraw, wide: int, tall: int) -> None:
    depth = wide * 0.11
    edge = [(x, tall - depth + depth * 0.95 * math.cos(x / wide * 6 * math.pi)) for x in range(wide + 1)]
    pen.polygon([*edge, (wide, tall + 1), (0, tall + 1)], fill=0)


def _eye(pen: ImageDraw.ImageDraw, wide: int, x: float, blinking: bool) -> None:
    half, above, below = wide * 0.085, wide * 0.32, wide * 0.56
    if blinking:
        above, below = wide * 0.45, wide * 0.5
    pen.ellipse((wide * x - half, above, wide * x + half, below), fill=0)


def _mouth(pen: ImageDraw.ImageDraw, wide: int, x: float) -> None:
    half, top, bottom = wide * 0.2, wide * 0.42, wide * 0.88
    pen.chord((wide * x - half, top, wide * x + half, bottom), 0, 180, fill=0)
    tongue = wide * 0.1  # put out: he is cheeky, not frightening
    pen.ellipse((wide * x - tongue * 0.4, bottom - tongue * 1.3, wide * x + tongue * 1.6, bottom + tongue), fill=255)


_PIPS: dict[Face, tuple[tuple[float, float], ...]] = {
    1: ((0.5, 0.5),),
    2: ((0.27, 0.73), (0.73, 0.27)),
    4: ((0.27, 0.27), (0.27, 0.73), (0.73, 0.27), (0.73, 0.73)),
    5: ((0.25, 0.25), (0.25, 0.75), (0.75, 0.25), (0.75, 0.75), (0.5, 0.5)),
}


@cache
def die(face: Face | None, size: int) -> Image.Image:
    """The die's face as a mask: lit, with dark pips or the ghost; None: blank."""
    fine = size * _FINE
    image = Image.new("L", (fine, fine))
    pen = ImageDraw.Draw(image)
    pen.rounded_rectangle((0, 0, fine - 1, fine - 1), radius=fine // 6, fill=255)
    for x, y in _PIPS.get(face, ()) if face is not None else ():
        pip = fine * 0.105
        pen.ellipse((fine * x - pip, fine * y - pip, fine * x + pip, fine * y + pip), fill=0)
    small = image.resize((size, size), Image.Resampling.BOX)
    mask = small.point(lambda value: 255 if value >= 128 else 0, mode="1")
    if face == GHOST:
        width = round(size * 0.6)
        height = round(size * 0.72)
        ImageDraw.Draw(mask).bitmap(((size - width) // 2, (size - height + 1) // 2), ghost(width, height), fill=0)
    return mask
