"""From a board that differs to the next thing to do with the hands, with the figure's name where it can be known."""

from collections.abc import Iterable
from typing import NamedTuple

from hugo_castle.rules import State
from hugo_castle.rules.board import Space
from hugo_castle.rules.facts import Captured, Expelled, Fact, Moved, Placed, Rolled, RoundEnded, Walked
from hugo_castle.table.candidates import Candidate
from hugo_castle.table.pictures import Picture, picture_of, spaces_in
from hugo_castle.table.prompts import HUGO_FIGURE, Instruction


class Goal(NamedTuple):
    """How the board should look, and the moves of figures that were to bring it there."""

    state: State
    errands: tuple[Instruction, ...]


def goal_after(state: State, news: Iterable[Fact], after_action: State | None = None) -> Goal:
    """The goal once `news` have led to `state`; `after_action` is the position before a new round, if any."""
    return Goal(state, tuple(_errands(state, news, after_action)))


def _errands(state: State, news: Iterable[Fact], after_action: State | None) -> list[Instruction]:
    """One errand for each figure that moves, in the order in which hands do it best: Hugo first."""
    errands: list[Instruction] = []
    facts = list(news)
    rolls = [number for number, fact in enumerate(facts) if isinstance(fact, Rolled)]
    if rolls:
        # What was moved before a roll that stood is on the board already.
        facts = facts[rolls[0] :]
    if any(isinstance(fact, Moved) for fact in facts):
        # A move that ended the round has been made already when the new round asks for the board.
        facts = [fact for fact in facts if isinstance(fact, RoundEnded)] or facts
    for fact in facts:
        for errand in _errands_of(fact, state, after_action):
            _add(errands, errand)
    return sorted(errands, key=lambda errand: errand.figures != (HUGO_FIGURE,))


def _errands_of(fact: Fact, state: State, after_action: State | None) -> list[Instruction]:
    if isinstance(fact, Placed):
        return [Instruction((fact.player,), fact.source, fact.space)]
    if isinstance(fact, Moved):
        return [Instruction((fact.player,), fact.source, fact.target)]
    if isinstance(fact, Expelled):
        return [Instruction((fact.player,), fact.room, fact.door)]
    if isinstance(fact, Captured):
        return [Instruction(fact.players, fact.space, fact.step)]
    if isinstance(fact, Walked):
        return [Instruction((HUGO_FIGURE,), fact.source, fact.path[-1])]
    if isinstance(fact, RoundEnded):
        return _errands_of_round(fact, state, after_action)
    return []


def _errands_of_round(fact: RoundEnded, state: State, after_action: State | None) -> list[Instruction]:
    board = state.game.board
    errands = [Instruction((player,), space, board.top_step) for player, space in fact.left_outside]
    if fact.first is None or after_action is None:
        return errands
    for player, guests in enumerate(after_action.guests):
        rooms = [space for space in guests if board.is_room(space)]
        errands += [Instruction((player,), space, board.room(space).door) for space in rooms]
    return [Instruction((HUGO_FIGURE,), after_action.hugo, board.bottom_step), *errands]


def _add(errands: list[Instruction], errand: Instruction) -> None:
    """Whoever is on the way already (caught where it had just been put) goes to the last place at once."""
    for number, earlier in enumerate(errands):
        if earlier.figures == errand.figures and earlier.target == errand.source:
            errands[number] = earlier._replace(target=errand.target)
            return
    errands.append(errand)


def instructions(goal: Goal, now: Picture, mask: Picture) -> tuple[Instruction, ...]:
    """What is left to do until the board shows the goal, best thing first.

    `now`: the picture, `mask`: the spaces that can be seen. Errands that no sensor can tell come last, and stay.
    """
    wanted = picture_of(goal.state)
    all_missing, all_extra = missing, extra = wanted & ~now & mask, now & ~wanted & mask
    left, unseen = [], []
    for errand in goal.errands:
        source, target = _bit(errand.source), _bit(errand.target)
        if source & all_extra or target & all_missing:
            # Several may leave one space, or go to one: none of them is done before the sensor says so.
            left.append(errand)
            missing, extra = missing & ~target, extra & ~source
        elif not source & mask & ~wanted and not _is_told_by_target(goal.state, errand, mask):
            unseen.append(errand)
    lost, strays = spaces_in(missing), spaces_in(extra)
    adrift = [errand for errand in left if not _bit(errand.source) & all_extra]
    if not lost and len(strays) == len(adrift) == 1:
        # The figure has left its space, and stands where none should.
        left[left.index(adrift[0])] = adrift[0]._replace(source=strays[0])
        strays = ()
    if len(lost) == len(strays) == 1:
        return (*left, Instruction(_standing_on(goal.state, lost[0]), strays[0], lost[0]), *unseen)
    left += [Instruction(_standing_on(goal.state, space), None, space) for space in lost]
    left += [Instruction((), space, None) for space in strays]
    return (*left, *unseen)


def _is_told_by_target(state: State, errand: Instruction, mask: Picture) -> bool:
    """Whether the target's sensor tells that this errand is done: nobody else stands there."""
    if errand.target is None or not mask >> errand.target & 1:
        return False
    return len(_standing_on(state, errand.target)) == len(errand.figures)


def _bit(space: Space | None) -> Picture:
    return 0 if space is None else 1 << space


def _standing_on(state: State, space: Space) -> tuple[int, ...]:
    players = tuple(player for player, guests in enumerate(state.guests) for at in guests if at == space)
    return (HUGO_FIGURE, *players) if state.hugo == space else players


def nearest(candidates: tuple[Candidate, ...], before: Picture, now: Picture, mask: Picture) -> Candidate:
    """The candidate that the board is most likely on its way to: one that it may pass through, with least to do."""
    return min(
        candidates,
        key=lambda candidate: (
            not candidate.may_pass(before, now, mask),
            ((candidate.picture ^ now) & mask).bit_count(),
        ),
    )
