"""The one clock of the service: monotonic milliseconds, handed to everything that needs the time."""

import time
from collections.abc import Callable

Clock = Callable[[], float]


def now_ms() -> float:
    """Milliseconds of the system's monotonic clock; only differences mean something."""
    return time.monotonic_ns() / 1e6
