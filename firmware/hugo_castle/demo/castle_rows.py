"""The castle seen from above, in characters: one cell a space, with its name and the figures on it."""

from hugo_castle.demo.castle import Castle
from hugo_castle.demo.looks import DIM, LIT, PLAIN, ROOM, UNWANTED, WANTED, Row, Span, figure_span, width_of

MIN_CELL, MAX_CELL = 6, 10
_NAME = 3  # "G28"


def map_rows(castle: Castle, width: int) -> list[list[Span]]:
    """One row for each row of squares, and one above and below for the rooms; at most `width` columns."""
    board = castle.board
    columns, rows = board.columns + 2, board.rows + 2  # rooms lie outside the ring
    cell = min(width // columns, MAX_CELL)
    squares: dict[tuple[int, int], Row] = {}
    for space, (column, row) in enumerate(board.positions):
        squares[column + 1, row + 1] = _square(castle, board.names[space], cell)
    blank = [Span(" " * cell)]
    return [[span for column in range(columns) for span in squares.get((column, row), blank)] for row in range(rows)]


def map_size(castle: Castle) -> tuple[int, int]:
    """The fewest columns, and the number of rows."""
    return (castle.board.columns + 2) * MIN_CELL, castle.board.rows + 2


def _square(castle: Castle, space: str, cell: int) -> list[Span]:
    figures = castle.table.standing_on(space)
    room = cell - _NAME
    shown = figures if len(figures) <= room else figures[: room - 1]
    spans = [Span(space, _style(castle, space)), *(figure_span(figure) for figure in shown)]
    if len(shown) < len(figures):
        spans.append(Span("+"))
    return [*spans, Span(" " * (cell - width_of(spans)))]


def _style(castle: Castle, space: str) -> str:
    if space in castle.prompt.get("missing", ()):
        return WANTED
    if space in castle.prompt.get("extra", ()):
        return UNWANTED
    if space in castle.sensors:
        return LIT
    return {"R": ROOM, "C": DIM}.get(space[0], PLAIN)
