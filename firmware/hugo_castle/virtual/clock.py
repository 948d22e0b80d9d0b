"""The clock of a virtual castle: an edge has the time at which its request came in, however busy the service is."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from hugo_castle.clock import now_ms


class RequestClock:
    """`now_ms`, but for a thread that carries out a request: for it, time stands at the request's arrival."""

    def __init__(self) -> None:
        self._thread = threading.local()

    def __call__(self) -> float:
        """Milliseconds on the service's clock."""
        at_ms: float | None = getattr(self._thread, "at_ms", None)
        return now_ms() if at_ms is None else at_ms

    @contextmanager
    def standing_at(self, at_ms: float) -> Iterator[None]:
        """Within this block and thread the time is `at_ms`."""
        self._thread.at_ms = at_ms
        try:
            yield
        finally:
            self._thread.at_ms = None
