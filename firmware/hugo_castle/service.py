"""The one loop: an input in, `session.handle`, effects out; the journal first, then what people see."""

import logging
import queue
import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from hugo_castle.clock import Clock
from hugo_castle.complaints import Complaints
from hugo_castle.inputs import Input, Post, Thrown, Tick
from hugo_castle.keeper import Keeper
from hugo_castle.rules import Face, state_to_json
from hugo_castle.table import session as table
from hugo_castle.table.effects import Begin, Effect, Remember, Save, Show, ThrowDie
from hugo_castle.table.model import Session
from hugo_castle.table.pictures import spaces_in
from hugo_castle.table.prompting import prompt_of
from hugo_castle.table.prompts import prompt_to_json
from hugo_castle.table.view import View

log = logging.getLogger(__name__)

# Time is told this much late, so that an edge which is still on its way here (a bus read takes up to 1.5 ms)
# counts before what would have happened without it.
LATE_MS = 2.0
# How often edges that got lost are looked for, and devices that are missing are tried.
LOOK_MS = 2000.0
# A timer that fails is due again at once; the processor must not spin over it.
AFTER_A_BUG_S = 0.2


class Looked(Protocol):
    """A device that wants to be looked at now and then."""

    def look(self) -> None: ...


class Service:
    """Owns the session and its queue; everything else only posts to it or is told by it.

    inputs: the queue that devices post to. keeper: the journal. show: takes the newest view and never blocks.
    die: throws a face. devices: looked at every 2 s, to find lost edges and devices that have come back.
    """

    def __init__(
        self,
        inputs: "queue.SimpleQueue[Input | None]",
        keeper: Keeper,
        show: Callable[[View], None],
        clock: Clock,
        die: Callable[[], Face],
        devices: Sequence[Looked],
    ) -> None:
        self._inputs = inputs
        self._keeper = keeper
        self._show = show
        self._clock = clock
        self._die = die
        self._devices = devices
        self._session: Session | None = None
        self._look_at_ms = 0.0
        self._complaints = Complaints(log)

    @property
    def post(self) -> Post:
        return self._inputs.put

    def begin(self, session: Session, effects: Sequence[Effect]) -> None:
        """Take the session over as it is at the start; its first prompt stands when this returns."""
        self._carry_out(session, effects)

    def report(self) -> dict[str, Any]:
        """`state`, `prompt` and `expected` of one moment (contract 4). From any thread."""
        session = self._session
        assert session is not None
        return {
            "state": state_to_json(session.state) if session.state else None,
            "prompt": prompt_to_json(prompt_of(session), session.state),
            "expected": [session.board.names[space] for space in spaces_in(session.expected)],
        }

    def run(self) -> None:
        """Work until `stop`."""
        while (event := self._next()) is not None:
            self._handle(event)
            self._look_round()
        self._keeper.write_waiting()  # the last chance for what the card refused

    def stop(self) -> None:
        """Let `run` return after the inputs that are there. From any thread or signal handler."""
        self._inputs.put(None)

    def _next(self) -> Input | None:
        """The next input; without one, the time at which the session wants to be told it. None at the end."""
        try:
            return self._inputs.get(timeout=self._sleep_s())
        except queue.Empty:
            return Tick(self._clock() - LATE_MS)

    def _sleep_s(self) -> float:
        assert self._session is not None
        due_ms = table.deadline_ms(self._session)
        wake_ms = [self._look_at_ms, self._keeper.retry_at_ms, None if due_ms is None else due_ms + LATE_MS]
        return max(0.0, min(at_ms for at_ms in wake_ms if at_ms is not None) - self._clock()) / 1000

    def _handle(self, event: Input) -> None:
        try:
            session, effects = self._decide(event)
        except Exception as exc:
            # A bug must not end the evening: the input is lost, the game is not.
            self._complaints.tell(f"input ignored: {event!r:.200}", exc)
            time.sleep(AFTER_A_BUG_S)
            return
        self._carry_out(session, effects)

    def _decide(self, event: Input) -> tuple[Session, Sequence[Effect]]:
        """What the session makes of an input, and of the throw that it asks for."""
        assert self._session is not None
        session, effects = table.handle(self._session, event)
        if ThrowDie() in effects:
            session, more = table.handle(session, Thrown(self._die(), session.now_ms))
            effects = (*effects, *more)
        return session, effects

    def _carry_out(self, session: Session, effects: Sequence[Effect]) -> None:
        """Journal first; only what is kept is shown and told."""
        for effect in effects:
            if isinstance(effect, Begin | Save | Remember):
                self._keeper.keep(effect)
        self._session = session
        views = [effect.view for effect in effects if isinstance(effect, Show)]
        if views:
            self._show(views[-1])

    def _look_round(self) -> None:
        now_ms = self._clock()
        if self._keeper.retry_at_ms is not None and now_ms >= self._keeper.retry_at_ms:
            self._keeper.write_waiting()
        if now_ms >= self._look_at_ms:
            self._look_at_ms = now_ms + LOOK_MS
            for device in self._devices:
                device.look()
