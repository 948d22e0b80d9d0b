"""The emulated display chips, byte by byte: sequences worked out by hand from the data sheets."""

import random

import pytest
from luma.core.interface.serial import i2c
from luma.oled.device import sh1106, ssd1306
from PIL import Image

from hugo_castle.virtual.bus import VirtualBus
from hugo_castle.virtual.oled import VirtualSH1106, VirtualSSD1306

CLOCKWISE = {1: Image.Transpose.ROTATE_270, 2: Image.Transpose.ROTATE_180, 3: Image.Transpose.ROTATE_90}


def send(chip, *messages):
    for message in messages:
        chip.write(bytes.fromhex(message))


def memory_with(chip, cells):
    """The chip's memory now, with other bytes in `cells`, {(page, column): byte}."""
    memory = bytearray(chip.memory)
    for (page, column), byte in cells.items():
        memory[page * chip.columns + column] = byte
    return bytes(memory)


def lit(chip):
    picture = chip.picture()
    width, height = picture.size
    return {(x, y) for y in range(height) for x in range(width) if picture.getpixel((x, y))}


def all_pixels(rows=range(64)):
    return {(x, y) for y in rows for x in range(128)}


@pytest.mark.parametrize(
    ("messages", "cells"),
    [
        pytest.param(["40 aabb"], {(0, 0): 0xAA, (0, 1): 0xBB}, id="8.1.5 control byte 40h, data to the end"),
        pytest.param(
            ["80b3 8005 8012 c05a 8000 40 6677"],
            {(3, 37): 0x5A, (3, 32): 0x66, (3, 33): 0x77},
            id="8.1.5 Co set, one byte between control bytes",
        ),
        pytest.param([""], {}, id="8.1.5 only the address is called"),
        pytest.param(["80"], {}, id="8.1.5 a control byte alone"),
        pytest.param(
            ["00 20", "00 00 21 0a", "00 0b 22 02", "00 03", "40 01020304 05"],
            {(2, 10): 5, (2, 11): 2, (3, 10): 3, (3, 11): 4},
            id="10.1.3 horizontal, parameters in later messages",
        ),
        pytest.param(
            ["00 20 01 21 0a 0b 22 02 03", "40 01020304 05"],
            {(2, 10): 5, (3, 10): 2, (2, 11): 3, (3, 11): 4},
            id="10.1.3 vertical",
        ),
        pytest.param(["00 b2 0f 17", "40 0102"], {(2, 127): 1, (2, 0): 2}, id="10.1.3 page mode keeps its page"),
        pytest.param(["00 20 03 b1", "40 07"], {(1, 0): 7}, id="10.1.3 the fourth mode is invalid"),
        pytest.param(["00 20 00 b5 05 11", "40 09"], {(0, 0): 9}, id="10.1.1 10.1.13 only for page mode"),
        pytest.param(["00 a1", "40 0102"], {(0, 127): 1, (0, 126): 2}, id="10.1.8 the remap acts on storing"),
        pytest.param(["00 b1 26 b2b3b4b5b6b7", "40 07"], {(1, 0): 7}, id="10.2.1 26h takes 6 parameters"),
        pytest.param(["00 b1 27 b2b3b4b5b6b7", "40 07"], {(1, 0): 7}, id="10.2.1 27h takes 6 parameters"),
        pytest.param(["00 b1 29 b2b3b4b5b6", "40 07"], {(1, 0): 7}, id="10.2.2 29h takes 5 parameters"),
        pytest.param(["00 b1 2a b2b3b4b5b6 b3", "40 07"], {(3, 0): 7}, id="10.2.2 2Ah takes 5, no more"),
        pytest.param(["00 26 b2b3b4b5b6b7 b3", "40 07"], {(3, 0): 7}, id="10.2.1 26h takes no more"),
        pytest.param(["00 2f b3 2e", "40 07"], {(3, 0): 7}, id="10.2.3 10.2.4 start and stop take none"),
        pytest.param(["00 b1 a3 b2b3", "40 07"], {(1, 0): 7}, id="10.2.5 A3h takes 2 parameters"),
        pytest.param(["00 e3 b3 e3", "40 07"], {(3, 0): 7}, id="10.1.20 no operation"),
        pytest.param(["00 d5 b1 d9 b2 db b3", "40 07"], {(0, 0): 7}, id="10.1.16 17 19 analogue settings"),
        pytest.param(["00 ad b4", "40 07"], {(4, 0): 7}, id="9 an unknown command takes nothing along"),
    ],
)
def test_ssd1306_memory(messages, cells):
    chip = VirtualSSD1306()
    expected = memory_with(chip, cells)

    send(chip, *messages)

    assert chip.memory == expected


@pytest.mark.parametrize(
    ("messages", "cells"),
    [
        pytest.param(["40 0102"], {(0, 0): 1, (0, 1): 2}, id="I2C control byte 40h, data to the end"),
        pytest.param(["80b3 8005 8012 c05a", "40 66"], {(3, 37): 0x5A, (3, 38): 0x66}, id="I2C Co set"),
        pytest.param(["00 03 18 b7", "40 0102"], {(7, 131): 1}, id="1 2 counting stops at the last column"),
        pytest.param(["00 04 19 b7", "40 01"], {}, id="1 2 columns that do not exist"),
        pytest.param(["00 20 01", "40 07"], {(0, 1): 7}, id="20h unknown: its parameter is a column command"),
        pytest.param(["00 8d 14", "40 07"], {(0, 64): 7}, id="8Dh unknown: its parameter is a column command"),
        pytest.param(["00 21 05 0a 22 b1", "40 07"], {(1, 10): 7}, id="21h 22h unknown: no windows"),
        pytest.param(["00 ad", "00 b3", "40 07"], {(0, 0): 7}, id="10 ADh takes a parameter, in a later message"),
        pytest.param(["00 33 b1 30", "40 07"], {(1, 0): 7}, id="3 pump voltage is one byte"),
        pytest.param(["00 a1", "40 07"], {(0, 0): 7}, id="6 the remap does not act on storing"),
        pytest.param(["00 04 e0", "40 0102", "00 ee", "40 03"], {(0, 4): 3, (0, 5): 2}, id="19 20 read-modify-write"),
        pytest.param(["00 04 ee", "40 01"], {(0, 4): 1}, id="20 an end without a beginning"),
    ],
)
def test_sh1106_memory(messages, cells):
    chip = VirtualSH1106()
    expected = memory_with(chip, cells)

    send(chip, *messages)

    assert chip.memory == expected


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        pytest.param([], {(0, 0), (0, 2)}, id="upright with A1h and C8h"),
        pytest.param(["00 ae"], set(), id="10.1.12 off"),
        pytest.param(["00 ae af"], {(0, 0), (0, 2)}, id="10.1.12 on again"),
        pytest.param(["00 8d 10"], set(), id="charge pump off"),
        pytest.param(["00 c0"], {(0, 63), (0, 61)}, id="10.1.14 scan from COM0"),
        pytest.param(["00 a0"], {(0, 0), (0, 2)}, id="10.1.8 what is stored stays"),
        pytest.param(["00 a0", "40 01"], {(0, 0), (0, 2), (126, 0)}, id="10.1.8 what comes is mirrored"),
        pytest.param(["00 41"], {(0, 63), (0, 1)}, id="10.1.6 start line 1"),
        pytest.param(["00 d3 08"], {(0, 8), (0, 10)}, id="10.1.15 offset 8"),
        pytest.param(["00 d3 38"], {(0, 56), (0, 58)}, id="10.1.15 offset 64 - 8"),
        pytest.param(["00 a8 2f"], {(0, 16), (0, 18)}, id="10.1.11 48 lines"),
        pytest.param(["00 a8 2f d3 08"], {(0, 24), (0, 26)}, id="table 10-2: 48 lines, offset 8"),
        pytest.param(["00 a8 2f a5"], all_pixels(range(16, 64)), id="10.1.11 other rows are not driven"),
        pytest.param(["00 a8 0e"], {(0, 0), (0, 2)}, id="10.1.11 fewer than 16 lines are invalid"),
        pytest.param(["00 a7"], all_pixels() - {(0, 0), (0, 2)}, id="10.1.10 inverse"),
        pytest.param(["00 a5"], all_pixels(), id="10.1.9 all on"),
        pytest.param(["00 a5 a7"], all_pixels(), id="10.1.9 all on outranks inverse"),
        pytest.param(["00 a5 a4"], {(0, 0), (0, 2)}, id="10.1.9 back to the memory"),
        pytest.param(["00 da 02"], {(0, 0), (0, 4)}, id="10.1.18 rows in sequence on an alternating glass"),
        pytest.param(["00 da 32"], {(0, 1), (0, 3)}, id="10.1.18 left and right exchanged"),
    ],
)
def test_ssd1306_glass(messages, expected):
    chip = VirtualSSD1306()
    send(chip, "00 20 00 a1 c8 8d 14 af", "40" + "00" * 1024, "40 05")

    send(chip, *messages)

    assert lit(chip) == expected


@pytest.mark.parametrize(
    ("first_column", "messages", "expected"),
    [
        pytest.param(2, [], {(0, 0), (0, 2)}, id="upright with A1h and C8h"),
        pytest.param(0, [], {(2, 0), (2, 2)}, id="O2 a glass that begins at column 0"),
        pytest.param(2, ["00 a0"], {(127, 0), (127, 2)}, id="6 the remap turns what is stored"),
        pytest.param(2, ["00 c9"], {(0, 0), (0, 2)}, id="13 low bits do not matter"),
        pytest.param(2, ["00 c7"], {(0, 63), (0, 61)}, id="13 scan from COM0"),
        pytest.param(2, ["00 ad 8a"], {(0, 0), (0, 2)}, id="10 the pump cannot be switched while on"),
        pytest.param(2, ["00 ae ad 8a af"], set(), id="10 pump off"),
        pytest.param(2, ["00 ae ad 8a ad 8b af"], {(0, 0), (0, 2)}, id="10 pump off and on"),
        pytest.param(2, ["00 41"], {(0, 63), (0, 1)}, id="4 start line 1"),
        pytest.param(2, ["00 d3 08"], {(0, 8), (0, 10)}, id="14 offset 8"),
        pytest.param(2, ["00 a8 00 a5"], all_pixels([63]), id="9 one line is allowed"),
        pytest.param(2, ["00 a7"], all_pixels() - {(0, 0), (0, 2)}, id="8 inverse"),
        pytest.param(2, ["00 da 02"], {(0, 0), (0, 4)}, id="17 rows in sequence on an alternating glass"),
    ],
)
def test_sh1106_glass(first_column, messages, expected):
    chip = VirtualSH1106(first_column=first_column)
    for page in range(8):
        send(chip, f"00 b{page} 00 10", "40" + "00" * 132)
    send(chip, "00 a1 c8 b0 02 10 af", "40 05")

    send(chip, *messages)

    assert lit(chip) == expected


@pytest.mark.parametrize(
    ("make", "messages", "expected"),
    [
        pytest.param(VirtualSSD1306, [], (0x7F, [0x40, 0x40]), id="SSD1306 10.1.7 10.1.21 after reset"),
        pytest.param(VirtualSSD1306, ["00 af 81 05"], (0x05, [0, 0]), id="SSD1306 10.1.7 10.1.21 on"),
        pytest.param(VirtualSSD1306, ["00 af", "40 ff"], (0x7F, [0, 0]), id="SSD1306 status after data"),
        pytest.param(VirtualSH1106, [], (0x80, [0x48, 0x48]), id="SH1106 5 23 after reset"),
        pytest.param(VirtualSH1106, ["00 af 81 05"], (0x05, [0x08, 0x08]), id="SH1106 5 23 on"),
    ],
)
def test_contrast_and_status(make, messages, expected):
    chip = make()

    send(chip, *messages)

    assert (chip.contrast, list(chip.read(2))) == expected


def test_sh1106_memory_is_read_after_a_dummy_byte_and_counts_unless_it_is_modified():
    chip = VirtualSH1106()
    send(chip, "40 010203", "00 00 10", "40")

    counted = chip.read(3)[1:]
    send(chip, "00 01 10 e0", "40")
    modified = chip.read(3)[1:]

    assert (counted, modified) == (b"\x01\x02", b"\x02\x02")


@pytest.mark.parametrize("make", [VirtualSSD1306, VirtualSH1106])
def test_power_on_reset_forgets_settings_and_memory(make):
    chip = make()
    send(chip, "00 a1 c8 8d 14 41 d3 05 a7 81 33 da 02 a8 1f af 20 01 21", "40" + "ff" * 200)

    chip.power_on_reset()

    fresh = make()
    assert vars(chip) == vars(fresh)
    assert chip.memory not in (bytes(len(chip.memory)), b"\xff" * len(chip.memory))


@pytest.mark.parametrize("rotate", range(4))
@pytest.mark.parametrize(
    ("driver", "make", "size"),
    [
        *((ssd1306, VirtualSSD1306, size) for size in [(128, 64), (128, 32), (96, 16), (64, 48), (64, 32)]),
        (sh1106, VirtualSH1106, (128, 64)),
    ],
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_what_luma_draws_is_on_the_glass(driver, make, size, rotate):
    width, height = size
    bus, chip = VirtualBus(), make(width, height)
    bus.attach(0x3C, chip)
    device = driver(i2c(bus=bus, address=0x3C), width=width, height=height, rotate=rotate)
    device.persist = True
    drawn = random_picture(device.size, seed=rotate)

    device.display(drawn)

    expected = drawn.transpose(CLOCKWISE[rotate]) if rotate else drawn
    assert chip.picture().tobytes() == expected.tobytes()


def random_picture(size, seed):
    width, height = size
    return Image.frombytes("1", size, random.Random(seed).randbytes((width + 7) // 8 * height))


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_luma_speaks_to_an_sh1106_in_part_as_to_an_ssd1306():
    bus, chip = VirtualBus(), VirtualSH1106()
    bus.attach(0x3C, chip)

    sh1106(i2c(bus=bus, address=0x3C)).persist = True

    assert chip.unknown_commands == {0x20, 0x8D}


def test_a_glass_must_fit_on_the_memory():
    with pytest.raises(ValueError, match="expected 0 to 4 for a glass 128 wide, got 5"):
        VirtualSH1106(first_column=5)
