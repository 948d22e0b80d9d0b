"""Sensors wired straight to GPIO pins, for a board with a handful of them."""

from collections.abc import Mapping
from typing import Any

from hugo_castle.clock import Clock, now_ms
from hugo_castle.devices.pins import SwitchPins
from hugo_castle.inputs import Post, SensorsChanged


class GpioSensors:
    """Posts `SensorsChanged` for switches to ground; `pins` has the GPIO number of each space.

    `pin_factory` is one of gpiozero's, None for its default. Raises `DeviceLost` when a pin cannot be had;
    the others are given back then.
    """

    def __init__(self, pins: Mapping[str, int], pin_factory: Any, post: Post, clock: Clock = now_ms) -> None:
        def tell(levels: dict[str, bool], at_ms: float) -> None:
            post(SensorsChanged(levels, at_ms))

        self._pins = SwitchPins("sensor", pins, pin_factory, tell, clock)

    def start(self) -> None:
        """Post the first whole picture, then every change."""
        self._pins.start()

    def check(self) -> None:
        """Post the spaces whose level is not what was posted last: an edge got lost. Call it now and then."""
        self._pins.check()

    def close(self) -> None:
        """Give all pins back."""
        self._pins.close()
