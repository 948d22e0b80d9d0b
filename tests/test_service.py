"""The one loop: journal before show, the throw, bugs that do not end the evening, and the end."""

import logging
import queue
from dataclasses import dataclass, field
from typing import Any

import pytest

from hugo_castle import service as service_module
from hugo_castle.inputs import ButtonChanged, DeviceChanged, Input, Thrown, Tick
from hugo_castle.rules import Place, load_board, new_game
from hugo_castle.service import LOOK_MS, Service
from hugo_castle.table import session as table
from hugo_castle.table.effects import Begin, Effect, Save, Show, ThrowDie
from hugo_castle.table.model import Session
from hugo_castle.table.prompts import ROLL, Prompt
from hugo_castle.table.timing import Timing
from hugo_castle.table.view import View

BOARD = load_board("castle")
GAME = new_game("hugo", 2, BOARD)
BEGIN, SAVE, OTHER_SAVE = Begin(GAME), Save(GAME, 0, (Place(0),), (), False), Save(GAME, 1, (Place(1),), (), False)
VIEWS = [View(Prompt(ROLL, player=player)) for player in range(2)]
SHOWS = [Show(view) for view in VIEWS]
TICK = Tick(5.0)


@dataclass
class Keeper:
    done: list[Any]
    retry_at_ms: float | None = None

    def keep(self, effect: Effect) -> None:
        self.done.append(effect)

    def write_waiting(self) -> None:
        self.done.append("write waiting")
        self.retry_at_ms = None


class Device:
    def __init__(self, done: list[Any]) -> None:
        self.done = done

    def look(self) -> None:
        self.done.append("look")


@dataclass
class Loop:
    """A service whose session answers inputs as a test says, and everything that it did, in order."""

    monkeypatch: pytest.MonkeyPatch
    answers: dict[Input, tuple[Effect, ...] | Exception] = field(default_factory=dict)
    done: list[Any] = field(default_factory=list)
    now_ms: float = 0.0

    def __post_init__(self) -> None:
        self.inputs: queue.SimpleQueue[Input | None] = queue.SimpleQueue()
        self.keeper = Keeper(self.done)
        self.service = Service(
            self.inputs,
            self.keeper,  # type: ignore[arg-type]
            self.done.append,
            lambda: self.now_ms,
            self.throw,
            [Device(self.done)],
        )
        self.monkeypatch.setattr(table, "handle", self.handle)
        self.monkeypatch.setattr(service_module, "AFTER_A_BUG_S", 0.0)
        self.service.begin(Session(Timing(), BOARD), ())

    def throw(self) -> int:
        self.done.append("throw")
        return 4

    def handle(self, session: Session, event: Input) -> tuple[Session, tuple[Effect, ...]]:
        answer = self.answers.get(event, ())
        if isinstance(answer, Exception):
            raise answer
        return session, answer

    def run(self, *events: Input) -> list[Any]:
        """What was done for these inputs, without looks at devices."""
        for event in events:
            self.inputs.put(event)
        self.service.stop()
        self.service.run()
        return [what for what in self.done if what not in ("look", "write waiting")]


@pytest.fixture
def loop(monkeypatch: pytest.MonkeyPatch) -> Loop:
    return Loop(monkeypatch)


@pytest.mark.parametrize(
    ("effects", "done"),
    [
        pytest.param((), [], id="nothing"),
        pytest.param((SAVE, SHOWS[0]), [SAVE, VIEWS[0]], id="journal before show"),
        pytest.param((SHOWS[0], SAVE), [SAVE, VIEWS[0]], id="journal before show, however they are listed"),
        pytest.param((BEGIN, SAVE, SHOWS[0]), [BEGIN, SAVE, VIEWS[0]], id="begin before save"),
        pytest.param((SHOWS[0], SHOWS[1]), [VIEWS[1]], id="only the newest view"),
    ],
)
def test_effects_are_carried_out_in_order(loop: Loop, effects: tuple[Effect, ...], done: list[Any]) -> None:
    loop.answers = {TICK: effects}
    assert loop.run(TICK) == done


def test_a_throw_is_saved_before_anything_of_it_is_shown(loop: Loop) -> None:
    loop.answers = {TICK: (SAVE, ThrowDie(), SHOWS[0]), Thrown(4, 0.0): (OTHER_SAVE, SHOWS[1])}
    assert loop.run(TICK) == ["throw", SAVE, OTHER_SAVE, VIEWS[1]]


def test_what_was_to_be_shown_is_shown_when_the_throw_shows_nothing_new(loop: Loop) -> None:
    loop.answers = {TICK: (ThrowDie(), SHOWS[0])}
    assert loop.run(TICK) == ["throw", VIEWS[0]]


@pytest.mark.parametrize(
    "answers",
    [
        pytest.param({TICK: ZeroDivisionError("bug")}, id="in an input"),
        pytest.param({TICK: (SAVE, ThrowDie()), Thrown(4, 0.0): ZeroDivisionError("bug")}, id="in a throw"),
    ],
)
def test_an_input_that_raises_is_logged_once_and_the_game_goes_on(
    loop: Loop, answers: dict[Input, Any], caplog: pytest.LogCaptureFixture
) -> None:
    pressed = ButtonChanged(True, 7.0)
    loop.answers = {**answers, pressed: (OTHER_SAVE, SHOWS[1])}
    done = loop.run(TICK, TICK, TICK, pressed)
    assert [what for what in done if what != "throw"] == [OTHER_SAVE, VIEWS[1]]
    records = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert [bool(record.exc_info) for record in records] == [True, False]  # then at the 2nd, 4th, 8th ... time
    assert records[0].getMessage().startswith("input ignored: Tick(at_ms=5.0)")


def test_devices_are_looked_at_now_and_then(loop: Loop) -> None:
    for loop.now_ms in (1.0, 2.0, LOOK_MS, LOOK_MS + 1.0, 2 * LOOK_MS + 1.0):
        loop.run(TICK)
    assert loop.done.count("look") == 3


def test_what_waits_is_written_when_it_is_time_and_at_the_end(loop: Loop) -> None:
    loop.keeper.retry_at_ms = 50.0
    loop.inputs.put(TICK)
    loop.now_ms = 49.0
    loop.run(TICK)
    assert loop.done.count("write waiting") == 1  # the end
    loop.keeper.retry_at_ms = 50.0
    loop.now_ms = 50.0
    loop.run(TICK)
    assert loop.done.count("write waiting") == 3


def test_without_input_the_session_is_told_the_time(loop: Loop) -> None:
    seen: list[Input] = []

    def handle(session: Session, event: Input) -> tuple[Session, tuple[Effect, ...]]:
        seen.append(event)
        loop.service.stop()
        return session, ()

    loop.monkeypatch.setattr(table, "handle", handle)
    loop.monkeypatch.setattr(table, "deadline_ms", lambda session: 30.0)
    loop.now_ms = 40.0
    loop.service.run()
    assert seen == [Tick(40.0 - service_module.LATE_MS)]


def test_inputs_that_are_there_are_handled_before_the_end(loop: Loop) -> None:
    event = DeviceChanged("display", None, 1.0)
    loop.answers = {TICK: (SAVE,), event: (OTHER_SAVE,)}
    assert loop.run(TICK, event) == [SAVE, OTHER_SAVE]


def test_the_report_is_of_the_session_that_was_kept(loop: Loop) -> None:
    report = loop.service.report()
    assert (report["state"], report["prompt"]["kind"], report["expected"]) == (None, "setup", [])
