"""What the roll button's gestures do, by the prompt at which the press began (contract 4's table)."""

from dataclasses import replace

from hugo_castle.rules import Place, new_game
from hugo_castle.rules.board import Space
from hugo_castle.table.button import Gesture
from hugo_castle.table.candidates import Candidate
from hugo_castle.table.model import Options, Purpose, Session, Stage, TakenBack, with_play
from hugo_castle.table.play import Play, begin, close, last_by_hand, replace_open, take, take_back
from hugo_castle.table.prompting import list_options, prompt_key
from hugo_castle.table.prompts import (
    ACCEPT,
    BACK,
    CHOOSE,
    FIX,
    GO_ON,
    MENU,
    MOVE,
    NEW_GAME,
    OVER,
    PLACE,
    RESUME,
    ROLL,
    SETTLE,
    SETUP,
    TAKE_BACK,
    WAIT,
    Option,
)
from hugo_castle.table.recognition import fits
from hugo_castle.table.watching import option_of


def answer(session: Session, gesture: Gesture) -> Session:
    """The session after a gesture that is complete."""
    if gesture == "press":
        return session._replace(pressed=prompt_key(session))
    at_this_prompt = session.pressed == prompt_key(session)
    session = session._replace(pressed=None)
    if gesture == "long":
        return _open_menu(session)
    if gesture == "let-go" or not at_this_prompt:
        return session
    return _TAPS[session.kind](session) if gesture == "tap" else _HOLDS[session.kind](session)


# Lists -----------------------------------------------------------------------------------------------


def _open_menu(session: Session) -> Session:
    if session.top and session.top.purpose is None:
        return session
    options = [GO_ON]
    if session.stage is Stage.PLAYING and session.play:
        if last_by_hand(session.play):
            options.append(TAKE_BACK)
        options.append(NEW_GAME)
    return session._replace(top=Options(tuple(options), under=session.top))


def _next_option(session: Session) -> Session:
    if session.top:
        top = session.top
        return session._replace(top=replace(top, index=(top.index + 1) % len(top.options)))
    return session._replace(list_index=(session.list_index + 1) % len(list_options(session)))


def _take_menu(session: Session) -> Session:
    assert session.top is not None
    option = session.top.options[session.top.index]
    session = session._replace(top=session.top.under if option == GO_ON else None)
    if option == TAKE_BACK and session.play:
        return _take_back(session, session.play)
    return ask_for_game(session) if option == NEW_GAME else session


def _take_back(session: Session, play: Play) -> Session:
    step = last_by_hand(play)
    if step is None:
        return session
    is_again = session.taken_back is not None and session.taken_back.event == step.event
    after = with_play(session, take_back(play), confirmed=True, undone=step.event)
    return after._replace(taken_back=TakenBack(step.event, is_again))


def _take_choice(session: Session) -> Session:
    assert session.top is not None
    top, play = session.top, session.play
    option = top.options[top.index]
    session = session._replace(top=None)
    if option in (BACK, WAIT) or play is None:
        return session
    if option == ACCEPT:
        return _accept(session, play)
    if top.purpose is Purpose.REPLACE:
        candidate = _candidate(play.open.candidates if play.open else (), option)
        return with_play(session, replace_open(play, candidate), confirmed=True) if candidate else session
    candidate = _candidate(play.candidates, option)
    return with_play(session, take(play, candidate), confirmed=True) if candidate else session


def _candidate(candidates: tuple[Candidate, ...], option: Option) -> Candidate | None:
    return next((candidate for candidate in candidates if option_of(candidate) == option), None)


def _accept(session: Session, play: Play) -> Session:
    """Play on: what differs is not looked at until it agrees again."""
    differing = (session.sensors.on ^ session.expected) & session.mask
    return session._replace(
        play=close(play) if session.settling else play,
        ignored=session.ignored | differing,
        suspects=session.suspects.contradicted(differing),
        settling=False,
        fixing=False,
        since_ms=session.now_ms,
    )


# Set-up and resuming ---------------------------------------------------------------------------------


def _take_setup(session: Session) -> Session:
    option = str(list_options(session)[session.list_index])
    session = session._replace(list_index=0)
    if option == BACK:
        return session._replace(setup_game=None) if session.setup_game else go_on(session)
    if session.setup_game is None:
        return session._replace(setup_game=option)
    return begin_game(session, session.setup_game, int(option))


def _take_resume(session: Session) -> Session:
    option = list_options(session)[session.list_index]
    session = session._replace(list_index=0)
    return go_on(session) if option == GO_ON else ask_for_game(session)


def ask_for_game(session: Session) -> Session:
    """The set-up menu, or what is left of it when the game was given at the start."""
    preset = session.preset
    if preset and preset.players:
        return begin_game(session, preset.kind, preset.players)
    return session._replace(stage=Stage.SETUP, setup_game=preset.kind if preset else None, list_index=0)


def begin_game(session: Session, kind: str, players: int) -> Session:
    """A new game; the board is to be put as it begins."""
    play = begin(new_game(kind, players, session.board, session.rules))
    return with_play(session._replace(setup_game=None, ignored=0, list_index=0), play)


def go_on(session: Session) -> Session:
    """Back to the game that was played; what stands on the board now counts as just put there."""
    if session.play is None:
        return session
    return with_play(session, session.play, confirmed=True)._replace(touched=True, stirred=True)


# Prompts of the game ---------------------------------------------------------------------------------


def _throw(session: Session) -> Session:
    return session._replace(throwing=True)


def _done(session: Session) -> Session:
    """ "I have moved": looked at when the figures have stopped rocking."""
    if session.sensors.changing:
        return session._replace(done_ms=session.now_ms + session.timing.sensor_ms)
    return look_at_done(session)


def look_at_done(session: Session) -> Session:
    """The one move that the board shows is taken, changed or not; else the players choose."""
    session = session._replace(done_ms=None)
    play = session.play
    if play is None or session.kind != MOVE:
        return session
    fitting = fits(play.candidates, session.look)
    if len(fitting) == 1 and not _is_doubted(session, fitting[0]):
        return with_play(session, take(play, fitting[0]), confirmed=True)
    others = tuple(candidate for candidate in play.candidates if candidate not in fitting)
    options: tuple[Option, ...] = (*(option_of(candidate) for candidate in fitting + others), BACK)
    return session._replace(top=Options(options, Purpose.MOVE))


def _is_doubted(session: Session, candidate: Candidate) -> bool:
    """Whether players have taken just this back more than once: then a sensor lies, and they have to be asked."""
    taken_back = session.taken_back
    return taken_back is not None and taken_back.again and taken_back.event == candidate.event


def _choose_space(session: Session) -> Session:
    assert session.play is not None
    options: tuple[Option, ...] = (*_suggested_spaces(session, session.play), BACK)
    return session._replace(top=Options(options, Purpose.PLACE))


def _suggested_spaces(session: Session, play: Play) -> list[Space]:
    """Free spaces: those where something unexpected stands first, then those that cannot be seen, then the rest.

    Each from the last guest placed clockwise: neighbours place near each other.
    """
    spaces = [candidate.event.space for candidate in play.candidates if isinstance(candidate.event, Place)]
    last = play.last.event.space if play.last and isinstance(play.last.event, Place) else 0
    gallery = play.state.game.board.gallery
    unexpected = session.look.picture & ~session.expected

    def rank(space: Space) -> tuple[bool, bool, int]:
        return not unexpected >> space & 1, bool(session.mask >> space & 1), (space - last) % gallery

    return sorted(spaces, key=rank)


def _next_hint(session: Session) -> Session:
    return session._replace(hint=session.hint + 1)


def _ask_for_patience(session: Session) -> Session:
    return session._replace(top=Options((WAIT, ACCEPT), Purpose.PATIENCE))


def _nothing(session: Session) -> Session:
    return session


_TAPS = {
    SETUP: _next_option,
    RESUME: _next_option,
    MENU: _next_option,
    CHOOSE: _next_option,
    PLACE: _choose_space,
    ROLL: _throw,
    MOVE: _done,
    SETTLE: _next_hint,
    FIX: _next_hint,
    OVER: _nothing,
}
_HOLDS = {
    SETUP: _take_setup,
    RESUME: _take_resume,
    MENU: _take_menu,
    CHOOSE: _take_choice,
    PLACE: _choose_space,
    ROLL: _throw,
    MOVE: _done,
    SETTLE: _ask_for_patience,
    FIX: _ask_for_patience,
    OVER: ask_for_game,
}
