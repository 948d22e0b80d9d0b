"""Watching the board: what a picture means takes effect once it has stayed long enough."""

from collections.abc import Callable
from dataclasses import replace

from hugo_castle.rules import MOVING, OVER, Move
from hugo_castle.table.candidates import Candidate
from hugo_castle.table.model import Options, Purpose, Session, Stage, with_play
from hugo_castle.table.play import Play, also_possible, close, replace_open, take, take_back, without_rivals
from hugo_castle.table.prompts import BACK, Option
from hugo_castle.table.recognition import Meaning, Verdict, also_fits, judge


def board_deadline_ms(session: Session) -> float | None:
    """When the present picture will have an effect, if it stays; None: it has none."""
    verdict = _verdict(session)
    return None if verdict is None else session.since_ms + verdict.wait_ms


def watch(session: Session) -> Session:
    """The session once the present picture has stayed as long as its meaning asks."""
    verdict, play = _verdict(session), session.play
    assert verdict is not None
    assert play is not None
    match verdict.meaning:
        case Meaning.AGREES:
            return _agreed(session, play)
        case Meaning.TAKE:
            rivals = also_possible(play, also_fits(play, session.look))
            return with_play(session, take(play, verdict.candidates[0], rivals))
        case Meaning.REPLACE:
            return with_play(session, replace_open(play, verdict.candidates[0]))
        case Meaning.RIVAL:
            assert verdict.rival is not None
            rival = without_rivals(verdict.rival)
            return with_play(session, take(rival, verdict.candidates[0]) if verdict.candidates else rival)
        case Meaning.TAKE_BACK:
            return with_play(session, take_back(play))
        case Meaning.ASK | Meaning.ASK_REPLACE:
            return _ask(session, verdict)
        case Meaning.CLOSE:
            rivals = also_possible(play, also_fits(play, session.look))
            return session._replace(play=close(play, rivals), top=_without(session.top, _is_about_open))
        case _:
            return _differs(session, play, verdict)


def _verdict(session: Session) -> Verdict | None:
    """What the picture means, where that would change anything."""
    if session.stage is not Stage.PLAYING or session.play is None:
        return None
    verdict = judge(session.play, session.look, session.timing, settling=session.settling)
    if verdict.meaning is Meaning.ASK_REPLACE and session.asked == session.look.picture and session.top is None:
        # They were asked and left it open: the game goes on as it was, and the board has to follow.
        verdict = Verdict(Meaning.DIFFERS, session.timing.fix_ms)
    return verdict if _has_effect(session, session.play, verdict) else None


def _has_effect(session: Session, play: Play, verdict: Verdict) -> bool:
    match verdict.meaning:
        case Meaning.NOTHING:
            return _has_list(session, _was_asked)
        case Meaning.AGREES:
            differed = session.settling or session.fixing or session.guided or session.undone is not None
            is_changed = _has_list(session, _is_about_difference) or _still_ignored(session) != session.ignored
            return differed or is_changed or _is_closed(play)
        case Meaning.ASK | Meaning.ASK_REPLACE:
            return session.asked != session.look.picture
        case Meaning.DIFFERS:
            # Once the board has shown the end of a game, it may be cleared.
            is_told = session.settling or session.fixing or session.guided or _has_ended(play)
            return not is_told or _has_list(session, _was_asked)
        case _:
            return True


def _differs(session: Session, play: Play, verdict: Verdict) -> Session:
    """The board shows nothing that was asked about any more; what it should show is told."""
    if _has_list(session, _was_asked):
        session = session._replace(top=_without(session.top, _was_asked), asked=None)
    if verdict.meaning is Meaning.NOTHING or session.settling or _has_ended(play):
        return session
    moving = play.state.phase == MOVING
    return session._replace(guided=moving, fixing=not moving)


def _agreed(session: Session, play: Play) -> Session:
    """The board shows what it should."""
    is_closed = session.settling or play.state.phase == OVER
    return session._replace(
        play=close(play, ()) if is_closed else play,
        settling=False,
        fixing=False,
        guided=False,
        asked=None,
        hint=0,
        ignored=_still_ignored(session),
        top=_without(session.top, _is_about_difference),
        undone=None,
    )


def _is_closed(play: Play) -> bool:
    """Whether agreeing settles the open event: a game that is over is not reopened by clearing the board."""
    return play.open is not None and play.state.phase == OVER


def _has_ended(play: Play) -> bool:
    return play.state.phase == OVER and play.open is None


def _still_ignored(session: Session) -> int:
    return session.ignored & (session.sensors.on ^ session.expected)


def _was_asked(options: Options) -> bool:
    return options.asked


def _is_about_difference(options: Options) -> bool:
    return options.asked or options.purpose is Purpose.PATIENCE


def _is_about_open(options: Options) -> bool:
    return options.purpose is Purpose.REPLACE


def _has_list(session: Session, is_such: Callable[[Options], bool]) -> bool:
    """Whether such a list is open, be it beneath the menu."""
    return session.top is not None and session.top.without(is_such) != session.top


def _without(top: Options | None, is_stale: Callable[[Options], bool]) -> Options | None:
    return top.without(is_stale) if top else None


def _ask(session: Session, verdict: Verdict) -> Session:
    purpose = Purpose.REPLACE if verdict.meaning is Meaning.ASK_REPLACE else purpose_of(verdict.candidates[0])
    options = (*(option_of(candidate) for candidate in verdict.candidates), BACK)
    if session.top is not None and session.top.purpose is purpose and not session.top.asked:
        return session._replace(asked=session.look.picture)  # they have the whole list open already
    question = Options(options, purpose, asked=True)
    if session.top is not None and session.top.purpose is None:
        question = replace(session.top, under=question)  # not over the menu: whoever is there can use the button
    return session._replace(top=question, asked=session.look.picture)


def purpose_of(candidate: Candidate) -> Purpose:
    return Purpose.MOVE if isinstance(candidate.event, Move) else Purpose.PLACE


def option_of(candidate: Candidate) -> Option:
    """How a candidate stands in a list: a move, or the space of a placing."""
    return candidate.event if isinstance(candidate.event, Move) else candidate.event.space
