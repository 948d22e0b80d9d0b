"""The Pi's I2C bus, opened when it is first needed and opened again when it was gone."""

import errno
import threading
from typing import Any

import smbus2

# What the kernel says when the adapter itself is gone (its driver unloaded, an overlay removed); a chip that does
# not answer is EREMOTEIO or ETIMEDOUT, or ENXIO on a bus in software (i2c-gpio).
_GONE = (errno.ENODEV, errno.ENOENT, errno.EBADF)


class I2CBus:
    """`/dev/i2c-N` with the one method that our drivers use.

    The bus may appear long after the service (case S2), and an adapter can vanish: every transfer on a closed bus
    tries to open it, so whoever retries a chip retries the bus. Errors are the kernel's: OSError.
    """

    def __init__(self, number: int = 1) -> None:
        self._number = number
        self._bus: Any = None
        self._lock = threading.Lock()

    def i2c_rdwr(self, *messages: Any) -> None:
        """Carry out one combined transfer of `smbus2.i2c_msg`s. Raises OSError."""
        bus = self._opened()
        try:
            bus.i2c_rdwr(*messages)
        except OSError as exc:
            if exc.errno in _GONE:
                self.close()
            raise

    def close(self) -> None:
        """Let the bus go; the next transfer opens it again."""
        with self._lock:
            if self._bus is not None:
                self._bus.close()
                self._bus = None

    def _opened(self) -> Any:
        with self._lock:
            if self._bus is None:
                self._bus = smbus2.SMBus(self._number)
            return self._bus
