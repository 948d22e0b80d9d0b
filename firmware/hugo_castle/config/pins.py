"""Which GPIO pin is whose: some have another purpose on every Pi, and none can serve two."""

from collections.abc import Sequence
from typing import NamedTuple

from hugo_castle.config.problems import Problems, shown

LAST_PIN = 27  # the 40-pin header brings out GPIO0 to GPIO27
PIN_RANGE = f"a GPIO number from 0 to {LAST_PIN}"

_HAT = "GPIO0 and GPIO1 are for the identification chip (EEPROM) of a HAT board"
_SERIAL = "GPIO14 and GPIO15 are the serial port, on which the Pi writes its console"
_RESERVED = {0: _HAT, 1: _HAT, 14: _SERIAL, 15: _SERIAL}
_WIRES_OF_BUS = {1: (2, 3)}  # SDA, SCL; those of the other buses depend on the Pi's model and overlays


class PinUse(NamedTuple):
    """The setting at `path` wants the GPIO number (BCM) `pin`."""

    path: str
    pin: int


class PinUses(list[PinUse]):
    """All pins that are really used, in the order of the settings."""

    def want(self, value: object, path: str, problems: Problems, wanted: str = PIN_RANGE) -> int | None:
        """The value as a GPIO number, noted as used; None when it is none, which is a problem."""
        if type(value) is int and 0 <= value <= LAST_PIN:
            self.append(PinUse(path, value))
            return value
        problems.expected(path, wanted, shown(value))
        return None


def check_pins(uses: Sequence[PinUse], bus: int, bus_users: Sequence[str], problems: Problems) -> None:
    """Refuse pins with another purpose and pins used twice.

    `bus_users` are the devices on I2C bus `bus`; with none its wires are pins like others.
    """
    wires = _WIRES_OF_BUS.get(bus, ()) if bus_users else ()
    owners: dict[int, str] = {}
    for path, pin in uses:
        if pin in wires:
            names = " and ".join(f"GPIO{wire}" for wire in wires)
            users = " and ".join(bus_users)
            problems.refuse(path, f"{names} are the wires of I2C bus {bus}, used for {users}; choose another")
        elif pin in _RESERVED:
            problems.refuse(path, f"{_RESERVED[pin]}; choose another")
        elif pin in owners:
            problems.refuse(path, f"GPIO{pin} is used by {owners[pin]} already; choose another")
        owners.setdefault(pin, path)
