"""The roll button on a mock pin."""

import pytest
from gpiozero import Button, DigitalInputDevice
from gpiozero.pins.mock import MockFactory

from hugo_castle.devices.button import RollButton
from hugo_castle.errors import DeviceLost
from hugo_castle.inputs import ButtonChanged

PIN = 17


@pytest.fixture
def factory():
    factory = MockFactory()
    yield factory
    factory.reset()


class Times:
    """A clock that says 1, 2, 3, ..."""

    def __init__(self):
        self.last = 0.0

    def __call__(self):
        self.last += 1
        return self.last


def press(pin):
    pin.drive_low()


def release(pin):
    pin.drive_high()


GESTURES = [
    pytest.param([], [(False, 1)], id="at rest: the level at the start"),
    pytest.param([press, release], [(False, 1), (True, 2), (False, 3)], id="a tap"),
    pytest.param(
        [press, release, press, release, press],
        [(False, 1), (True, 2), (False, 3), (True, 4), (False, 5), (True, 6)],
        id="B2 B3 bounce is passed on, not filtered",
    ),
]


@pytest.mark.parametrize(("gestures", "expected"), GESTURES)
def test_every_edge_is_posted(factory, gestures, expected):
    posts = []
    button = RollButton(PIN, factory, posts.append, Times())
    button.start()
    for gesture in gestures:
        gesture(factory.pin(PIN))
    assert posts == [ButtonChanged(down, at_ms) for down, at_ms in expected]
    button.close()


def test_b7_held_at_power_on_is_known(factory):
    posts = []
    button = RollButton(PIN, factory, posts.append, Times())
    press(factory.pin(PIN))
    assert posts == []
    button.start()
    release(factory.pin(PIN))
    assert posts == [ButtonChanged(True, 1), ButtonChanged(False, 2)]
    button.close()


def test_b4_a_lost_edge_is_found_by_check(factory):
    posts = []
    button = RollButton(PIN, factory, posts.append, Times())
    button.start()
    button.check()
    pin = factory.pin(PIN)
    pin._change_state(False)  # the level changes, the library hears nothing
    button.check()
    button.check()
    assert posts == [ButtonChanged(False, 1), ButtonChanged(True, 2)]
    button.close()


def test_a_failing_receiver_does_not_reach_the_library(factory):
    posts = []

    def post(message):
        posts.append(message)
        if message.down:
            raise RuntimeError("full")

    button = RollButton(PIN, factory, post, Times())
    button.start()
    press(factory.pin(PIN))
    release(factory.pin(PIN))
    assert posts == [ButtonChanged(False, 1), ButtonChanged(True, 2), ButtonChanged(False, 3)]
    button.close()


def test_the_pin_has_its_pull_up_and_no_bounce_time(factory):
    button = RollButton(PIN, factory, print, Times())
    pin = factory.pin(PIN)
    assert (pin.pull, pin.bounce, pin.function) == ("up", None, "input")
    button.close()


def test_after_close_the_pin_is_free_and_silent(factory):
    posts = []
    button = RollButton(PIN, factory, posts.append, Times())
    button.start()
    button.close()
    press(factory.pin(PIN))
    Button(PIN, pin_factory=factory).close()
    button.close()
    assert posts == [ButtonChanged(False, 1)]


class BusyFactory(MockFactory):
    """As lgpio where another process holds the line: its error is a plain Exception."""

    def pin(self, name):
        raise Exception("GPIO busy")


@pytest.mark.parametrize(
    ("make_factory", "pin", "text"),
    [
        pytest.param(MockFactory, 17, "roll button on GPIO17: the pin is used twice .*DigitalInputDevice", id="in use"),
        pytest.param(MockFactory, 99, "roll button on GPIO99: there is no such pin", id="no such pin"),
        pytest.param(BusyFactory, 5, "roll button on GPIO5: cannot be used .GPIO busy.", id="held by another"),
    ],
)
def test_errors_are_translated(make_factory, pin, text):
    factory = make_factory()
    if make_factory is MockFactory:
        holder = DigitalInputDevice(17, pin_factory=factory)
    with pytest.raises(DeviceLost, match=text) as caught:
        RollButton(pin, factory, print)
    assert caught.value.__cause__ is not None
    if make_factory is MockFactory:
        holder.close()


@pytest.mark.filterwarnings("ignore::gpiozero.PinFactoryFallback")
def test_g3_no_pin_factory_says_what_to_install(monkeypatch):
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "")
    monkeypatch.setattr("gpiozero.Device._default_pin_factory", _no_factory)
    with pytest.raises(DeviceLost, match=r"roll button on GPIO17: .*install lgpio"):
        RollButton(PIN, None, print)


def _no_factory():
    from gpiozero import BadPinFactory

    raise BadPinFactory("Unable to load any default pin factory!")
