"""The characters of a PCF font, from its encodings table (X.Org, "The PCF format": PCF_BDF_ENCODINGS)."""

import struct

_ENCODINGS = 1 << 5
_BIG_ENDIAN = 1 << 2
_NO_GLYPH = 0xFFFF


def characters(data: bytes) -> set[str]:
    """Every character that has a glyph."""
    (count,) = struct.unpack_from("<I", data, 4)
    for entry in range(count):
        kind, _format, _size, offset = struct.unpack_from("<4I", data, 8 + 16 * entry)
        if kind == _ENCODINGS:
            return _encoded(data, offset)
    raise ValueError("the font has no encodings table")


def _encoded(data: bytes, offset: int) -> set[str]:
    (form,) = struct.unpack_from("<I", data, offset)
    order = ">" if form & _BIG_ENDIAN else "<"
    first, last, first_row, last_row, _default = struct.unpack_from(order + "5h", data, offset + 4)
    codes = [row << 8 | column for row in range(first_row, last_row + 1) for column in range(first, last + 1)]
    glyphs = struct.unpack_from(f"{order}{len(codes)}H", data, offset + 14)
    return {chr(code) for code, glyph in zip(codes, glyphs, strict=True) if glyph != _NO_GLYPH}
