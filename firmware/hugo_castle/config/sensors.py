"""The [sensors] tables: which space's switch is where."""

import re
from types import MappingProxyType
from typing import Any

from hugo_castle.config.pins import PIN_RANGE, PinUses
from hugo_castle.config.problems import Problems, joined, quoted, shown
from hugo_castle.config.reader import Reader
from hugo_castle.config.settings import (
    FIRST_EXPANDER,
    LAST_EXPANDER,
    ExpanderChip,
    ExpanderSettings,
    GpioSensorSettings,
    SensorSettings,
)
from hugo_castle.config.spaces import WiredSpaces
from hugo_castle.rules import Board

DRIVERS = ("mcp23017", "gpio", "none")
ADDRESSES = tuple(range(FIRST_EXPANDER, LAST_EXPANDER + 1))

_PORTS = {"A": 0, "B": 8}
_PIN_OF_LABEL = {f"{port}{bit}": first + bit for port, first in _PORTS.items() for bit in range(7)}
_LIKE_A_LABEL = re.compile(r"\s*(?:GP)?([AB])([0-7])\s*", re.IGNORECASE)  # GPA0 in the data sheet, PA0 on boards
_NO_PIN = "none"


def read_sensors(reader: Reader, board: Board | None, pins: PinUses) -> SensorSettings:
    """The table [sensors]; `pins` learns of those that the chosen driver uses, `board` is None if it was refused."""
    default = SensorSettings()
    driver = reader.choice("driver", default.driver, DRIVERS)
    chosen = None if reader.problems.are_at(reader.at("driver")) else driver
    return SensorSettings(
        driver,
        _expanders(reader.table("mcp23017"), default.mcp23017, board, pins, chosen == "mcp23017"),
        _gpio(reader.table("gpio"), board, pins, chosen == "gpio"),
    )


def _expanders(
    reader: Reader, default: ExpanderSettings, board: Board | None, pins: PinUses, is_used: bool
) -> ExpanderSettings:
    path = reader.at("interrupt_pin")
    pin = reader.raw("interrupt_pin", default.interrupt_pin)
    if pin == _NO_PIN:
        pin = None
    else:
        uses = pins if is_used else PinUses()
        pin = uses.want(pin, path, reader.problems, f"{PIN_RANGE}, or {quoted(_NO_PIN)}")
    return ExpanderSettings(pin, _chips(reader, default.chips, board, is_used))


def _chips(
    reader: Reader, default: tuple[ExpanderChip, ...], board: Board | None, is_used: bool
) -> tuple[ExpanderChip, ...]:
    path = reader.at("chips")
    items = reader.items("chips")
    if not reader.has("chips"):
        if is_used and board is not None:
            _check_default_wiring(path, default, board, reader.problems)
        return default
    if not items and is_used and not reader.problems.are_at(path):
        reader.problems.refuse(path, 'expected at least one chip, or sensors.driver = "none"')
    spaces = WiredSpaces(board, reader.problems)
    chips: dict[int, tuple[str, ExpanderChip]] = {}
    for number, item in enumerate(items):
        _add_chip(reader, item, f"{path}[{number}]", spaces, chips)
    return tuple(chip for _, chip in chips.values())


def _add_chip(
    reader: Reader, item: Any, path: str, spaces: WiredSpaces, chips: dict[int, tuple[str, ExpanderChip]]
) -> None:
    if not isinstance(item, dict):
        reader.problems.expected(path, "a table with address and wiring", shown(item))
        return
    chip = reader.item(item, path)
    address = chip.address("address", None, ADDRESSES)
    wiring = _wiring(chip, spaces)
    if address in chips:
        problem = f"{address:#04x} is the address of {chips[address][0]} already; each chip needs its own"
        reader.problems.refuse(chip.at("address"), problem)
    elif address is not None:
        chips[address] = (path, ExpanderChip(address, MappingProxyType(wiring)))


def _wiring(chip: Reader, spaces: WiredSpaces) -> dict[int, str]:
    if not chip.has("wiring"):
        chip.problems.expected(chip.at("wiring"), 'a table such as { A0 = "G1", A1 = "G2" }', "nothing")
    wiring = {}
    for label, value in chip.mapping("wiring").items():
        path = joined(chip.at("wiring"), label)
        if label not in _PIN_OF_LABEL:
            chip.problems.refuse(path, _about_label(label))
        elif (space := spaces.wire(value, path)) is not None:
            wiring[_PIN_OF_LABEL[label]] = space
    return wiring


def _about_label(label: str) -> str:
    like = _LIKE_A_LABEL.fullmatch(label)
    if like is None:
        return "unknown pin, expected A0 to A6 or B0 to B6"
    if like[2] == "7":
        return "A7 and B7 are outputs only (data sheet of 2022) and cannot read a sensor; choose another pin"
    return f'unknown pin, did you mean "{like[1].upper()}{like[2]}"?'


def _check_default_wiring(path: str, default: tuple[ExpanderChip, ...], board: Board, problems: Problems) -> None:
    lacking = [space for chip in default for space in chip.spaces.values() if space not in board.by_name]
    if lacking:
        board_name = f"the board {quoted(board.name)}, which has no {lacking[0]}"
        problems.refuse(path, f"the default wiring is not for {board_name}; state your own")


def _gpio(reader: Reader, board: Board | None, pins: PinUses, is_used: bool) -> GpioSensorSettings:
    path = reader.at("pins")
    entries = reader.mapping("pins")
    if not entries and is_used and not reader.problems.are_at(path):
        reader.problems.refuse(path, 'expected at least one space such as G1 = 5, or sensors.driver = "none"')
    spaces = WiredSpaces(board, reader.problems)
    uses = pins if is_used else PinUses()
    found = {}
    for space, value in entries.items():
        at = joined(path, space)
        pin = uses.want(value, at, reader.problems)
        if spaces.wire(space, at) is not None and pin is not None:
            found[space] = pin
    return GpioSensorSettings(MappingProxyType(found))
