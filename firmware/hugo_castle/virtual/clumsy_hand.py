"""A hand that plays legal games the way people do: it slides, rests, knocks over, picks up the wrong figure, presses.

It knows the rules and what it means to do, and touches the board only through `Table`: figures and the button. All
chance comes from the generator that it is given, so a game can be played again from its seed.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from hugo_castle.rules import (
    OVER,
    PLACING,
    ROLLING,
    Event,
    Face,
    Move,
    Place,
    Roll,
    State,
    apply,
    event_to_json,
    free_spaces,
    legal_moves,
    source_to_place,
)
from hugo_castle.rules.facts import Captured, Expelled, Moved

SEEN_BY_PUT, SEEN_BY_LIFT, UNSEEN = "put", "lift", "unseen"


class Table(Protocol):
    """A castle board that a hand can play on; times in milliseconds of the board's own clock."""

    def put(self, space: str) -> None: ...
    def lift(self, space: str) -> None: ...
    def button(self, down: bool) -> None: ...
    def wait(self, ms: float) -> None: ...
    def look(self) -> tuple[dict[str, Any] | None, dict[str, Any]]:
        """The state (contract 3; None at `setup`) and the prompt (contract 4)."""

    def thrown(self) -> Sequence[Face]:
        """All faces thrown in this game so far."""

    def recorded(self) -> Sequence[dict[str, Any]]:
        """The events that stand (contract 2)."""

    def taken_ms(self) -> float:
        """When the last event was taken."""

    @property
    def now_ms(self) -> float: ...


@dataclass(frozen=True, slots=True)
class Habits:
    """How clumsy people are: probabilities for each event unless said otherwise."""

    bounce: float = 0.3  # a contact bounces, for each put and lift
    chatter: float = 0.02  # a figure stands badly and flickers 100 times a second for a while
    weak: float = 0.02  # a weak magnet: the space goes off and on a few times within 2 s
    slide: float = 0.25  # the figure is slid along the spaces, or counted along with rests
    wrong_figure: float = 0.08  # another figure is lifted first and put back
    wrong_space: float = 0.08  # it is set on a wrong space and corrected
    early_follow_up: float = 0.25  # expelled and captured figures go before the moved one
    late_follow_up: float = 0.15  # they are forgotten for some seconds
    together: float = 0.3  # several figures are in the air at once
    press_early: float = 0.05  # somebody presses while figures are in the air
    double_press: float = 0.06
    long_press: float = 0.01
    straighten: float = 0.15  # figures are straightened between turns
    knock_over: float = 0.03  # three figures fall and are put back
    second_thought: float = 0.04  # a move is taken back by hand and another one made

    def scaled(self, factor: float) -> "Habits":
        """All probabilities times `factor` (0: neat hands)."""
        return Habits(*(min(0.9, factor * getattr(self, name)) for name in self.__slots__))


class WrongRecord(AssertionError):
    """The board recorded something else than what the hand did."""


class Stuck(AssertionError):
    """The game does not go on whatever the hand does."""


class Sample(NamedTuple):
    """One move or placing as the board took it."""

    seen_by: str  # SEEN_BY_PUT, SEEN_BY_LIFT or UNSEEN
    presses: int
    chosen: bool  # a list had to be answered
    delay_ms: float  # from the last figure's coming to rest to the move being taken
    is_move: bool


class ClumsyHand:
    """Plays one game. `state` is the true position, `figures` the true board, `record` what was really done.

    attentive: it sees when the board has taken something else, and takes that back from the menu. Where sensors are
    dead this is the only way; where they work it may never be needed, so that there it counts as a wrong record.
    """

    def __init__(
        self, table: Table, state: State, rng: random.Random, habits: Habits, *, attentive: bool = False
    ) -> None:
        self._attentive = attentive
        self.table = table
        self.state = state
        self.rng = rng
        self.habits = habits
        self.names = state.game.board.names
        self.figures: Counter[str] = Counter()
        self.record: list[Event] = []
        self.samples: list[Sample] = []
        self._rolls_seen = 0
        self._presses = 0
        self._chosen = False
        self._rest_ms = 0.0

    def play(self) -> None:
        """To the end of the game.

        Raises WrongRecord or Stuck.
        """
        while self.state.phase != OVER:
            self._turn()
        self._get_to({"over"})
        self._check_record(len(self.record))

    def _turn(self) -> None:
        done = len(self.record)
        if self.state.phase == ROLLING:
            self._get_to({"roll", "move"})
            self._arrange()  # where no sensor asks for it, the screen has told
            self._maybe_fidget()
            self._roll()
        else:
            before = self.state
            self._place() if before.phase == PLACING else self._move()
            self._until_taken(before)
            # What stands of everything before is final once this figure has been moved.
            self._check_record(done)
        self._follow_rolls()

    # Rolling ---------------------------------------------------------------------------------------

    def _roll(self) -> None:
        for _ in range(60):
            self._follow_rolls()
            if self.state.phase != ROLLING:
                return
            self._get_to({"roll", "move"})
            if self.table.look()[1]["kind"] == "roll":
                self._press()
                if self._happens(self.habits.double_press):
                    self.table.wait(self.rng.uniform(60, 300))
                    self._press()
            else:
                self.table.wait(400)
        raise Stuck(f"the die cannot be thrown: {self.table.look()}")

    def _follow_rolls(self) -> None:
        """Faces that were thrown count in order, also those that somebody threw too early."""
        thrown = self.table.thrown()
        while self.state.phase == ROLLING and self._rolls_seen < len(thrown):
            self._apply(Roll(thrown[self._rolls_seen]))
            self._rolls_seen += 1

    def _apply(self, event: Event) -> None:
        self.state = apply(self.state, event).state
        self.record.append(event)

    # Placing and moving ------------------------------------------------------------------------------

    def _place(self) -> None:
        self._get_to({"place"})
        self._arrange()
        before, source = self.state, source_to_place(self.state)
        space = self.rng.choice(free_spaces(before))
        self._apply(Place(space))
        self._carry(None if source is None else self.names[source], self.names[space], self._wrong_free(before))
        self._arrange()

    def _wrong_free(self, state: State) -> list[str]:
        return [self.names[space] for space in free_spaces(state)]

    def _move(self) -> None:
        self._get_to({"move", "roll", "over"})  # a second press may have been taken for a move that nobody made
        self._arrange()
        before = self.state
        moves = legal_moves(before)
        if len(moves) > 1 and self._happens(self.habits.second_thought):
            self._make(self.rng.choice(moves))
            self._pause(200, 4000)
            self._back_to(before)
        move = self.rng.choice(moves)
        after_action = apply(before, move).after_action
        self._make(move)
        self._apply(move)
        self._arrange(figures_of(after_action))

    def _make(self, move: Move) -> None:
        """Hands carry out a move and what follows from it, one way or another."""
        facts = apply(self.state, move).facts
        errands = [(self.names[move.source], self.names[move.target])]
        for fact in facts:
            if isinstance(fact, Expelled):
                errands.append((self.names[fact.room], self.names[fact.door]))
            elif isinstance(fact, Captured):
                errands += [(self.names[fact.space], self.names[fact.step])] * len(fact.players)
        path = next([self.names[space] for space in fact.path] for fact in facts if isinstance(fact, Moved))
        if self._happens(self.habits.wrong_figure):
            self._lift_wrong(self.names[move.source])
        if len(errands) > 1 and self._happens(self.habits.early_follow_up):
            for source, target in errands[1:]:
                if self.figures[source]:
                    self._carry(source, target)
            self._carry(*errands[0], path=path[:-1])
            return
        self._carry(*errands[0], wrong=[self.names[space] for space in free_spaces(self.state)], path=path[:-1])
        for source, target in errands[1:]:
            if self._happens(self.habits.late_follow_up):
                self._pause(1000, 6000)
            if self.figures[source]:
                self._carry(source, target)

    def _back_to(self, state: State) -> None:
        """Second thoughts: everything as it stood before the move."""
        self._arrange(figures_of(state))
        self._pause(600, 3500)

    def _lift_wrong(self, but: str) -> None:
        others = [space for space in self.figures if space != but]
        if others:
            space = self.rng.choice(sorted(others))
            self._lift(space)
            self._pause(150, 2600)
            self._put(space)
            self._pause(50, 800)

    def _carry(self, source: str | None, target: str, wrong: Sequence[str] = (), path: Sequence[str] = ()) -> None:
        """One figure goes from space (or hand) to space, perhaps over others, perhaps to a wrong one first."""
        if source is not None:
            self._lift(source)
            self._pause(80, 900)
        if self._happens(self.habits.press_early):
            self._press()
        if path and self._happens(self.habits.slide):
            self._slide(path)
        if wrong and self._happens(self.habits.wrong_space):
            space = self.rng.choice(list(wrong))
            self._put(space)
            self._pause(300, 4000)
            self._lift(space)
            self._pause(80, 700)
        self._put(target)

    def _slide(self, path: Sequence[str]) -> None:
        """Along the spaces, touching each for a moment or resting on each while counting."""
        rest_ms = self.rng.choice([30, 80, 150, 250, 400])
        for space in path:
            self._put(space, steady=False)
            self.table.wait(rest_ms * self.rng.uniform(0.6, 1.2))
            self._lift(space, steady=False)
            self.table.wait(self.rng.uniform(10, 200))

    def _arrange(self, wanted: Counter[str] | None = None) -> None:
        """Figures go to where they belong, in any order, some of them together."""
        wanted = figures_of(self.state) if wanted is None else wanted
        lifts = sorted((self.figures - wanted).elements())
        puts = sorted((wanted - self.figures).elements())
        self.rng.shuffle(lifts)
        self.rng.shuffle(puts)
        while lifts or puts:
            count = 3 if self._happens(self.habits.together) else 1
            for space in lifts[:count]:
                self._lift(space)
                self._pause(50, 500)
            for space in puts[: count if lifts else len(puts)]:
                self._put(space)
                self._pause(50, 600)
            puts = puts[count if lifts else len(puts) :]
            lifts = lifts[count:]

    # Fidgeting -----------------------------------------------------------------------------------------

    def _maybe_fidget(self) -> None:
        if self._happens(self.habits.straighten):
            for space in self._some_figures(self.rng.randint(1, 3)):
                self._lift(space)
                self._pause(60, 1200)
                self._put(space)
                self._pause(50, 600)
        if self._happens(self.habits.knock_over):
            fallen = self._some_figures(3)
            for space in fallen:
                self._lift(space)
                self.table.wait(self.rng.uniform(5, 60))
            self._pause(500, 3000)
            for space in self.rng.sample(fallen, len(fallen)):
                self._put(space)
                self._pause(100, 1000)

    def _some_figures(self, count: int) -> list[str]:
        spaces = sorted(self.figures)
        return self.rng.sample(spaces, min(count, len(spaces)))

    # Waiting for the board to see it ---------------------------------------------------------------

    def _until_taken(self, before: State) -> None:
        """Wait for what was done to be taken; press when the screen goes on asking, answer lists."""
        rest_ms = self._rest_ms
        self._presses, self._chosen = 0, False
        for _ in range(40):
            self._wait_for_truth(3200)
            if self._is_recorded():
                self._note(before, rest_ms)
                return
            _, prompt = self.table.look()
            if prompt["kind"] == "roll" and not self._attentive:
                return  # something else was recorded, but nobody looks: the next figure must put it right
            self._answer(prompt)
        raise Stuck(f"{self._said(self.record[-1])} is not taken: {self.table.look()}")

    def _wait_for_truth(self, ms: float) -> None:
        until_ms = self.table.now_ms + ms
        while self.table.now_ms < until_ms and not self._is_recorded():
            self.table.wait(50)

    def _is_recorded(self) -> bool:
        recorded, events = self.table.recorded(), self.record
        if self._attentive:
            return self._right_events() == len(events)
        return len(recorded) >= len(events) and recorded[len(events) - 1] == self._said(events[-1])

    def _right_events(self) -> int:
        """How many events, from the first, are recorded as they were done."""
        pairs = zip(self.table.recorded(), self.record, strict=False)
        return next((at for at, pair in enumerate(pairs) if pair[0] != self._said(pair[1])), self._comparable())

    def _comparable(self) -> int:
        return min(len(self.table.recorded()), len(self.record))

    def _note(self, before: State, rest_ms: float) -> None:
        event = self.record[-1]
        seen_by = seen(before, event)
        delay_ms = self.table.taken_ms() - rest_ms
        self.samples.append(Sample(seen_by, self._presses, self._chosen, delay_ms, isinstance(event, Move)))

    def _answer(self, prompt: dict[str, Any]) -> None:
        """What a person does who has moved and sees that the board still asks something."""
        kind = prompt["kind"]
        is_wrong = len(self.table.recorded()) > self._right_events()
        if kind == "over" or (self._attentive and is_wrong and kind in ("fix", "roll", "place", "move")):
            self._take_back()
        elif kind in ("move", "place"):
            self._press()
        elif kind == "choose":
            self._choose(prompt)
        elif kind in ("fix", "settle"):
            self._put_right()
        elif kind == "menu":
            self._leave(prompt)

    def _choose(self, prompt: dict[str, Any]) -> None:
        """Tap to what was done, and hold; back where it is not in the list."""
        self._chosen = True
        options = prompt["options"]
        wanted = self._wanted_option(options)
        for _ in range(3 * len(options)):
            _, prompt = self.table.look()
            if prompt["kind"] != "choose" or prompt["options"] != options:
                return
            if prompt["index"] == wanted:
                self._hold()
                return
            self._press(steady=True)

    def _take_back(self) -> None:
        """Something else was recorded (somebody pressed too early, a sensor is dead): the menu takes it back."""
        self._press_for(3300)
        for _ in range(20):
            _, prompt = self.table.look()
            if prompt["kind"] != "menu":
                return
            if prompt["options"][prompt["index"]] == "take-back":
                self._hold()
            else:
                self._press(steady=True)

    def _leave(self, prompt: dict[str, Any]) -> None:
        """Out of a menu that nobody wanted: its first option goes on."""
        if prompt["index"] == 0:
            self._hold()
        else:
            self._press(steady=True)

    def _wanted_option(self, options: list[Any]) -> int:
        if "accept" in options:
            return options.index("accept")
        number = self._right_events()
        if number < len(self.record):
            said = self._said(self.record[number])
            option = said.get("move", said.get("place"))
            if option in options:
                return options.index(option)
        return options.index("back")

    def _put_right(self) -> None:
        """Look whether everything stands as it should; if it does, tell the board so."""
        if self.figures != figures_of(self.state):
            self._arrange()
            self.table.wait(600)
        else:
            self.table.wait(2500)
            if self.table.look()[1]["kind"] in ("fix", "settle"):
                self._hold()

    def _get_to(self, kinds: set[str]) -> None:
        """Do whatever the board asks for until it asks for one of `kinds`, or a throw that was seen late leads on."""
        phase = self.state.phase
        for _ in range(60):
            if self.state.phase != phase:
                return
            _, prompt = self.table.look()
            if prompt["kind"] in kinds:
                return
            if prompt["kind"] in ("settle", "fix"):
                self._put_right()
            elif prompt["kind"] == "choose":
                self._choose(prompt)
            elif prompt["kind"] in ("menu", "resume"):
                self._leave(prompt)
            else:
                self.table.wait(400)
                self._follow_rolls()
        raise Stuck(f"waited for {sorted(kinds)}: {self.table.look()}")

    def _check_record(self, count: int) -> None:
        recorded = list(self.table.recorded()[:count])
        done = [self._said(event) for event in self.record[:count]]
        if recorded != done:
            at = next((at for at, pair in enumerate(zip(recorded, done, strict=False)) if pair[0] != pair[1]), -1)
            raise WrongRecord(f"event {at + 1}: done {done[at : at + 1]}, recorded {recorded[at : at + 1]}")

    def _said(self, event: Event) -> dict[str, Any]:
        return event_to_json(self.state.game.board, event)

    # Fingers -------------------------------------------------------------------------------------------

    def _happens(self, probability: float) -> bool:
        return self.rng.random() < probability

    def _pause(self, least_ms: float, most_ms: float) -> None:
        self.table.wait(self.rng.uniform(least_ms, most_ms))

    def _put(self, space: str, *, steady: bool = True) -> None:
        self.figures[space] += 1
        if self.figures[space] == 1:
            self._bounce(space, ends_on=True)
            if steady and self._happens(self.habits.chatter):
                self._flicker(space, self.rng.randint(10, 60), 5, 5)
            elif steady and self._happens(self.habits.weak):
                self._flicker(space, self.rng.randint(2, 5), 80, 400)
        else:
            self.table.put(space)
        self._rest_ms = self.table.now_ms

    def _lift(self, space: str, *, steady: bool = True) -> None:
        assert self.figures[space] > 0, f"the hand lifts from {space}, where nothing stands"
        self.figures[space] -= 1
        if not self.figures[space]:
            del self.figures[space]
            self._bounce(space, ends_on=False)
        else:
            self.table.lift(space)
        self._rest_ms = self.table.now_ms

    def _bounce(self, space: str, *, ends_on: bool) -> None:
        first, then = (self.table.put, self.table.lift) if ends_on else (self.table.lift, self.table.put)
        if self._happens(self.habits.bounce):
            for _ in range(self.rng.randint(1, 3)):
                first(space)
                self.table.wait(self.rng.uniform(0.3, 4))
                then(space)
                self.table.wait(self.rng.uniform(0.3, 4))
        first(space)

    def _flicker(self, space: str, times: int, off_ms: float, on_ms: float) -> None:
        for _ in range(times):
            self.table.wait(on_ms * self.rng.uniform(0.7, 1.3))
            self.table.lift(space)
            self.table.wait(off_ms * self.rng.uniform(0.7, 1.3))
            self.table.put(space)

    def _press(self, *, steady: bool = False) -> None:
        self._presses += 1
        if not steady and self._happens(self.habits.long_press):
            self._press_for(self.rng.uniform(3200, 4000))
        else:
            self._press_for(self.rng.uniform(60, 450))

    def _hold(self) -> None:
        self._presses += 1
        self._press_for(self.rng.uniform(750, 1800))

    def _press_for(self, ms: float) -> None:
        self.table.button(True)
        self.table.wait(ms)
        self.table.button(False)
        self.table.wait(120)


def figures_of(state: State) -> Counter[str]:
    """Where every figure stands in a position, Hugo included."""
    names = state.game.board.names
    figures = Counter(names[space] for guests in state.guests for space in guests)
    figures[names[state.hugo]] += 1
    return figures


def seen(before: State, event: Event) -> str:
    """How sensors can tell that an event was made from `before`."""
    old, new = figures_of(before), figures_of(apply(before, event).after_action)
    if set(new) - set(old):
        return SEEN_BY_PUT
    return SEEN_BY_LIFT if set(old) - set(new) else UNSEEN
