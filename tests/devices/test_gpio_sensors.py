"""Sensors on mock GPIO pins."""

import threading

import pytest
from gpiozero import DigitalInputDevice
from gpiozero.pins.mock import MockFactory

from hugo_castle.devices.gpio_sensors import GpioSensors
from hugo_castle.errors import DeviceLost
from hugo_castle.inputs import SensorsChanged

PINS = {"G1": 5, "G2": 6, "R1": 13}


@pytest.fixture
def factory():
    factory = MockFactory()
    yield factory
    factory.reset()


class Table:
    """The sensors, what they post, and a clock that says 1, 2, 3, ..."""

    def __init__(self, factory):
        self.factory = factory
        self.posts = []
        self.time = 0.0
        self.sensors = GpioSensors(PINS, factory, self.posts.append, self.clock)

    def clock(self):
        self.time += 1
        return self.time

    def put(self, space):
        self.factory.pin(PINS[space]).drive_low()

    def lift(self, space):
        self.factory.pin(PINS[space]).drive_high()

    def seen(self):
        return [(dict(post.levels), post.at_ms) for post in self.posts]


@pytest.fixture
def table(factory):
    table = Table(factory)
    yield table
    table.sensors.close()


def test_start_posts_the_whole_picture(table):
    table.put("G2")
    table.sensors.start()
    assert table.posts == [SensorsChanged({"G1": False, "G2": True, "R1": False}, 1)]


def test_then_every_change_is_posted_alone(table):
    table.sensors.start()
    table.put("G1")
    table.put("R1")
    table.lift("G1")
    assert table.seen()[1:] == [({"G1": True}, 2), ({"R1": True}, 3), ({"G1": False}, 4)]


def test_b4_lost_edges_are_found_by_check(table, factory):
    table.sensors.start()
    table.put("R1")
    factory.pin(PINS["G1"])._change_state(False)  # the levels change, the library hears nothing
    factory.pin(PINS["R1"])._change_state(True)
    table.sensors.check()
    table.sensors.check()
    assert table.seen()[2:] == [({"G1": True, "R1": False}, 3)]


def test_edges_at_the_start_are_never_overtaken_by_the_picture(factory):
    """Whatever the threads do, the last thing said of a space is its level."""
    for _ in range(50):
        table = Table(factory)
        mover = threading.Thread(target=lambda table=table: [table.put(space) for space in PINS])
        mover.start()
        table.sensors.start()
        mover.join()
        last = {}
        for post in table.posts:
            last |= post.levels
        assert last == dict.fromkeys(PINS, True)
        table.sensors.close()


def test_a_failing_receiver_does_not_reach_the_library(table):
    posts = table.posts
    table.sensors.start()
    append, posts_seen = posts.append, []
    table.sensors._pins._tell = lambda levels, at_ms: (posts_seen.append(levels), append(1 / 0))
    table.put("G1")
    table.lift("G1")
    assert posts_seen == [{"G1": True}, {"G1": False}]


def test_a_pin_in_use_is_named_and_the_others_are_given_back(factory):
    holder = DigitalInputDevice(13, pin_factory=factory)
    with pytest.raises(DeviceLost, match="sensor R1 on GPIO13: the pin is used twice") as caught:
        GpioSensors(PINS, factory, print)
    holder.close()
    GpioSensors(PINS, factory, print).close()
    del caught  # until here it kept the half-made sensors from being collected, and closed so
