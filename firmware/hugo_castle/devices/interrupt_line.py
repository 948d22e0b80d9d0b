"""The expanders' shared interrupt line: the time of its falling edges, and whether it works."""

import logging
import threading
from typing import Any, Protocol

from hugo_castle.clock import Clock

STUCK = "stays low although no chip asks: look for a short or a chip without power; reading often instead"
DEAD = "sensors change, but no edge arrives: check the wire from INTA to its pin; reading often instead"

_MISSES_UNTIL_DEAD = 3  # one lost edge happens; three in a row and none in between is a wire

logger = logging.getLogger(__name__)


class InterruptDevice(Protocol):
    """What is needed of `gpiozero.DigitalInputDevice(pin, pull_up=True)`: active is low."""

    when_activated: Any

    @property
    def is_active(self) -> bool: ...


class InterruptLine:
    """Wakes the worker when the line falls. `device` None: there is no line, `wait` only waits."""

    def __init__(self, device: InterruptDevice | None, clock: Clock) -> None:
        self.trouble: str | None = None
        self._device = device
        self._clock = clock
        self._wake = threading.Event()
        self._lock = threading.Lock()
        self._edge_ms: float | None = None
        self._misses = 0

    @property
    def exists(self) -> bool:
        return self._device is not None

    def listen(self) -> None:
        if self._device is not None:
            self._device.when_activated = self._fell

    def _fell(self) -> None:
        # In the library's thread: note the time, wake the worker, nothing else. An exception here
        # would end lgpio's only callback thread.
        try:
            at_ms = self._clock()
            with self._lock:
                if self._edge_ms is None:
                    self._edge_ms = at_ms
                self._wake.set()
        except Exception:
            logger.exception("interrupt line")

    def wait(self, timeout_s: float) -> None:
        """Until the line has fallen, `wake` was called, or `timeout_s` seconds are over."""
        self._wake.wait(timeout_s)

    def wake(self) -> None:
        self._wake.set()

    def take_edge(self) -> float | None:
        """The time of the first falling edge since the last call, None without one."""
        with self._lock:
            self._wake.clear()
            edge_ms, self._edge_ms = self._edge_ms, None
            return edge_ms

    def is_low(self) -> bool:
        try:
            return self._device is not None and bool(self._device.is_active)
        except Exception:  # lgpio's errors have no common root
            logger.exception("interrupt line")
            return False

    def has_edge(self) -> bool:
        """Whether a falling edge waits to be taken."""
        with self._lock:
            return self._edge_ms is not None

    # Its health. Each returns whether `trouble` has changed.

    def missed(self) -> bool:
        """A chip had asked, but no edge came."""
        self._misses += 1
        return self._misses >= _MISSES_UNTIL_DEAD and self._set_trouble(DEAD)

    def stuck(self) -> bool:
        """The line is low although all chips were read."""
        return self._set_trouble(STUCK)

    def works(self) -> bool:
        """An edge came, and the line rose when the chips had been read."""
        self._misses = 0
        return self._set_trouble(None)

    def _set_trouble(self, trouble: str | None) -> bool:
        # The first trouble stays: stuck low, it also brings no edges.
        if (trouble is None) == (self.trouble is None):
            return False
        self.trouble = trouble
        return True

    def close(self) -> None:
        if self._device is not None and self._device.when_activated is not None:
            self._device.when_activated = None
