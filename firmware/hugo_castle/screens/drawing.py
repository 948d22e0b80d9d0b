"""A view becomes a picture: the one entry to the screens. Pure: the same view and time give the same pixels."""

from hugo_castle.screens.canvas import Canvas
from hugo_castle.screens.ending import draw_over
from hugo_castle.screens.frame import Frame
from hugo_castle.screens.hands import draw_hands
from hugo_castle.screens.header import draw_header, draw_trouble_sign
from hugo_castle.screens.lists import draw_options, draw_setup
from hugo_castle.screens.turns import draw_move, draw_place, draw_roll
from hugo_castle.table.prompts import CHOOSE, FIX, MENU, MOVE, OVER, PLACE, RESUME, ROLL, SETTLE, SETUP
from hugo_castle.table.view import View


def draw(view: View, elapsed_ms: float) -> Frame:
    """The picture of `view`, `elapsed_ms` (0 or more) after it came up."""
    canvas, next_ms = paint(view, elapsed_ms)
    return canvas.frame(next_ms)


def paint(view: View, elapsed_ms: float) -> tuple[Canvas, float | None]:
    """The canvas with all that was drawn on it, and when it changes next."""
    canvas = Canvas()
    if view.state is not None:
        draw_header(canvas, view.state)
    next_ms = _draw_prompt(canvas, view, elapsed_ms)
    if view.troubles:
        draw_trouble_sign(canvas, in_header=view.state is not None)
    return canvas, next_ms


def _draw_prompt(canvas: Canvas, view: View, elapsed_ms: float) -> float | None:
    kind, state = view.prompt.kind, view.state
    if kind == SETUP:
        return draw_setup(canvas, view, elapsed_ms)
    if kind in (RESUME, MENU, CHOOSE):
        return draw_options(canvas, view, state, elapsed_ms)
    if state is None:
        raise ValueError(f"prompt {kind!r} needs the state of the game")
    if kind == OVER:
        draw_over(canvas, state)
        return None
    drawers = {PLACE: draw_place, ROLL: draw_roll, MOVE: draw_move, SETTLE: draw_hands, FIX: draw_hands}
    return drawers[kind](canvas, view, state, elapsed_ms)
