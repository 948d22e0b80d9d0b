"""From the tables of a file to a checked `Config`; what the file leaves out has its default."""

import os
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from hugo_castle.config.pins import PinUses, check_pins
from hugo_castle.config.problems import Problems, one_of, quoted
from hugo_castle.config.reader import Reader
from hugo_castle.config.sensors import read_sensors
from hugo_castle.config.settings import DEFAULT_BOARD, ButtonSettings, Config, DisplayConfig, I2CSettings, board_of
from hugo_castle.devices.display_settings import ADDRESSES, SIZES
from hugo_castle.rules import Board, Options, RulesError
from hugo_castle.table.timing import Timing

PIN_FACTORIES = ("auto", "lgpio", "rpigpio", "pigpio", "native")
_LONGEST_MS = 60_000
# Lowest and highest. A finger taps for 30 ms and more, and up to seven times a second: a longer filter swallows taps.
# Nobody can tell a hold of under 0.2 s from a tap.
_RANGES_MS = {"press_ms": (0, 30), "release_ms": (0, 100), "hold_ms": (200, 5000), "long_ms": (500, 20_000)}


def read_config(data: Mapping[str, Any], folder: Path) -> tuple[Config, list[str]]:
    """The configuration in a file's tables, and every problem with it; only without any it may be used.

    `folder` is the file's: a `board_file` without a leading slash is looked for there.
    """
    problems = Problems()
    reader = Reader(data, problems)
    name, path, board = _board(reader, folder)
    pins = PinUses()
    config = Config(
        board=name,
        board_file=path,
        pin_factory=reader.choice("pin_factory", "auto", PIN_FACTORIES),
        rules=_rules(reader.table("rules")),
        button=_button(reader.table("button"), pins),
        i2c=I2CSettings(reader.table("i2c").number("bus", I2CSettings().bus, 0, 255)),
        display=_display(reader.table("display")),
        timing=_timing(reader.table("timing")),
        sensors=read_sensors(reader.table("sensors"), board, pins),
    )
    check_pins(pins, config.i2c.bus, _bus_users(config, problems), problems)
    reader.finish()
    return config, problems.texts


def _board(reader: Reader, folder: Path) -> tuple[str, Path | None, Board | None]:
    """Name, file, and the board itself, None when it was refused."""
    name, file = reader.text("board") or DEFAULT_BOARD, reader.text("board_file")
    path = None if file is None else folder / file
    if reader.has("board") and reader.has("board_file"):
        reader.problems.refuse("board_file", "board is set as well; remove one of them")
    if reader.problems.are_at("board", "board_file"):
        return name, path, None
    try:
        return name, path, _board_itself(name, path)
    except RulesError as exc:
        reader.problems.refuse("board" if path is None else "board_file", str(exc))
        return name, path, None


def _board_itself(name: str, path: Path | None) -> Board:
    # Reading a device such as /dev/zero would never end.
    if path is not None and os.path.exists(path) and not os.path.isfile(path):
        raise RulesError(f"{path} is not a file")
    return board_of(Config(board=name, board_file=path))


def _rules(reader: Reader) -> Options:
    default = Options()
    return Options(
        entry_speeds_up=reader.flag("entry_speeds_up", default.entry_speeds_up),
        highest_step_first=reader.flag("highest_step_first", default.highest_step_first),
        two_step_from=reader.number("two_step_from", default.two_step_from, 2, 9),  # M2
    )


def _button(reader: Reader, pins: PinUses) -> ButtonSettings:
    default = ButtonSettings()
    pin = pins.want(reader.raw("pin", default.pin), reader.at("pin"), reader.problems)
    return default if pin is None else ButtonSettings(pin)


def _display(reader: Reader) -> DisplayConfig:
    default = DisplayConfig()
    enabled = reader.flag("enabled", default.enabled)
    chosen: dict[str, Any] = {
        "driver": reader.choice("driver", default.driver, tuple(SIZES)),
        "width": reader.number("width", default.width, 1, 256),
        "height": reader.number("height", default.height, 1, 256),
        "rotate": reader.number("rotate", default.rotate, 0, 3),
        "address": reader.address("address", default.address, ADDRESSES),
        "first_column": reader.number("first_column", default.first_column, 0, 4),
        "contrast": reader.number("contrast", default.contrast, 0, 255),
    }
    _check_size(reader, chosen)
    if reader.problems.are_at(*map(reader.at, chosen)):
        return DisplayConfig(enabled=enabled)
    return DisplayConfig(**chosen, enabled=enabled)


def _check_size(reader: Reader, chosen: Mapping[str, Any]) -> None:
    driver, width, height = (chosen[key] for key in ("driver", "width", "height"))
    if reader.problems.are_at(*map(reader.at, ("driver", "width", "height"))) or (width, height) in SIZES[driver]:
        return
    sizes = one_of(f"{known[0]} x {known[1]}" for known in SIZES[driver])
    wanted = f"width x height {sizes} for {quoted(driver)}"
    reader.problems.expected(reader.at("width"), wanted, f"{width} x {height}")


def _timing(reader: Reader) -> Timing:
    default = Timing()
    chosen = {
        field.name: reader.duration_ms(
            field.name, getattr(default, field.name), *_RANGES_MS.get(field.name, (0, _LONGEST_MS))
        )
        for field in fields(Timing)
    }
    timing = Timing(**chosen)
    hold, long = reader.at("hold_ms"), reader.at("long_ms")
    if timing.long_ms <= timing.hold_ms and not reader.problems.are_at(hold, long):
        reader.problems.expected(long, f"more than {hold} ({timing.hold_ms:g})", f"{timing.long_ms:g}")
    return timing


def _bus_users(config: Config, problems: Problems) -> list[str]:
    """The devices on the I2C bus, as far as the file is clear about it."""
    users = []
    if config.display.enabled and not problems.are_at("display.enabled"):
        users.append("the display")
    if config.sensors.driver == "mcp23017" and not problems.are_at("sensors.driver"):
        users.append("the expanders")
    return [] if problems.are_at("i2c.bus") else users
