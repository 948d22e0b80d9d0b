"""An emulated SH1106: Sino Wealth SH1106 V2.3, "I2C-bus interface" and "Commands" 1 to 23.

Drivers written for the SSD1306 also send it 20h and 8Dh, which it does not know. It ignores them, and
takes their parameters for commands of their own: 00h to 1Fh move the column, which every driver sets
again before it sends data. Its voltage pump is on after reset, so the picture comes all the same.
"""

from collections.abc import Mapping
from typing import ClassVar

from PIL import Image

from hugo_castle.virtual.oled_chip import OledChip

IDENTITY = 0x08  # low bits of the status byte


class VirtualSH1106(OledChip):
    """An SH1106 (memory of 132 x 64) behind a glass of `width` x `height` pixels (default 128 x 64).

    `first_column` is the memory column at the left edge of the glass: 2 on most modules, 0 on some.
    """

    columns = 132
    reset_contrast = 0x80  # command 5
    parameters: ClassVar[Mapping[int, int]] = {
        0x81: 1,
        0xA8: 1,
        0xAD: 1,
        0xD3: 1,
        0xD5: 1,
        0xD9: 1,
        0xDA: 1,
        0xDB: 1,
    }

    def __init__(self, width: int = 128, height: int = 64, first_column: int = 2) -> None:
        super().__init__(width, height, first_column, alternative_rows=True)

    def power_on_reset(self) -> None:
        super().power_on_reset()
        self._pump_on = True  # command 10: 8Bh
        self.pump_voltage = 2  # command 3: 32h, 8.0 V
        self._modify_from: int | None = None
        self._output_latch = 0

    def _execute(self, command: int, values: list[int]) -> bool:
        return (
            self._execute_address(command) or self._execute_extra(command, values) or super()._execute(command, values)
        )

    def _execute_address(self, command: int) -> bool:
        if command <= 0x0F:  # command 1
            self._column = self._column & 0xF0 | command
        elif command <= 0x1F:  # command 2
            self._column = (command & 0x0F) << 4 | self._column & 0x0F
        elif 0xB0 <= command <= 0xB7:  # command 12
            self._page = command & 7
        else:
            return False
        return True

    def _execute_extra(self, command: int, values: list[int]) -> bool:
        match command:
            case 0x30 | 0x31 | 0x32 | 0x33:  # command 3
                self.pump_voltage = command & 3
            case 0xAD:  # command 10: 8Ah off, 8Bh on; only heard while the display is off
                if not self._on:
                    self._pump_on = bool(values[0] & 1)
            case 0xE0:  # command 19: read-modify-write
                self._modify_from = self._column
            case 0xEE:  # command 20: its end brings the column back
                if self._modify_from is not None:
                    self._column, self._modify_from = self._modify_from, None
            case _ if 0xC0 <= command <= 0xCF:  # command 13: the low three bits do not matter
                self._scan_reversed = bool(command & 0x08)
            case _:
                return False
        return True

    def _store(self, byte: int) -> None:
        # Commands 1 and 2: counting stops behind the last column, and the page never changes by itself.
        if self._column < self.columns:
            self._memory[self._page * self.columns + self._column] = byte
            self._column += 1

    def read(self, length: int) -> bytes:
        """Answer an I2C read: memory when the last control byte chose data, else the status byte.

        Memory comes through an output latch, so the first byte after a new address is stale ("dummy read").
        """
        if not self._data_selected:
            return super().read(length)
        return bytes(self._fetch() for _ in range(length))

    def _fetch(self) -> int:
        byte = self._output_latch
        if self._column < self.columns:
            self._output_latch = self._memory[self._page * self.columns + self._column]
            self._column += self._modify_from is None  # command 19: reading does not count then
        return byte

    def _status(self) -> int:
        return super()._status() | IDENTITY

    def _segments(self) -> Image.Image:
        # Command 6 exchanges the output pads, so it turns what is already in the memory too.
        shown = super()._segments()
        return shown.transpose(Image.Transpose.FLIP_LEFT_RIGHT) if self._remapped else shown
