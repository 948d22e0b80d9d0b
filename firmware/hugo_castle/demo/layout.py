"""Everything on the screen, for any size of terminal."""

from collections.abc import Sequence

from hugo_castle.demo.castle import Castle
from hugo_castle.demo.castle_rows import map_rows, map_size
from hugo_castle.demo.hints import TITLE_ROW, hint_row, keys_row, side_rows
from hugo_castle.demo.looks import DIM, OLED, TITLE, Row, Span, centred, filled, sequence, width_of
from hugo_castle.demo.pixels import braille, half_blocks

_SIDE = 14  # columns beside a small OLED
_TITLE, _KEYS, _HINT = 1, 1, 1  # rows


def screen(castle: Castle, typed: str, message: str, columns: int, rows: int) -> list[str]:
    """The rows of a terminal of that size, ready to be written."""
    hint = hint_row(castle, typed, message)
    wide, high = castle.picture.width, castle.picture.height
    map_columns, map_height = map_size(castle)
    if columns >= max(wide, map_columns) and rows >= _TITLE + high // 2 + map_height + _HINT + _KEYS:
        body = _large(castle, hint, columns, rows)
    elif columns >= max(wide // 2 + _SIDE, map_columns) and rows > high // 4:
        body = _small(castle, hint, columns, rows)
    else:
        return too_small(columns, rows, max(wide // 2 + _SIDE, map_columns), high // 4 + _HINT)
    return _painted(body, columns, rows)


def _large(castle: Castle, hint: Row, columns: int, rows: int) -> list[Row]:
    picture = [[Span(line, OLED)] for line in half_blocks(castle.picture)]
    plan = map_rows(castle, columns)
    spare = rows - _TITLE - len(picture) - len(plan) - _HINT - _KEYS
    if spare >= 2 and columns >= castle.picture.width + 4:
        picture, spare = _framed(picture), spare - 2
    gaps = [min(1, max(0, spare - number)) for number in range(4)]
    parts: list[Sequence[Row]] = [(TITLE_ROW,), picture, plan, (hint,), (keys_row(),)]
    body: list[Row] = []
    for part, gap in zip(parts, (*gaps, 0), strict=True):
        body += [centred(row, columns) for row in part]
        body += [()] * gap
    return body


def _framed(picture: list[list[Span]]) -> list[list[Span]]:
    width = width_of(picture[0])
    side = Span("┃", DIM)
    return [
        [Span("┏" + "━" * width + "┓", DIM)],
        *([side, *row, side] for row in picture),
        [Span("┗" + "━" * width + "┛", DIM)],
    ]


def _small(castle: Castle, hint: Row, columns: int, rows: int) -> list[Row]:
    picture: list[Row] = [[Span(line, OLED)] for line in braille(castle.picture)]
    side = side_rows() + [[] for _ in picture]
    upper = [[*row, Span("  "), *text] for row, text in zip(picture, side, strict=False)]
    plan = map_rows(castle, columns)
    spare = rows - len(upper) - len(plan) - _HINT
    if spare < 0:
        return [*upper, hint]
    gap: list[Row] = [()] * min(1, spare)
    return [*upper, *gap, *plan, *[()] * min(1, max(0, spare - 1)), hint]


def waiting(columns: int, rows: int, text: str) -> list[str]:
    """One line in the middle."""
    above: list[Row] = [()] * max(0, rows // 2 - 1)
    return _painted(
        [*above, centred([Span("HUGO castle", TITLE)], columns), centred([Span(text)], columns)],
        columns,
        rows,
    )


def too_small(columns: int, rows: int, least_columns: int, least_rows: int) -> list[str]:
    """What to do about a terminal that nothing fits in; shown as far as that fits."""
    text = f"Make this terminal {least_columns} x {least_rows} or larger (it is {columns} x {rows}), or q to quit."
    width = max(1, columns)
    pieces: list[Row] = [[Span(text[at : at + width])] for at in range(0, len(text), width)]
    return _painted(pieces, columns, rows)


def _painted(body: Sequence[Row], columns: int, rows: int) -> list[str]:
    lines = [*body, *([()] * rows)][:rows]
    return [sequence(filled(row, columns)) for row in lines]
