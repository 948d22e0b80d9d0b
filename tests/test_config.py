"""The configuration file: what it may say, and that every fault in it is told at once, in the words of the file."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from importlib import resources
from importlib.metadata import entry_points
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from hugo_castle.config import (
    ButtonSettings,
    Config,
    ConfigError,
    DisplayConfig,
    ExpanderChip,
    ExpanderSettings,
    GpioSensorSettings,
    I2CSettings,
    SensorSettings,
    board_of,
    default_config,
    load_config,
)
from hugo_castle.config.load import MAX_BYTES
from hugo_castle.config.read import PIN_FACTORIES, read_config
from hugo_castle.devices.display_settings import DisplaySettings
from hugo_castle.devices.wired_expander import ExpanderWiring
from hugo_castle.errors import BadInput
from hugo_castle.rules import Options, load_board
from hugo_castle.table.timing import Timing

DEFAULT_TEXT = (resources.files("hugo_castle") / "default.toml").read_text(encoding="utf-8")
SMALL_BOARD = """
name = "cottage"
gallery = { spaces = 16, columns = 5, rows = 5 }
cellar.steps = [3, 2]
rooms = [{ door = "G3" }]
"""
POWER_CUT = "as after a power cut while it was written; copy your backup or the packaged default.toml over it"
CHOOSE = "choose another"


def chip(number: int, lines: str = "") -> str:
    return f"[[sensors.mcp23017.chips]]\naddress = {0x20 + number}\nwiring = {{ {lines} }}\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "cottage.toml").write_text(SMALL_BOARD)
    (tmp_path / "torn.toml").write_text(SMALL_BOARD[:30])
    return tmp_path / "config.toml"


def problems_in(file: Path) -> tuple[str, ...]:
    with pytest.raises(ConfigError) as refused:
        load_config(file)
    assert str(refused.value) == f"{file}: {'; '.join(refused.value.problems)}"
    assert "\n" not in str(refused.value)
    return refused.value.problems


# The defaults --------------------------------------------------------------------------------------------------


def test_default_file_states_the_defaults(file):
    file.write_text(DEFAULT_TEXT)
    assert load_config(file) == default_config() == load_config(None)


def leaves(table: Mapping[str, Any], path: str = "") -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, dict) and value:
            yield from leaves(value, f"{path}{key}.")
        else:
            yield path + key


def test_default_file_has_every_setting():
    """`board_file` alone cannot stand beside `board`; it is there as a comment."""
    display = [f"display.{field.name}" for field in fields(DisplayConfig)]
    timing = [f"timing.{field.name}" for field in fields(Timing)]
    rules = [f"rules.{field.name}" for field in fields(Options)]
    sensors = ["sensors.driver", "sensors.gpio.pins", "sensors.mcp23017.interrupt_pin", "sensors.mcp23017.chips"]
    others = ["board", "pin_factory", "button.pin", "i2c.bus"]
    assert sorted(leaves(tomllib.loads(DEFAULT_TEXT))) == sorted([*others, *rules, *display, *timing, *sensors])
    assert "# board_file = " in DEFAULT_TEXT


def test_default_file_explains_every_setting():
    """An explanation stands right above each setting, but for the second of a pair and the wiring itself."""
    settings_part = DEFAULT_TEXT.split("[[sensors.mcp23017.chips]]")[0].splitlines()
    bare = [line for above, line in pairwise(settings_part) if _is_bare(above, line)]
    assert bare == ["height = 64", "pins = {}"]


def _is_bare(above: str, line: str) -> bool:
    return re.match(r"\w+ =", line) is not None and not above.startswith("#")


def test_timing_in_default_file_is_that_of_the_code():
    stated = tomllib.loads(DEFAULT_TEXT)["timing"]
    assert {**stated} == {field.name: getattr(Timing(), field.name) for field in fields(Timing)}


def test_display_and_rules_have_the_defaults_of_their_own_classes():
    config = default_config()
    display = {field.name: getattr(config.display, field.name) for field in fields(DisplaySettings)}
    assert (DisplaySettings(**display), config.rules, config.display.enabled) == (DisplaySettings(), Options(), True)


def test_default_wiring_is_the_whole_castle():
    chips = default_config().sensors.mcp23017.chips
    wired = [space for each in chips for _, space in sorted(each.spaces.items())]
    assert [each.address for each in chips] == [0x20, 0x21, 0x22, 0x23]
    assert [sorted(each.spaces) for each in chips] == 4 * [[0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13]]
    assert tuple(wired) == load_board("castle").names
    assert (wired[0], wired[28], wired[-1]) == ("G1", "R1", "C10")


def test_chip_is_what_the_expander_driver_takes():
    assert [field.name for field in fields(ExpanderChip)] == [field.name for field in fields(ExpanderWiring)]
    for each in default_config().sensors.mcp23017.chips:
        assert dict(ExpanderWiring(each.address, each.spaces).spaces) == dict(each.spaces)


def test_pin_factories_are_those_of_gpiozero():
    known = entry_points(group="gpiozero_pin_factories").names
    assert set(PIN_FACTORIES) == {"auto"} | {name for name in known if name.islower() and name != "mock"}


def test_defaults_cannot_be_changed():
    with pytest.raises(TypeError):
        default_config().sensors.mcp23017.chips[0].spaces[0] = "G2"  # type: ignore[index]


# What a file changes -------------------------------------------------------------------------------------------

DEFAULT = default_config()
CHIPS = DEFAULT.sensors.mcp23017.chips


def with_expanders(**changes: Any) -> Config:
    return replace(DEFAULT, sensors=SensorSettings("mcp23017", ExpanderSettings(**changes)))


@pytest.mark.parametrize(
    ("text", "config"),
    [
        pytest.param("# nothing yet\n", DEFAULT, id="only a comment"),
        pytest.param("\ufeffbutton.pin = 27\r\n", replace(DEFAULT, button=ButtonSettings(27)), id="from Windows"),
        pytest.param(
            "[display]\ndriver = 'sh1106'\nfirst_column = 0\n",
            replace(DEFAULT, display=DisplayConfig(driver="sh1106", first_column=0)),
            id="one table, the rest of it as it was",
        ),
        pytest.param("[display]\n[timing]\n", DEFAULT, id="empty tables"),
        pytest.param(
            "[display]\nwidth = 96\nheight = 16\nrotate = 3\naddress = 0x3d\ncontrast = 0\nenabled = false",
            replace(DEFAULT, display=DisplayConfig("ssd1306", 96, 16, 3, 0x3D, 2, 0, enabled=False)),
            id="whole display",
        ),
        pytest.param(
            "[timing]\nput_ms = 150.5\nlift_ms = 0",
            replace(DEFAULT, timing=Timing(put_ms=150.5, lift_ms=0.0)),
            id="times",
        ),
        pytest.param(
            "rules = { entry_speeds_up = false, highest_step_first = false, two_step_from = 9 }",
            replace(DEFAULT, rules=Options(False, False, 9)),
            id="rules",
        ),
        pytest.param("pin_factory = 'native'", replace(DEFAULT, pin_factory="native"), id="pin factory"),
        pytest.param(
            "i2c.bus = 3\nbutton.pin = 2",
            replace(DEFAULT, i2c=I2CSettings(3), button=ButtonSettings(2)),
            id="pins 2 and 3 are free when the bus is another one",
        ),
        pytest.param(
            "button.pin = 3\nsensors.driver = 'none'\ndisplay.enabled = false",
            replace(
                DEFAULT,
                button=ButtonSettings(3),
                sensors=SensorSettings("none"),
                display=DisplayConfig(enabled=False),
            ),
            id="or nothing is on the bus",
        ),
        pytest.param("sensors.mcp23017.interrupt_pin = 'none'", with_expanders(interrupt_pin=None), id="no interrupt"),
        pytest.param(
            chip(7, 'A0 = "G5", A6 = "R1", B0 = "C10", B6 = "G6"') + chip(0),
            with_expanders(chips=(ExpanderChip(0x27, {0: "G5", 6: "R1", 8: "C10", 14: "G6"}), ExpanderChip(0x20, {}))),
            id="own chips replace all",
        ),
        pytest.param(
            "sensors.driver = 'gpio'\nbutton.pin = 4\n[sensors.gpio.pins]\nG1 = 17\nR11 = 9",
            replace(
                DEFAULT,
                button=ButtonSettings(4),
                sensors=SensorSettings("gpio", gpio=GpioSensorSettings({"G1": 17, "R11": 9})),
            ),
            id="sensors at pins; the expanders' pin 4 is free then",
        ),
        pytest.param(
            "sensors.gpio.pins = { G1 = 17 }",
            replace(DEFAULT, sensors=SensorSettings(gpio=GpioSensorSettings({"G1": 17}))),
            id="pins of a driver that is not chosen are free",
        ),
    ],
)
def test_a_file_holds_only_what_differs(file, text, config):
    file.write_text(text, encoding="utf-8")
    assert load_config(file) == config


def test_board_file_is_looked_for_beside_the_configuration(file):
    file.write_text('board_file = "cottage.toml"\n' + chip(0, 'A0 = "G16", A1 = "C3"'))
    config = load_config(file)
    assert config.board_file == file.parent / "cottage.toml"
    assert board_of(config).name == "cottage"
    assert config.sensors.mcp23017.chips == (ExpanderChip(0x20, {0: "G16", 1: "C3"}),)


def test_default_board_is_the_castle():
    assert board_of(default_config()) == load_board("castle")


# What is refused -----------------------------------------------------------------------------------------------

ADDRESS = "sensors.mcp23017.chips[0].address"
WIRING = "sensors.mcp23017.chips[0].wiring"
HAT = f"GPIO0 and GPIO1 are for the identification chip (EEPROM) of a HAT board; {CHOOSE}"
SERIAL = f"GPIO14 and GPIO15 are the serial port, on which the Pi writes its console; {CHOOSE}"
BUS = "GPIO2 and GPIO3 are the wires of I2C bus 1, used for"
SPACES = "expected G1 to G28, R1 to R11 or C2 to C10"
OUTPUTS = "A7 and B7 are outputs only (data sheet of 2022) and cannot read a sensor; choose another pin"
PIN = "expected a GPIO number from 0 to 27, got"
GPIO = "sensors.driver = 'gpio'\n"

REFUSED = [
    # Unknown settings
    ("typing mistake", "disply = 1", ['disply: unknown setting, did you mean "display"?']),
    (
        "mistake in a table",
        "[display]\nadress = 60",
        ['display.adress: unknown setting, did you mean "display.address"?'],
    ),
    ("capitals", "PIN_FACTORY = 'auto'", ['PIN_FACTORY: unknown setting, did you mean "pin_factory"?']),
    ("nothing like it", "wheels = 4", ["wheels: unknown setting"]),
    ("in the wrong table", "[i2c]\naddress = 60", ['i2c.address: unknown setting, did you mean "display.address"?']),
    (
        "after a table instead of before",
        "[button]\npin = 5\npin_factory = 'auto'",
        ['button.pin_factory: unknown setting, did you mean "pin_factory" at the top of the file?'],
    ),
    ("key that needs quotes", '"a.b\\n" = 1', ['"a.b\\n": unknown setting']),
    (
        "in a chip",
        chip(0) + "wirring = 3",
        ['sensors.mcp23017.chips[0].wirring: unknown setting, did you mean "sensors.mcp23017.chips[0].wiring"?'],
    ),
    # Types and ranges
    ("text for a number", 'button.pin = "17"', [f'button.pin: {PIN} "17"']),
    ("true is no number", "button.pin = true", [f"button.pin: {PIN} true"]),
    ("fraction", "button.pin = 17.0", [f"button.pin: {PIN} 17.0"]),
    ("table for a number", "[button.pin]", [f"button.pin: {PIN} a table"]),
    ("pin above the header", "button.pin = 28", [f"button.pin: {PIN} 28"]),
    ("pin below 0", "button.pin = -1", [f"button.pin: {PIN} -1"]),
    ("number for a table", "button = 17", ["button: expected a table, got 17"]),
    ("list for a table", "[[display]]\nrotate = 9", ["display: expected a table, got a list"]),
    ("bus", "i2c.bus = 256", ["i2c.bus: expected a whole number from 0 to 255, got 256"]),
    ("yes is not true", "display.enabled = 'yes'", ['display.enabled: expected true or false, got "yes"']),
    ("1 is not true", "rules.entry_speeds_up = 1", ["rules.entry_speeds_up: expected true or false, got 1"]),
    ("players", "rules.two_step_from = 10", ["rules.two_step_from: expected a whole number from 2 to 9, got 10"]),
    (
        "pin factory",
        "pin_factory = 'lgpi'",
        ['pin_factory: expected "auto", "lgpio", "rpigpio", "pigpio" or "native", got "lgpi"'],
    ),
    ("driver", "sensors.driver = 5", ['sensors.driver: expected "mcp23017", "gpio" or "none", got 5']),
    ("display driver", "display.driver = 'SH1106'", ['display.driver: expected "ssd1306" or "sh1106", got "SH1106"']),
    ("display address", "display.address = 0x78", ["display.address: expected 0x3c or 0x3d, got 0x78"]),
    ("address as text", "display.address = '0x3c'", ['display.address: expected 0x3c or 0x3d, got "0x3c"']),
    ("true is no number either", "i2c.bus = true", ["i2c.bus: expected a whole number from 0 to 255, got true"]),
    ("1.0 is no whole number", "i2c.bus = 1.0", ["i2c.bus: expected a whole number from 0 to 255, got 1.0"]),
    ("1.0 is no address", "display.address = 60.0", ["display.address: expected 0x3c or 0x3d, got 60.0"]),
    ("rotate", "display.rotate = 90", ["display.rotate: expected a whole number from 0 to 3, got 90"]),
    ("first column", "display.first_column = 5", ["display.first_column: expected a whole number from 0 to 4, got 5"]),
    ("contrast", "display.contrast = 256", ["display.contrast: expected a whole number from 0 to 255, got 256"]),
    (
        "glass",
        "[display]\ndriver = 'sh1106'\nheight = 32",
        ['display.width: expected width x height 128 x 64 for "sh1106", got 128 x 32'],
    ),
    ("time", "timing.put_ms = -0.5", ["timing.put_ms: expected milliseconds from 0 to 60000, got -0.5"]),
    ("not a number", "timing.put_ms = nan", ["timing.put_ms: expected milliseconds from 0 to 60000, got nan"]),
    ("for ever", "timing.put_ms = inf", ["timing.put_ms: expected milliseconds from 0 to 60000, got inf"]),
    ("true is no time", "timing.fix_ms = true", ["timing.fix_ms: expected milliseconds from 0 to 60000, got true"]),
    ("seconds", "timing.hold_ms = 0.6", ["timing.hold_ms: expected milliseconds from 200 to 5000, got 0.6"]),
    ("filter eats taps", "timing.press_ms = 31", ["timing.press_ms: expected milliseconds from 0 to 30, got 31"]),
    (
        "filter eats gaps",
        "timing.release_ms = 101",
        ["timing.release_ms: expected milliseconds from 0 to 100, got 101"],
    ),
    (
        "long before hold",
        "timing = { hold_ms = 800, long_ms = 800 }",
        ["timing.long_ms: expected more than timing.hold_ms (800), got 800"],
    ),
    ("date", "i2c.bus = 2024-02-03", ["i2c.bus: expected a whole number from 0 to 255, got 2024-02-03"]),
    (
        "more digits than Python writes",
        f"i2c.bus = 0x{'f' * 5000}",
        [f"i2c.bus: expected a whole number from 0 to 255, got 0x{'f' * 35}..."],
    ),
    (
        "long text over several lines",
        f'pin_factory = """a\nb\u2028{"c" * 60}"""',
        [f'pin_factory: expected "auto", "lgpio", "rpigpio", "pigpio" or "native", got "a\\nb\\u2028{"c" * 33}..."'],
    ),
    # Pins
    ("HAT", "button.pin = 0", [f"button.pin: {HAT}"]),
    (
        "serial port",
        GPIO + "sensors.gpio.pins = {G1 = 14, G2 = 15}",
        [f"sensors.gpio.pins.G1: {SERIAL}", f"sensors.gpio.pins.G2: {SERIAL}"],
    ),
    ("bus", "button.pin = 3", [f"button.pin: {BUS} the display and the expanders; {CHOOSE}"]),
    (
        "bus of the display alone",
        "sensors.driver = 'none'\nbutton.pin = 2",
        [f"button.pin: {BUS} the display; {CHOOSE}"],
    ),
    (
        "no bus of a display that may be none",
        "display.enabled = 1\nsensors.driver = 'none'\nbutton.pin = 2",
        ["display.enabled: expected true or false, got 1"],
    ),
    (
        "no wires of a bus without a number",
        "i2c.bus = 'one'\nbutton.pin = 2",
        ['i2c.bus: expected a whole number from 0 to 255, got "one"'],
    ),
    (
        "bus of the expanders alone",
        "display.enabled = false\nsensors.mcp23017.interrupt_pin = 2",
        [f"sensors.mcp23017.interrupt_pin: {BUS} the expanders; {CHOOSE}"],
    ),
    (
        "button on the interrupt line",
        "button.pin = 4",
        [f"sensors.mcp23017.interrupt_pin: GPIO4 is used by button.pin already; {CHOOSE}"],
    ),
    (
        "sensors",
        GPIO + "sensors.gpio.pins = {G1 = 17, G2 = 5, G3 = 5, G4 = 5}",
        [
            f"sensors.gpio.pins.G1: GPIO17 is used by button.pin already; {CHOOSE}",
            f"sensors.gpio.pins.G3: GPIO5 is used by sensors.gpio.pins.G2 already; {CHOOSE}",
            f"sensors.gpio.pins.G4: GPIO5 is used by sensors.gpio.pins.G2 already; {CHOOSE}",
        ],
    ),
    (
        "a refused pin is nobody's",
        GPIO + "button.pin = 99\nsensors.gpio.pins = {G1 = 17}",
        [f"button.pin: {PIN} 99"],
    ),
    ("0 is not none", "sensors.mcp23017.interrupt_pin = 0", [f"sensors.mcp23017.interrupt_pin: {HAT}"]),
    (
        "false is not none",
        "sensors.mcp23017.interrupt_pin = false",
        [f'sensors.mcp23017.interrupt_pin: {PIN.replace(", got", "")}, or "none", got false'],
    ),
    ("pin of a driver that is not chosen", "sensors.gpio.pins.G1 = 99", [f"sensors.gpio.pins.G1: {PIN} 99"]),
    ("no sensor", GPIO, ['sensors.gpio.pins: expected at least one space such as G1 = 5, or sensors.driver = "none"']),
    # Chips
    ("chip address", chip(8), [f"{ADDRESS}: expected 0x20 to 0x27, got 0x28"]),
    ("the display's address", chip(0x1C), [f"{ADDRESS}: expected 0x20 to 0x27, got 0x3c"]),
    (
        "address twice",
        chip(0) + chip(1) + chip(0),
        [
            "sensors.mcp23017.chips[2].address: 0x20 is the address of sensors.mcp23017.chips[0] already; "
            "each chip needs its own"
        ],
    ),
    (
        "bare chip",
        "[[sensors.mcp23017.chips]]",
        [
            f"{ADDRESS}: expected 0x20 to 0x27, got nothing",
            f'{WIRING}: expected a table such as {{ A0 = "G1", A1 = "G2" }}, got nothing',
        ],
    ),
    ("chips as a table", "[sensors.mcp23017.chips]", ["sensors.mcp23017.chips: expected a list, got a table"]),
    (
        "chip as a number",
        "sensors.mcp23017.chips = [32]",
        ["sensors.mcp23017.chips[0]: expected a table with address and wiring, got 32"],
    ),
    (
        "no chip",
        "sensors.mcp23017.chips = []",
        ['sensors.mcp23017.chips: expected at least one chip, or sensors.driver = "none"'],
    ),
    (
        "wiring as a list",
        "[[sensors.mcp23017.chips]]\naddress = 32\nwiring = ['G1']",
        [f"{WIRING}: expected a table, got a list"],
    ),
    ("outputs", chip(0, 'A7 = "G1", B7 = "G2"'), [f"{WIRING}.A7: {OUTPUTS}", f"{WIRING}.B7: {OUTPUTS}"]),
    ("data sheet's name of an output", chip(0, 'GPA7 = "G1"'), [f"{WIRING}.GPA7: {OUTPUTS}"]),
    ("small letter", chip(0, 'b3 = "G1"'), [f'{WIRING}.b3: unknown pin, did you mean "B3"?']),
    ("data sheet's name", chip(0, 'GPB3 = "G1"'), [f'{WIRING}.GPB3: unknown pin, did you mean "B3"?']),
    ("no such pin", chip(0, 'C1 = "G1"'), [f"{WIRING}.C1: unknown pin, expected A0 to A6 or B0 to B6"]),
    # Spaces
    ("beyond the gallery", chip(0, 'A0 = "G29"'), [f'{WIRING}.A0: unknown space "G29", did you mean "G28"?']),
    ("no such step", chip(0, 'A0 = "C1"'), [f'{WIRING}.A0: unknown space "C1", did you mean "C2"?']),
    ("small space", chip(0, 'A0 = "g5"'), [f'{WIRING}.A0: unknown space "g5", did you mean "G5"?']),
    ("leading zero", chip(0, 'A0 = "R07"'), [f'{WIRING}.A0: unknown space "R07", did you mean "R7"?']),
    ("no space", chip(0, 'A0 = "door"'), [f'{WIRING}.A0: unknown space "door", {SPACES}']),
    ("space as a number", chip(0, "A0 = 5"), [f'{WIRING}.A0: expected a space such as "G5", got 5']),
    (
        "space twice",
        chip(0, 'A0 = "G1", A1 = "G1"') + chip(1, 'B6 = "G1"'),
        [
            f'{WIRING}.A1: "G1" is wired to {WIRING}.A0 already',
            f'sensors.mcp23017.chips[1].wiring.B6: "G1" is wired to {WIRING}.A0 already',
        ],
    ),
    (
        "space at a pin",
        GPIO + "sensors.gpio.pins = {R12 = 5}",
        ['sensors.gpio.pins.R12: unknown space "R12", did you mean "R11"?'],
    ),
    # Boards
    ("unknown board", "board = 'villa'", ["board: unknown board 'villa': expected castle"]),
    ("board as a number", "board = 1", ["board: expected a name, got 1"]),
    ("no name", "board = ''", ['board: expected a name, got ""']),
    ("two boards", "board = 'castle'\nboard_file = 'x'", ["board_file: board is set as well; remove one of them"]),
    (
        "castle's wiring on another board",
        "board_file = 'cottage.toml'",
        ['sensors.mcp23017.chips: the default wiring is not for the board "cottage", which has no G17; state your own'],
    ),
    (
        "spaces of another board",
        "board_file = 'cottage.toml'\n" + chip(0, 'A0 = "G17", A1 = "R2", A2 = "C10", A3 = "H1"'),
        [
            f'{WIRING}.A0: unknown space "G17", did you mean "G16"?',
            f'{WIRING}.A1: unknown space "R2", did you mean "R1"?',
            f'{WIRING}.A2: unknown space "C10", did you mean "C3"?',
            f'{WIRING}.A3: unknown space "H1", expected G1 to G16, R1 to R1 or C2 to C3',
        ],
    ),
    # All at once
    (
        "many things",
        "disply = 1\nboard = 'villa'\ntiming.put_ms = 'x'\nbutton.pin = 2\nrules.x = 1\nsensors.driver = 'spi'\n"
        "display.width = 0",
        [
            "board: unknown board 'villa': expected castle",
            "display.width: expected a whole number from 1 to 256, got 0",
            'timing.put_ms: expected milliseconds from 0 to 60000, got "x"',
            'sensors.driver: expected "mcp23017", "gpio" or "none", got "spi"',
            f"button.pin: {BUS} the display; {CHOOSE}",
            'disply: unknown setting, did you mean "display"?',
            "rules.x: unknown setting",
        ],
    ),
]


@pytest.mark.parametrize(("text", "problems"), [pytest.param(*case[1:], id=case[0]) for case in REFUSED])
def test_refused_settings(file, text, problems):
    file.write_text(text, encoding="utf-8")
    assert list(problems_in(file)) == problems


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        pytest.param("torn.toml", "board_file: {folder}/torn.toml: not TOML: ", id="half a file"),
        pytest.param("none.toml", "board_file: {folder}/none.toml: cannot be read: ", id="no such file"),
        pytest.param(".", "board_file: {folder} is not a file", id="a folder"),
        pytest.param("/dev/zero", "board_file: /dev/zero is not a file", id="a device"),
        pytest.param("a\\u0000b", "board_file: {folder}/a\\u0000b: cannot be read: ", id="no path at all"),
        pytest.param("x" * 300, "board_file: {folder}/" + "x" * 300 + ": cannot be read: ", id="too long a name"),
    ],
)
def test_board_file_that_cannot_be_used(file, name, problem):
    """The wiring is not judged then: nobody knows which spaces there are."""
    file.write_text(f'board_file = "{name}"\n' + chip(0, 'A0 = "Z9"'))
    (only,) = problems_in(file)
    assert only.startswith(problem.format(folder=file.parent))


# Files that are broken ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        pytest.param(b"", f"the file is empty, {POWER_CUT}", id="empty"),
        pytest.param(b"\n  \r\n", f"the file is empty, {POWER_CUT}", id="blank"),
        pytest.param(bytes(4096), f"zero bytes instead of text from line 1 on, {POWER_CUT}", id="zeros"),
        pytest.param(
            b"[button]\npin = 5\n" + bytes(99),
            f"zero bytes instead of text from line 3 on, {POWER_CUT}",
            id="zeros at the end",
        ),
        pytest.param(b"# a\n# caf\xe9\n", "line 2 is not UTF-8 text (byte 0xe9); save the file as UTF-8", id="Latin-1"),
        pytest.param(b"[butt", "not TOML: ", id="half a table"),
        pytest.param(b"[button]\npin =", "not TOML: Invalid value (at end of document)", id="half a line"),
        pytest.param(b"[button]\npin = 5\npin = 6\n", "not TOML: Cannot overwrite a value (at line 3", id="twice"),
        pytest.param(b"a = " + b"9" * 5000, "not TOML: a number has far too many digits", id="digits"),
        pytest.param(b"a = " + b"[" * 100_000, "not TOML: nested too deeply", id="deep"),
        pytest.param(b"#" * (MAX_BYTES + 1), "expected at most 256 kB, it is larger", id="large"),
    ],
)
def test_broken_file(file, content, problem):
    file.write_bytes(content)
    (only,) = problems_in(file)
    assert only.startswith(problem)


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        pytest.param("none.toml", "cannot be read: No such file or directory", id="missing"),
        pytest.param(".", "cannot be read: Is a directory", id="a folder"),
        pytest.param("/dev/zero", "expected at most 256 kB, it is larger", id="without end"),
        pytest.param("a\0b", "cannot be read: embedded null byte", id="no path at all"),
    ],
)
def test_file_that_cannot_be_read(file, name, problem):
    assert problems_in(file.parent / name) == (problem,)


def test_largest_file_is_read(file):
    file.write_bytes(b"#" * MAX_BYTES)
    assert load_config(file) == default_config()


def test_a_broken_configuration_is_bad_input():
    """So that the commands end with status 2."""
    assert issubclass(ConfigError, BadInput)


# Whatever else it may hold --------------------------------------------------------------------------------------

KEYS = sorted(
    {part for path in leaves(tomllib.loads(DEFAULT_TEXT)) for part in path.split(".")}
    | {"board_file", "address", "wiring", "A0", "B6", "A7", "G1", "R3", "disply"}
)
keys = st.sampled_from(KEYS) | st.text(max_size=50)
scalars = (
    st.booleans()
    | st.integers(-2, 70)
    | st.integers()
    | st.floats()
    | st.datetimes()
    | st.times()
    | st.sampled_from(["G1", "none", "gpio", "mcp23017", "castle", "cottage.toml", "sh1106"])
    | st.text(max_size=50)
)
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=4))
known = tomllib.loads(DEFAULT_TEXT)
near_defaults = st.fixed_dictionaries(
    {},
    optional={
        "sensors": st.fixed_dictionaries(
            {"driver": st.sampled_from(["mcp23017", "gpio"]) | scalars},
            optional={
                "gpio": st.fixed_dictionaries({"pins": st.dictionaries(keys, scalars, max_size=5) | values}),
                "mcp23017": st.fixed_dictionaries(
                    {},
                    optional={
                        "interrupt_pin": scalars,
                        "chips": st.lists(
                            st.fixed_dictionaries(
                                {
                                    "address": st.integers(0x1F, 0x28) | scalars,
                                    "wiring": st.dictionaries(keys, scalars, max_size=5) | values,
                                }
                            )
                            | values,
                            max_size=4,
                        ),
                    },
                ),
            },
        ),
        **{
            table: st.dictionaries(st.sampled_from([*known[table], "x"]), scalars, max_size=4)
            for table in ("button", "i2c", "display", "timing", "rules")
        },
        "board": scalars,
        "board_file": scalars,
    },
)


@settings(deadline=None, max_examples=300, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.dictionaries(keys, values, max_size=6) | near_defaults)
@example(data={"board_file": "."})
def test_tables_of_any_kind_are_read_or_refused(data):
    config, problems = read_config(data, Path("/nonexistent"))
    assert_told(problems)
    if not problems:
        assert_usable(config)


def assert_told(problems: Sequence[str]) -> None:
    assert [problem for problem in problems if not problem or not problem.isprintable()] == []


def assert_usable(config: Config) -> None:
    """What the service relies on."""
    chips = config.sensors.mcp23017.chips
    spaces = [space for each in chips for space in each.spaces.values()]
    assert len({each.address for each in chips}) == len(chips)
    assert len(set(spaces)) == len(spaces)
    for each in chips:
        ExpanderWiring(each.address, each.spaces)
    pins = [config.button.pin]
    if config.sensors.driver == "gpio":
        pins += config.sensors.gpio.pins.values()
    if config.sensors.driver == "mcp23017" and config.sensors.mcp23017.interrupt_pin is not None:
        pins.append(config.sensors.mcp23017.interrupt_pin)
    assert len(set(pins)) == len(pins)
    assert set(pins) <= set(range(2, 28)) - {14, 15}
    board_of(config)


@settings(deadline=None, max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_damaged_files_are_read_or_refused(file, data):
    whole = DEFAULT_TEXT.encode()
    start = data.draw(st.integers(0, len(whole)), label="from")
    end = data.draw(st.integers(start, min(len(whole), start + 200)) | st.just(len(whole)), label="to")
    file.write_bytes(whole[:start] + data.draw(st.binary(max_size=20), label="instead") + whole[end:])
    try:
        config = load_config(file)
    except ConfigError as refused:
        assert_told(refused.problems)
    else:
        assert_usable(config)
