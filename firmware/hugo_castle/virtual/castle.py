"""A whole castle board without hardware: chips on an emulated bus, mock pins, figures on sensors, and faults."""

import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from gpiozero.pins.mock import MockFactory
from PIL import Image

from hugo_castle.clock import now_ms
from hugo_castle.devices.display_settings import DisplaySettings
from hugo_castle.devices.wired_expander import ExpanderWiring
from hugo_castle.virtual.bus import VirtualBus
from hugo_castle.virtual.clock import RequestClock
from hugo_castle.virtual.interrupt_wire import WiredInterrupt
from hugo_castle.virtual.mcp23017 import VirtualMCP23017
from hugo_castle.virtual.oled import VirtualSH1106, VirtualSSD1306

CHATTER_HALF_PERIOD_S = 0.005  # 100 Hz, as contract 4 says
# How long a request waits for the service to read what it changed; a lost chip is never read.
SERVED_WITHIN_S = 0.25

Drive = Callable[[bool], None]  # closes (True) or opens the switch of one space


@dataclass(frozen=True)
class Wiring:
    """What is soldered where; pins are BCM numbers."""

    display: DisplaySettings
    button_pin: int
    interrupt_pin: int | None = None
    expanders: Sequence[ExpanderWiring] = ()
    sensor_pins: Mapping[str, int] = field(default_factory=dict)


class VirtualCastle:
    """Figures, switches, chips and wires.

    `bus` and `pin_factory` are what the drivers are handed. Everything here may be called from any thread.
    """

    def __init__(self, wiring: Wiring) -> None:
        self.bus = VirtualBus()
        self.pin_factory = MockFactory()
        self.clock = RequestClock()
        self._wiring = wiring
        self._lock = threading.RLock()
        self._figures: Counter[str] = Counter()
        self._faults: dict[str, str] = {}
        self._chips = [VirtualMCP23017() for _ in wiring.expanders]
        self._button = self.pin_factory.pin(wiring.button_pin)
        self._display = _display_chip(wiring.display)
        self.bus.attach(wiring.display.address, self._display)
        for chip, expander in zip(self._chips, wiring.expanders, strict=True):
            self.bus.attach(expander.address, chip)
        self._wire = self._interrupt_wire()
        self._switches = self._all_switches()
        self._chattering = Chattering(self._switches)
        for space in self._switches:
            self._drive(space)

    def _interrupt_wire(self) -> WiredInterrupt | None:
        if self._wiring.interrupt_pin is None:
            return None
        pin = self.pin_factory.pin(self._wiring.interrupt_pin)
        return WiredInterrupt(lambda low: pin.drive_low() if low else pin.drive_high(), self._chips)

    def _all_switches(self) -> dict[str, Drive]:
        switches: dict[str, Drive] = {}
        for chip, expander in zip(self._chips, self._wiring.expanders, strict=True):
            for number, space in expander.spaces.items():
                switches[space] = _expander_switch(chip, number)
        for space, gpio in self._wiring.sensor_pins.items():
            pin = self.pin_factory.pin(gpio)
            switches[space] = _closing(pin.drive_low, pin.drive_high)
        return switches

    # Hands ---------------------------------------------------------------------------------------

    def press(self, down: bool) -> None:
        """The roll button's contact closes or opens."""
        if down:
            self._button.drive_low()
        else:
            self._button.drive_high()

    def put(self, space: str) -> None:
        """One more figure stands on the space."""
        with self._lock:
            self._figures[space] += 1
            self._drive(space)
        self._wait_until_served()

    def lift(self, space: str) -> None:
        """One figure fewer. Raises ValueError when none stands there."""
        with self._lock:
            if not self._figures[space]:
                raise ValueError(f"no figure stands on {space}")
            self._figures[space] -= 1
            self._drive(space)
        self._wait_until_served()

    def _wait_until_served(self) -> None:
        """So that each edge has an interrupt, and a time, of its own."""
        until_ms = now_ms() + 1000 * SERVED_WITHIN_S
        while self._wire and self._wire.is_low and not self._chattering.spaces and now_ms() < until_ms:
            threading.Event().wait(0.0002)

    def sensors_on(self) -> list[str]:
        """Spaces whose switch is closed, faults included, in wiring order."""
        with self._lock:
            return [space for space in self._switches if self._is_closed(space)]

    def _is_closed(self, space: str) -> bool:
        fault = self._faults.get(space)
        if fault in ("stuck-on", "stuck-off"):
            return fault == "stuck-on"
        return self._figures[space] > 0

    def _drive(self, space: str) -> None:
        if space in self._switches and space not in self._chattering.spaces:
            self._switches[space](self._is_closed(space))

    # Faults --------------------------------------------------------------------------------------

    def break_sensor(self, space: str, kind: str) -> None:
        """The sensor lies: stuck-on, stuck-off, chatter, or ok. Raises ValueError for a space without one."""
        if space not in self._switches:
            raise ValueError(f"{space} has no sensor on this board")
        with self._lock:
            self._faults[space] = kind
            self._chattering.set(space, kind == "chatter")
            self._drive(space)

    def unplug_display(self) -> None:
        self.bus.unplug(self._wiring.display.address)

    def plug_display(self) -> None:
        """Power comes back with the cable, so the chip has lost everything."""
        self._display.power_on_reset()
        self.bus.plug(self._wiring.display.address)

    @property
    def expanders(self) -> int:
        """How many expander chips there are."""
        return len(self._chips)

    def reset_expander(self, number: int) -> None:
        """The chip loses its registers, as in a brown-out."""
        self._chips[number].power_on_reset()

    def unplug_expander(self, number: int) -> None:
        self.bus.unplug(self._wiring.expanders[number].address)

    def plug_expander(self, number: int) -> None:
        self._chips[number].power_on_reset()
        self.bus.plug(self._wiring.expanders[number].address)

    # Looking -------------------------------------------------------------------------------------

    def picture(self) -> Image.Image:
        """What the display's glass shows, decoded from the chip's memory."""
        return self._display.picture()

    def wire_bytes(self) -> int:
        """Bytes sent to and from the display so far."""
        return self.bus.wire_bytes(self._wiring.display.address)

    def close(self) -> None:
        """Let threads end."""
        self._chattering.close()


class Chattering:
    """Switches that open and close 100 times a second, on a thread that only lives while there are any."""

    def __init__(self, switches: Mapping[str, Drive]) -> None:
        self.spaces: frozenset[str] = frozenset()
        self._switches = switches
        self._thread: threading.Thread | None = None
        self._closing = threading.Event()

    def set(self, space: str, chatters: bool) -> None:
        self.spaces = self.spaces | {space} if chatters else self.spaces - {space}
        if self.spaces and not (self._thread and self._thread.is_alive()):
            self._thread = threading.Thread(target=self._work, name="chatter", daemon=True)
            self._thread.start()

    def _work(self) -> None:
        closed = True
        while self.spaces and not self._closing.wait(CHATTER_HALF_PERIOD_S):
            for space in self.spaces:
                self._switches[space](closed)
            closed = not closed

    def close(self) -> None:
        self._closing.set()


def _display_chip(settings: DisplaySettings) -> VirtualSSD1306 | VirtualSH1106:
    if settings.driver == "sh1106":
        return VirtualSH1106(settings.width, settings.height, settings.first_column)
    return VirtualSSD1306(settings.width, settings.height)


def _expander_switch(chip: VirtualMCP23017, pin: int) -> Drive:
    return lambda closed: chip.set_input(pin, not closed)  # the switch pulls the pin to ground


def _closing(close: Callable[[], None], open_: Callable[[], None]) -> Drive:
    return lambda closed: close() if closed else open_()
