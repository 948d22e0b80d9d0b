"""Unexpected errors in the log: in full the first time, and no flood when they come again."""

import logging


class Complaints:
    """Logs bugs by the place where they were raised: with their trace at first, then a line at every power of two."""

    def __init__(self, log: logging.Logger) -> None:
        self._log = log
        self._counts: dict[tuple[str, str, int], int] = {}

    def tell(self, what: str, error: Exception) -> None:
        """`what` failed with `error`."""
        place = _place(error)
        count = self._counts[place] = self._counts.get(place, 0) + 1
        if count == 1:
            self._log.error("%s", what, exc_info=error)
        elif count & (count - 1) == 0:
            self._log.error("%s: %r, %d times now", what, error, count)


def _place(error: Exception) -> tuple[str, str, int]:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = (trace.tb_frame.f_code.co_filename, trace.tb_lineno) if trace else ("", 0)
    return type(error).__name__, *where
