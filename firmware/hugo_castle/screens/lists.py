"""Screens with options: tap goes to the next one, hold takes it."""

from collections.abc import Sequence
from typing import NamedTuple

from hugo_castle.rules import COLORS, Move, State
from hugo_castle.screens.canvas import Canvas
from hugo_castle.screens.castle_map import Marks
from hugo_castle.screens.fonts import BOLD, HEAD, LARGE, PLAIN, SMALL, SMALL_BOLD, Font
from hugo_castle.screens.frame import HEIGHT, WIDTH
from hugo_castle.screens.icons import ghost
from hugo_castle.screens.layout import Area, largest, put, shorten
from hugo_castle.screens.scene import corner_map, standing
from hugo_castle.screens.symbols import symbol
from hugo_castle.screens.texts import _, game_name, n_, player_name
from hugo_castle.table.prompts import ACCEPT, BACK, CHOOSE, GO_ON, MENU, NEW_GAME, TAKE_BACK, WAIT, Option
from hugo_castle.table.view import View

_LOOK_MS = 3000.0  # Hugo looks about, and now and then blinks
_BLINK_MS = 250.0
_COUNTER_WIDTH = 24
_TITLE_TOP, _LIST_TOP = 15, 24
_HINT_TOP = HEIGHT - SMALL.height - SMALL.depth
_SEEN_AT_ONCE = 3


class Column(NamedTuple):
    """Where a list stands, and the fonts of the selected line and of its neighbours."""

    left: int
    right: int
    top: int
    chosen: Sequence[Font]
    others: Font


def draw_setup(canvas: Canvas, view: View, elapsed_ms: float) -> float | None:
    """The first page asks for the game, the second for the number of players, with their symbols."""
    options = view.prompt.options
    labels = [_setup_label(option) for option in options]
    next_ms = None
    if view.setup_game is None:
        title = _("Which game?")
        next_ms = _draw_ghost(canvas, elapsed_ms)
    else:
        title = _("How many players?")
        chosen = str(view.prompt.chosen)
        if chosen.isdecimal():
            _draw_symbols(canvas, int(chosen))
        else:
            next_ms = _draw_ghost(canvas, elapsed_ms)
    right = WIDTH - 9 if view.troubles else WIDTH
    put(canvas, title, Area(43, 1, right, 13), (BOLD, SMALL_BOLD, SMALL))
    _draw_list(canvas, labels, view.prompt.index, Column(42, WIDTH, 13, (LARGE, HEAD, BOLD, SMALL_BOLD), PLAIN))
    _draw_hint(canvas)
    return next_ms


def draw_options(canvas: Canvas, view: View, state: State | None, elapsed_ms: float) -> float | None:
    """The lists of a game that is on: resume, menu, choose."""
    prompt = view.prompt
    labels = [_label(option, view, state) for option in prompt.options]
    next_ms = None
    right = WIDTH
    marks = _marks(view, state)
    if marks and state is not None:
        place, next_ms = corner_map(canvas, state, marks, elapsed_ms, above=HEIGHT - _HINT_TOP + 1)
        right = place.left - 3
    put(canvas, _title(view, state), Area(0, _TITLE_TOP, WIDTH - _COUNTER_WIDTH - 2, _LIST_TOP + SMALL.depth), (SMALL,))
    if len(labels) > _SEEN_AT_ONCE:
        counter = f"{prompt.index + 1}/{len(labels)}"
        canvas.write(WIDTH - SMALL.width(counter), _TITLE_TOP, counter, SMALL)
    _draw_list(canvas, labels, prompt.index, Column(0, right, _LIST_TOP, (BOLD, SMALL_BOLD), SMALL))
    _draw_hint(canvas)
    return next_ms


def _title(view: View, state: State | None) -> str:
    prompt = view.prompt
    if prompt.kind == MENU:
        return _("Menu")
    if prompt.kind != CHOOSE or state is None:
        return _("A game is not finished yet.")
    if WAIT in prompt.options or ACCEPT in prompt.options:
        return _("The board is not right yet.")
    if prompt.player is None:
        return _("Which one?")
    player = player_name(state, prompt.player)
    if state.roll is not None:
        return _("{player}: move {number}. Which?", player=player, number=state.roll)
    return _("{player}: which space?", player=player)


def _label(option: Option, view: View, state: State | None) -> str:
    if isinstance(option, str):
        words = {
            GO_ON: _("Go on"),
            NEW_GAME: _("New game"),
            TAKE_BACK: _("Take back"),
            BACK: _("Back"),
            WAIT: _("Wait"),
            ACCEPT: _("Play on like this"),
        }
        return words.get(option, option)
    assert state is not None, "spaces and moves are offered only in a game"
    names = state.game.board.names
    if isinstance(option, Move):
        return _("{source} > {target}", source=names[option.source], target=names[option.target])
    return names[option]


def _setup_label(option: Option) -> str:
    word = str(option)
    if word.isdecimal():
        return n_("{count} player", "{count} players", int(word))
    return _("Back") if word == BACK else game_name(word)


def _marks(view: View, state: State | None) -> Marks:
    prompt = view.prompt
    if prompt.kind != CHOOSE or state is None:
        return Marks()
    option, occupied = prompt.chosen, standing(state)
    if isinstance(option, Move):
        return Marks((option.source,), (option.target,), occupied)
    if not isinstance(option, str):
        return Marks((), (option,), occupied)
    return Marks(prompt.extra, prompt.missing, occupied)


def _draw_list(canvas: Canvas, labels: Sequence[str], index: int, column: Column) -> None:
    """The chosen line on a bright bar, the one before it above, the one after it below."""
    left, right, top, fonts, others = column
    height = fonts[0].height
    if index > 0:
        canvas.write(left + 3, top, shorten(labels[index - 1], others, right - left - 4), others)
    bar_top = top + others.height
    canvas.bar((left, bar_top, right, bar_top + height))
    font = largest([labels[index]], fonts, right - left - 6)
    text = shorten(labels[index], font, right - left - 6)
    canvas.write(left + 3, bar_top + (height - font.height) // 2, text, font, ink=0)
    if index + 1 < len(labels):
        below = bar_top + height
        canvas.write(left + 3, below, shorten(labels[index + 1], others, right - left - 4), others)


def _draw_hint(canvas: Canvas) -> None:
    area = Area(0, _HINT_TOP, WIDTH, HEIGHT)
    put(canvas, _("Tap: next · Hold: take"), area, (SMALL,), centered=True)


def _draw_ghost(canvas: Canvas, elapsed_ms: float) -> float:
    number, within = divmod(elapsed_ms, _LOOK_MS)
    blinking = within >= _LOOK_MS - _BLINK_MS
    looks = (0, 1, 0, -1)[int(number) % 4]
    canvas.stamp(ghost(36, 48, blinking=blinking, looks=looks), 1, 3)
    return (number + 1) * _LOOK_MS - (0 if blinking else _BLINK_MS)


def _draw_symbols(canvas: Canvas, count: int) -> None:
    for number, color in enumerate(COLORS[:count]):
        canvas.stamp(symbol(color, 11), 5 + number % 2 * 17, 1 + number // 2 * 13)
