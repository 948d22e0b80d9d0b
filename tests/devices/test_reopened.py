"""A device that is missing at first, or fails later, is tried again with growing pauses and told once."""

import itertools
from collections.abc import Callable

import pytest

from hugo_castle.devices.reopened import FIRST_PAUSE_MS, LONGEST_PAUSE_MS, Reopened
from hugo_castle.errors import DeviceLost
from hugo_castle.inputs import DeviceChanged, Input


class Device:
    """Fails in the method named `fails`."""

    def __init__(self, bench: "Bench") -> None:
        self.bench = bench
        self._do("open")

    def _do(self, what: str) -> None:
        self.bench.done.append(what)
        if self.bench.fails == what:
            raise self.bench.error

    def start(self) -> None:
        self._do("start")

    def check(self) -> None:
        self._do("check")

    def close(self) -> None:
        self._do("close")


class Bench:
    def __init__(self) -> None:
        self.now_ms = 0.0
        self.fails: str | None = None
        self.error: Exception = DeviceLost("pin 17 is taken")
        self.done: list[str] = []
        self.posted: list[Input] = []
        self.reopened = Reopened("button", lambda: Device(self), self.posted.append, lambda: self.now_ms)

    def look_at(self, *times_ms: float) -> list[str]:
        """What was done to devices by looks at these times."""
        self.done.clear()
        for self.now_ms in times_ms:
            self.reopened.look()
        return list(self.done)


LOST = [DeviceChanged("button", "pin 17 is taken", 0.0)]


def test_a_device_that_is_there_is_opened_once_and_then_checked() -> None:
    bench = Bench()
    assert bench.look_at(0, 1, 2) == ["open", "start", "check", "check"]
    assert bench.posted == []


def test_a_missing_device_is_tried_with_growing_pauses_and_told_once() -> None:
    bench = Bench()
    bench.fails = "open"
    tried_ms = [at_ms for at_ms in range(0, 35_000, 100) if bench.look_at(at_ms)]
    pauses_ms = [later - earlier for earlier, later in itertools.pairwise(tried_ms)]
    assert pauses_ms == [FIRST_PAUSE_MS, 1000, 2000, 4000, LONGEST_PAUSE_MS, LONGEST_PAUSE_MS, LONGEST_PAUSE_MS]
    assert bench.posted == LOST
    bench.fails = None
    assert bench.look_at(60_000) == ["open", "start"]
    assert bench.posted == [*LOST, DeviceChanged("button", None, 60_000)]


@pytest.mark.parametrize("error", [DeviceLost("pin 17 is taken"), RuntimeError("pin 17\nis taken")])
@pytest.mark.parametrize("fails", ["start", "check"])
def test_whatever_fails_later_closes_the_device_and_it_is_opened_again(fails: str, error: Exception) -> None:
    bench = Bench()
    bench.fails, bench.error = fails, error
    assert bench.look_at(0, 0)[-2:] == [fails, "close"]
    assert bench.posted == LOST
    bench.fails = None
    assert bench.look_at(499, 500, 501) == ["open", "start", "check"]
    assert bench.posted == [*LOST, DeviceChanged("button", None, 500)]


def test_after_it_was_back_the_pauses_begin_anew() -> None:
    bench = Bench()
    bench.fails = "open"
    bench.look_at(0, 500, 1500)
    bench.fails = None
    bench.look_at(3500)
    bench.fails = "check"
    bench.look_at(10_000)
    bench.fails = None
    assert bench.look_at(10_499) == []
    assert bench.look_at(10_500) == ["open", "start"]
    troubles = ["pin 17 is taken", None]
    times_ms = [0, 3500, 10_000, 10_500]
    assert bench.posted == [
        DeviceChanged("button", trouble, at_ms) for trouble, at_ms in zip(troubles * 2, times_ms, strict=True)
    ]


@pytest.mark.parametrize("opened", [True, False])
def test_closing_never_fails_and_closes_once(opened: bool) -> None:
    bench = Bench()
    if opened:
        bench.look_at(0)
    bench.fails = "close"
    bench.done.clear()
    close: Callable[[], None] = bench.reopened.close
    close()
    close()
    assert bench.done == (["close"] if opened else [])
