"""The common picture of a prompt: a player's symbol, one sentence, a line of news, and the map or a picture."""

from dataclasses import dataclass

from hugo_castle.rules import State
from hugo_castle.screens.canvas import Canvas
from hugo_castle.screens.castle_map import Marks, draw_map, map_size
from hugo_castle.screens.frame import HEIGHT, WIDTH
from hugo_castle.screens.header import HEADER_HEIGHT
from hugo_castle.screens.icons import ghost
from hugo_castle.screens.layout import Area
from hugo_castle.screens.symbols import symbol
from hugo_castle.table.prompts import HUGO_FIGURE

TOP = HEADER_HEIGHT + 1
MAP_WIDTH, MAP_HEIGHT = 56, 30


@dataclass(frozen=True, slots=True)
class Place:
    """Where a map or a picture stands at the bottom right: what is to its left and above is free for texts."""

    left: int
    top: int


def draw_figure(canvas: Canvas, state: State, figure: int, left: int, top: int, size: int) -> None:
    """A player's symbol, or Hugo's ghost for HUGO_FIGURE."""
    if figure == HUGO_FIGURE:
        canvas.stamp(ghost(size - size // 8, size), left, top)
    else:
        canvas.stamp(symbol(state.game.players[figure], size), left, top)


def corner_map(canvas: Canvas, state: State, marks: Marks, elapsed_ms: float, *, above: int = 0) -> tuple[Place, float]:
    """Draws the map into the bottom right corner, `above` pixels up; where it stands, and when it changes."""
    board = state.game.board
    pitch, width, height = map_size(board, MAP_WIDTH, MAP_HEIGHT)
    place = Place(WIDTH - width, HEIGHT - height - above)
    next_ms = draw_map(canvas, board, place.left, place.top, pitch, marks, elapsed_ms)
    return place, next_ms


def beside(place: Place | None, top: int, bottom: int = HEIGHT, *, icon: tuple[int, int] = (0, 0)) -> Area:
    """The room for text from `top` on, around a picture in the bottom right corner and an icon at the top left."""
    picture = None if place is None else (place.left - 3, place.top - 1)
    return Area(1, top, WIDTH, bottom, icon, picture)


def standing(state: State) -> frozenset[int]:
    """Every space with a figure on it, Hugo's included."""
    return frozenset({space for guests in state.guests for space in guests} | {state.hugo})
