"""Screens that say what to do with the hands: settle, fix, and move after a while."""

from hugo_castle.rules import State
from hugo_castle.screens.canvas import Canvas
from hugo_castle.screens.castle_map import Marks
from hugo_castle.screens.fonts import BOLD, HEAD, SMALL, SMALL_BOLD
from hugo_castle.screens.frame import HEIGHT
from hugo_castle.screens.layout import fits, put, put_first
from hugo_castle.screens.news import NEWS_MS, tell
from hugo_castle.screens.scene import TOP, Place, beside, corner_map, draw_figure, standing
from hugo_castle.screens.texts import _, n_, names_list, player_name, trouble_texts
from hugo_castle.screens.timing import earliest, turn_pages
from hugo_castle.table.prompts import MOVE, SETTLE, Instruction
from hugo_castle.table.view import View

STUCK_MS = 15_000.0  # after that the way out is offered; a child needs some seconds a figure
_ICON = 11
_ICONS_SHOWN = 3
_LAST_LINE = HEIGHT - SMALL_BOLD.height - SMALL_BOLD.depth


def draw_hands(canvas: Canvas, view: View, state: State, elapsed_ms: float) -> float | None:
    """One thing to do: whose figure, from where, to where, and the castle with both spaces blinking."""
    instruction = view.instruction or _from_differences(view)
    marks = Marks(_one(instruction.source), _one(instruction.target), standing(state))
    texts, next_ms = _lower_text(view, state, elapsed_ms)
    many = view.steps_left > 1
    place, blink_ms = corner_map(canvas, state, marks, elapsed_ms)
    icons = _draw_icons(canvas, state, instruction)
    top = _put_sentence(canvas, instruction_text(instruction, state), place, icons, crowded=bool(many and texts))
    area = beside(place, max(top, TOP + icons[1]), _LAST_LINE if many else HEIGHT)
    if texts:
        put_first(canvas, texts, area, (SMALL,), optional=view.prompt.kind != MOVE)
    if many:
        left = n_("{count} step left", "{count} steps left", view.steps_left)
        put(canvas, left, beside(place, _LAST_LINE), (SMALL_BOLD, SMALL))
    return earliest(blink_ms, next_ms)


def _put_sentence(canvas: Canvas, sentence: str, place: Place, icons: tuple[int, int], crowded: bool) -> int:
    """Two lines, small ones if the screen is crowded; a third only for a sentence that needs it."""
    two_small, two, three = (2 * SMALL_BOLD.height + SMALL_BOLD.depth, 2 * BOLD.height, 3 * BOLD.height)
    fonts = (HEAD, BOLD, SMALL_BOLD)
    for height in (two_small, two, three) if crowded else (two, three):
        area = beside(place, TOP, TOP + height, icon=icons)
        if fits(sentence, area, fonts):
            break
    return put(canvas, sentence, area, fonts)


def instruction_text(instruction: Instruction, state: State) -> str:
    """The instruction as one sentence."""
    names = state.game.board.names
    source = "" if instruction.source is None else names[instruction.source]
    target = "" if instruction.target is None else names[instruction.target]
    if not instruction.figures:
        return _unknown_figure(source, target)
    figure = names_list([player_name(state, player) for player in instruction.figures])
    if source and target:
        return _("Move {figure}: {source} to {target}.", figure=figure, source=source, target=target)
    if target:
        return _("Put {figure} on {target}.", figure=figure, target=target)
    if source:
        return _("Take {figure} off {source}.", figure=figure, source=source)
    return _("Look where {figure} stands.", figure=figure)


def _unknown_figure(source: str, target: str) -> str:
    if source and target:
        return _("Move a figure: {source} to {target}.", source=source, target=target)
    if target:
        return _("Put a figure on {target}.", target=target)
    if source:
        return _("Take all off {source}.", source=source)
    return _("Put all figures where they belong.")


def _from_differences(view: View) -> Instruction:
    """What the differences alone tell, when the session gives no instruction."""
    missing, extra = view.prompt.missing, view.prompt.extra
    return Instruction((), extra[0] if extra else None, missing[0] if missing else None)


def _draw_icons(canvas: Canvas, state: State, instruction: Instruction) -> tuple[int, int]:
    figures = list(dict.fromkeys(instruction.figures))[:_ICONS_SHOWN]
    for number, figure in enumerate(figures):
        draw_figure(canvas, state, figure, number * (_ICON + 2), TOP, _ICON)
    return (len(figures) * (_ICON + 2) + 1, _ICON + 1) if figures else (0, 0)


def _lower_text(view: View, state: State, elapsed_ms: float) -> tuple[list[str], float | None]:
    """What stands below the sentence, longest first, and when it changes."""
    if view.prompt.kind == MOVE:
        return [_your_move(state), _("Moved? Press")], None
    if elapsed_ms >= STUCK_MS:
        return [_("Stuck? Hold the button.")], None
    news, page_ms = turn_pages(tell(view.news, state), NEWS_MS, elapsed_ms)
    later_ms = earliest(page_ms, STUCK_MS)
    if news and view.prompt.kind == SETTLE:
        return list(news.texts), later_ms
    if view.troubles:
        return trouble_texts(view.troubles), later_ms
    if view.prompt.kind == SETTLE:
        return [], later_ms
    return [_("Then the game goes on.")], later_ms


def _your_move(state: State) -> str:
    if state.turn is None or state.roll is None:
        return _("Moved? Press")
    return _("{player}: move {number}. Moved? Press", player=player_name(state, state.turn), number=state.roll)


def _one(space: int | None) -> tuple[int, ...]:
    return () if space is None else (space,)
