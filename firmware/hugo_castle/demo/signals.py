"""Signals as flags that the loop looks at; a file descriptor wakes it up."""

import contextlib
import os
import signal
from types import FrameType, TracebackType

_ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
_TELLING = (signal.SIGWINCH, signal.SIGCONT)


class Signals:
    """While it is entered, signals only set `ending` (the signal's number), `resized` and `continued`."""

    def __init__(self) -> None:
        self.ending: int | None = None
        self.resized = False
        self.continued = False

    def __enter__(self) -> "Signals":
        self.wake, self._waker = os.pipe()
        for end in (self.wake, self._waker):
            os.set_blocking(end, False)
        self._old_waker = signal.set_wakeup_fd(self._waker, warn_on_full_buffer=False)
        self._before = {number: signal.signal(number, self._note) for number in (*_ENDING, *_TELLING)}
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._old_waker)
        os.close(self.wake)
        os.close(self._waker)

    def _note(self, number: int, frame: FrameType | None) -> None:
        if number in _ENDING:
            self.ending = number
        elif number == signal.SIGWINCH:
            self.resized = True
        else:
            self.continued = True

    def drain(self) -> None:
        """Let the loop sleep again."""
        with contextlib.suppress(BlockingIOError):
            while os.read(self.wake, 64):
                pass
