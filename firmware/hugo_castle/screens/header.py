"""The top sixteen rows of every screen: Hugo's speed, the round, everybody's score and whose turn it is.

Two-coloured OLED modules light just these rows yellow.
"""

from hugo_castle.rules import State
from hugo_castle.rules.game import ROUNDS
from hugo_castle.screens.canvas import Canvas
from hugo_castle.screens.fonts import BOLD, HEAD, SMALL, SMALL_BOLD, Font
from hugo_castle.screens.frame import WIDTH
from hugo_castle.screens.icons import SMALL_GHOST, WARNING
from hugo_castle.screens.layout import largest
from hugo_castle.screens.symbols import TINY, symbol
from hugo_castle.screens.texts import _, color_name

HEADER_HEIGHT = 16
_SCORES_LEFT = 28
_GAP = 2
_SIZES = ((HEAD, 11), (BOLD, 9), (SMALL_BOLD, TINY), (SMALL, TINY))
_ONE_ROW = 4  # up to so many players stand in one row with large numbers
_CAPITALS_TOP = 2  # empty rows above a figure in a line of any of the fonts


def draw_header(canvas: Canvas, state: State) -> None:
    """Hugo at the left, the players' scores from there to the right edge; marked who is on, or who has won."""
    _draw_hugo(canvas, state)
    scores = [str(score) for score in state.scores]
    marked = state.winners if state.turn is None else (state.turn,)
    if len(scores) <= _ONE_ROW:
        width = (WIDTH - _SCORES_LEFT) // len(scores)
        font, size = _one_row_size(scores, width)
        for player, score in enumerate(scores):
            left = _SCORES_LEFT + player * width
            _draw_score(canvas, state, player, score, (left, 0, left + width, 15), size, font, player in marked)
        return
    columns = (len(scores) + 1) // 2
    width = (WIDTH - _SCORES_LEFT) // columns
    font = largest(scores, (SMALL_BOLD, SMALL), width - TINY - _GAP)
    for player, score in enumerate(scores):
        left, top = _SCORES_LEFT + player % columns * width, player // columns * 8
        _draw_score(canvas, state, player, score, (left, top, left + width, top + 8), TINY, font, player in marked)


def _one_row_size(scores: list[str], width: int) -> tuple[Font, int]:
    """The font and the symbols' size: the largest with which every score fits into its cell."""
    for font, size in _SIZES:
        if size + _GAP + max(font.width(score) for score in scores) < width:
            return font, size
    return _SIZES[-1]


def _draw_hugo(canvas: Canvas, state: State) -> None:
    canvas.stamp(SMALL_GHOST, 0, 1)
    left = SMALL_GHOST.width + 1
    speed = str(state.speed)
    says = _("Hugo {speed}", speed=speed)
    if not state.game.is_midnight_party:
        canvas.write(left, 1, speed, HEAD, says=says)
        return
    canvas.write(left, -_CAPITALS_TOP, speed, BOLD, says=says)
    now = f"{state.round}/{ROUNDS}"
    canvas.write(left, 7, now, SMALL, says=_("Round {round} of {rounds}", round=state.round, rounds=ROUNDS))


def draw_trouble_sign(canvas: Canvas, in_header: bool) -> None:
    """The sign that some device does not answer; beside Hugo, or in the corner of a screen without a header."""
    canvas.stamp(WARNING, 19 if in_header else WIDTH - WARNING.width, 0)


def _draw_score(
    canvas: Canvas,
    state: State,
    player: int,
    score: str,
    box: tuple[int, int, int, int],
    size: int,
    font: Font,
    marked: bool,
) -> None:
    left, top, right, bottom = box
    inner = size + _GAP + font.width(score)
    start = left + max(0, (right - left - inner) // 2) if size > TINY else left
    color = state.game.players[player]
    canvas.stamp(symbol(color, size), start, top + (bottom - top - size) // 2)
    text_left = start + size + _GAP
    x0, _top, x1, _bottom = font.ink(score)
    digit_top, digit_bottom = font.ink("8")[1], font.ink("8")[3]
    text_top = top + (bottom - top - (digit_bottom - digit_top) + 1) // 2 - digit_top
    ink = 1
    if marked:
        around = 1 if size == TINY else 2
        bar_top, bar_bottom = text_top + digit_top - around, text_top + digit_bottom + around
        canvas.bar((text_left + x0 - 1, bar_top, text_left + x1 + 1, bar_bottom))
        ink = 0
    says = _("{player} {score}", player=color_name(color), score=score)
    canvas.write(text_left, text_top, score, font, ink=ink, says=says)
