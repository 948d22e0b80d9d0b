"""The painter's thread, with the real driver on an emulated bus."""

import logging
import queue
import threading
import time
from dataclasses import dataclass

import pytest
from PIL import Image

from hugo_castle.devices import painter as painter_module
from hugo_castle.devices.display import DisplaySettings, open_display
from hugo_castle.devices.painter import Painter
from hugo_castle.virtual.bus import VirtualBus
from hugo_castle.virtual.oled import VirtualSSD1306

PATIENCE_S = 20.0


@dataclass(frozen=True)
class Frame:
    image: Image.Image
    text: tuple[str, ...] = ()
    next_ms: float | None = None


@dataclass(frozen=True)
class DimmedFrame(Frame):
    contrast: int | None = None


def picture(number):
    """A picture of its own for every number: a bar `number` wide."""
    image = Image.new("1", (128, 64))
    image.paste(1, (0, 0, number, 64))
    return image


def still(view, elapsed_ms):
    return Frame(picture(view), (f"view {view}",))


class Table:
    """A display on a bus, the painter that draws on it, and what it posts."""

    def __init__(self):
        self.bus, self.chip = VirtualBus(), VirtualSSD1306()
        self.bus.attach(0x3C, self.chip)
        self.posted = queue.Queue()
        self.shown = []
        self.painters = []

    def open(self):
        display = open_display(DisplaySettings(), self.bus)
        show = display.show

        def counted(image):
            show(image)
            self.shown.append(image.getbbox()[2] if image.getbbox() else 0)

        display.show = counted
        return display

    def painter(self, render=still, **options):
        painter = Painter(options.pop("open_display", self.open), render, self.posted.put, **options)
        self.painters.append(painter)
        return painter

    def on_glass(self):
        """The width of the bar that the glass shows; None when it shows something else."""
        glass = self.chip.picture()
        box = glass.getbbox()
        number = box[2] if box else 0
        return number if glass.tobytes() == picture(number).tobytes() else None

    def eventually_shows(self, number):
        eventually(lambda: self.on_glass() == number)

    def next_posted(self):
        event = self.posted.get(timeout=PATIENCE_S)
        return event.device, event.trouble


def eventually(condition):
    """Wait until it holds; fail after a generous while."""
    for _ in range(int(PATIENCE_S / 0.005)):
        if condition():
            return
        time.sleep(0.005)
    raise AssertionError("it never came to hold")


@pytest.fixture
def table():
    table = Table()
    yield table
    for painter in table.painters:
        painter.close()


@pytest.fixture
def fast_retry(monkeypatch):
    monkeypatch.setattr(painter_module, "FIRST_PAUSE_MS", 10.0)


def test_a_view_is_drawn_and_its_text_is_known(table):
    painter = table.painter()

    painter.show(5)

    table.eventually_shows(5)
    eventually(lambda: painter.last_text == ("view 5",))


def test_the_newest_view_wins_and_show_does_not_wait(table):
    begun, go_on, rendered = threading.Event(), threading.Event(), []

    def slow(view, elapsed_ms):
        rendered.append(view)
        begun.set()
        assert go_on.wait(PATIENCE_S)
        return still(view, elapsed_ms)

    painter = table.painter(slow)
    painter.show(1)
    assert begun.wait(PATIENCE_S)
    for view in range(2, 100):
        painter.show(view)
    go_on.set()

    table.eventually_shows(99)
    assert rendered == [1, 99]


def test_a_still_picture_is_sent_once(table):
    rendered = []

    def same_for_all(view, elapsed_ms):
        rendered.append(view)
        return Frame(picture(7), (str(view),))

    painter = table.painter(same_for_all)
    for view in range(5):
        painter.show(view)
        eventually(lambda view=view: painter.last_text == (str(view),))

    assert (rendered, table.shown) == ([0, 1, 2, 3, 4], [7])


def test_a_view_shown_again_goes_on_undisturbed(table):
    rendered = []

    def render(view, elapsed_ms):
        rendered.append(view)
        return still(view, elapsed_ms)

    painter = table.painter(render)
    for view in (3, 3, 3):
        painter.show(view)
        table.eventually_shows(3)
    painter.show(4)
    table.eventually_shows(4)

    assert rendered == [3, 4]


def test_a_view_that_moves_is_drawn_again_when_it_says_so(table):
    times = []

    def moving(view, elapsed_ms):
        step = sum(elapsed_ms >= at for at in (30, 60, 90))
        times.append((step, elapsed_ms))
        return Frame(picture(10 + step), next_ms=(30, 60, 90, None)[step])

    painter = table.painter(moving)
    painter.show("walk")

    table.eventually_shows(13)
    assert table.shown[-1] == 13
    assert sorted(table.shown) == table.shown
    assert all(elapsed >= 30 * step for step, elapsed in times)


def test_a_view_that_wants_to_be_drawn_at_once_for_ever_does_not_spin(table):
    rendered = []

    def restless(view, elapsed_ms):
        rendered.append(view)
        return Frame(picture(view), next_ms=0.0)

    # Time stands still, so the pause between two frames never ends.
    painter = table.painter(restless, clock=lambda: 0.0)
    for view in (1, 2):
        painter.show(view)
        table.eventually_shows(view)

    assert rendered == [1, 2]


def test_unplugged_in_the_middle_and_plugged_in_again(table, fast_retry):
    painter = table.painter()
    painter.show(20)
    table.eventually_shows(20)

    table.bus.unplug(0x3C)
    painter.show(21)
    lost = table.next_posted()
    painter.show(22)
    table.chip.power_on_reset()
    table.bus.plug(0x3C)
    back = table.next_posted()

    assert table.on_glass() == 22  # repainted before it is said to be back
    assert lost == (
        "display",
        "the display at 0x3C does not answer ([Errno 121] Remote I/O error): "
        "check its power, ground, SDA and SCL wires and display.address",
    )
    assert back == ("display", None)
    assert table.posted.empty()


def test_a_still_display_that_is_unplugged_is_noticed_and_repainted(table, fast_retry):
    painter = table.painter(check_ms=10)
    painter.show(20)
    table.eventually_shows(20)

    table.bus.unplug(0x3C)
    device, trouble = table.next_posted()
    table.chip.power_on_reset()
    table.bus.plug(0x3C)
    back = table.next_posted()

    assert (device, "0x3C does not answer" in trouble, back) == ("display", True, ("display", None))
    assert table.on_glass() == 20


def test_a_short_power_dip_is_repaired_without_a_word(table):
    painter = table.painter(check_ms=10)
    painter.show(20)
    table.eventually_shows(20)

    table.chip.power_on_reset()

    table.eventually_shows(20)
    assert table.posted.empty()


def test_o3_a_picture_gone_bad_is_repaired_now_and_then(table):
    painter = table.painter(refresh_ms=10)
    painter.show(20)
    table.eventually_shows(20)

    table.chip.write(bytes.fromhex("00 d3 05"))
    table.chip.write(b"\x40" + bytes(30))

    table.eventually_shows(20)


def test_no_display_at_the_start(table, fast_retry):
    table.bus.unplug(0x3C)
    painter = table.painter()
    painter.show(8)
    device, trouble = table.next_posted()

    table.bus.plug(0x3C)
    back = table.next_posted()

    assert (device, trouble.startswith("no display answers"), back) == ("display", True, ("display", None))
    assert table.on_glass() == 8


def test_the_pauses_between_attempts_double_up_to_a_limit(table, monkeypatch):
    pauses, enough = [], threading.Event()

    def note(self, pause_ms):
        pauses.append(pause_ms)
        if len(pauses) == 7:
            enough.set()
        if enough.is_set():
            with self._changed:
                self._changed.wait_for(lambda: self._closing, PATIENCE_S)

    monkeypatch.setattr(Painter, "_wait", note)
    table.bus.unplug(0x3C)
    table.painter()

    assert enough.wait(PATIENCE_S)
    assert pauses == [500, 1000, 2000, 4000, 8000, 8000, 8000]
    assert table.posted.qsize() == 1


@pytest.mark.parametrize("error", [RuntimeError("odd bus"), OSError(5, "no such file"), ValueError("")])
def test_any_other_error_of_the_display_is_reported_and_retried(table, fast_retry, error):
    errors = [error]

    def opening():
        if errors:
            raise errors.pop()
        return table.open()

    painter = table.painter(open_display=opening)
    painter.show(6)

    assert table.next_posted() == ("display", str(error) or "ValueError")
    assert table.next_posted() == ("display", None)
    assert table.on_glass() == 6


def test_an_error_in_render_keeps_the_last_picture_and_is_logged_once(table, caplog):
    def broken(view, elapsed_ms):
        if view == 2:
            raise KeyError(elapsed_ms)
        return still(view, elapsed_ms)

    painter = table.painter(broken)
    with caplog.at_level(logging.ERROR):
        for view in (1, 2, 3, 2):
            painter.show(view)
            eventually(lambda: not painter._is_new)
        painter.show(4)
        table.eventually_shows(4)

    assert table.shown == [1, 3, 4]
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    assert caplog.records[0].exc_info[0] is KeyError


def test_the_last_picture_comes_back_even_while_render_is_broken(table, fast_retry, caplog):
    def broken(view, elapsed_ms):
        if view == 2:
            raise KeyError(view)
        return still(view, elapsed_ms)

    painter = table.painter(broken, check_ms=10)
    painter.show(1)
    table.eventually_shows(1)
    painter.show(2)
    table.bus.unplug(0x3C)
    table.next_posted()
    table.chip.power_on_reset()
    table.bus.plug(0x3C)

    assert table.next_posted() == ("display", None)
    assert table.on_glass() == 1


def test_o4_a_frame_may_dim_the_display(table):
    def render(view, elapsed_ms):
        return DimmedFrame(picture(view), contrast=1) if view == 2 else still(view, elapsed_ms)

    painter = table.painter(render)
    levels = []
    for view in (1, 2, 3):
        painter.show(view)
        table.eventually_shows(view)
        levels.append(table.chip.contrast)

    assert levels == [0xCF, 1, 0xCF]


@pytest.mark.parametrize(("blank", "left"), [(False, 9), (True, 0)])
def test_closing_leaves_the_picture_or_blanks_it(table, blank, left):
    painter = table.painter()
    painter.show(9)
    table.eventually_shows(9)

    painter.close(blank=blank)

    assert (painter._thread.is_alive(), table.on_glass()) == (False, left)


def test_closing_does_not_wait_for_the_next_attempt(table, monkeypatch):
    monkeypatch.setattr(painter_module, "FIRST_PAUSE_MS", 3_600_000.0)
    table.bus.unplug(0x3C)
    painter = table.painter()
    table.next_posted()

    painter.close()

    assert not painter._thread.is_alive()


def test_closing_with_a_display_just_lost_says_nothing_more(table):
    painter = table.painter()
    painter.show(9)
    table.eventually_shows(9)
    table.bus.unplug(0x3C)

    painter.close(blank=True)

    assert (painter._thread.is_alive(), table.posted.empty()) == (False, True)
