"""What the emulated display chips share: the I2C byte stream, common commands, and the way to the glass.

The numbers come from Solomon Systech SSD1306 Rev 1.1 ("SSD") and Sino Wealth SH1106 V2.3 ("SH").
Commands that only tune the analogue part (clock, pre-charge, VCOMH) are taken and have no effect.
"""

import random
from collections.abc import Mapping
from typing import ClassVar

from PIL import Image, ImageChops

CONTINUATION = 0x80  # Co: one byte follows, then another control byte (SSD 8.1.5.2, SH "I2C-bus interface")
DATA = 0x40  # D/C: what follows goes to the display memory, else to the command decoder
DISPLAY_IS_OFF = 0x40  # bit 6 of the status byte (SSD 10.1.21, SH command 23)

LINES = 64
PAGES = LINES // 8
HALF = LINES // 2


class OledChip:
    """One display chip with its glass, as the bus and the players see them.

    `write` takes what follows the address byte of one I2C write; `read` answers an I2C read.
    The glass is mounted as on the usual modules: upright when both segment remap (A1h) and reversed
    COM scan (C8h) are set.
    """

    columns: ClassVar[int]
    reset_contrast: ClassVar[int]
    parameters: ClassVar[Mapping[int, int]]

    def __init__(self, width: int, height: int, first_column: int, alternative_rows: bool) -> None:
        if not 0 <= first_column <= self.columns - width:
            allowed = f"0 to {self.columns - width} for a glass {width} wide"
            raise ValueError(f"first_column: expected {allowed}, got {first_column}")
        self.size = width, height
        self._first_column = first_column
        self._alternative_rows = alternative_rows
        self.power_on_reset()

    def power_on_reset(self) -> None:
        """Put every register to its reset value, as after a power cut; the memory holds noise."""
        # Static memory comes up in no particular state: a driver must clear it before it lights the glass.
        self._memory = bytearray(random.Random(1306).randbytes(self.columns * PAGES))
        self._pending: list[int] = []
        self._data_selected = False
        self.unknown_commands: set[int] = set()
        self.contrast = self.reset_contrast
        self._column = self._page = 0
        self._start_line = self._offset = 0
        self._lit_lines = LINES
        self._remapped = self._scan_reversed = False
        self._all_on = self._inverse = self._on = False
        self._com_pins = 0x12
        self._pump_on = False

    @property
    def memory(self) -> bytes:
        """The display memory: page after page, within a page by column, bit 0 the top line."""
        return bytes(self._memory)

    @property
    def is_on(self) -> bool:
        """Whether the chip drives the glass: display on and its voltage pump running."""
        return self._on and self._pump_on

    # -- the bus --

    def write(self, data: bytes) -> None:
        """Take one I2C write message from the control byte on. A command may end in a later message."""
        position = 0
        while position < len(data):
            control = data[position]
            end = position + 2 if control & CONTINUATION else len(data)
            self._data_selected = bool(control & DATA)
            take = self._store if control & DATA else self._decode
            for byte in data[position + 1 : end]:
                take(byte)
            position = end

    def read(self, length: int) -> bytes:
        """Answer an I2C read of `length` bytes with the status byte, over and over."""
        return bytes([self._status()]) * length

    def _status(self) -> int:
        return 0 if self._on else DISPLAY_IS_OFF

    # -- commands --

    def _decode(self, byte: int) -> None:
        self._pending.append(byte)
        command, *values = self._pending
        if len(values) == self.parameters.get(command, 0):
            self._pending = []
            if not self._execute(command, values):
                self.unknown_commands.add(command)

    def _execute(self, command: int, values: list[int]) -> bool:
        """Carry out a complete command; False when the chip does not know it."""
        return self._execute_switch(command) or self._execute_setting(command, values)

    def _execute_switch(self, command: int) -> bool:
        match command:
            case 0xA0 | 0xA1:  # SSD 10.1.8, SH command 6
                self._remapped = command == 0xA1
            case 0xA4 | 0xA5:  # SSD 10.1.9, SH command 7
                self._all_on = command == 0xA5
            case 0xA6 | 0xA7:  # SSD 10.1.10, SH command 8
                self._inverse = command == 0xA7
            case 0xAE | 0xAF:  # SSD 10.1.12, SH command 11
                self._on = command == 0xAF
            case 0xC0 | 0xC8:  # SSD 10.1.14, SH command 13
                self._scan_reversed = command == 0xC8
            case 0xE3:  # no operation: SSD 10.1.20, SH command 22
                pass
            case _:
                return False
        return True

    def _execute_setting(self, command: int, values: list[int]) -> bool:
        match command:
            case _ if 0x40 <= command <= 0x7F:  # SSD 10.1.6, SH command 4
                self._start_line = command & 0x3F
            case 0x81:  # SSD 10.1.7, SH command 5
                self.contrast = values[0]
            case 0xA8:  # SSD 10.1.11, SH command 9
                self._set_multiplex(values[0] & 0x3F)
            case 0xD3:  # SSD 10.1.15, SH command 14
                self._offset = values[0] & 0x3F
            case 0xDA:  # SSD 10.1.18, SH command 17
                self._com_pins = values[0]
            case 0xD5 | 0xD9 | 0xDB:  # clock, pre-charge, VCOMH: SSD 10.1.16, 17, 19; SH commands 15, 16, 18
                pass
            case _:
                return False
        return True

    def _set_multiplex(self, value: int) -> None:
        self._lit_lines = value + 1

    # -- memory --

    def _store(self, byte: int) -> None:
        raise NotImplementedError

    # -- glass --

    def picture(self) -> Image.Image:
        """Return what the glass shows (mode "1", True is lit); black when nothing drives it."""
        glass = Image.new("1", self.size)
        if not self.is_on:
            return glass
        lines = self._lines_on_glass()
        width, height = self.size
        for y in range(height):
            line = self._line_at(height - 1 - y)
            if line is not None:
                glass.paste(lines.crop((0, line, width, line + 1)), (0, y))
        return glass

    def _lines_on_glass(self) -> Image.Image:
        """All 64 memory lines as the glass's columns show them."""
        width, _ = self.size
        if self._all_on:  # it outranks inverse (SSD 10.1.9; SH command 7)
            return Image.new("1", (width, LINES), 1)
        right = self.columns - self._first_column
        # The module's left edge is wired to the highest segment.
        shown = self._segments().crop((right - width, 0, right, LINES)).transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        return ImageChops.invert(shown) if self._inverse else shown

    def _segments(self) -> Image.Image:
        """The memory as the segment outputs show it: x is the segment, y the memory line."""
        memory = self.memory
        by_column = bytearray(len(memory))
        for page in range(PAGES):
            by_column[page::PAGES] = memory[page * self.columns : (page + 1) * self.columns]
        lying = Image.frombytes("1", (LINES, self.columns), bytes(by_column), "raw", "1;R")
        return lying.transpose(Image.Transpose.TRANSPOSE)

    def _line_at(self, com: int) -> int | None:
        """Return the memory line on the glass's row `com`, None when that row is not driven.

        The 64 row pads lie in two halves on both sides of the chip. SSD 10.1.18 table 10-3, SH command 17:
        in sequence (rows 0-31, 32-63) or alternating (even rows, odd rows); the glass is wired for one.
        """
        pad = com // 2 + HALF * (com % 2) if self._alternative_rows else com
        if self._com_pins & 0x20:  # left and right halves exchanged (SSD only)
            pad ^= HALF
        row = 2 * (pad % HALF) + pad // HALF if self._com_pins & 0x10 else pad
        step = (row + self._offset) % LINES  # SSD tables 10-1 and 10-2
        if step >= self._lit_lines:
            return None
        if self._scan_reversed:
            step = self._lit_lines - 1 - step
        return (step + self._start_line) % LINES
