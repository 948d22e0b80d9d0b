"""luma.oled's drivers as this service needs them: on a shared bus, changes only, nothing at exit.

luma packs a picture pixel by pixel in Python and sends all of it every time (1034 bytes, 93 ms at 100 kHz).
Here Pillow packs it, and only the runs of columns that changed are sent.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol

import smbus2
from luma.core.device import device
from luma.core.interface.serial import i2c
from luma.oled.device import sh1106, ssd1306
from PIL import Image

COMMANDS, DATA = 0x00, 0x40  # control bytes: SSD1306 8.1.5.2, SH1106 "I2C-bus interface"


class Bus(Protocol):
    """What this module uses of `smbus2.SMBus`."""

    def i2c_rdwr(self, *messages: smbus2.i2c_msg) -> None: ...


class SharedI2C(i2c):  # type: ignore[misc]  # luma has no types
    """luma's I2C interface on a bus that others use too.

    luma sends blocks of 32 bytes on a bus that it did not open; this sends a picture in one message, with one
    control byte. And `i2c_rdwr` carries the address in the message, where `write_i2c_block_data` first selects
    it for the whole bus object: another thread could select its own chip in between.
    """

    def __init__(self, bus: Bus, address: int) -> None:
        super().__init__(bus=bus, address=address)

    def command(self, *cmd: int) -> None:
        """Send command bytes. Raises OSError."""
        self._send(COMMANDS, cmd)

    def data(self, data: Sequence[int]) -> None:
        """Send display memory bytes. Raises OSError."""
        self._send(DATA, data)

    def status(self) -> int:
        """Return the chip's status byte (SSD1306 10.1.21, SH1106 command 23). Raises OSError.

        Only after a command: after data an SH1106 answers with its memory.
        """
        message = smbus2.i2c_msg.read(self._addr, 1)
        self._bus.i2c_rdwr(message)
        return int(next(iter(message)))

    def _send(self, control: int, payload: Sequence[int]) -> None:
        self._bus.i2c_rdwr(smbus2.i2c_msg.write(self._addr, [control, *payload]))


class Window(NamedTuple):
    """A part of the display memory, ends excluded."""

    first_page: int
    end_page: int
    first_column: int
    end_column: int

    @property
    def size(self) -> int:
        return (self.end_page - self.first_page) * (self.end_column - self.first_column)


def pack(image: Image.Image) -> list[bytes]:
    """Return the pages of a picture: a byte is 8 pixels of a column, bit 0 on top (SSD1306 8.7)."""
    columns = image.transpose(Image.Transpose.TRANSPOSE).tobytes("raw", "1;R")
    pages = image.height // 8
    return [columns[page::pages] for page in range(pages)]


def changed_runs(before: Sequence[bytes], after: Sequence[bytes], gap: int) -> Iterator[Window]:
    """Yield what differs, page by page; runs with fewer than `gap` equal bytes between them are one."""
    for page, (old, new) in enumerate(zip(before, after, strict=True)):
        if old == new:
            continue
        columns = [column for column in range(len(new)) if old[column] != new[column]]
        first = last = columns[0]
        for column in columns[1:]:
            if column - last > gap:
                yield Window(page, page + 1, first, last + 1)
                first = column
            last = column
        yield Window(page, page + 1, first, last + 1)


def around(windows: Sequence[Window]) -> Window:
    """Return the smallest window that holds all of them."""
    first_pages, end_pages, first_columns, end_columns = zip(*windows, strict=True)
    return Window(min(first_pages), max(end_pages), min(first_columns), max(end_columns))


class _NoExitHook(device):  # type: ignore[misc]
    """luma's base class without its exit hook.

    The hook keeps every driver object for ever (130 KB each, one more after every lost connection) and
    switches the display off over a bus that may be closed or broken by then. Stands behind the driver class
    in the order of inheritance, so that the driver's `super().__init__` ends here.
    """

    def __init__(self, const: Any = None, serial_interface: Any = None) -> None:
        self._const = const
        self._serial_interface = serial_interface


class _ChangesOnly:
    """Sends what changed since the last picture. Stands before luma's driver class.

    `first_picture` is what the chip's start-up shows instead of black.
    """

    header_bytes: int  # on the bus around each window's data: two address, two control bytes, the commands

    def __init__(self, *args: Any, first_picture: Image.Image | None = None, **keywords: Any) -> None:
        self._first_picture = first_picture
        self._shown: list[bytes] | None = None
        super().__init__(*args, **keywords)
        # Its owner decides what stays on the glass.
        self.persist = True

    def clear(self) -> None:
        """Fill the chip's memory at start-up, before it lights the glass."""
        self.display(self._first_picture or Image.new("1", self.size))  # type: ignore[attr-defined]

    def display(self, image: Image.Image) -> None:
        """Show a picture of mode "1". Raises OSError; the next one is then sent in full."""
        pages = pack(self.preprocess(image))  # type: ignore[attr-defined]
        before, self._shown = self._shown, None
        for window in self._windows(before, pages):
            rows = pages[window.first_page : window.end_page]
            self._send(window, b"".join(row[window.first_column : window.end_column] for row in rows))
        self._shown = pages

    def _windows(self, before: list[bytes] | None, pages: list[bytes]) -> list[Window]:
        if before is None:
            return [Window(page, page + 1, 0, len(row)) for page, row in enumerate(pages)]
        return list(changed_runs(before, pages, self.header_bytes))

    def _send(self, window: Window, data: bytes) -> None:
        raise NotImplementedError


class SSD1306Panel(_ChangesOnly, ssd1306, _NoExitHook):  # type: ignore[misc]
    """luma's SSD1306. A window may span pages (horizontal addressing, 10.1.3)."""

    header_bytes = 10

    def _windows(self, before: list[bytes] | None, pages: list[bytes]) -> list[Window]:
        runs = super()._windows(before, pages)
        if not runs:
            return runs
        one = around(runs)
        apart = sum(self.header_bytes + run.size for run in runs)
        return [one] if self.header_bytes + one.size <= apart else runs

    def _send(self, window: Window, data: bytes) -> None:
        first_page, end_page, first, end = window
        left = self._colstart
        self.command(
            *(self._const.COLUMNADDR, left + first, left + end - 1),
            *(self._const.PAGEADDR, first_page, end_page - 1),
        )
        self.data(data)


class SH1106Panel(_ChangesOnly, sh1106, _NoExitHook):  # type: ignore[misc]
    """luma's SH1106: page addressing only (commands 1, 2 and 12)."""

    header_bytes = 7

    def _send(self, window: Window, data: bytes) -> None:
        column = self._page_address_offset + window.first_column
        self.command(
            0xB0 | window.first_page,
            self._const.SETLOWCOLUMN | column & 0x0F,
            self._const.SETHIGHCOLUMN | column >> 4,
        )
        self.data(data)
