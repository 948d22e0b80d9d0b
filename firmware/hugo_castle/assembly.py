"""From the configuration to devices: which driver sits on which bus or pin, real or emulated."""

import queue
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hugo_castle.clock import Clock, now_ms
from hugo_castle.config import Config, ExpanderSettings
from hugo_castle.devices.button import RollButton
from hugo_castle.devices.display import open_display
from hugo_castle.devices.expanders import ExpanderSensors, ExpanderWiring
from hugo_castle.devices.gpio import open_pin_factory
from hugo_castle.devices.gpio_sensors import GpioSensors
from hugo_castle.devices.i2c import I2CBus
from hugo_castle.devices.painter import Painter
from hugo_castle.devices.pins import open_input
from hugo_castle.devices.reopened import Reopened, Startable
from hugo_castle.inputs import Input
from hugo_castle.screens import draw
from hugo_castle.table.view import View

if TYPE_CHECKING:  # a real castle does not load the emulation
    from hugo_castle.virtual.castle import VirtualCastle

Queue = queue.SimpleQueue[Input | None]


@dataclass(frozen=True, slots=True)
class Hardware:
    """What drivers are handed: this machine's bus and pins, or an emulated castle's."""

    bus: Any
    pin_factory: Any
    clock: Clock


@dataclass(frozen=True, slots=True)
class Devices:
    """What is open: the display's painter (None without display), and devices to look at now and then."""

    painter: Painter[View] | None
    looked_at: tuple[Reopened, ...]

    def show(self, view: View) -> None:
        """The newest view; never blocks."""
        if self.painter:
            self.painter.show(view)

    @property
    def last_text(self) -> tuple[str, ...]:
        """The lines last drawn."""
        return self.painter.last_text if self.painter else ()


def real_hardware(config: Config) -> Hardware:
    """This machine's own. Raises DeviceLost when its pins cannot be used at all."""
    return Hardware(I2CBus(config.i2c.bus), open_pin_factory(config.pin_factory), now_ms)


def virtual_castle(config: Config) -> "VirtualCastle":
    """An emulated castle that is wired as the configuration says."""
    from hugo_castle.virtual.castle import VirtualCastle, Wiring

    driver, expanders = config.sensors.driver, config.sensors.mcp23017
    return VirtualCastle(
        Wiring(
            display=config.display,
            button_pin=config.button.pin,
            interrupt_pin=expanders.interrupt_pin if driver == "mcp23017" else None,
            expanders=wiring_of(expanders) if driver == "mcp23017" else (),
            sensor_pins=config.sensors.gpio.pins if driver == "gpio" else {},
        )
    )


def open_devices(config: Config, hardware: Hardware, inputs: Queue, held: ExitStack) -> Devices:
    """Open everything, each closed again by `held`; what is missing is reported to `inputs` and tried again.

    The first levels of button and sensors are in `inputs` when this returns.
    """
    painter = None
    if config.display.enabled:
        painter = _painter(config, hardware, inputs)
        held.callback(painter.close)
    openers: dict[str, Callable[[], Startable]] = {
        "button": lambda: RollButton(config.button.pin, hardware.pin_factory, inputs.put, hardware.clock)
    }
    if config.sensors.driver == "mcp23017":
        openers["sensors"] = lambda: _Expanders(config, hardware, inputs)
    elif config.sensors.driver == "gpio":
        openers["sensors"] = lambda: _sensor_pins(config, hardware, inputs)
    looked_at = tuple(Reopened(name, opener, inputs.put, hardware.clock) for name, opener in openers.items())
    for device in looked_at:
        held.callback(device.close)
        device.look()
    return Devices(painter, looked_at)


def _painter(config: Config, hardware: Hardware, inputs: Queue) -> Painter[View]:
    settings = config.display
    return Painter[View](lambda: open_display(settings, hardware.bus), draw, inputs.put, hardware.clock)


def wiring_of(expanders: ExpanderSettings) -> tuple[ExpanderWiring, ...]:
    """The configured chips as the driver takes them."""
    return tuple(ExpanderWiring(chip.address, chip.spaces) for chip in expanders.chips)


class _Expanders:
    """The expanders together with the pin of their interrupt line."""

    def __init__(self, config: Config, hardware: Hardware, inputs: Queue) -> None:
        expanders = config.sensors.mcp23017
        pin = expanders.interrupt_pin
        self._interrupt = None if pin is None else open_input("interrupt line", pin, hardware.pin_factory)
        wiring = wiring_of(expanders)
        self._sensors = ExpanderSensors(hardware.bus, wiring, self._interrupt, inputs.put, hardware.clock)

    def start(self) -> None:
        self._sensors.start()

    def check(self) -> None:
        """Nothing: their own thread looks for what was missed."""

    def close(self) -> None:
        self._sensors.close()
        if self._interrupt is not None:
            self._interrupt.close()


def _sensor_pins(config: Config, hardware: Hardware, inputs: Queue) -> Startable:
    return GpioSensors(config.sensors.gpio.pins, hardware.pin_factory, inputs.put, hardware.clock)
