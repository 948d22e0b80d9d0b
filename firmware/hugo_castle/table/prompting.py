"""From the session to what is asked of the players: the prompt, and all that a screen may show of it."""

from hugo_castle.rules import KINDS as GAMES
from hugo_castle.rules import MOVING, ROLLING
from hugo_castle.rules.game import MAX_PLAYERS, MIN_PLAYERS
from hugo_castle.table.guidance import Goal, goal_after, instructions, nearest
from hugo_castle.table.model import PromptKey, Session, Stage
from hugo_castle.table.pictures import Picture, spaces_in
from hugo_castle.table.play import Play
from hugo_castle.table.prompts import (
    BACK,
    CHOOSE,
    FIX,
    GO_ON,
    MENU,
    MOVE,
    NEW_GAME,
    RESUME,
    SETTLE,
    SETUP,
    Instruction,
    Option,
    Prompt,
)
from hugo_castle.table.view import View


def prompt_of(session: Session) -> Prompt:
    """What is awaited now (contract 4)."""
    kind = session.kind
    if kind in (MENU, CHOOSE):
        assert session.top is not None
        return Prompt(kind, _player(session) if kind == CHOOSE else None, session.top.options, session.top.index)
    if kind in (SETUP, RESUME):
        return Prompt(kind, options=list_options(session), index=session.list_index)
    missing, extra = _difference(session)
    return Prompt(kind, _player(session), missing=missing, extra=extra)


def prompt_key(session: Session) -> PromptKey:
    """What the prompt is, apart from what changes while a finger is down on it."""
    prompt = prompt_of(session)
    return PromptKey(prompt.kind, prompt.player, prompt.options)


def list_options(session: Session) -> tuple[Option, ...]:
    """The options of `setup` and `resume`."""
    if session.stage is Stage.RESUME:
        return (GO_ON, NEW_GAME)
    if session.setup_game is None:
        return (*GAMES, BACK) if session.play else GAMES
    return (*(str(number) for number in range(MIN_PLAYERS, MAX_PLAYERS + 1)), BACK)


def view_of(session: Session) -> View:
    """All that a screen may show now."""
    instruction, *later = _steps(session) or (None,)
    return View(
        prompt=prompt_of(session),
        state=session.state,
        news=session.play.news if session.play and session.stage is Stage.PLAYING else (),
        instruction=instruction,
        later=tuple(later),
        pressed=session.pressed is not None and session.pressed == prompt_key(session),
        setup_game=session.setup_game,
        troubles=(*_named_sensors(session), *session.troubles),
    )


def _named_sensors(session: Session) -> tuple[str, ...]:
    return tuple(f"sensor {session.board.names[space]}" for space in spaces_in(session.suspects.named))


def _player(session: Session) -> int | None:
    state = session.state
    return state.turn if state and state.phase in (ROLLING, MOVING, "placing") else None


def _difference(session: Session) -> tuple[tuple[int, ...], tuple[int, ...]]:
    goal = _goal_picture(session)
    if goal is None:
        return (), ()
    now, mask = session.look.picture, session.mask
    return spaces_in(goal & ~now & mask), spaces_in(now & ~goal & mask)


def _goal_picture(session: Session) -> Picture | None:
    if session.base_kind in (SETTLE, FIX):
        return session.expected
    if session.base_kind == MOVE and session.guided and session.play and not session.agrees:
        if session.undone:
            return session.expected
        return nearest(session.play.candidates, session.expected, session.look.picture, session.mask).picture
    return None


def _steps(session: Session) -> tuple[Instruction, ...]:
    play = session.play
    if play is None or _goal_picture(session) is None:
        return ()
    steps = instructions(_goal(session, play), session.look.picture, session.mask)
    turned = session.hint % len(steps) if steps else 0
    return steps[turned:] + steps[:turned]


def _goal(session: Session, play: Play) -> Goal:
    if session.base_kind != MOVE:
        return goal_after(play.state, play.news, play.after_action)
    now, mask = session.look.picture, session.mask
    candidate = nearest(play.candidates, play.picture, now, mask)
    if session.undone or not candidate.is_begun(play.picture, now, mask):
        # Which move to make is the player's to say: first what is wrong is put back.
        return Goal(play.state, ())
    return goal_after(candidate.outcome.after_action, candidate.outcome.facts)
