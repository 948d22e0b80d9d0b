"""The display's driver, on an emulated bus with an emulated chip."""

import errno
import gc
import random
import subprocess
import sys
import weakref

import pytest
from PIL import Image

from hugo_castle.devices.display import DisplayLost, DisplaySettings, open_display
from hugo_castle.virtual.bus import VirtualBus
from hugo_castle.virtual.oled import VirtualSH1106, VirtualSSD1306

CLOCKWISE = {1: Image.Transpose.ROTATE_270, 2: Image.Transpose.ROTATE_180, 3: Image.Transpose.ROTATE_90}

SSD1306 = DisplaySettings()
SH1106 = DisplaySettings(driver="sh1106")


def on_a_bus(settings, address=0x3C):
    bus = VirtualBus()
    if settings.driver == "sh1106":
        chip = VirtualSH1106(first_column=settings.first_column)
    else:
        chip = VirtualSSD1306(settings.width, settings.height)
    bus.attach(address, chip)
    return bus, chip


def random_picture(size, seed=0):
    width, height = size
    return Image.frombytes("1", size, random.Random(seed).randbytes((width + 7) // 8 * height))


def boxes(*corners, size=(128, 64)):
    picture = Image.new("1", size)
    for box in corners:
        picture.paste(1, box)
    return picture


def same(picture, other):
    return (picture.size, picture.tobytes()) == (other.size, other.tobytes())


@pytest.mark.parametrize("rotate", range(4))
@pytest.mark.parametrize(
    "shape",
    [
        pytest.param({}, id="ssd1306"),
        pytest.param({"height": 32}, id="ssd1306 128x32"),
        pytest.param({"width": 96, "height": 16}, id="ssd1306 96x16"),
        pytest.param({"width": 64, "height": 48}, id="ssd1306 64x48"),
        pytest.param({"width": 64, "height": 32}, id="ssd1306 64x32"),
        pytest.param({"driver": "sh1106"}, id="sh1106"),
        pytest.param({"driver": "sh1106", "first_column": 0}, id="O2 sh1106 first column 0"),
    ],
)
def test_every_picture_is_on_the_glass_whatever_was_there_before(shape, rotate):
    settings = DisplaySettings(rotate=rotate, **shape)
    bus, chip = on_a_bus(settings)
    display = open_display(settings, bus)
    rng = random.Random(1)
    picture = Image.new("1", display.size)

    for number in range(40):
        left, top = rng.randrange(display.size[0]), rng.randrange(display.size[1])
        patch = random_picture((rng.randrange(1, 40), rng.randrange(1, 30)), number)
        picture = picture.copy()
        picture.paste(patch, (left, top))
        display.show(picture)

        expected = picture.transpose(CLOCKWISE[rotate]) if rotate else picture
        assert same(chip.picture(), expected)


@pytest.mark.parametrize(
    ("settings", "before", "after", "expected_bytes"),
    [
        pytest.param(SSD1306, boxes((0, 0, 128, 64)), boxes((0, 0, 128, 64)), 0, id="ssd1306 nothing"),
        pytest.param(SSD1306, boxes(), boxes((0, 0, 128, 64)), 1034, id="ssd1306 everything"),
        pytest.param(SSD1306, boxes(), boxes((60, 24, 66, 40)), 22, id="ssd1306 a digit of 6 x 16"),
        pytest.param(SSD1306, boxes(), boxes((48, 16, 80, 48)), 138, id="ssd1306 a die of 32 x 32"),
        pytest.param(SSD1306, boxes(), boxes((0, 0, 6, 8), (122, 56, 128, 64)), 32, id="ssd1306 two corners"),
        pytest.param(SSD1306, boxes(), boxes((0, 0, 4, 8), (8, 0, 12, 8)), 22, id="ssd1306 two close by"),
        pytest.param(SH1106, boxes(), boxes(), 0, id="sh1106 nothing"),
        pytest.param(SH1106, boxes(), boxes((0, 0, 6, 8), (122, 0, 128, 8)), 26, id="sh1106 two far apart"),
        pytest.param(SH1106, boxes(), boxes((0, 0, 6, 8), (10, 0, 16, 8)), 23, id="sh1106 two close by"),
        pytest.param(SH1106, boxes(), boxes((0, 0, 128, 64)), 1080, id="sh1106 everything"),
        pytest.param(SH1106, boxes(), boxes((60, 24, 66, 40)), 26, id="sh1106 a digit of 6 x 16"),
    ],
)
def test_only_what_changed_is_sent(settings, before, after, expected_bytes):
    bus, chip = on_a_bus(settings)
    display = open_display(settings, bus)
    display.show(before)
    sent = bus.wire_bytes(0x3C)

    display.show(after)

    assert (bus.wire_bytes(0x3C) - sent, same(chip.picture(), after)) == (expected_bytes, True)


@pytest.mark.parametrize(("wanted", "there"), [(0x3C, 0x3C), (0x3C, 0x3D), (0x3D, 0x3C), (0x3D, 0x3D)])
def test_o1_a_display_at_the_other_address_is_used(wanted, there):
    settings = DisplaySettings(address=wanted)
    bus, chip = on_a_bus(settings, there)

    display = open_display(settings, bus)
    display.show(random_picture(display.size))

    assert (display.address, same(chip.picture(), random_picture((128, 64)))) == (there, True)


def test_no_display_at_all_names_the_addresses_and_what_to_check():
    with pytest.raises(DisplayLost) as caught:
        open_display(SSD1306, VirtualBus())

    assert str(caught.value) == (
        "no display answers at 0x3C or 0x3D ([Errno 121] Remote I/O error): "
        "check its power, ground, SDA and SCL wires and display.address"
    )
    assert caught.value.__cause__.errno == errno.EREMOTEIO


@pytest.mark.parametrize(
    "use",
    [
        pytest.param(lambda display: display.show(random_picture((128, 64), 2)), id="show"),
        pytest.param(lambda display: display.contrast(3), id="contrast"),
        pytest.param(lambda display: display.blank(), id="blank"),
        pytest.param(lambda display: display.wake(), id="wake"),
        pytest.param(lambda display: display.check(), id="check"),
        pytest.param(lambda display: display.restart(), id="restart"),
    ],
)
def test_a_lost_display_is_our_own_error_with_its_cause(use):
    bus, _ = on_a_bus(SSD1306)
    display = open_display(SSD1306, bus)
    bus.unplug(0x3C)

    with pytest.raises(DisplayLost, match="the display at 0x3C does not answer") as caught:
        use(display)

    assert caught.value.__cause__.errno == errno.EREMOTEIO


@pytest.mark.parametrize("settings", [SSD1306, SH1106], ids=["ssd1306", "sh1106"])
def test_after_an_error_the_next_picture_is_sent_in_full(settings):
    bus, chip = on_a_bus(settings)
    display = open_display(settings, bus)
    display.show(boxes((0, 0, 9, 9)))
    bus.unplug(0x3C)
    with pytest.raises(DisplayLost):
        display.show(boxes((0, 0, 20, 20)))
    bus.plug(0x3C)
    sent = bus.wire_bytes(0x3C)

    display.show(boxes((0, 0, 20, 21)))

    assert bus.wire_bytes(0x3C) - sent >= 1034
    assert same(chip.picture(), boxes((0, 0, 20, 21)))


class WithStatus:
    """A module whose status cannot be trusted: always the same byte, or no answer to reads."""

    def __init__(self, chip, status):
        self._chip, self._status = chip, status
        self.write = chip.write

    def read(self, length):
        if self._status is None:
            raise OSError(errno.EREMOTEIO, "no answer")
        return bytes([self._status]) * length


@pytest.mark.parametrize("settings", [SSD1306, SH1106], ids=["ssd1306", "sh1106"])
def test_a_display_that_was_reset_unnoticed_is_started_again_with_its_picture(settings):
    bus, chip = on_a_bus(settings)
    display = open_display(settings, bus)
    display.contrast(9)
    display.show(random_picture((128, 64)))
    chip.power_on_reset()

    display.check()

    assert (same(chip.picture(), random_picture((128, 64))), chip.contrast) == (True, 9)


@pytest.mark.parametrize("status", [0x00, 0x40, 0xFF, None])
def test_a_status_that_tells_nothing_restarts_nothing(status):
    bus, chip = VirtualBus(), VirtualSSD1306()
    bus.attach(0x3C, WithStatus(chip, status))
    display = open_display(SSD1306, bus)
    sent = bus.wire_bytes(0x3C)

    display.check()

    assert (chip.is_on, bus.wire_bytes(0x3C) - sent) == (True, 3)


def test_a_blank_display_is_not_taken_for_one_that_was_reset():
    bus, chip = on_a_bus(SSD1306)
    display = open_display(SSD1306, bus)
    display.show(random_picture((128, 64)))
    display.blank()
    sent = bus.wire_bytes(0x3C)

    display.check()

    assert (chip.is_on, bus.wire_bytes(0x3C) - sent) == (False, 3)


def test_a_blank_display_stays_blank_when_it_is_restarted_and_wakes_with_its_picture():
    bus, chip = on_a_bus(SSD1306)
    display = open_display(SSD1306, bus)
    display.show(random_picture((128, 64)))
    display.blank()

    display.restart()
    was_on = chip.is_on
    display.wake()

    assert (was_on, same(chip.picture(), random_picture((128, 64)))) == (False, True)


@pytest.mark.parametrize("half_a_command", ["0026", "0026 00", "00 21", "00 81", "00 29 00 00", "80"])
def test_a_command_that_a_killed_process_left_half_sent_does_no_harm(half_a_command):
    bus, chip = on_a_bus(SSD1306)
    open_display(SSD1306, bus).show(random_picture((128, 64), 5))
    chip.write(bytes.fromhex(half_a_command))

    open_display(SSD1306, bus)

    assert (same(chip.picture(), boxes()), chip.contrast, chip.unknown_commands) == (True, 0xCF, set())


def test_nothing_but_black_is_seen_while_the_display_starts():
    seen = []

    class Watched(VirtualSSD1306):
        def write(self, data):
            super().write(data)
            seen.append(self.picture().getbbox())

    bus = VirtualBus()
    bus.attach(0x3C, Watched())

    open_display(SSD1306, bus)

    assert set(seen) == {None}


def test_restart_cures_a_memory_gone_bad_and_settings_lost():
    bus, chip = on_a_bus(SH1106)
    display = open_display(SH1106, bus)
    display.show(random_picture((128, 64)))
    chip.write(bytes.fromhex("00 a0 c0 45 d3 11 a7 b3 80"))
    chip.write(b"\x40" + bytes(50))

    display.restart()

    assert same(chip.picture(), random_picture((128, 64)))


def test_contrast_none_is_as_configured():
    settings = DisplaySettings(contrast=0x22)
    bus, chip = on_a_bus(settings)
    display = open_display(settings, bus)
    levels = [chip.contrast]

    for level in (0, 255, None):
        display.contrast(level)
        levels.append(chip.contrast)

    assert levels == [0x22, 0, 255, 0x22]


def test_closing_leaves_the_picture_and_the_bus():
    bus, chip = on_a_bus(SSD1306)
    display = open_display(SSD1306, bus)
    display.show(random_picture((128, 64)))
    sent = bus.wire_bytes(0x3C)

    display.close()

    assert (same(chip.picture(), random_picture((128, 64))), bus.wire_bytes(0x3C)) == (True, sent)


def test_a_display_that_is_done_with_leaves_no_driver_behind():
    bus, _ = on_a_bus(SSD1306)
    display = open_display(SSD1306, bus)
    driver = weakref.ref(display._panel)

    del display
    gc.collect()

    assert driver() is None


def test_leaving_the_program_with_a_lost_display_prints_nothing():
    program = """
from hugo_castle.devices.display import DisplaySettings, open_display
from hugo_castle.virtual.bus import VirtualBus
from hugo_castle.virtual.oled import VirtualSSD1306
bus = VirtualBus()
bus.attach(0x3C, VirtualSSD1306())
display = open_display(DisplaySettings(), bus)
bus.unplug(0x3C)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"driver": "ssd1309"}, "display.driver: expected one of ssd1306, sh1106, got 'ssd1309'"),
        (
            {"driver": "sh1106", "height": 32},
            "display.width, display.height: expected 128 x 64, got 128 x 32",
        ),
        ({"rotate": 4}, "display.rotate: expected 0 to 3, got 4"),
        ({"address": 0x20}, "display.address: expected 0x3C or 0x3D, got 0x20"),
        ({"first_column": 5}, "display.first_column: expected 0 to 4, got 5"),
        (
            {"contrast": 256, "rotate": -1},
            "display.rotate: expected 0 to 3, got -1; display.contrast: expected 0 to 255, got 256",
        ),
    ],
)
def test_settings_that_cannot_be(wrong, message):
    with pytest.raises(ValueError) as caught:  # noqa: PT011  # its whole text is compared
        DisplaySettings(**wrong)

    assert str(caught.value) == message


@pytest.mark.parametrize(
    "use",
    [
        pytest.param(lambda display: display.show(Image.new("1", (64, 128))), id="picture of another size"),
        pytest.param(lambda display: display.show(Image.new("L", (128, 64))), id="picture in grey"),
        pytest.param(lambda display: display.contrast(256), id="contrast too high"),
    ],
)
def test_what_cannot_be_shown_is_refused_before_anything_is_sent(use):
    bus, _ = on_a_bus(SSD1306)
    display = open_display(SSD1306, bus)
    sent = bus.wire_bytes(0x3C)

    with pytest.raises(ValueError, match="expected"):
        use(display)

    assert bus.wire_bytes(0x3C) == sent
