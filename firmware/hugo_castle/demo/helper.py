"""Hands that take their time: gestures of the button, and "do it for me".

All are generators: they act on the castle and yield how long to wait, so that the screen stays alive meanwhile.
"""

import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

from hugo_castle.demo.castle import Castle
from hugo_castle.demo.figures import Errand, errands_between, figures_of
from hugo_castle.rules import Game, Move, Place, apply, event_to_json, free_spaces, legal_moves
from hugo_castle.rules.facts import Captured, Expelled, Fact, Moved, Placed

# Contract 4: a tap is let go before 600 ms, a hold before 3000 ms; these lie well inside.
TAP_MS, HOLD_MS, LONG_MS = 150.0, 1000.0, 3300.0
# The release counts after 25 ms without a bounce (table/timing.py).
RELEASED_MS = 80.0
# A figure in the air, and one put down, for as long as an eye needs to follow.
LIFTED_MS, PUT_MS = 250.0, 200.0
# A move without a put edge is seen after 2 s at the latest (table/timing.py), unless the castle asks.
SEEN_MS = 4000.0
# One that changes no sensor is never taken by itself: only the last figure has to stand still.
UNSEEN_MS = 400.0


class Wait(NamedTuple):
    """Go on after `ms`, or as soon as `until` holds."""

    ms: float
    until: Callable[[], bool] | None = None


Doing = Iterator[Wait]


class Helper:
    """Carries out gestures, and prompts. `rng` chooses between legal moves."""

    def __init__(self, castle: Castle, rng: random.Random) -> None:
        self._castle = castle
        self._rng = rng
        self._meant: object = None  # the move made last, for the case that the castle asks which it was

    # The button --------------------------------------------------------------------------------------

    def tap(self) -> Doing:
        return self._press(TAP_MS)

    def hold(self) -> Doing:
        return self._press(HOLD_MS)

    def long(self) -> Doing:
        return self._press(LONG_MS)

    def _press(self, ms: float) -> Doing:
        self._castle.button(True)
        yield Wait(ms)
        self._castle.button(False)
        yield Wait(RELEASED_MS)

    # Figures -----------------------------------------------------------------------------------------

    def set_up(self) -> Doing:
        """The board as it stood when the game was left: a new virtual table is empty."""
        if self._castle.state:
            for space, figure in figures_of(self._castle.state).elements():
                self._castle.put(space, figure)
        yield Wait(0)

    def _carry(self, errand: Errand) -> Doing:
        castle, (figure, source, target) = self._castle, errand
        if source:
            castle.lift(source, figure)
            yield Wait(LIFTED_MS)
        if target:
            castle.put(target, figure)
            yield Wait(PUT_MS)

    def _arrange(self) -> Doing:
        """Every figure goes where the state has it."""
        castle = self._castle
        if castle.state:
            for errand in errands_between(castle.table.figures, figures_of(castle.state)):
                yield from self._carry(errand)

    # Do it for me ------------------------------------------------------------------------------------

    def help(self) -> Doing:
        """Carry out what the castle asks for now."""
        return {
            "settle": self._settle,
            "fix": self._settle,
            "place": self._place,
            "roll": self._roll,
            "move": self._move,
            "choose": self._choose,
        }.get(self._castle.kind, self.hold)()

    def _settle(self) -> Doing:
        yield from self._arrange()
        yield self._until_asked_else(SEEN_MS)

    def _roll(self) -> Doing:
        yield from self._tidy()
        if self._castle.kind == "roll":
            changed = self._until_changed(SEEN_MS)
            yield from self.tap()
            yield changed

    def _tidy(self) -> Doing:
        """What somebody left standing about is put right first."""
        castle = self._castle
        if castle.state and +castle.table.figures != figures_of(castle.state):
            yield from self._arrange()
            yield Wait(UNSEEN_MS)

    def _place(self) -> Doing:
        yield from self._tidy()
        position = self._castle.position()
        if position and self._castle.kind == "place":
            yield from self._make(Place(self._rng.choice(free_spaces(position))))

    def _move(self) -> Doing:
        yield from self._tidy()
        position = self._castle.position()
        if position and self._castle.kind == "move":
            yield from self._make(self._rng.choice(legal_moves(position)))
            yield from self._say_done()

    def _make(self, event: Move | Place) -> Doing:
        """A move or a placing with all that follows, figure by figure, until it is seen."""
        castle = self._castle
        position = castle.position()
        if position is None:
            return
        self._meant = event_to_json(castle.board, event).get("move")
        changed, before = self._until_changed(SEEN_MS), castle.sensors
        for fact in apply(position, event).facts:
            for errand in _errands(position.game, fact):
                yield from self._carry(errand)
        yield Wait(UNSEEN_MS)
        if castle.sensors != before:
            yield changed

    def _say_done(self) -> Doing:
        """What the sensors cannot tell is told by the button."""
        if self._castle.kind == "move":
            changed = self._until_changed(SEEN_MS)
            yield from self.tap()
            yield changed
        if self._castle.kind == "choose":
            yield from self._choose()

    def _choose(self) -> Doing:
        """Take the move that was made, else the option that is shown; but never go back without an answer."""
        options, index = self._castle.prompt["options"], self._castle.prompt["index"]
        wanted = options.index(self._meant) if self._meant in options else index
        if options[wanted] in ("back", "accept"):
            wanted = 0
        for _ in range((wanted - index) % len(options)):
            yield from self.tap()
        yield from self.hold()

    # Waiting -----------------------------------------------------------------------------------------

    def _until_changed(self, ms: float) -> Wait:
        castle, before, kind = self._castle, self._castle.state, self._castle.kind
        return Wait(ms, lambda: castle.state != before or castle.kind != kind)

    def _until_asked_else(self, ms: float) -> Wait:
        castle, kind = self._castle, self._castle.kind
        return Wait(ms, lambda: castle.kind != kind)


def _errands(game: Game, fact: Fact) -> list[Errand]:
    """What hands do about one consequence of a move or a placing."""
    names, colors = game.board.names, game.players
    if isinstance(fact, Placed):
        return [Errand(colors[fact.player], None if fact.source is None else names[fact.source], names[fact.space])]
    if isinstance(fact, Moved):
        return [Errand(colors[fact.player], names[fact.source], names[fact.target])]
    if isinstance(fact, Expelled):
        return [Errand(colors[fact.player], names[fact.room], names[fact.door])]
    if isinstance(fact, Captured):
        return [Errand(colors[player], names[fact.space], names[fact.step]) for player in fact.players]
    return []
