"""A one-bit picture as characters: two pixels a cell (half blocks), or eight (braille), always square pixels. Pure."""

from collections.abc import Sequence

from PIL import Image

_HALF_BLOCKS = " ▄▀█"  # by upper pixel * 2 + lower pixel
# Unicode 10.8: braille patterns begin at U+2800; each dot of the 2 x 4 is one bit.
_BRAILLE = 0x2800
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))


def half_blocks(picture: Image.Image) -> list[str]:
    """One line for two rows of pixels, one character for each column. The height is even."""
    rows = _rows(picture)
    return [
        "".join(_HALF_BLOCKS[2 * upper + lower] for upper, lower in zip(rows[at], rows[at + 1], strict=True))
        for at in range(0, len(rows), 2)
    ]


def braille(picture: Image.Image) -> list[str]:
    """One line for four rows of pixels, one character for two columns. The size is a multiple of 2 x 4."""
    rows = _rows(picture)
    return [
        "".join(chr(_BRAILLE + _dots(rows, left, top)) for left in range(0, picture.width, 2))
        for top in range(0, picture.height, 4)
    ]


def _dots(rows: Sequence[Sequence[bool]], left: int, top: int) -> int:
    return sum(
        dot for down, pair in enumerate(_DOTS) for across, dot in enumerate(pair) if rows[top + down][left + across]
    )


def _rows(picture: Image.Image) -> list[list[bool]]:
    levels, width = picture.convert("L").tobytes(), picture.width
    return [[level > 127 for level in levels[at : at + width]] for at in range(0, len(levels), width)]
