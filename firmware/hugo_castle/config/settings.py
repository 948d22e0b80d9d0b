"""The configuration as the service gets it: complete, checked, never changed. Defaults stand here.

default.toml states and explains the same numbers; a test holds the two together.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from hugo_castle.devices.display_settings import DisplaySettings
from hugo_castle.rules import Board, Options, load_board, read_board
from hugo_castle.table.timing import Timing

DEFAULT_BOARD = "castle"
FIRST_EXPANDER, LAST_EXPANDER = 0x20, 0x27  # DS20001952, "Addressing I2C devices"
# Six switches on either port: A0 to A5, B0 to B5. Four chips have room for the castle's 48 spaces, and a spare pin
# at each port; A7 and B7 are outputs only.
_DEFAULT_PINS = (*range(6), *range(8, 14))


@dataclass(frozen=True, slots=True)
class ButtonSettings:
    """The roll button between ground and the GPIO number (BCM) `pin`: 4 to 27, 2 and 3 if no I2C bus needs them."""

    pin: int = 17  # header pin 11, next to ground at pin 9


@dataclass(frozen=True, slots=True)
class I2CSettings:
    """`bus` is the number of the Linux device /dev/i2c-N, 0 to 255."""

    bus: int = 1


@dataclass(frozen=True, slots=True)
class DisplayConfig(DisplaySettings):
    """The OLED, as its driver wants it; when it is not `enabled`, none is looked for."""

    enabled: bool = True


@dataclass(frozen=True, slots=True)
class ExpanderChip:
    """One MCP23017: `address` 0x20 to 0x27, and the space at each pin (A0 is 0, B0 is 8).

    The same as `devices.wired_expander.ExpanderWiring`, which cannot be had without loading the I2C library.
    """

    address: int
    spaces: Mapping[int, str] = field(hash=False)


def default_chips() -> tuple[ExpanderChip, ...]:
    """The whole castle, twelve spaces a chip, in the order of the board's names."""
    names = load_board(DEFAULT_BOARD).names
    each = len(_DEFAULT_PINS)
    return tuple(
        ExpanderChip(
            FIRST_EXPANDER + start // each,
            MappingProxyType(dict(zip(_DEFAULT_PINS, names[start : start + each], strict=False))),
        )
        for start in range(0, len(names), each)
    )


@dataclass(frozen=True, slots=True)
class ExpanderSettings:
    """`interrupt_pin` is the GPIO number (BCM) of the wire that joins the chips' INTA outputs, None for none."""

    interrupt_pin: int | None = 4
    chips: tuple[ExpanderChip, ...] = field(default_factory=default_chips)


@dataclass(frozen=True, slots=True)
class GpioSensorSettings:
    """`pins` has the GPIO number (BCM) of each space that has a sensor."""

    pins: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}), hash=False)


@dataclass(frozen=True, slots=True)
class SensorSettings:
    """`driver` ("mcp23017", "gpio" or "none") says which of the others counts."""

    driver: str = "mcp23017"
    mcp23017: ExpanderSettings = field(default_factory=ExpanderSettings)
    gpio: GpioSensorSettings = field(default_factory=GpioSensorSettings)


@dataclass(frozen=True, slots=True)
class Config:
    """Everything that a builder may set. `board` counts only without a `board_file`.

    `pin_factory` is one of gpiozero's ("lgpio", "rpigpio", "pigpio", "native"), "auto" for its own choice.
    """

    board: str = DEFAULT_BOARD
    board_file: Path | None = None
    pin_factory: str = "auto"
    rules: Options = field(default_factory=Options)
    button: ButtonSettings = ButtonSettings()
    i2c: I2CSettings = I2CSettings()
    display: DisplayConfig = DisplayConfig()
    timing: Timing = field(default_factory=Timing)
    sensors: SensorSettings = field(default_factory=SensorSettings)


def board_of(config: Config) -> Board:
    """The board that is configured, read again from its file if it has one.

    Raises RulesError when it cannot be had.
    """
    return read_board(config.board_file) if config.board_file else load_board(config.board)
