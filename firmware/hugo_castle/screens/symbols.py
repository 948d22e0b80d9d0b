"""The players' symbols (one shape a colour, since the OLED has no colours), at any size."""

import math
from collections.abc import Callable
from functools import cache

from PIL import Image, ImageDraw

from hugo_castle.screens.bitmap import bitmap

SHAPES = {
    "red": "circle",
    "blue": "square",
    "turquoise": "triangle",
    "yellow": "star",
    "black": "diamond",
    "green": "clover",
    "white": "ring",
    "violet": "heart",
}

# Shapes scaled down to seven pixels would be blots, so these are set pixel by pixel.
_TINY = {
    "circle": ["..###..", ".#####.", "#######", "#######", "#######", ".#####.", "..###.."],
    "square": ["#######", "#######", "#######", "#######", "#######", "#######", "#######"],
    "triangle": ["...#...", "...#...", "..###..", "..###..", ".#####.", ".#####.", "#######"],
    "star": ["...#...", "...#...", "#######", ".#####.", "..###..", ".##.##.", "##...##"],
    "diamond": ["...#...", "..###..", ".#####.", "#######", ".#####.", "..###..", "...#..."],
    "clover": [".##.##.", "###.###", "###.###", "...#...", "###.###", "###.###", ".##.##."],
    "ring": ["..###..", ".##.##.", "##...##", "#.....#", "##...##", ".##.##.", "..###.."],
    "heart": [".##.##.", "#######", "#######", "#######", ".#####.", "..###..", "...#..."],
}
TINY = 7

# Each shape is drawn this many times larger and then scaled down, which rounds it better than any one-bit line.
_FINE = 8


@cache
def symbol(color: str, size: int) -> Image.Image:
    """The symbol of a player's colour as a mask of size x size pixels, 7 or more."""
    shape = SHAPES[color]
    if size <= TINY:
        return bitmap(_TINY[shape])
    fine = size * _FINE
    image = Image.new("L", (fine, fine))
    _DRAW[shape](ImageDraw.Draw(image), fine - 1)
    small = image.resize((size, size), Image.Resampling.BOX)
    return small.point(lambda value: 255 if value >= 128 else 0, mode="1")


def _circle(pen: ImageDraw.ImageDraw, side: int) -> None:
    pen.ellipse((0, 0, side, side), fill=255)


def _square(pen: ImageDraw.ImageDraw, side: int) -> None:
    margin = side // 14
    pen.rectangle((margin, margin, side - margin, side - margin), fill=255)


def _triangle(pen: ImageDraw.ImageDraw, side: int) -> None:
    pen.polygon([(side / 2, 0), (side, side * 0.95), (0, side * 0.95)], fill=255)


def _star(pen: ImageDraw.ImageDraw, side: int) -> None:
    middle, outer = side / 2, side * 0.53
    points = []
    for number in range(10):
        radius = outer if number % 2 == 0 else outer * 0.45
        angle = math.pi * (number / 5 - 0.5)
        points.append((middle + radius * math.cos(angle), middle * 1.06 + radius * math.sin(angle)))
    pen.polygon(points, fill=255)


def _diamond(pen: ImageDraw.ImageDraw, side: int) -> None:
    middle, narrow = side / 2, side * 0.1
    pen.polygon([(middle, 0), (side - narrow, middle), (middle, side), (narrow, middle)], fill=255)


def _clover(pen: ImageDraw.ImageDraw, side: int) -> None:
    leaf, near, far = side * 0.235, side * 0.235, side * 0.765
    for x, y in ((near, near), (far, near), (near, far), (far, far)):
        pen.ellipse((x - leaf, y - leaf, x + leaf, y + leaf), fill=255)
    pen.polygon([(near, near), (side * 0.56, side * 0.44), (far, far), (side * 0.44, side * 0.56)], fill=255)
    pen.polygon([(far, near), (side * 0.44, side * 0.44), (near, far), (side * 0.56, side * 0.56)], fill=255)


def _ring(pen: ImageDraw.ImageDraw, side: int) -> None:
    pen.ellipse((0, 0, side, side), fill=255)
    hole = side * 0.24
    pen.ellipse((hole, hole, side - hole, side - hole), fill=0)


def _heart(pen: ImageDraw.ImageDraw, side: int) -> None:
    points = []
    for number in range(120):
        angle = number / 60 * math.pi
        x = 16 * math.sin(angle) ** 3
        y = 13 * math.cos(angle) - 5 * math.cos(2 * angle) - 2 * math.cos(3 * angle) - math.cos(4 * angle)
        points.append((side / 2 + x * side / 32.5, side * 0.44 - y * side / 31))
    pen.polygon(points, fill=255)


_DRAW: dict[str, Callable[[ImageDraw.ImageDraw, int], None]] = {
    "circle": _circle,
    "square": _square,
    "triangle": _triangle,
    "star": _star,
    "diamond": _diamond,
    "clover": _clover,
    "ring": _ring,
    "heart": _heart,
}
