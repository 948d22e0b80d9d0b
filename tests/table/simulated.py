"""A castle board in simulated time: figures are put and lifted by name, and the session is told."""

import random
from collections import Counter, deque

from hugo_castle.inputs import ButtonChanged, Input, SensorsChanged, Thrown, Tick
from hugo_castle.rules import Board, Face, event_to_json, load_board, state_to_json
from hugo_castle.table.effects import Begin, Remember, Save, ThrowDie
from hugo_castle.table.model import Preset
from hugo_castle.table.pictures import spaces_in
from hugo_castle.table.play import Play
from hugo_castle.table.prompting import prompt_of, view_of
from hugo_castle.table.prompts import Instruction, prompt_to_json
from hugo_castle.table.session import deadline_ms, handle, start
from hugo_castle.table.timing import Timing

TIMING = Timing()
CASTLE = load_board("castle")


class SimulatedBoard:
    """Hands, sensors, die and journal round one pure session; time passes only in `wait`."""

    def __init__(
        self,
        preset: Preset | None = None,
        *,
        sensors: frozenset[str] | None = None,
        unfinished: Play | None = None,
        standing: tuple[str, ...] = (),
        board: Board = CASTLE,
        timing: Timing = TIMING,
        chance: random.Random | None = None,
    ) -> None:
        self.board = board
        self.now_ms = 1000.0
        self.figures: Counter[str] = Counter(standing)
        self.sensors = frozenset(board.names) if sensors is None else sensors
        self.faces: deque[Face] = deque()
        self.chance = chance
        self.journal: list[dict] = []
        self.begun = 0
        self.finished = False
        self.remembered: tuple[str, ...] | None = None
        self.standing_faces: tuple[Face, ...] = ()
        first = (ButtonChanged(False, self.now_ms), SensorsChanged(self._levels(self.sensors), self.now_ms))
        self.session, effects = start(
            board, timing, self.now_ms, unfinished=unfinished, preset=preset, first_inputs=first
        )
        self._do(effects)

    # The world -----------------------------------------------------------------------------------

    def put(self, space: str) -> None:
        self.figures[space] += 1
        if self.figures[space] == 1:
            self.sensor(space, True)

    def lift(self, space: str) -> None:
        assert self.figures[space] > 0, f"nothing stands on {space}"
        self.figures[space] -= 1
        if self.figures[space] == 0:
            self.sensor(space, False)

    def sensor(self, space: str, level: bool | None) -> None:
        if space in self.sensors:
            self.tell(SensorsChanged({space: level}, self.now_ms))

    def tell_levels(self, levels: dict[str, bool | None]) -> None:
        self.tell(SensorsChanged(levels, self.now_ms))

    def move(self, source: str, target: str, air_ms: float = 300.0) -> None:
        self.lift(source)
        self.wait(air_ms)
        self.put(target)

    def button(self, down: bool) -> None:
        self.tell(ButtonChanged(down, self.now_ms))

    def press(self, for_ms: float = 100.0) -> None:
        self.button(True)
        self.wait(for_ms)
        self.button(False)
        self.wait(50)

    def hold(self) -> None:
        self.press(1000.0)

    def long_press(self) -> None:
        self.press(3200.0)

    def roll(self, face: Face) -> None:
        self.faces.append(face)
        self.press()

    def wait(self, for_ms: float) -> None:
        """Time passes; the session is woken exactly when it asked for it."""
        until_ms = self.now_ms + for_ms
        while (due_ms := deadline_ms(self.session)) is not None and due_ms <= until_ms:
            self.now_ms = max(self.now_ms, due_ms)
            self.tell(Tick(self.now_ms))
        self.now_ms = until_ms

    def settle(self) -> None:
        """Long enough for any picture to have had its effect."""
        self.wait(5000.0)

    # The service -----------------------------------------------------------------------------------

    def tell(self, event: Input) -> None:
        self.session, effects = handle(self.session, event)
        self._do(effects)

    def _do(self, effects: tuple) -> None:
        for effect in effects:
            if isinstance(effect, Begin):
                self.begun += 1
                self.journal, self.finished, self.standing_faces = [], False, ()
            elif isinstance(effect, Save):
                events = [event_to_json(self.board, event) for event in effect.events]
                self.journal = self.journal[: effect.keep] + events
                self.finished, self.standing_faces = effect.finished, effect.standing
            elif isinstance(effect, Remember):
                self.remembered = effect.broken_sensors
            elif isinstance(effect, ThrowDie):
                self.tell(Thrown(self._face(), self.now_ms))

    def _face(self) -> Face:
        """The next face that was laid down, else what `chance` throws."""
        if self.faces or self.chance is None:
            return self.faces.popleft()
        return self.chance.choice((1, 2, 4, 5, "ghost", "ghost"))

    def _levels(self, spaces: frozenset[str]) -> dict[str, bool | None]:
        return {space: self.figures[space] > 0 for space in spaces}

    # What can be asked -----------------------------------------------------------------------------

    @property
    def state(self) -> dict:
        assert self.session.state is not None
        return state_to_json(self.session.state)

    @property
    def prompt(self) -> dict:
        return prompt_to_json(prompt_of(self.session), self.session.state)

    @property
    def kind(self) -> str:
        return self.prompt["kind"]

    @property
    def view(self):
        return view_of(self.session)

    @property
    def expected(self) -> list[str]:
        return [self.board.names[space] for space in spaces_in(self.session.expected)]

    # Whole passages --------------------------------------------------------------------------------

    def follow(self) -> None:
        """Do all that `settle` or `fix` asks for, in the order in which it is asked."""
        for _ in range(20):
            if self.kind not in ("settle", "fix"):
                return
            for instruction in (self.view.instruction, *self.view.later):
                assert instruction is not None, self.prompt
                self.carry_out(instruction)
            self.wait(400)
        raise AssertionError(f"still {self.prompt}")

    def carry_out(self, instruction: Instruction) -> None:
        count = max(1, len(instruction.figures))
        for _ in range(count if instruction.source is not None else 0):
            self.lift(self.board.names[instruction.source])
        self.wait(150)
        for _ in range(count if instruction.target is not None else 0):
            self.put(self.board.names[instruction.target])
