"""The roll button: a contact from a GPIO pin to ground."""

from typing import Any

from gpiozero import Button

from hugo_castle.clock import Clock, now_ms
from hugo_castle.devices.pins import SwitchPins
from hugo_castle.inputs import ButtonChanged, Post

_NAME = "button"


class RollButton:
    """Posts every raw change of the contact, bounce included, as `ButtonChanged`.

    `pin` is a GPIO number, never 2 or 3 (the I2C bus); `pin_factory` one of gpiozero's, None for its default.
    Raises `DeviceLost` when the pin cannot be had.
    """

    def __init__(self, pin: int, pin_factory: Any, post: Post, clock: Clock = now_ms) -> None:
        def tell(levels: dict[str, bool], at_ms: float) -> None:
            post(ButtonChanged(levels[_NAME], at_ms))

        self._pins = SwitchPins("roll", {_NAME: pin}, pin_factory, tell, clock, Button)

    def start(self) -> None:
        """Post the present level, so that a button held at power-on is known; then every change."""
        self._pins.start()

    def check(self) -> None:
        """Post the level if it is not what was posted last: an edge got lost. Call it now and then."""
        self._pins.check()

    def close(self) -> None:
        """Give the pin back."""
        self._pins.close()
