"""The screen of the end: who has won."""

from hugo_castle.rules import State
from hugo_castle.screens.canvas import Canvas
from hugo_castle.screens.fonts import FROM_HEAD, LARGE, SMALL
from hugo_castle.screens.frame import HEIGHT, WIDTH
from hugo_castle.screens.icons import CROWN
from hugo_castle.screens.layout import Area, put, put_first
from hugo_castle.screens.scene import draw_figure
from hugo_castle.screens.texts import _, n_, names_list, player_name

_TOP = 17
_ICON = 13
_CROWNED = CROWN.height + 1 + _ICON
_HINT_TOP = HEIGHT - SMALL.height - SMALL.depth


def draw_over(canvas: Canvas, state: State) -> None:
    """The winners, crowned, with their points; everybody's final score stands in the header as always."""
    winners = state.winners
    pitch = min(_ICON + 5, WIDTH // max(1, len(winners)))
    left = (WIDTH - pitch * (len(winners) - 1) - _ICON) // 2
    for number, winner in enumerate(winners):
        x = left + number * pitch
        canvas.stamp(CROWN, x, _TOP)
        draw_figure(canvas, state, winner, x, _TOP + CROWN.height + 1, _ICON)
    area = Area(0, _TOP + _CROWNED + 1, WIDTH, _HINT_TOP)
    put_first(canvas, _winners_texts(state), area, (LARGE, *FROM_HEAD), centered=True)
    hint = Area(0, _HINT_TOP, WIDTH, HEIGHT)
    put(canvas, _("Hold: new game"), hint, (SMALL,), centered=True)


def _winners_texts(state: State) -> list[str]:
    """Who has won, in words, longest first."""
    if not state.winners:
        return [_("The game is over.")]
    points = min(state.scores)
    names = [player_name(state, winner) for winner in state.winners]
    if len(names) == 1:
        return [n_("{player} wins: {count} point!", "{player} wins: {count} points!", points, player=names[0])]
    return [
        _("{players} win!", players=names_list(names)),
        _("{count} players win!", count=len(names)),
    ]
