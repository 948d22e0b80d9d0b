"""The wire that joins the interrupt outputs of all expanders, with its pull-up."""

import threading
from collections.abc import Callable, Iterable
from functools import partial

from hugo_castle.virtual.mcp23017 import VirtualMCP23017


class WiredInterrupt:
    """Open-drain outputs on one wire: it is low while at least one chip pulls it low.

    `drive(low)` is called at every change of the wire, in order, for instance to drive a pin of
    gpiozero's MockFactory. It must not wait for another thread.
    """

    def __init__(self, drive: Callable[[bool], None], chips: Iterable[VirtualMCP23017]) -> None:
        self._drive = drive
        self._pulling: set[int] = set()
        self._forced: bool | None = None
        self._low = False
        self._lock = threading.RLock()
        for number, chip in enumerate(chips):
            chip.on_interrupt.append(partial(self._chip_changed, number))
            self._chip_changed(number, chip.int_line_low)

    @property
    def is_low(self) -> bool:
        """Whether the far end of the wire is low now."""
        return self._low

    def force(self, low: bool | None) -> None:
        """A fault: True, shorted to ground; False, cut off (the pull-up at the pin wins); None, mended."""
        with self._lock:
            self._forced = low
            self._update()

    def _chip_changed(self, number: int, low: bool) -> None:
        with self._lock:
            if low:
                self._pulling.add(number)
            else:
                self._pulling.discard(number)
            self._update()

    def _update(self) -> None:
        low = bool(self._pulling) if self._forced is None else self._forced
        if low != self._low:
            self._low = low
            self._drive(low)
