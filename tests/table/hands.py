"""Hands for simulated boards: a good one, which does what the screen says, and a wild one, which does anything."""

import random
from collections import Counter
from collections.abc import Callable

from hugo_castle.rules import Event, event_to_json, state_to_json
from hugo_castle.rules.facts import Captured, Expelled, Moved, Placed
from hugo_castle.table.candidates import Candidate
from hugo_castle.table.play import Play, restore
from hugo_castle.table.prompts import ACCEPT, HUGO_FIGURE, KINDS, WAIT, Instruction
from hugo_castle.table.session import deadline_ms
from table.simulated import SimulatedBoard


class GoodHand:
    """Plays a game to its end from wherever it stands, by what prompt and instruction say and nothing else.

    It knows only what a player can see: the screen, and where figures stand.
    """

    def __init__(self, table: SimulatedBoard, rng: random.Random) -> None:
        self.table = table
        self.rng = rng
        self.refused = 0

    def finish(self, steps: int = 5000) -> None:
        """Play until the game is over; raises AssertionError when that takes more than `steps` actions."""
        self.table.wait(200)
        for _ in range(steps):
            if self.table.kind == "over":
                return
            before = self._position()
            getattr(self, self.table.kind)()
            self.refused = self.refused + 1 if self._position() == before else 0
            assert self.refused < 60, f"no way on: {self.table.prompt} {self.table.view.instruction} {self.table.state}"
        raise AssertionError(f"still not over: {self.table.prompt} {self.table.state}")

    def _position(self) -> object:
        play = self.table.session.play
        return play and (play.length, play.state)

    # What each prompt asks for ----------------------------------------------------------------------

    def setup(self) -> None:
        self.table.hold()

    def resume(self) -> None:
        self.table.hold()

    def menu(self) -> None:
        self.take(0)

    def choose(self) -> None:
        options = self.table.prompt["options"]
        if options == [WAIT, ACCEPT]:
            self.take(1)
        else:
            self.take(0)

    def take(self, option: int) -> None:
        prompt = self.table.prompt
        for _ in range((option - prompt["index"]) % len(prompt["options"])):
            self.table.press()
        self.table.hold()

    def settle(self) -> None:
        """Follow the instruction; when the board cannot be put right, say so."""
        instruction = self.table.view.instruction
        if instruction is not None:
            self.carry_out(instruction)
        self.table.wait(400)
        if self.refused > 25:
            self.table.hold()

    fix = settle

    def place(self) -> None:
        candidate = self.rng.choice(self.table.session.play.candidates)
        self.make(candidate)
        self.table.wait(3000)
        if self.table.kind == "place" and self.refused:
            self.table.press()

    def roll(self) -> None:
        self.table.press()

    def move(self) -> None:
        if self.table.view.instruction is not None and self.refused % 2 and self.refused < 25:
            self.carry_out(self.table.view.instruction)
            self.table.wait(3000)
            return
        self.make(self.rng.choice(self.table.session.play.candidates))
        self.table.wait(3000)
        if self.table.kind == "move":
            self.table.press()

    # Fingers ------------------------------------------------------------------------------------------

    def make(self, candidate: Candidate) -> None:
        """A move or placing with what follows from it, figure by figure."""
        for fact in candidate.outcome.facts:
            if isinstance(fact, Placed):
                self.carry(fact.source, fact.space)
            elif isinstance(fact, Moved):
                self.carry(fact.source, fact.target)
            elif isinstance(fact, Expelled):
                self.carry(fact.room, fact.door)
            elif isinstance(fact, Captured):
                for _ in fact.players:
                    self.carry(fact.space, fact.step)

    def carry_out(self, instruction: Instruction) -> None:
        for _ in range(max(1, len(instruction.figures))):
            self.carry(instruction.source, instruction.target)

    def carry(self, source: int | None, target: int | None) -> None:
        names, figures = self.table.board.names, self.table.figures
        where = names[source] if source is not None and figures[names[source]] else self._where_it_went()
        if where is not None and (source is not None or not in_hand(self.table)):
            self.table.lift(where)
        self.table.wait(self.rng.choice((0, 100, 300, 700)))
        if target is not None and in_hand(self.table):
            self.table.put(names[target])
        self.table.wait(self.rng.choice((0, 100, 300)))

    def _where_it_went(self) -> str | None:
        """A space that holds more figures than it should: there a figure is found that is not where it was said."""
        state, names = self.table.session.state, self.table.board.names
        if in_hand(self.table) or state is None:
            return None
        should = Counter(names[space] for own in state.guests for space in own) + Counter([names[state.hugo]])
        surplus = [space for space in names if self.table.figures[space] > should[space]]
        return self.rng.choice(surplus) if surplus else None


def in_hand(table: SimulatedBoard) -> int:
    """How many of the game's figures stand nowhere on the board; figures never come from nowhere."""
    play = table.session.play
    game = play.state.game if play else None
    return (1 + len(game.players) * game.guests_each if game else 1) - table.figures.total()


class WildHand:
    """Does anything at all, most of it near what a game is like, so that it gets somewhere."""

    def __init__(self, table: SimulatedBoard, rng: random.Random) -> None:
        self.table = table
        self.rng = rng
        self.good = GoodHand(table, rng)

    def act(self) -> str:
        """One action; its name, for the report of a failure."""
        action = self.rng.choice(_ACTIONS)
        action(self)
        return action.__name__

    def put(self) -> None:
        if in_hand(self.table):
            self.table.put(self.rng.choice(self.table.board.names))

    def lift(self) -> None:
        standing = [space for space, count in self.table.figures.items() if count]
        if standing:
            self.table.lift(self.rng.choice(standing))

    def slide(self) -> None:
        standing = [space for space, count in self.table.figures.items() if count]
        if standing:
            self.table.move(self.rng.choice(standing), self.rng.choice(self.table.board.names))

    def tap(self) -> None:
        self.table.press()

    def hold(self) -> None:
        self.table.hold()

    def long(self) -> None:
        self.table.long_press()

    def bounce(self) -> None:
        for _ in range(self.rng.randrange(1, 6)):
            self.table.button(self.rng.random() < 0.5)
            self.table.wait(self.rng.choice((1, 5, 30, 700)))
        self.table.button(False)

    def wait(self) -> None:
        self.table.wait(self.rng.choice((10, 100, 300, 1000, 3000)))

    def lose_sensor(self) -> None:
        self.table.sensor(self.rng.choice(self.table.board.names), None)

    def find_sensors(self) -> None:
        for space in self.table.board.names:
            self.table.sensor(space, self.table.figures[space] > 0)

    def lie(self) -> None:
        """A sensor shows what is not there (until somebody moves a figure on it)."""
        self.table.sensor(self.rng.choice(self.table.board.names), self.rng.random() < 0.5)

    def make_some_move(self) -> None:
        play = self.table.session.play
        if play and play.candidates:
            self.good.make(self.rng.choice(play.candidates))

    def make_another_move(self) -> None:
        play = self.table.session.play
        if play and play.open:
            self.good.make(self.rng.choice(play.open.candidates))

    def do_as_told(self) -> None:
        if self.table.kind != "over":
            getattr(self.good, self.table.kind)()

    def restart(self) -> None:
        self.table.__dict__.update(restarted(self.table).__dict__)


_ACTIONS: tuple[Callable[[WildHand], None], ...] = (
    WildHand.put,
    WildHand.lift,
    WildHand.slide,
    WildHand.tap,
    WildHand.hold,
    WildHand.long,
    WildHand.bounce,
    *(WildHand.wait,) * 3,
    WildHand.lose_sensor,
    *(WildHand.find_sensors,) * 2,
    WildHand.lie,
    *(WildHand.make_some_move,) * 4,
    WildHand.make_another_move,
    *(WildHand.do_as_told,) * 24,
    WildHand.restart,
)


def restarted(table: SimulatedBoard) -> SimulatedBoard:
    """The same board and journal after a power cut."""
    play = table.session.play
    unfinished = None
    if table.begun and not table.finished and play is not None:
        unfinished, error = restore(play.state.game, _history(play), table.standing_faces)
        assert error is None
    again = SimulatedBoard(
        table.session.preset,
        sensors=table.sensors,
        unfinished=unfinished,
        standing=tuple(table.figures.elements()),
        board=table.board,
        timing=table.session.timing,
        chance=table.chance,
    )
    if unfinished is not None:
        again.journal, again.begun, again.standing_faces = table.journal, table.begun, table.standing_faces
    return again


def _history(play: Play) -> list[Event]:
    events, step = [], play.last
    while step is not None:
        events.append(step.event)
        step = step.earlier
    return events[::-1]


def check(table: SimulatedBoard) -> None:
    """What holds at every moment."""
    session, prompt = table.session, table.prompt
    assert prompt["kind"] in KINDS
    if "options" in prompt:
        assert 0 <= prompt["index"] < len(prompt["options"])
    view = table.view
    if prompt["kind"] in ("settle", "fix") and (prompt["missing"] or prompt["extra"]):
        assert view.instruction is not None
    for instruction in (view.instruction, *view.later):
        assert instruction is None or all(HUGO_FIGURE <= figure < 8 for figure in instruction.figures)
    due_ms = deadline_ms(session)
    assert due_ms is None or due_ms > session.now_ms, "it would be woken again and again"
    play = session.play
    if play is None:
        return
    assert table.journal == [event_to_json(table.board, event) for event in _history(play)]
    assert table.standing_faces == play.standing
    assert table.finished == (play.state.phase == "over")
    replayed, error = restore(play.state.game, _history(play), play.standing)
    assert error is None
    assert state_to_json(replayed.state) == state_to_json(play.state)
