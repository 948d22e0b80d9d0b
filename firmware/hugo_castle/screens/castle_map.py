"""The castle seen from above, small, with the spaces that a prompt names blinking."""

from collections.abc import Collection
from dataclasses import dataclass

from PIL import ImageDraw

from hugo_castle.rules import Board
from hugo_castle.rules.board import Space
from hugo_castle.screens.canvas import Canvas

_PHASE_MS = 250.0
_RESTING = 3  # phases in which the figure stands on its target; then it walks there once more
_WALKING = 5


@dataclass(frozen=True, slots=True)
class Marks:
    """Which spaces stand out: figures go from `sources` to `targets`; on `occupied` there are figures."""

    sources: tuple[Space, ...] = ()
    targets: tuple[Space, ...] = ()
    occupied: Collection[Space] = ()

    def __bool__(self) -> bool:
        return bool(self.sources or self.targets)


NO_MARKS = Marks()


def map_size(board: Board, width: int, height: int) -> tuple[int, int, int]:
    """The largest map of the board within width x height pixels: pixels per square, its width and its height."""
    columns, rows = board.columns + 2, board.rows + 2  # rooms lie outside the ring
    pitch = max(2, min(width // columns, height // rows, 5))
    return pitch, pitch * columns, pitch * rows


def draw_map(canvas: Canvas, board: Board, left: int, top: int, pitch: int, marks: Marks, elapsed_ms: float) -> float:
    """Draws the map with its corner at (left, top); returns when it changes next."""
    number = int(elapsed_ms // _PHASE_MS)
    phase = number % (_RESTING + _WALKING)
    pen = canvas.pen
    for space in range(len(board.names)):
        x, y = _corner(board, space, left, top, pitch)
        _space(pen, board, space, x, y, pitch, space in marks.occupied)
    for space in marks.sources:
        _mark(pen, *_corner(board, space, left, top, pitch), pitch, full=False)
    for space in marks.targets:
        _mark(pen, *_corner(board, space, left, top, pitch), pitch, full=phase < _RESTING)
    if phase >= _RESTING:
        way = (phase - _RESTING + 0.5) / _WALKING
        for source, target in zip(marks.sources, marks.targets, strict=False):
            start, end = (_corner(board, space, left, top, pitch) for space in (source, target))
            _walker(pen, start, end, way, pitch)
    canvas.icons.append((left, top, left + pitch * (board.columns + 2), top + pitch * (board.rows + 2)))
    return (number + 1) * _PHASE_MS


def _corner(board: Board, space: Space, left: int, top: int, pitch: int) -> tuple[int, int]:
    column, row = board.positions[space]
    return left + (column + 1) * pitch, top + (row + 1) * pitch


def _space(pen: ImageDraw.ImageDraw, board: Board, space: Space, x: int, y: int, pitch: int, occupied: bool) -> None:
    last = pitch - 2  # one dark pixel between spaces
    if occupied:
        pen.rectangle((x, y, x + last, y + last), fill=1)
    elif board.is_step(space):
        pen.line((x + last // 2, y, x + last // 2, y + last), fill=1)
    else:
        pen.rectangle((x, y, x + last, y + last), outline=1)


def _walker(pen: ImageDraw.ImageDraw, start: tuple[int, int], end: tuple[int, int], way: float, pitch: int) -> None:
    x, y = (round(begin + (finish - begin) * way) for begin, finish in zip(start, end, strict=True))
    last = pitch - 2
    pen.rectangle((x - 1, y - 1, x + last + 1, y + last + 1), fill=0)
    pen.rectangle((x, y, x + last, y + last), fill=1)


def _mark(pen: ImageDraw.ImageDraw, x: int, y: int, pitch: int, *, full: bool) -> None:
    last = pitch - 2
    pen.rectangle((x - 2, y - 2, x + last + 2, y + last + 2), fill=0)
    pen.rectangle((x - 1, y - 1, x + last + 1, y + last + 1), outline=1, fill=int(full))
