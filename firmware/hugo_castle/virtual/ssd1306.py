"""An emulated SSD1306: Solomon Systech SSD1306 Rev 1.1, sections 8.1.5 (I2C), 9 and 10 (commands)."""

from collections.abc import Mapping
from typing import ClassVar

from hugo_castle.virtual.oled_chip import PAGES, OledChip

HORIZONTAL, VERTICAL, PAGE = 0, 1, 2

# Glasses whose rows leave the chip in sequence; all others alternate between its two sides.
SEQUENTIAL_GLASSES = {(128, 32), (96, 16)}


class VirtualSSD1306(OledChip):
    """An SSD1306 behind a glass of `width` x `height` pixels (default 128 x 64).

    `first_column` is the memory column at the left edge: 32 on glasses 64 wide, else 0. Scrolling commands
    are taken but nothing moves.
    """

    columns = 128
    reset_contrast = 0x7F  # SSD 10.1.7
    parameters: ClassVar[Mapping[int, int]] = {
        0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0x81: 1, 0x8D: 1,
        0xA3: 2, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
    }  # fmt: skip

    def __init__(self, width: int = 128, height: int = 64, first_column: int | None = None) -> None:
        left = first_column if first_column is not None else 32 if width == 64 else 0
        super().__init__(width, height, left, (width, height) not in SEQUENTIAL_GLASSES)

    def power_on_reset(self) -> None:
        super().power_on_reset()
        self._mode = PAGE
        self._first_and_last_column = 0, self.columns - 1
        self._first_and_last_page = 0, PAGES - 1
        self.is_scrolling = False

    def _execute(self, command: int, values: list[int]) -> bool:
        return (
            self._execute_window(command, values)
            or self._execute_page_address(command)
            or self._execute_extra(command, values)
            or super()._execute(command, values)
        )

    def _execute_window(self, command: int, values: list[int]) -> bool:
        match command:
            case 0x20:  # 10.1.3; the fourth mode is invalid
                self._mode = self._mode if values[0] & 3 == 3 else values[0] & 3
            case 0x21:  # 10.1.4: also moves the pointer to the first column
                self._column, last = (value & 0x7F for value in values)
                self._first_and_last_column = self._column, last
            case 0x22:  # 10.1.5: also moves the pointer to the first page
                self._page, last = (value & 7 for value in values)
                self._first_and_last_page = self._page, last
            case _:
                return False
        return True

    def _execute_page_address(self, command: int) -> bool:
        if not (command <= 0x1F or 0xB0 <= command <= 0xB7):
            return False
        if self._mode != PAGE:  # 10.1.1, 10.1.2, 10.1.13: only for page addressing
            return True
        if command >= 0xB0:
            self._page = command & 7
        elif command >= 0x10:
            self._column = (command & 7) << 4 | self._column & 0x0F
        else:
            self._column = self._column & 0x70 | command
        return True

    def _execute_extra(self, command: int, values: list[int]) -> bool:
        match command:
            case 0x8D:  # charge pump: application note of Rev 1.1, table 1; off after reset
                self._pump_on = bool(values[0] & 0x04)
            case 0x2E | 0x2F:  # 10.2.3, 10.2.4
                self.is_scrolling = command == 0x2F
            case 0x26 | 0x27 | 0x29 | 0x2A | 0xA3:  # 10.2.1, 10.2.2, 10.2.5
                pass
            case _:
                return False
        return True

    def _set_multiplex(self, value: int) -> None:
        if value >= 15:  # 10.1.11: 0 to 14 are invalid
            super()._set_multiplex(value)

    def _store(self, byte: int) -> None:
        # 10.1.8: the remap acts where data is stored; what is in the memory stays as it is.
        segment = self.columns - 1 - self._column if self._remapped else self._column
        self._memory[self._page * self.columns + segment] = byte
        self._advance()

    def _advance(self) -> None:
        """Move the pointer on: 10.1.3, figures 10-1 (page), 10-3 (horizontal), 10-4 (vertical)."""
        if self._mode == PAGE:
            self._column = (self._column + 1) % self.columns
        elif self._mode == HORIZONTAL:
            self._column, ended = _next(self._column, self._first_and_last_column, self.columns)
            if ended:
                self._page, _ = _next(self._page, self._first_and_last_page, PAGES)
        else:
            self._page, ended = _next(self._page, self._first_and_last_page, PAGES)
            if ended:
                self._column, _ = _next(self._column, self._first_and_last_column, self.columns)


def _next(pointer: int, first_and_last: tuple[int, int], modulus: int) -> tuple[int, bool]:
    first, last = first_and_last
    return (first, True) if pointer == last else ((pointer + 1) % modulus, False)
