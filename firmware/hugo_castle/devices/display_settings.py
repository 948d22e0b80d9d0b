"""Which display it is and how it is mounted.

Apart from the driver, so that reading a configuration does not load luma.
"""

from collections.abc import Iterator
from dataclasses import dataclass

# The glasses that the drivers know (luma.oled); an SH1106 module is always 128 x 64.
SIZES = {
    "ssd1306": ((128, 64), (128, 32), (96, 16), (64, 48), (64, 32)),
    "sh1106": ((128, 64),),
}
ADDRESSES = (0x3C, 0x3D)  # SA0 low or high: SSD1306 8.1.5.1, SH1106 "I2C-bus interface"


@dataclass(frozen=True, slots=True)
class DisplaySettings:
    """Which display, and how it is mounted.

    driver: "ssd1306" or "sh1106". width, height: pixels of the glass as in `SIZES`, before it is turned.
    rotate: quarter turns clockwise, 0 to 3. address: I2C, 0x3C or 0x3D. first_column: memory column at the
    left edge of an SH1106's glass, 0 to 4 (2 on most modules). contrast: 0 to 255.
    """

    driver: str = "ssd1306"
    width: int = 128
    height: int = 64
    rotate: int = 0
    address: int = 0x3C
    first_column: int = 2
    contrast: int = 0xCF

    def __post_init__(self) -> None:
        problems = list(self._problems())
        if problems:
            raise ValueError("; ".join(problems))

    def _problems(self) -> Iterator[str]:
        sizes = SIZES.get(self.driver)
        if sizes is None:
            yield f"display.driver: expected one of {', '.join(SIZES)}, got {self.driver!r}"
        elif (self.width, self.height) not in sizes:
            known = ", ".join(f"{width} x {height}" for width, height in sizes)
            yield f"display.width, display.height: expected {known}, got {self.width} x {self.height}"
        if self.rotate not in range(4):
            yield f"display.rotate: expected 0 to 3, got {self.rotate}"
        if self.address not in ADDRESSES:
            yield f"display.address: expected 0x3C or 0x3D, got {self.address:#04x}"
        if self.first_column not in range(5):
            yield f"display.first_column: expected 0 to 4, got {self.first_column}"
        if self.contrast not in range(256):
            yield f"display.contrast: expected 0 to 255, got {self.contrast}"
