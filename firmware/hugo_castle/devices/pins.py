"""Switches to ground on GPIO pins through gpiozero: errors in our words, handlers that only tell."""

import logging
import threading
from collections.abc import Callable, Mapping
from typing import Any

from gpiozero import BadPinFactory, DigitalInputDevice, GPIOPinInUse, PinInvalidPin

from hugo_castle.clock import Clock
from hugo_castle.errors import DeviceLost

Tell = Callable[[dict[str, bool], float], None]

logger = logging.getLogger(__name__)


class SwitchPins:
    """Switches from GPIO pins to ground; `tell(closed by name, at_ms)` hears of them, True is closed.

    `pins` has a GPIO number for each name, `kind` goes before the name in messages, `device_class` is
    gpiozero's class. There is no `bounce_time`: with lgpio a tap that is shorter would never be seen.
    Raises `DeviceLost` when a pin cannot be had; the others are given back then.
    """

    def __init__(
        self,
        kind: str,
        pins: Mapping[str, int],
        pin_factory: Any,
        tell: Tell,
        clock: Clock,
        device_class: type[DigitalInputDevice] = DigitalInputDevice,
    ) -> None:
        self._tell = tell
        self._clock = clock
        self._told: dict[str, bool] = {}
        self._lock = threading.Lock()
        self._devices: dict[str, DigitalInputDevice] = {}
        try:
            for name, pin in pins.items():
                self._devices[name] = open_input(f"{kind} {name}", pin, pin_factory, device_class)
        except DeviceLost:
            self.close()
            raise

    def start(self) -> None:
        """Tell the present level of all, then every change."""
        # Locked, so that an edge at this very moment is told after the first picture, not before it.
        with self._lock:
            for name, device in self._devices.items():
                device.when_activated = self._handler(name, True)
                device.when_deactivated = self._handler(name, False)
            self._tell_all({name: device.is_active for name, device in self._devices.items()})

    def check(self) -> None:
        """Read all pins and tell the levels that differ from what was told last.

        The kernel drops edges when its queue is full, and gpiozero then waits for the next one.
        """
        with self._lock:
            levels = {name: device.is_active for name, device in self._devices.items()}
            changed = {name: closed for name, closed in levels.items() if self._told.get(name) != closed}
            if changed:
                self._tell_all(changed)

    def _tell_all(self, levels: dict[str, bool]) -> None:
        self._told.update(levels)
        self._tell(levels, self._clock())

    def _handler(self, name: str, closed: bool) -> Callable[[], None]:
        def edge() -> None:
            # In the library's thread: an exception would end lgpio's only callback thread.
            try:
                at_ms = self._clock()
                with self._lock:
                    self._told[name] = closed
                    self._tell({name: closed}, at_ms)
            except Exception:
                logger.exception("%s", name)

        return edge

    def close(self) -> None:
        """Give all pins back; nothing is told any more."""
        for device in self._devices.values():
            device.close()


def open_input(
    name: str, pin: int, pin_factory: Any, device_class: type[DigitalInputDevice] = DigitalInputDevice
) -> DigitalInputDevice:
    """One input with pull-up, for a switch or wire to ground. Raises `DeviceLost` when the pin cannot be had."""
    try:
        return device_class(pin, pull_up=True, bounce_time=None, pin_factory=pin_factory)
    except Exception as exc:  # gpiozero passes on lgpio's errors, which have no common root
        raise DeviceLost(f"{name} on GPIO{pin}: {_advice(exc)}") from exc


def _advice(exc: Exception) -> str:
    if isinstance(exc, BadPinFactory):
        return f"no access to the pins ({exc}); install lgpio (apt install python3-lgpio)"
    if isinstance(exc, GPIOPinInUse):
        return f"the pin is used twice ({exc}); give each its own in the configuration"
    if isinstance(exc, PinInvalidPin):
        return f"there is no such pin ({exc}); choose a GPIO number from 4 to 27"
    return f"cannot be used ({exc}); is another program or service holding it?"
