"""What a picture of the board means: the whole picture decides, edges only tell how long to wait (DESIGN.md).

`judge` says what would follow if the picture stayed as it is, and after how long. It knows no clock.
"""

from enum import Enum, auto
from typing import NamedTuple

from hugo_castle.rules import MOVING, OVER, PLACING
from hugo_castle.table.candidates import Candidate
from hugo_castle.table.pictures import Picture, picture_of
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
    TAKE_BACK = auto()  # the open event was undone
    CLOSE = auto()  # a walk is being set: the event before it is settled
    DIFFERS = auto()  # it fits nothing


class Verdict(NamedTuple):
    """A meaning, the time that the picture must have stayed for it, and the candidates concerned."""

    meaning: Meaning
    wait_ms: float = 0.0
    candidates: tuple[Candidate, ...] = ()


class Look(NamedTuple):
    """What is looked at: the picture, the spaces that count (`mask`), and whether it changed since the last event."""

    picture: Picture
    mask: Picture
    touched: bool

    def shows(self, picture: Picture) -> bool:
        """Whether the board looks like `picture`, as far as one can see."""
        return not (self.picture ^ picture) & self.mask


def judge(play: Play, look: Look, timing: Timing, *, settling: bool) -> Verdict:
    """The meaning of the present picture; `settling`: the board is being put as a walk, round or start wants it."""
    expected = picture_of(play.state)
    if look.shows(expected):
        # A figure that slides over its place on the way must not end a settle.
        return Verdict(Meaning.AGREES, timing.put_ms)
    if look.touched and not settling:
        fitting = fits(play.candidates, look)
        if fitting:
            meaning = Meaning.TAKE if len(fitting) == 1 else Meaning.ASK
            return Verdict(meaning, _wait_ms(fitting, play.candidates, expected, look, timing), fitting)
    if look.touched and play.open is not None:
        verdict = _judge_open(play, play.open, expected, look, timing, settling=settling)
        if verdict is not None:
            return verdict
    return Verdict(Meaning.DIFFERS, timing.guide_ms if play.state.phase == MOVING else timing.fix_ms)


def fits(candidates: tuple[Candidate, ...], look: Look) -> tuple[Candidate, ...]:
    """Those whose picture the board shows."""
    return tuple(candidate for candidate in candidates if look.shows(candidate.picture))


def _judge_open(
    play: Play, opened: OpenEvent, expected: Picture, look: Look, timing: Timing, *, settling: bool
) -> Verdict | None:
    """What the picture means for the event taken last, which the board may still change; None: nothing."""
    if look.shows(opened.taken.picture):
        return Verdict(Meaning.NOTHING)
    others = tuple(candidate for candidate in opened.candidates if candidate is not opened.taken)
    fitting = fits(others, look)
    origin = opened.taken.picture
    if fitting:
        meaning = Meaning.REPLACE if len(fitting) == 1 else Meaning.ASK_REPLACE
        return Verdict(meaning, _wait_ms(fitting, opened.candidates, opened.before, look, timing, origin), fitting)
    if look.shows(opened.before):
        if opened.rolled_since:
            return None
        return Verdict(Meaning.TAKE_BACK, _rest_ms(origin, look, timing))
    if settling and opened.rolled_since and _is_step_towards(expected, opened.taken.picture, look):
        return Verdict(Meaning.CLOSE, timing.put_ms)
    return None


def _is_step_towards(goal: Picture, start: Picture, look: Look) -> bool:
    """Whether a space that had to change shows its new level already."""
    return bool((look.picture ^ start) & (start ^ goal) & look.mask)


def _rest_ms(origin: Picture, look: Look, timing: Timing) -> float:
    """A put edge tells that a figure stands; without one it may still be in the air."""
    return timing.put_ms if look.picture & ~origin & look.mask else timing.lift_ms


def _wait_ms(
    fitting: tuple[Candidate, ...],
    candidates: tuple[Candidate, ...],
    before: Picture,
    look: Look,
    timing: Timing,
    origin: Picture | None = None,
) -> float:
    """How long a picture that fits must stay; `before`: the position's, `origin`: that from which hands started."""
    wait_ms = _rest_ms(before if origin is None else origin, look, timing)
    if any(candidate.may_pass(before, look.picture, look.mask) for candidate in candidates):
        wait_ms = max(wait_ms, timing.passing_ms)
    if any(_ends(candidate) for candidate in fitting):
        # The end of a game cannot be changed by the board once it agrees, so be sure.
        wait_ms = max(wait_ms, timing.lift_ms)
    return wait_ms


def _ends(candidate: Candidate) -> bool:
    outcome = candidate.outcome
    started_round = outcome.state.phase == PLACING and outcome.after_action is not outcome.state
    return outcome.state.phase == OVER or started_round
