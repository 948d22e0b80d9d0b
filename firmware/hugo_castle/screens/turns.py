"""Screens of a turn: place a guest, roll, move by the number rolled."""

from hugo_castle.rules import State, source_to_place
from hugo_castle.rules.state import GHOST, Face
from hugo_castle.screens.canvas import Canvas
from hugo_castle.screens.castle_map import Marks
from hugo_castle.screens.fonts import BOLD, FROM_HEAD, FROM_LARGE, FROM_PLAIN, HEAD, LARGE, SMALL, SMALL_BOLD
from hugo_castle.screens.frame import HEIGHT, WIDTH
from hugo_castle.screens.hands import draw_hands
from hugo_castle.screens.icons import POINTER, die
from hugo_castle.screens.layout import Area, put, put_first
from hugo_castle.screens.news import NEWS_MS, News, tell
from hugo_castle.screens.scene import TOP, Place, beside, corner_map, draw_figure, standing
from hugo_castle.screens.texts import _, player_name, trouble_texts
from hugo_castle.screens.timing import earliest, turn_pages
from hugo_castle.table.view import View

SHAKE_MS = 90.0  # a picture takes about 25 ms on a fast bus, 93 ms on a slow one
_TUMBLE: tuple[Face, ...] = (4, 1, GHOST, 2, 5, GHOST)
_JOLT = ((0, 0), (2, 1), (-1, 2), (1, -1), (-2, 1))  # pixels right and down
_SMALL, _BIG, _DIE = 15, 26, 44  # sides of a symbol or die
_BIG_TOP, _BIG_LEFT = HEIGHT - _BIG - 2, 12
_DIE_LEFT = WIDTH - _BIG_LEFT - _BIG


def draw_place(canvas: Canvas, view: View, state: State, elapsed_ms: float) -> float | None:
    """Who places a guest, from which step, and how many are still to come."""
    player = _player(view, state)
    name = player_name(state, player)
    source = source_to_place(state)
    draw_figure(canvas, state, player, 0, TOP, _SMALL)
    marks = Marks(() if source is None else (source,), (), standing(state))
    place, blink_ms = corner_map(canvas, state, marks, elapsed_ms)
    if source is None:
        text = _("{player}: place a guest!", player=name)
        count = state.game.guests_each - len(state.guests[player])
    else:
        step = state.game.board.names[source]
        text = _("{player}: place from {step}!", player=name, step=step)
        count = sum(state.game.board.is_step(space) for space in state.guests[player])
    put(canvas, text, Area(_SMALL + 3, TOP, WIDTH, TOP + 17), FROM_HEAD)
    left = _("On a free space. {count} to go.", count=count)
    put(canvas, left, beside(place, TOP + 20), FROM_PLAIN)
    return blink_ms if marks else None


def draw_roll(canvas: Canvas, view: View, state: State, elapsed_ms: float) -> float | None:
    """Who is to roll, with what just happened; the die tumbles while the button is down."""
    name = player_name(state, _player(view, state))
    if view.pressed:
        return _draw_shaking(canvas, view, state, elapsed_ms)
    news, page_ms = turn_pages(tell(view.news, state), NEWS_MS, elapsed_ms)
    text = _("{player}: press to roll!", player=name)
    if news is None:
        _draw_big_turn(canvas, view, state, text)
        canvas.stamp(die(GHOST, _BIG), _DIE_LEFT, _BIG_TOP)
        return None
    draw_figure(canvas, state, _player(view, state), 0, TOP, _SMALL)
    area = Area(_SMALL + 3, TOP, WIDTH, TOP + 17)
    put(canvas, text, area, FROM_HEAD)
    return earliest(page_ms, _draw_news(canvas, state, news, elapsed_ms))


def draw_move(canvas: Canvas, view: View, state: State, elapsed_ms: float) -> float | None:
    """The number as a die, who moves a guest by it; after a while the difference to the nearest legal outcome."""
    if view.instruction or view.prompt.missing or view.prompt.extra:
        return draw_hands(canvas, view, state, elapsed_ms)
    player = _player(view, state)
    canvas.stamp(die(state.roll, _DIE), 0, TOP + 2)
    left = _DIE + 5
    draw_figure(canvas, state, player, left, TOP + 1, _SMALL - 2)
    text = _("{player}: move {number}!", player=player_name(state, player), number=state.roll)
    put(canvas, text, Area(left, TOP, WIDTH, HEIGHT - 13, icon=(_SMALL, _SMALL)), FROM_LARGE)
    put(canvas, _("Moved? Press"), Area(left, HEIGHT - 12, WIDTH, HEIGHT), FROM_PLAIN)
    return None


def _player(view: View, state: State) -> int:
    player = view.prompt.player if view.prompt.player is not None else state.turn
    return state.first if player is None else player


def _draw_big_turn(canvas: Canvas, view: View, state: State, text: str) -> None:
    """The sentence; below it the player's symbol, an arrow, and room for the die."""
    put(canvas, text, Area(1, TOP, WIDTH, TOP + LARGE.height), FROM_LARGE, centered=True)
    draw_figure(canvas, state, _player(view, state), _BIG_LEFT, _BIG_TOP, _BIG)
    if view.troubles:
        area = Area(_BIG_LEFT + _BIG + 4, _BIG_TOP, _DIE_LEFT - 4, HEIGHT)
        put_first(canvas, trouble_texts(view.troubles), area, (SMALL,))
    else:
        canvas.stamp(POINTER, (WIDTH - POINTER.width) // 2, _BIG_TOP + (_BIG - POINTER.height) // 2)


def _draw_shaking(canvas: Canvas, view: View, state: State, elapsed_ms: float) -> float:
    number = int(elapsed_ms // SHAKE_MS)
    right, down = _JOLT[number % len(_JOLT)]
    text = _("{player}: let go to roll!", player=player_name(state, _player(view, state)))
    _draw_big_turn(canvas, view, state, text)
    canvas.stamp(die(_TUMBLE[number % len(_TUMBLE)], _BIG), _DIE_LEFT + right, _BIG_TOP + down)
    return (number + 1) * SHAKE_MS


def _draw_news(canvas: Canvas, state: State, news: News, elapsed_ms: float) -> float | None:
    top = TOP + 18
    place: Place | None = None
    blink_ms = None
    if news.marks:
        marks = Marks(news.marks.sources, news.marks.targets, standing(state))
        place, blink_ms = corner_map(canvas, state, marks, elapsed_ms)
    put_first(canvas, news.texts, beside(place, top), (HEAD, BOLD, SMALL_BOLD, SMALL))
    return blink_ms
