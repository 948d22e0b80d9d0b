"""Watching the board: what a picture means takes effect once it has stayed long enough."""

from dataclasses import replace

from hugo_castle.rules import MOVING, OVER, Move
from hugo_castle.table.candidates import Candidate
from hugo_castle.table.model import Options, Purpose, Session, Stage, with_play
from hugo_castle.table.play import Play, close, replace_open, take, take_back
from hugo_castle.table.prompts import BACK, Option
from hugo_castle.table.recognition import Meaning, Verdict, judge


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
            return with_play(session, take(play, verdict.candidates[0]))
        case Meaning.REPLACE:
            return with_play(session, replace_open(play, verdict.candidates[0]))
        case Meaning.TAKE_BACK:
            return with_play(session, take_back(play))
        case Meaning.ASK | Meaning.ASK_REPLACE:
            return _ask(session, verdict)
        case Meaning.CLOSE:
            return replace(session, play=close(play))
        case _:
            moving = play.state.phase == MOVING
            return replace(session, guided=moving, fixing=not moving)


def _verdict(session: Session) -> Verdict | None:
    """What the picture means, where that would change anything."""
    if session.stage is not Stage.PLAYING or session.play is None:
        return None
    verdict = judge(session.play, session.look, session.timing, settling=session.settling)
    return verdict if _has_effect(session, session.play, verdict) else None


def _has_effect(session: Session, play: Play, verdict: Verdict) -> bool:
    match verdict.meaning:
        case Meaning.NOTHING:
            return False
        case Meaning.AGREES:
            differed = session.settling or session.fixing or session.guided
            return differed or _list_is_stale(session) or _still_ignored(session) != session.ignored or _is_closed(play)
        case Meaning.ASK | Meaning.ASK_REPLACE:
            return session.asked != session.look.picture
        case Meaning.DIFFERS:
            return not (session.settling or session.fixing or session.guided)
        case _:
            return True


def _agreed(session: Session, play: Play) -> Session:
    """The board shows what it should."""
    is_closed = session.settling or play.state.phase == OVER
    return replace(
        session,
        play=close(play) if is_closed else play,
        settling=False,
        fixing=False,
        guided=False,
        asked=None,
        hint=0,
        ignored=_still_ignored(session),
        top=None if _list_is_stale(session) else session.top,
    )


def _is_closed(play: Play) -> bool:
    """Whether agreeing settles the open event: a game that is over is not reopened by clearing the board."""
    return play.open is not None and play.state.phase == OVER


def _still_ignored(session: Session) -> int:
    return session.ignored & (session.sensors.on ^ session.expected)


def _list_is_stale(session: Session) -> bool:
    """Whether the list on top was about a difference that is gone."""
    return session.top is not None and (session.top.asked or session.top.purpose is Purpose.PATIENCE)


def _ask(session: Session, verdict: Verdict) -> Session:
    purpose = Purpose.REPLACE if verdict.meaning is Meaning.ASK_REPLACE else purpose_of(verdict.candidates[0])
    options = (*(option_of(candidate) for candidate in verdict.candidates), BACK)
    if session.top is not None and session.top.purpose is None:
        return replace(session, asked=session.look.picture)  # not over the menu: whoever is there can use the button
    return replace(session, top=Options(options, purpose, asked=True), asked=session.look.picture)


def purpose_of(candidate: Candidate) -> Purpose:
    return Purpose.MOVE if isinstance(candidate.event, Move) else Purpose.PLACE


def option_of(candidate: Candidate) -> Option:
    """How a candidate stands in a list: a move, or the space of a placing."""
    return candidate.event if isinstance(candidate.event, Move) else candidate.event.space
