"""Colours, symbols and styled text of the demo's screen."""

from collections.abc import Sequence
from typing import NamedTuple

from hugo_castle.demo.figures import HUGO_FIGURE, UNKNOWN

# SGR parameters with colours of xterm's 256. The whole screen is painted, so that it looks alike in light terminals.
_NIGHT = "48;5;234"
PLAIN = f"0;38;5;250;{_NIGHT}"
DIM = f"0;38;5;243;{_NIGHT}"
TITLE = f"0;1;38;5;222;{_NIGHT}"
KEY = "0;1;38;5;234;48;5;222"
HINT = f"0;1;38;5;231;{_NIGHT}"
TROUBLE = f"0;1;38;5;210;{_NIGHT}"
ROOM = f"0;38;5;141;{_NIGHT}"
LIT = "0;38;5;234;48;5;179"  # a closed sensor: a lit window
WANTED = "0;1;38;5;231;48;5;28"  # a figure is to be put there
UNWANTED = "0;1;38;5;231;48;5;124"  # a figure is to be taken from there
OLED = "0;38;5;195;48;5;16"

# The same shapes as on the OLED (screens/symbols.py); every one is one cell wide.
_SYMBOLS = {
    "red": ("●", 203),
    "blue": ("■", 75),
    "turquoise": ("▲", 80),
    "yellow": ("★", 226),
    "black": ("◆", 245),
    "green": ("♣", 77),
    "white": ("○", 255),
    "violet": ("♥", 177),
    HUGO_FIGURE: ("H", 231),
    UNKNOWN: ("?", 250),
}


class Span(NamedTuple):
    """Text in one style; every character is one cell wide."""

    text: str
    style: str = PLAIN


Row = Sequence[Span]


def figure_span(figure: str) -> Span:
    """A figure's symbol in its colour."""
    symbol, color = _SYMBOLS[figure]
    return Span(symbol, f"0;1;38;5;{color};{_NIGHT}")


def width_of(row: Row) -> int:
    """How many columns the row takes."""
    return sum(len(span.text) for span in row)


def clipped(row: Row, width: int) -> list[Span]:
    """The row, cut to at most `width` columns."""
    spans = []
    for span in row:
        spans.append(Span(span.text[:width], span.style))
        width -= len(spans[-1].text)
    return spans


def filled(row: Row, width: int) -> list[Span]:
    """The row in exactly `width` columns."""
    spans = clipped(row, width)
    return [*spans, Span(" " * (width - width_of(spans)))]


def centred(row: Row, width: int) -> list[Span]:
    """The row in the middle of `width` columns."""
    return [Span(" " * ((width - width_of(row)) // 2)), *row]


def sequence(row: Row) -> str:
    """The row as characters and control sequences (ECMA-48)."""
    return "".join(f"\x1b[{span.style}m{span.text}" for span in row if span.text)
