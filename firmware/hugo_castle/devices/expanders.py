"""The board's sensors on MCP23017 expanders: one worker thread reads them and posts what changed."""

import logging
import threading
from collections.abc import Iterable, Mapping, Sequence

from hugo_castle.clock import Clock, now_ms
from hugo_castle.devices.interrupt_line import InterruptDevice, InterruptLine
from hugo_castle.devices.mcp23017 import MCP23017, CombinedBus
from hugo_castle.devices.wired_expander import ExpanderWiring, WiredExpander
from hugo_castle.inputs import DeviceChanged, Post, SensorsChanged

__all__ = ["MCP23017", "ExpanderSensors", "ExpanderWiring"]

LINE_NAME = "interrupt line"
POLL_WITHOUT_LINE_S = 0.02
POLL_BROKEN_LINE_S = 0.03

# While the line is low it is read again at once: another chip has asked meanwhile. A chattering
# sensor keeps it low for long, so further rounds leave the processor and the bus to the others.
_ROUNDS_AT_ONCE = 4
_ROUND_PAUSE_S = 0.005
_IDLE_ROUNDS_UNTIL_STUCK = 8

_AFTER_A_BUG_S = 1.0

logger = logging.getLogger(__name__)


class ExpanderSensors:
    """Posts `SensorsChanged` for all spaces of all `chips`, and `DeviceChanged` for chips and line.

    `interrupt` is a `gpiozero.DigitalInputDevice` with pull-up on the wire that joins the INTA outputs
    (its owner closes it), or None: then the chips are read every 20 ms. `safety_poll_s` seconds after the
    last look they are read anyway, as often their settings are compared. `bus` is shared, never closed.
    """

    def __init__(
        self,
        bus: CombinedBus,
        chips: Sequence[ExpanderWiring],
        interrupt: InterruptDevice | None,
        post: Post,
        clock: Clock = now_ms,
        *,
        safety_poll_s: float = 1.0,
    ) -> None:
        _refuse_doubles(chips)
        self._chips = [WiredExpander(bus, wiring) for wiring in chips]
        self._line = InterruptLine(interrupt, clock)
        self._post = post
        self._clock = clock
        self._safety_poll_s = safety_poll_s
        self._held_low = False
        self._check_at_ms = 0.0
        self._posted_at_ms = float("-inf")
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._work, name="expanders", daemon=True)

    def start(self) -> None:
        """Set up all chips, post the first whole picture, begin to watch.

        A chip that does not answer is unknown in the picture, reported, and retried as one lost later.
        """
        self._line.listen()
        for chip in self._chips:
            chip.quieten()
        self._look_round(None)
        self._thread.start()

    def close(self) -> None:
        """Stop watching; returns when the thread has ended (at most a few transfers later)."""
        self._closing.set()
        self._line.wake()
        if self._thread.is_alive():
            self._thread.join(timeout=5)
        self._line.close()

    def _work(self) -> None:
        while not self._closing.is_set():
            try:
                self._line.wait(self._pause_s())
                if not self._closing.is_set():
                    self._serve()
            except Exception:
                # A bug must not leave the board blind without a word.
                logger.exception("expanders")
                self._closing.wait(_AFTER_A_BUG_S)

    def _pause_s(self) -> float:
        if not self._line.exists:
            pause_s = POLL_WITHOUT_LINE_S
        elif self._line.trouble is not None or self._held_low:
            pause_s = POLL_BROKEN_LINE_S
        else:
            pause_s = self._safety_poll_s
        now = self._clock()
        rests_ms = [rest for chip in self._chips if (rest := chip.rest_ms(now)) is not None]
        return min([pause_s, *(rest / 1000 for rest in rests_ms)])

    def _serve(self) -> None:
        edge_ms = self._line.take_edge()
        asked = self._look_round(edge_ms)
        if self._line.exists and asked and edge_ms is None and not (self._held_low or self._line.has_edge()):
            self._tell_line(self._line.missed())
        if self._line.trouble is None:
            self._follow_line()
        if edge_ms is not None and not self._line.is_low():
            self._tell_line(self._line.works())

    def _follow_line(self) -> None:
        """Look until the line is high: a chip that asks while it is low makes no new edge."""
        rounds = idle_rounds = 0
        while self._line.is_low() and not self._closing.is_set():
            rounds += 1
            if rounds > _ROUNDS_AT_ONCE:
                self._closing.wait(_ROUND_PAUSE_S)
            idle_rounds = 0 if self._look_round(self._line.take_edge()) else idle_rounds + 1
            # A chip that is lost may have asked and cannot be told that it was heard: not the line's fault.
            self._held_low = idle_rounds > 0 and any(chip.trouble is not None for chip in self._chips)
            if self._held_low:
                return
            if idle_rounds >= _IDLE_ROUNDS_UNTIL_STUCK:
                self._tell_line(self._line.stuck())
                return
        self._held_low = False

    def _tell_line(self, changed: bool) -> None:
        if changed:
            self._report(LINE_NAME, self._line.trouble, self._clock())

    def _look_round(self, edge_ms: float | None) -> bool:
        """Look at every chip and post what is new; whether any chip had asked for it."""
        at_ms = self._clock()
        thorough = at_ms >= self._check_at_ms
        if thorough:
            self._check_at_ms = at_ms + 1000 * self._safety_poll_s
        was_lost = [chip.trouble is not None for chip in self._chips]
        looks = [chip.look(at_ms, thorough=thorough) for chip in self._chips]
        is_lost = [chip.trouble is not None for chip in self._chips]
        self._tell_chips(was_lost, is_lost, at_ms, lost=False)
        self._tell_spaces((look.captured for look in looks), at_ms if edge_ms is None else edge_ms)
        self._tell_spaces((look.present for look in looks), at_ms)
        self._tell_chips(was_lost, is_lost, at_ms, lost=True)
        return any(look.asked for look in looks)

    def _tell_chips(self, was_lost: list[bool], is_lost: list[bool], at_ms: float, *, lost: bool) -> None:
        """Post the chips that have become `lost` (or have come back) in this round."""
        for chip, was, now in zip(self._chips, was_lost, is_lost, strict=True):
            if was != now and now == lost:
                self._report(chip.name, chip.trouble, at_ms)

    def _report(self, device: str, trouble: str | None, at_ms: float) -> None:
        if trouble is None:
            logger.info("%s: it is back", device)
        else:
            logger.warning("%s: %s", device, trouble)
        self._post(DeviceChanged(device, trouble, at_ms))

    def _tell_spaces(self, parts: Iterable[Mapping[str, bool | None]], at_ms: float) -> None:
        levels = {space: level for part in parts for space, level in part.items()}
        if levels:
            # Never back in time: an edge can come in while its own change is being read.
            self._posted_at_ms = max(at_ms, self._posted_at_ms)
            self._post(SensorsChanged(levels, self._posted_at_ms))


def _refuse_doubles(chips: Sequence[ExpanderWiring]) -> None:
    addresses = [wiring.address for wiring in chips]
    spaces = [space for wiring in chips for space in wiring.spaces.values()]
    for what, names in (("address", [f"{address:#04x}" for address in addresses]), ("space", spaces)):
        doubles = sorted({name for name in names if names.count(name) > 1})
        if doubles:
            raise ValueError(f"expanders: {what} {doubles[0]} is used twice; each needs its own")
