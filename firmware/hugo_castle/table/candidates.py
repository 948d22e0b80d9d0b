"""What the board may show next: every legal move or placing with the picture that it leads to."""

from typing import NamedTuple

from hugo_castle.rules import MOVING, PLACING, Move, Outcome, Place, State, apply, free_spaces, legal_moves
from hugo_castle.rules.facts import Captured, Expelled, Moved, Placed
from hugo_castle.table.pictures import Picture, bits, picture_of


class Candidate(NamedTuple):
    """A legal event, and how the board looks on the way to it.

    `picture`: the whole board after it and its consequences (before a new round rearranges it).
    `lifts`: spaces that figures leave. `path`: spaces that the moved figure rests on, be it only while it is counted
    along. `follow_ups`: where expelled and captured figures are put. `vacated`: the mover's space, if it ends empty.
    """

    event: Move | Place
    outcome: Outcome
    picture: Picture
    lifts: Picture
    path: Picture
    follow_ups: Picture
    vacated: Picture

    def is_begun(self, before: Picture, now: Picture, mask: Picture) -> bool:
        """Whether a figure of this event has left its space, or all of it is done."""
        return bool(before & ~now & self.lifts & mask) or not (now ^ self.picture) & mask

    def may_pass(self, before: Picture, now: Picture, mask: Picture) -> bool:
        """Whether the board may show `now` on the way from `before` to this candidate's picture.

        Only spaces in `mask` are looked at.
        """
        lifted, put = before & ~now & mask, now & ~before & mask
        if lifted & ~self.lifts or put & ~(self.path | self.follow_ups) or not (now ^ self.picture) & mask:
            return False
        # A figure cannot stand on its way while it is still where it started.
        return not (put & ~self.follow_ups and now & self.vacated & mask)


def candidates(state: State) -> tuple[Candidate, ...]:
    """Every event that a hand can make in this state; none unless it is `placing` or `moving`."""
    if state.phase == MOVING:
        return tuple(_candidate(state, move) for move in legal_moves(state))
    if state.phase == PLACING:
        return tuple(_candidate(state, Place(space)) for space in free_spaces(state))
    return ()


def _candidate(state: State, event: Move | Place) -> Candidate:
    outcome = apply(state, event)
    picture = picture_of(outcome.after_action)
    lifts = path = follow_ups = vacated = 0
    for fact in outcome.facts:
        if isinstance(fact, Moved):
            lifts |= 1 << fact.source
            vacated = 1 << fact.source & ~picture
            path = bits(fact.path)
        elif isinstance(fact, Placed):
            path = 1 << fact.space
            if fact.source is not None:
                lifts |= 1 << fact.source
        elif isinstance(fact, Expelled):
            lifts |= 1 << fact.room
            follow_ups |= 1 << fact.door
        elif isinstance(fact, Captured):
            lifts |= 1 << fact.space
            follow_ups |= 1 << fact.step
    return Candidate(event, outcome, picture, lifts, path, follow_ups, vacated)
