"""The OLED, through luma.oled: pictures out, our own errors back."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import luma.core.error
from PIL import Image

from hugo_castle.devices.display_settings import ADDRESSES, DisplaySettings
from hugo_castle.devices.luma_panels import Bus, SH1106Panel, SharedI2C, SSD1306Panel
from hugo_castle.errors import DeviceLost

__all__ = ["Display", "DisplayLost", "DisplaySettings", "open_display"]

log = logging.getLogger(__name__)

NOP = 0xE3
DISPLAY_OFF = 0xAE
STATUS_IS_OFF = 0x40  # SSD1306 10.1.21, SH1106 command 23

# A process that was killed may have left the chip waiting for the rest of a command, at most 6 bytes
# (SSD1306 10.2.1); they must not swallow the first commands of ours.
FLUSH = (NOP,) * 7

WHAT_TO_CHECK = "check its power, ground, SDA and SCL wires and display.address"


class DisplayLost(DeviceLost):
    """The display does not answer."""


def open_display(settings: DisplaySettings, bus: Bus) -> "Display":
    """Find the display on `bus` (an open `smbus2.SMBus`), initialise it, and light it with a black picture.

    Looks at the configured address first, then at the other one. Raises DisplayLost.
    """
    address = _find(settings.address, bus)
    if address != settings.address:
        log.warning("display.address is 0x%02X, but the display answers at 0x%02X", settings.address, address)
    return Display(settings, bus, address)


def _find(wanted: int, bus: Bus) -> int:
    other = ADDRESSES[wanted == ADDRESSES[0]]
    cause = _silence(wanted, bus)
    if cause is None:
        return wanted
    if _silence(other, bus) is None:
        return other
    raise DisplayLost(f"no display answers at 0x{wanted:02X} or 0x{other:02X} ({cause}): {WHAT_TO_CHECK}") from cause


def _silence(address: int, bus: Bus) -> OSError | None:
    """Call `address`; the error when nothing answers."""
    try:
        SharedI2C(bus, address).command(*FLUSH)
    except OSError as exc:
        return exc
    return None


@contextmanager
def _translated(address: int) -> Iterator[None]:
    try:
        yield
    except (OSError, luma.core.error.Error) as exc:
        raise DisplayLost(f"the display at 0x{address:02X} does not answer ({exc}): {WHAT_TO_CHECK}") from exc


class Display:
    """An OLED that `open_display` found. One thread at a time; the bus may be shared.

    Every method that talks to the chip raises DisplayLost; open it again then.
    """

    def __init__(self, settings: DisplaySettings, bus: Bus, address: int) -> None:
        self._settings = settings
        self._address = address
        self._serial = SharedI2C(bus, address)
        self._picture: Image.Image | None = None
        self._level = settings.contrast
        self._awake = True
        self._tells_status = False
        self._start()

    @property
    def address(self) -> int:
        """The I2C address where it was found."""
        return self._address

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels as the players see it, after `rotate`."""
        size: tuple[int, int] = self._panel.size
        return size

    def show(self, image: Image.Image) -> None:
        """Show a picture of mode "1" and of `size`; only what changed is sent. Raises ValueError otherwise."""
        if (image.mode, image.size) != ("1", self.size):
            raise ValueError(f'picture: expected mode "1" and {self.size}, got "{image.mode}" and {image.size}')
        with _translated(self._address):
            self._panel.display(image)
        self._picture = image

    def contrast(self, level: int | None) -> None:
        """Set the brightness, 0 to 255; None as configured."""
        wanted = self._settings.contrast if level is None else level
        if wanted not in range(256):
            raise ValueError(f"contrast: expected 0 to 255, got {wanted}")
        with _translated(self._address):
            self._panel.contrast(wanted)
        self._level = wanted

    def blank(self) -> None:
        """Switch the glass off; the picture stays in the chip."""
        with _translated(self._address):
            self._panel.hide()
        self._awake = False

    def wake(self) -> None:
        """Switch the glass on again."""
        with _translated(self._address):
            self._panel.show()
        self._awake = True

    def check(self) -> None:
        """Ask the chip for a sign of life; start it again when it has lost its settings.

        A display with a still picture gets no other traffic, and one that was unplugged and plugged in again
        between two questions answers, but stays dark: it is off after reset (SSD1306 8.9, SH1106 "Reset").
        """
        with _translated(self._address):
            self._serial.command(NOP)
            was_reset = self._tells_status and self._awake and self._says_off()
        if was_reset:
            log.warning("the display at 0x%02X was reset and is started again: a power dip?", self._address)
            self.restart()

    def restart(self) -> None:
        """Initialise the chip anew and send the picture in full, against settings and memory gone bad."""
        self._start()
        if not self._awake:
            self.blank()

    def close(self) -> None:
        """Let go of the display. The bus stays open, and the glass as it is."""
        self._panel.cleanup()

    def _start(self) -> None:
        with _translated(self._address):
            self._serial.command(*FLUSH, DISPLAY_OFF)
            says_off = self._says_off()
            self._panel = self._new_panel()
            # luma's start-up sets its own level.
            self._panel.contrast(self._level)
            # Not every module lets its chip be read: trust the status only where it follows the display.
            self._tells_status = says_off and not self._says_off()

    def _says_off(self) -> bool:
        try:
            return bool(self._serial.status() & STATUS_IS_OFF)
        except OSError:
            # Only a write that goes unanswered proves that the display is gone.
            return False

    def _new_panel(self) -> Any:
        settings = self._settings
        shape = {"width": settings.width, "height": settings.height, "rotate": settings.rotate}
        if settings.driver == "sh1106":
            shape["page_address_offset"] = settings.first_column
            return SH1106Panel(self._serial, first_picture=self._picture, **shape)
        return SSD1306Panel(self._serial, first_picture=self._picture, **shape)
