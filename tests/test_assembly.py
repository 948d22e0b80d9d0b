"""Devices put together from a configuration on an emulated castle, and what is missing at the start."""

import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from hugo_castle.assembly import Devices, Hardware, Queue, open_devices, virtual_castle
from hugo_castle.config import Config, DisplayConfig, GpioSensorSettings, SensorSettings
from hugo_castle.inputs import ButtonChanged, DeviceChanged, Input, SensorsChanged
from hugo_castle.table.prompts import SETUP, Prompt
from hugo_castle.table.view import View
from hugo_castle.virtual.castle import VirtualCastle

PATIENCE_S = 30.0
VIEW = View(Prompt(SETUP, options=("hugo", "midnight-party"), index=0))


class Bench:
    """A castle whose devices were opened after `before` was done to it."""

    def __init__(self, config: Config, held: ExitStack, before: Callable[[VirtualCastle], None]) -> None:
        self.castle = virtual_castle(config)
        before(self.castle)
        self.inputs: Queue = queue.SimpleQueue()
        hardware = Hardware(self.castle.bus, self.castle.pin_factory, self.castle.clock)
        self.devices: Devices = open_devices(config, hardware, self.inputs, held)

    def wait_for(self, wanted: Callable[[Input | None], bool]) -> None:
        while not wanted(self.inputs.get(timeout=PATIENCE_S)):
            pass

    def wait_until(self, true: Callable[[], bool]) -> None:
        for _ in range(int(PATIENCE_S / 0.01)):
            if true():
                return
            threading.Event().wait(0.01)
        raise AssertionError("never")


@pytest.fixture
def held() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def nothing(castle: VirtualCastle) -> None:
    """All is well."""


def test_a_display_missing_at_the_start_is_told_and_painted_when_it_is_plugged_in(held: ExitStack) -> None:
    always = Bench(Config(), held, nothing)
    bench = Bench(Config(), held, VirtualCastle.unplug_display)
    for each in (always, bench):
        each.devices.show(VIEW)
    bench.wait_for(lambda event: isinstance(event, DeviceChanged) and event.trouble is not None)
    assert bench.castle.picture().getbbox() is None
    bench.castle.plug_display()
    bench.wait_for(
        lambda event: isinstance(event, DeviceChanged) and event == DeviceChanged("display", None, event.at_ms)
    )
    bench.wait_until(lambda: bench.castle.picture().tobytes() == always.castle.picture().tobytes())
    assert bench.castle.picture().getbbox() is not None


@pytest.mark.parametrize(
    ("sensors", "spaces"),
    [
        pytest.param(SensorSettings(), 48, id="expanders"),
        pytest.param(SensorSettings(driver="gpio", gpio=GpioSensorSettings({"G1": 5, "G2": 6})), 2, id="GPIO"),
        pytest.param(SensorSettings(driver="none"), 0, id="none"),
    ],
)
def test_the_first_levels_are_there_when_all_is_open(held: ExitStack, sensors: SensorSettings, spaces: int) -> None:
    config = Config(sensors=sensors, display=DisplayConfig(enabled=False))
    bench = Bench(config, held, nothing)
    events = [bench.inputs.get_nowait() for _ in range(bench.inputs.qsize())]
    assert [event.down for event in events if isinstance(event, ButtonChanged)] == [False]
    assert sum(len(event.levels) for event in events if isinstance(event, SensorsChanged)) == spaces
    assert not [event for event in events if isinstance(event, DeviceChanged)]
    assert (bench.devices.painter, bench.devices.last_text) == (None, ())
    bench.devices.show(VIEW)  # nobody sees it, and nothing fails


def test_a_missing_chip_is_unknown_and_told_at_the_start(held: ExitStack) -> None:
    bench = Bench(Config(), held, lambda castle: castle.unplug_expander(2))
    events = [bench.inputs.get_nowait() for _ in range(bench.inputs.qsize())]
    levels = {
        space: level for event in events if isinstance(event, SensorsChanged) for space, level in event.levels.items()
    }
    assert [space for space, level in levels.items() if level is None] == [
        *(f"G{number}" for number in range(25, 29)),
        *(f"R{number}" for number in range(1, 9)),
    ]
    assert [event.device for event in events if isinstance(event, DeviceChanged) and event.device != "display"] == [
        "expander 0x22"
    ]
