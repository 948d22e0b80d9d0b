"""What a picture of the board means: the whole picture decides, edges only tell how long to wait (DESIGN.md).

`judge` says what would follow if the picture stayed as it is, and after how long. It knows no clock.
"""

from enum import Enum, auto
from typing import NamedTuple

from hugo_castle.rules import MOVING, OVER, PLACING, Event
from hugo_castle.table.candidates import Candidate
from hugo_castle.table.pictures import Picture
from hugo_castle.table.play import OpenEvent, Play
from hugo_castle.table.timing import Timing


class Meaning(Enum):
    """What a picture that stays leads to."""

    NOTHING = auto()
    AGREES = auto()  # the board shows what it should
    TAKE = auto()  # a candidate was made
    ASK = auto()  # several candidates look like this
    REPLACE = auto()  # instead of the open event another one was made
    ASK_REPLACE = auto()  # likewise, but several look like this
    RIVAL = auto()  # it was another game that was played since a figure was in the air
    TAKE_BACK = auto()  # the open event was undone
    CLOSE = auto()  # a walk is being set: the event before it is settled
    DIFFERS = auto()  # it fits nothing


class Verdict(NamedTuple):
    """A meaning, the time that the picture must have stayed for it, and the candidates (or rival game) concerned."""

    meaning: Meaning
    wait_ms: float = 0.0
    candidates: tuple[Candidate, ...] = ()
    rival: Play | None = None


class Look(NamedTuple):
    """What is looked at: the picture and the spaces that count (`mask`).

    `touched`: the picture has changed since the last event, `stirred`: since the open one.
    `undone`: an event that was taken back from the menu; until the board has shown the position before it, a picture
    of it is only what has not been put back yet.
    """

    picture: Picture
    mask: Picture
    touched: bool
    stirred: bool
    undone: Event | None = None

    def shows(self, picture: Picture) -> bool:
        """Whether the board looks like `picture`, as far as one can see."""
        return not (self.picture ^ picture) & self.mask


def judge(play: Play, look: Look, timing: Timing, *, settling: bool) -> Verdict:
    """The meaning of the present picture; `settling`: the board is being put as a walk, round or start wants it."""
    if look.shows(play.picture):
        # A figure that slides over its place on the way must not end a settle.
        return Verdict(Meaning.AGREES, timing.put_ms)
    if look.touched and not settling:
        fitting = fits(play.candidates, look)
        if len(fitting) > 1:
            return Verdict(Meaning.ASK, _wait_ms(fitting, play, look, timing), fitting)
        if fitting and fitting[0].event != look.undone:
            return Verdict(Meaning.TAKE, _wait_ms(fitting, play, look, timing), fitting)
    if play.rivals:
        verdict = _judge_rivals(play, look, timing)
        if verdict is not None:
            return verdict
    if look.stirred and play.open is not None:
        verdict = _judge_open(play, play.open, look, timing, settling=settling)
        if verdict is not None:
            return verdict
    return Verdict(Meaning.DIFFERS, timing.guide_ms if play.state.phase == MOVING else timing.fix_ms)


def fits(candidates: tuple[Candidate, ...], look: Look) -> tuple[Candidate, ...]:
    """Those whose picture the board shows."""
    return tuple(candidate for candidate in candidates if look.shows(candidate.picture))


def _judge_rivals(play: Play, look: Look, timing: Timing) -> Verdict | None:
    """Whether just one of the rival games explains the picture, as it is or with one more move."""
    found: list[Verdict] = []
    wait_ms = max(timing.passing_ms, _rest_ms(play.picture, look, timing))
    for rival in play.rivals:
        if look.shows(rival.picture):
            found.append(Verdict(Meaning.RIVAL, wait_ms, (), rival))
        found += [Verdict(Meaning.RIVAL, wait_ms, (fit,), rival) for fit in fits(rival.candidates, look)]
    return found[0] if len(found) == 1 else None


def also_fits(play: Play, look: Look) -> tuple[Candidate, ...]:
    """Those that could have been made instead of the open event, by the same picture."""
    if play.open is None:
        return ()
    return fits(tuple(candidate for candidate in play.open.candidates if candidate is not play.open.taken), look)


def _judge_open(play: Play, opened: OpenEvent, look: Look, timing: Timing, *, settling: bool) -> Verdict | None:
    """What the picture means for the event taken last, which the board may still change; None: nothing."""
    if look.shows(opened.taken.picture):
        return Verdict(Meaning.NOTHING, timing.put_ms)
    is_step = settling and _is_asked_for(play.picture, opened.taken.picture, look)
    if is_step and opened.rolled_since:
        return Verdict(Meaning.CLOSE, _rest_ms(opened.taken.picture, look, timing))
    # What was asked for may be just that: hands that put a new round go on soon, those that changed their mind stay.
    least_ms = timing.undo_ms if is_step else 0.0
    fitting = also_fits(play, look)
    if fitting:
        meaning = Meaning.REPLACE if len(fitting) == 1 else Meaning.ASK_REPLACE
        return Verdict(meaning, max(least_ms, _wait_ms(fitting, play, look, timing, opened)), fitting)
    if look.shows(opened.before):
        if opened.rolled_since:
            return None
        return Verdict(Meaning.TAKE_BACK, max(least_ms, _rest_ms(opened.taken.picture, look, timing)))
    if settling and opened.rolled_since and _has_arrived(play.picture, opened.taken.picture, look):
        passing = _may_be_passing(opened.candidates, opened.before, look)
        return Verdict(Meaning.CLOSE, timing.passing_ms if passing else timing.put_ms)
    return None


def _is_asked_for(goal: Picture, start: Picture, look: Look) -> bool:
    """Whether all that changed since `start` is on the way to `goal`."""
    return not (look.picture ^ start) & look.mask & ~(start ^ goal)


def _has_arrived(goal: Picture, start: Picture, look: Look) -> bool:
    """Whether a figure stands on a space that was empty and that `goal` wants taken."""
    return bool(look.picture & ~start & goal & look.mask)


def _rest_ms(origin: Picture, look: Look, timing: Timing) -> float:
    """A put edge tells that a figure stands; without one it may still be in the air."""
    return timing.put_ms if look.picture & ~origin & look.mask else timing.lift_ms


def _wait_ms(
    fitting: tuple[Candidate, ...], play: Play, look: Look, timing: Timing, opened: OpenEvent | None = None
) -> float:
    """How long a picture that fits must stay; `opened`: the event that it would replace."""
    wait_ms = _rest_ms(opened.taken.picture if opened else play.picture, look, timing)
    passing = _may_be_passing(play.candidates, play.picture, look)
    if opened and opened.rolled_since and wait_ms > timing.put_ms:
        # More likely the next player has picked up the wrong figure.
        wait_ms = timing.undo_ms
    if passing or (opened and _may_be_passing(opened.candidates, opened.before, look)):
        wait_ms = max(wait_ms, timing.passing_ms)
    return max(wait_ms, *(_sureness_ms(candidate, timing) for candidate in fitting))


def _may_be_passing(candidates: tuple[Candidate, ...], before: Picture, look: Look) -> bool:
    """Whether the board could be on its way to another outcome."""
    return any(candidate.may_pass(before, look.picture, look.mask) for candidate in candidates)


def _sureness_ms(candidate: Candidate, timing: Timing) -> float:
    """How sure one has to be of a candidate, given what hangs on it."""
    outcome = candidate.outcome
    if outcome.state.phase == OVER:
        return timing.undo_ms  # the board cannot change it any more once it agrees with the end
    if outcome.state.phase == PLACING and outcome.after_action is not outcome.state:
        return timing.lift_ms  # the screen turns to a new round
    return 0.0
