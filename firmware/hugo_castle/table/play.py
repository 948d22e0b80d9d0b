"""One game as it is played: the position, how it came about, and what can still be changed of it.

The history is a linked list that shares its tail, so that a step forward or back costs the same however long
the game is. Everything here is a value; the session compares two of them to see what has to be journaled.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from hugo_castle.rules import ROLLING, Event, Face, Game, Roll, RulesError, State, apply, new_state
from hugo_castle.rules.facts import Fact
from hugo_castle.table.candidates import Candidate, candidates
from hugo_castle.table.pictures import Picture, picture_of

MOST_RIVALS = 4


class Step(NamedTuple):
    """One event of the history: `number` counts from 1, `before` is the position that it was applied to."""

    number: int
    event: Event
    before: State
    earlier: "Step | None"


class OpenEvent(NamedTuple):
    """The move (or placing) taken last, which the board may still replace or take back (contract 4).

    `step` is its place in the history; `rolled_since`: a roll was thrown since, so that it can be replaced only.
    """

    step: Step
    before: Picture
    taken: Candidate
    candidates: tuple[Candidate, ...]
    rolled_since: bool = False


@dataclass(frozen=True, slots=True)
class Play:
    """A game in progress.

    `standing`: faces that were thrown before something was taken back; they are never thrown again, but apply in
    order as soon as a roll is due. `news`: what the last event did (with the rolls that stood and followed at once),
    and `after_action` the position that it led to before a new round, if any. `candidates`: what a hand may do now;
    `picture`: what the board shows when it is as the state says. `rivals`: other games that the same pictures could
    have meant, while a figure was in the air when the next die was thrown; what the board shows next tells.
    """

    state: State
    last: Step | None = None
    standing: tuple[Face, ...] = ()
    open: OpenEvent | None = None
    news: tuple[Fact, ...] = ()
    after_action: State | None = None
    candidates: tuple[Candidate, ...] = field(default=(), compare=False)
    picture: Picture = field(default=0, compare=False)
    rivals: "tuple[Play, ...]" = field(default=(), compare=False)

    @property
    def length(self) -> int:
        """How many events the game has."""
        return self.last.number if self.last else 0


def begin(game: Game) -> Play:
    """A new game, nothing placed yet."""
    return _ready(Play(new_state(game)))


def restore(game: Game, events: Iterable[Event], standing: Sequence[Face]) -> tuple[Play, RulesError | None]:
    """The game that a journal holds.

    When an event cannot be applied the game ends before it, and the error is returned beside it.
    """
    play = begin(game)
    for event in events:
        try:
            play = _push(play, event)
        except RulesError as exc:
            return _ready(play), exc
    return _ready(replace(play, standing=tuple(standing))), None


def roll(play: Play, face: Face) -> Play:
    """The die was thrown."""
    opened = play.open._replace(rolled_since=True) if play.open else None
    rivals = tuple(replace(rival, standing=(*rival.standing, face)) for rival in play.rivals)
    return _ready(replace(_push(play, Roll(face)), open=opened, rivals=rivals))


def take(play: Play, candidate: Candidate, rivals: "tuple[Play, ...]" = ()) -> Play:
    """A candidate was seen or confirmed: it is applied and stays open; rolls that stand follow."""
    taken = _push(play, candidate.event)
    assert taken.last is not None
    opened = OpenEvent(taken.last, play.picture, candidate, play.candidates)
    return _with_standing(replace(taken, open=opened, rivals=rivals))


def replace_open(play: Play, candidate: Candidate) -> Play:
    """Another candidate was made instead of the open one; rolls thrown since stand (a walk is worked out anew).

    After such a roll the game as it was becomes a rival: perhaps nobody changed his mind, and it is only the next
    player who has the wrong figure in hand.
    """
    assert play.open is not None
    replaced = take(_back_to(play, play.open.step), candidate)
    if not play.open.rolled_since:
        return replaced
    others = [rival for rival in (*play.rivals, without_rivals(play)) if rival.state != replaced.state]
    return replace(replaced, rivals=tuple(others[-MOST_RIVALS:]))


def without_rivals(play: Play) -> Play:
    """This game for certain."""
    return replace(play, rivals=())


def also_possible(play: Play, candidates: Iterable[Candidate]) -> "tuple[Play, ...]":
    """The games in which one of these was made instead of the open event, which was followed by a roll."""
    if play.open is None or not play.open.rolled_since:
        return ()
    return tuple(without_rivals(replace_open(play, candidate)) for candidate in candidates)


def take_back(play: Play) -> Play:
    """The last move or placing never happened; rolls thrown since stand. Unchanged when there is none."""
    step = last_by_hand(play)
    return play if step is None else _back_to(play, step)


def close(play: Play, rivals: "tuple[Play, ...] | None" = None) -> Play:
    """The open event cannot be changed by the board any more; `rivals`: unless it was one of these games."""
    return replace(play, open=None, rivals=play.rivals if rivals is None else rivals)


def last_by_hand(play: Play) -> Step | None:
    """The last move or placing, which a take-back would undo."""
    step = play.last
    while step is not None and isinstance(step.event, Roll):
        step = step.earlier
    return step


def events_after(play: Play, earlier: Play | None) -> tuple[int, tuple[Event, ...]]:
    """How many events of `earlier` still hold in `play`, and those that `play` has after them."""
    new, old = play.last, earlier.last if earlier else None
    events = []
    while new is not old:
        if old is None or (new is not None and new.number > old.number):
            assert new is not None
            events.append(new.event)
            new = new.earlier
        elif new is None or old.number > new.number:
            old = old.earlier
        else:
            events.append(new.event)
            new, old = new.earlier, old.earlier
    return (new.number if new else 0), tuple(reversed(events))


def _push(play: Play, event: Event) -> Play:
    outcome = apply(play.state, event)
    step = Step(play.length + 1, event, play.state, play.last)
    return Play(outcome.state, step, play.standing, None, outcome.facts, outcome.after_action)


def _ready(play: Play) -> Play:
    """`play` with what a hand may do now."""
    return replace(play, candidates=candidates(play.state), picture=picture_of(play.state))


def _back_to(play: Play, target: Step) -> Play:
    """The position before `target`; the rolls after it stand."""
    standing = list(play.standing)
    step = play.last
    while step is not None and step is not target:
        if isinstance(step.event, Roll):
            standing.insert(0, step.event.face)
        step = step.earlier
    return _ready(Play(target.before, target.earlier, tuple(standing)))


def _with_standing(play: Play) -> Play:
    """The rolls that stand follow at once; what they did is told together with what came before."""
    while play.standing and play.state.phase == ROLLING:
        face, *rest = play.standing
        rolled = roll(replace(play, standing=tuple(rest)), face)
        play = replace(rolled, news=play.news + rolled.news)
    return _ready(play)
