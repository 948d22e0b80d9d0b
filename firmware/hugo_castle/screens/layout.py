"""Texts of unknown length into given room: wrap first, then a smaller font, at last an ellipsis."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hugo_castle.screens.canvas import Canvas
from hugo_castle.screens.fonts import Font

ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class Area:
    """Room for text: a box out of which a picture may take the top left and the bottom right corner.

    `icon`: width and height of the picture at the top left; `picture`: left and top of the one at the bottom right.
    """

    left: int
    top: int
    right: int
    bottom: int
    icon: tuple[int, int] = (0, 0)
    picture: tuple[int, int] | None = None

    def span(self, top: int, height: int) -> tuple[int, int]:
        """From where to where a line may reach whose box begins at `top`."""
        left = self.left + self.icon[0] if top < self.top + self.icon[1] else self.left
        right = self.right
        if self.picture and top + height > self.picture[1]:
            right = min(right, self.picture[0])
        return left, right


class Line(NamedTuple):
    """A line with its place."""

    left: int
    top: int
    text: str


def put(
    canvas: Canvas,
    text: str,
    area: Area,
    fonts: Sequence[Font],
    *,
    centered: bool = False,
) -> int:
    """Draws the text in the first of `fonts` (largest first) in which all of it fits; returns the bottom of it.

    In none: in the last one, cut with an ellipsis.
    """
    font, lines = fit(text, area, fonts)
    for line in lines:
        shift = 0
        if centered:
            left, right = area.span(line.top, font.height)
            shift = (right - left - font.width(line.text)) // 2
        canvas.write(line.left + shift, line.top, line.text, font)
    return area.top + font.height * len(lines)


def fit(text: str, area: Area, fonts: Sequence[Font]) -> tuple[Font, list[Line]]:
    """The font and the lines in which `put` draws the text."""
    for font in fonts:
        lines, rest = _wrap(text, area, font)
        if not rest and all(_is_inside(line, area, font) for line in lines):
            return font, lines
    font = fonts[-1]
    lines, rest = _wrap(text, area, font)
    if rest and lines:
        lines[-1] = lines[-1]._replace(text=f"{lines[-1].text} {rest}")
    return font, [_cut(line, area, font) for line in lines]


def _wrap(text: str, area: Area, font: Font) -> tuple[list[Line], str]:
    """As many full lines as there is room for, and the words that are left over."""
    words = text.split()
    lines: list[Line] = []
    top = area.top
    while words and top + font.height + font.depth <= area.bottom:
        left, right = area.span(top, font.height)
        count = 1
        while count < len(words) and font.width(" ".join(words[: count + 1])) <= right - left:
            count += 1
        lines.append(Line(left, top, " ".join(words[:count])))
        words = words[count:]
        top += font.height
    return lines, " ".join(words)


def _is_inside(line: Line, area: Area, font: Font) -> bool:
    left, right = area.span(line.top, font.height)
    return font.width(line.text) <= right - left


def _cut(line: Line, area: Area, font: Font) -> Line:
    left, right = area.span(line.top, font.height)
    return line._replace(text=shorten(line.text, font, right - left))


def shorten(text: str, font: Font, width: int) -> str:
    """The text, or as much of its beginning as fits into `width` pixels with an ellipsis."""
    if font.width(text) <= width:
        return text
    for length in range(len(text) - 1, 0, -1):
        shorter = text[:length].rstrip() + ELLIPSIS
        if font.width(shorter) <= width:
            return shorter
    return ""


def largest(texts: Sequence[str], fonts: Sequence[Font], width: int) -> Font:
    """The first of `fonts` (largest first) in which every one of the texts is at most `width` wide, else the last."""
    for font in fonts:
        if all(font.width(text) <= width for text in texts):
            return font
    return fonts[-1]


def fits(text: str, area: Area, fonts: Sequence[Font]) -> bool:
    """Whether all of the text fits in one of the fonts."""
    _font, lines = fit(text, area, fonts)
    return " ".join(line.text for line in lines) == " ".join(text.split())


def put_first(
    canvas: Canvas,
    texts: Sequence[str],
    area: Area,
    fonts: Sequence[Font],
    *,
    centered: bool = False,
    optional: bool = False,
) -> int:
    """Draws the first of the texts (longest first) of which all fits; returns its bottom.

    When none does, the last one is cut, or nothing is drawn if that is `optional`.
    """
    for text in texts:
        if fits(text, area, fonts):
            return put(canvas, text, area, fonts, centered=centered)
    return area.top if optional else put(canvas, texts[-1], area, fonts, centered=centered)
