"""A device that may not be there yet: opened again with back-off until it is, looked at now and then."""

import logging
from collections.abc import Callable
from typing import Protocol

from hugo_castle.clock import Clock
from hugo_castle.errors import DeviceLost
from hugo_castle.inputs import DeviceChanged, Post

log = logging.getLogger(__name__)

FIRST_PAUSE_MS = 500.0
LONGEST_PAUSE_MS = 8000.0


class Startable(Protocol):
    """A device that posts inputs once started."""

    def start(self) -> None: ...
    def check(self) -> None: ...
    def close(self) -> None: ...


class Reopened:
    """Keeps one device open: tried again after 0.5 s, doubling to 8 s, at the next look from then on.

    name: names it to players. open_device: raises DeviceLost while it cannot be had. post: gets a `DeviceChanged`
    when it is lost, and one when it is back.
    """

    def __init__(self, name: str, open_device: Callable[[], Startable], post: Post, clock: Clock) -> None:
        self._name = name
        self._open_device = open_device
        self._post = post
        self._clock = clock
        self._device: Startable | None = None
        self._pause_ms = 0.0
        self._again_ms = 0.0

    def look(self) -> None:
        """Open the device if it is missing and it is time to try; else let it check for lost edges."""
        try:
            if self._device is not None:
                self._device.check()
            elif self._clock() >= self._again_ms:
                self._open()
        except Exception as exc:
            # Whatever it is (lgpio's errors have no common root), the game goes on without the device.
            self._lose(exc)

    def _open(self) -> None:
        self._device = self._open_device()
        self._device.start()
        if self._pause_ms:
            self._pause_ms = 0.0
            log.info("%s: it is back", self._name)
            self._post(DeviceChanged(self._name, None, self._clock()))

    def _lose(self, error: Exception) -> None:
        self.close()
        trouble = " ".join(str(error).split()) or type(error).__name__
        if not self._pause_ms:
            log.warning("%s: %s", self._name, trouble, exc_info=None if isinstance(error, DeviceLost) else error)
            self._post(DeviceChanged(self._name, trouble, self._clock()))
        self._pause_ms = min(2 * self._pause_ms or FIRST_PAUSE_MS, LONGEST_PAUSE_MS)
        self._again_ms = self._clock() + self._pause_ms

    def close(self) -> None:
        """Close the device, if it is open."""
        device, self._device = self._device, None
        if device is not None:
            try:
                device.close()
            except Exception as exc:
                log.warning("%s: cannot be closed: %r", self._name, exc)
