"""A castle board in simulated time round one pure session: what the service and the devices are on a Pi."""

import random
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from hugo_castle.dice import FACES
from hugo_castle.inputs import ButtonChanged, Input, SensorsChanged, Thrown, Tick
from hugo_castle.rules import Face, Game, event_to_json, state_to_json
from hugo_castle.table.effects import Begin, Effect, Save, ThrowDie
from hugo_castle.table.model import Preset
from hugo_castle.table.prompting import prompt_of
from hugo_castle.table.prompts import prompt_to_json
from hugo_castle.table.session import deadline_ms, handle, start
from hugo_castle.table.timing import Timing

FAULT_EVERY_MS = 20_000.0
SENSORS_A_CHIP = 12


class SimulatedTable:
    """Figures, sensors, button, die and journal.

    sensors: spaces that have one. dead: of these, those that never close. faults: groups of twelve sensors become
    unknown now and then and come back, as when an expander loses its power.
    """

    def __init__(
        self,
        game: Game,
        rng: random.Random,
        *,
        timing: Timing | None = None,
        sensors: Iterable[str] | None = None,
        dead: Collection[str] = (),
        faults: bool = False,
    ) -> None:
        self._board = game.board
        self._rng = rng
        self._sensors = list(game.board.names if sensors is None else sensors)
        self._dead = frozenset(dead)
        self._lost: frozenset[str] = frozenset()
        self._fault_ms = FAULT_EVERY_MS if faults and self._sensors else None
        self._figures: Counter[str] = Counter()
        self._faces: list[Face] = []
        self._journal: list[dict[str, Any]] = []
        self._taken_ms = 0.0
        self._now_ms = 0.0
        self.inputs: list[Input] = [
            ButtonChanged(False, 0.0),
            SensorsChanged(dict.fromkeys(self._sensors, False), 0.0),
        ]
        self.saved: list[tuple[int, int]] = []  # after how many inputs how many events stood
        self._session, effects = start(
            game.board,
            timing or Timing(),
            0.0,
            preset=Preset(game.kind, len(game.players)),
            rules=game.options,
            first_inputs=tuple(self.inputs),
        )
        self._carry_out(effects)

    # The hand's side (virtual.clumsy_hand.Table) -------------------------------------------------

    def put(self, space: str) -> None:
        self._figures[space] += 1
        if self._figures[space] == 1:
            self._edge(space, True)

    def lift(self, space: str) -> None:
        self._figures[space] -= 1
        if self._figures[space] == 0:
            self._edge(space, False)

    def button(self, down: bool) -> None:
        self._tell(ButtonChanged(down, self._now_ms))

    def wait(self, ms: float) -> None:
        """Time passes; the session is woken exactly when it asked for it."""
        until_ms = self._now_ms + ms
        while self._fault_ms is not None and self._fault_ms <= until_ms:
            self._pass_until(self._fault_ms)
            self._fail_or_mend()
        self._pass_until(until_ms)

    def _pass_until(self, until_ms: float) -> None:
        while (due_ms := deadline_ms(self._session)) is not None and due_ms <= until_ms:
            self._now_ms = max(self._now_ms, due_ms)
            self._tell(Tick(self._now_ms))
        self._now_ms = max(self._now_ms, until_ms)

    def look(self) -> tuple[dict[str, Any] | None, dict[str, Any]]:
        state = self._session.state
        return (state_to_json(state) if state else None), prompt_to_json(prompt_of(self._session), state)

    def thrown(self) -> Sequence[Face]:
        return self._faces

    def recorded(self) -> Sequence[dict[str, Any]]:
        return self._journal

    def taken_ms(self) -> float:
        return self._taken_ms

    @property
    def now_ms(self) -> float:
        return self._now_ms

    def sensors_on(self) -> frozenset[str]:
        """Spaces whose raw level is on."""
        levels: dict[str, bool | None] = {}
        for event in self.inputs:
            if isinstance(event, SensorsChanged):
                levels.update(event.levels)
        return frozenset(space for space, level in levels.items() if level)

    # Faults --------------------------------------------------------------------------------------

    def _fail_or_mend(self) -> None:
        if self._lost:
            back, self._lost = self._lost, frozenset()
            self._tell(SensorsChanged({space: self._level(space) for space in back}, self._now_ms))
            self._fault_ms = self._now_ms + FAULT_EVERY_MS * self._rng.uniform(0.5, 1.5)
            return
        chip = SENSORS_A_CHIP * self._rng.randrange(-(-len(self._sensors) // SENSORS_A_CHIP))
        self._lost = frozenset(self._sensors[chip : chip + SENSORS_A_CHIP])
        self._tell(SensorsChanged(dict.fromkeys(self._lost, None), self._now_ms))
        self._fault_ms = self._now_ms + self._rng.uniform(30, 6000)

    def _level(self, space: str) -> bool:
        return self._figures[space] > 0 and space not in self._dead

    # The session's side --------------------------------------------------------------------------

    def _edge(self, space: str, level: bool) -> None:
        if space in self._sensors and space not in self._dead and space not in self._lost:
            self._tell(SensorsChanged({space: level}, self._now_ms))

    def _tell(self, event: Input) -> None:
        self.inputs.append(event)
        self._session, effects = handle(self._session, event)
        self._carry_out(effects)

    def _carry_out(self, effects: tuple[Effect, ...]) -> None:
        for effect in effects:
            if isinstance(effect, Begin):
                self._journal = []
            elif isinstance(effect, Save):
                events = [event_to_json(self._board, event) for event in effect.events]
                self._journal[effect.keep :] = events
                self._taken_ms = self._now_ms
                self.saved.append((len(self.inputs), len(self._journal)))
            elif isinstance(effect, ThrowDie):
                self._faces.append(self._throw())
                self._tell(Thrown(self._faces[-1], self._now_ms))

    def _throw(self) -> Face:
        return self._rng.choice(FACES)
