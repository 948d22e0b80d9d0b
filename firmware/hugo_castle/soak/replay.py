"""Traces heard again: step by step to look at, or over and over to cut them down."""

import json
import random
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from hugo_castle.inputs import ButtonChanged, Input, SensorsChanged, Thrown, Tick
from hugo_castle.rules import GHOST, Face, Game, game_events
from hugo_castle.soak.board import SimulatedTable
from hugo_castle.soak.trace import Trace
from hugo_castle.table.answers import go_on
from hugo_castle.table.play import restore
from hugo_castle.table.session import handle, start
from hugo_castle.table.timing import Timing

Tell = Callable[[float, str], None]


def trace_of(game: Game, table: SimulatedTable) -> Trace:
    """The trace of a table from its start."""
    inputs = tuple(event for event in table.inputs if isinstance(event, ButtonChanged | SensorsChanged))
    return Trace(game, (), inputs, tuple(table.thrown()), table.now_ms)


def short_trace_of(game: Game, table: SimulatedTable, done: Sequence[dict[str, Any]]) -> Trace:
    """The shortest trace that ends like `table`: from as late an event as will do, with as few inputs.

    `done` is what hands really did; the trace begins where the record was still right.
    """
    whole = trace_of(game, table)
    wanted = _outcome(whole)
    for told, events in reversed(table.saved):
        late = _trace_from(whole, table, told, events)
        if list(late.events) == list(done[:events]) and _outcome(late) == wanted:
            return _shrink(late)
    return whole


def _trace_from(whole: Trace, table: SimulatedTable, told: int, events: int) -> Trace:
    """The same, begun after `told` inputs with the `events` that stand in the end."""
    before, after = table.inputs[:told], table.inputs[told:]
    levels: dict[str, bool | None] = {}
    for event in before:
        if isinstance(event, SensorsChanged):
            levels.update(event.levels)
    first = SensorsChanged(levels, before[-1].at_ms)
    inputs = (first, *(event for event in after if isinstance(event, ButtonChanged | SensorsChanged)))
    thrown = sum(isinstance(event, Thrown) for event in before)
    return replace(whole, events=tuple(table.recorded()[:events]), inputs=inputs, faces=whole.faces[thrown:])


def replay(trace: Trace, tell: Tell | None = None) -> SimulatedTable:
    """The board after all inputs; `tell(at_ms, what)` hears of what was done and what came of it."""
    table = ReplayedTable(trace, tell)
    for event in trace.inputs[table.heard :]:
        table.hear(event)
    table.wait(max(0.0, trace.end_ms - table.now_ms))
    return table


def _shrink(trace: Trace) -> Trace:
    """A trace with fewer inputs that leads to the same record, with the same sensors on in the end."""
    wanted = _outcome(trace)
    size = max(1, len(trace.inputs) // 2)
    while size:
        trace = _without_chunks(trace, size, lambda shorter: _outcome(shorter) == wanted)
        size //= 2
    return trace


def _outcome(trace: Trace) -> tuple[list[dict[str, Any]], frozenset[str]]:
    table = replay(trace)
    return list(table.recorded()), table.sensors_on()


def _without_chunks(trace: Trace, size: int, still_fails: Callable[[Trace], bool]) -> Trace:
    at = 1  # the first input holds the sensors
    while at < len(trace.inputs):
        shorter = replace(trace, inputs=trace.inputs[:at] + trace.inputs[at + size :])
        if still_fails(shorter):
            trace = shorter
        else:
            at += size
    return trace


class ReplayedTable(SimulatedTable):
    """A table that only hears inputs again; `tell(at_ms, what)` is told them and what comes of them."""

    def __init__(self, trace: Trace, tell: Tell | None = None) -> None:
        self._coming = deque(trace.faces)
        self._report: Tell | None = None
        super().__init__(trace.game, random.Random(0), sensors=())
        self.heard = 0
        if trace.events:
            self.heard = 1
            self._go_on_from(trace)
        self._report = tell

    def _go_on_from(self, trace: Trace) -> None:
        """As after a restart in the middle of the game."""
        game, events = game_events(trace.game.header(), trace.events)
        play, error = restore(game, events, ())
        assert error is None
        first = trace.inputs[0]
        self._now_ms = first.at_ms
        self._journal = list(trace.events)
        self.inputs.append(first)
        resumed, _ = start(
            game.board,
            Timing(),
            first.at_ms,
            unfinished=play,
            rules=game.options,
            first_inputs=(ButtonChanged(False, first.at_ms), first),
        )
        self._session, _ = handle(go_on(resumed), Tick(first.at_ms))

    def hear(self, event: ButtonChanged | SensorsChanged) -> None:
        """Time passes until the input's own time, then it is told."""
        self.wait(max(0.0, event.at_ms - self._now_ms))
        self._tell(event)

    def _throw(self) -> Face:
        return self._coming.popleft() if self._coming else GHOST

    def _tell(self, event: Input) -> None:
        before = list(self._journal), self.look()[1]
        super()._tell(event)
        if self._report:
            self._report_changes(event, *before)

    def _report_changes(self, event: Input, journal: list[dict[str, Any]], prompt: dict[str, Any]) -> None:
        assert self._report is not None
        if what := describe(event):
            self._report(self._now_ms, what)
        kept = next(
            (at for at, pair in enumerate(zip(journal, self._journal, strict=False)) if pair[0] != pair[1]), None
        )
        kept = min(len(journal), len(self._journal)) if kept is None else kept
        for gone in journal[kept:]:
            self._report(self._now_ms, f"    taken back: {json.dumps(gone)}")
        for new in self._journal[kept:]:
            self._report(self._now_ms, f"    recorded: {json.dumps(new)}")
        if self.look()[1] != prompt:
            self._report(self._now_ms, f"    prompt: {json.dumps(self.look()[1])}")


def describe(event: Input) -> str:
    """An input in a few words; nothing for the mere passing of time."""
    if isinstance(event, ButtonChanged):
        return "button down" if event.down else "button up"
    if isinstance(event, SensorsChanged):
        return ", ".join(f"{space} {_LEVELS[level]}" for space, level in event.levels.items())
    return f"the die shows {event.face}" if isinstance(event, Thrown) else ""


_LEVELS = {True: "on", False: "off", None: "unknown"}
