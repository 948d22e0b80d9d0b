"""Hands that play a whole game on a castle process: the way a careful family does, knowing only the rules.

The position is followed here by the rules engine; the process is only touched by button and figures.
"""

import random
from collections import Counter
from collections.abc import Collection
from typing import Any

from e2e.castle import Castle
from hugo_castle.rules import MOVING, OVER, PLACING, Move, Place, Roll, State, apply, free_spaces, legal_moves
from hugo_castle.rules.record import event_to_json
from hugo_castle.rules.state import state_to_json


class Hands:
    """`figures` is the true board, which outlives a killed process; `state` the true position.

    `sensed`: the spaces that have a sensor (None: all).
    """

    def __init__(
        self, castle: Castle | None, state: State, rng: random.Random, sensed: Collection[str] | None = None
    ) -> None:
        self.castle = castle
        self.state = state
        self.rng = rng
        self.sensed = state.game.board.names if sensed is None else sensed
        self.figures: Counter[str] = Counter()
        self.record: list[dict[str, Any]] = []

    def set_up(self) -> None:
        """Figures stand on the virtual table as they stand in truth (a new process has an empty one)."""
        for space in self.figures.elements():
            self.castle.put(space)

    def play(self) -> None:
        """To the end."""
        while self.state.phase != OVER:
            self.step()
        self.arrange()
        self.castle.wait_for_prompt("over")

    def step(self) -> None:
        """One event, seen by the process."""
        self.arrange()
        if self.state.phase == PLACING:
            self._place()
        elif self.state.phase == MOVING:
            self._move()
        else:
            self._roll()
        expected = state_to_json(self.state)
        self.castle.wait_for(lambda answer: answer["state"] == expected, f"{self.record[-1]} in the state")

    def arrange(self) -> None:
        """Figures go where the position has them: after a walk, a round, at the start."""
        wanted = figures_of(self.state)
        for space in sorted((self.figures - wanted).elements()):
            self.lift(space)
        for space in sorted((wanted - self.figures).elements()):
            self.put(space)

    def lift(self, space: str) -> None:
        self.figures[space] -= 1
        self.figures += Counter()
        self.castle.lift(space)
        self.castle.sleep(self.rng.choice([0, 30, 200]))

    def put(self, space: str) -> None:
        self.figures[space] += 1
        self.castle.put(space)
        self.castle.sleep(self.rng.choice([0, 30, 200]))

    def _apply(self, event: Move | Place | Roll) -> None:
        self.state = apply(self.state, event).state
        self.record.append(event_to_json(self.state.game.board, event))

    def _place(self) -> None:
        self.castle.wait_for_prompt("place")
        event = Place(self.rng.choice(free_spaces(self.state)))
        name = self.state.game.board.names[event.space]
        self._apply(event)
        self.arrange()
        if name not in self.sensed:
            self.castle.press()
            self.castle.wait_for_prompt("choose")
            self.choose(name)

    def _roll(self) -> None:
        self.castle.wait_for_prompt("roll")
        face = self.rng.choice([1, 2, 4, 5, "ghost", "ghost"])
        self.castle.ask(dice=[face])
        self._apply(Roll(face))
        self.castle.press()

    def _move(self) -> None:
        self.castle.wait_for_prompt("move")
        before = self.state
        event = self.rng.choice(legal_moves(before))
        after_action = apply(before, event).after_action
        self._apply(event)
        names = before.game.board.names
        self.lift(names[event.source])
        self.castle.sleep(200)
        self.put(names[event.target])
        for space in sorted((self.figures - figures_of(after_action)).elements()):
            self.lift(space)
        for space in sorted((figures_of(after_action) - self.figures).elements()):
            self.put(space)
        self._confirm([names[event.source], names[event.target]])

    def _confirm(self, move: list[str]) -> None:
        """Wait for the move to be seen; press for one that no sensor tells, choose between those that look alike."""
        expected = state_to_json(self.state)
        answer = self.castle.wait_at_most(3000 if self.sensed else 0, lambda answer: answer["state"] == expected)
        if answer["state"] != expected and answer["prompt"]["kind"] == "move":
            self.castle.press()
            answer = self.castle.wait_for(
                lambda answer: answer["state"] == expected or answer["prompt"]["kind"] != "move", "an answer to done"
            )
        if answer["state"] != expected and answer["prompt"]["kind"] == "choose":
            self.choose(move)

    def choose(self, option: Any) -> None:
        """Tap to the option and hold, on a machine that may be too busy to do so in time.

        The board may bring up another list meanwhile, which has the option, too; and a hold that became a long press
        opens the menu, whose first option goes back to the list.
        """
        while (prompt := self.castle.get()["prompt"])["kind"] in ("choose", "menu"):
            wanted = option if prompt["kind"] == "choose" else "continue"
            if prompt["options"][prompt["index"]] == wanted:
                self.castle.hold()
            else:
                self.castle.press()
            self.castle.wait_at_most(3000, lambda answer, prompt=prompt: answer["prompt"] != prompt)


def figures_of(state: State) -> Counter[str]:
    """Where every figure of a position stands, Hugo included."""
    names = state.game.board.names
    figures = Counter(names[space] for guests in state.guests for space in guests)
    figures[names[state.hugo]] += 1
    return figures
