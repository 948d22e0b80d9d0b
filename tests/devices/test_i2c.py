"""S2: a bus that is not there yet, one that goes and comes back."""

import errno
from typing import Any

import pytest

from hugo_castle.devices import i2c
from hugo_castle.devices.i2c import I2CBus


class Machine:
    """What `/dev/i2c-N` of this machine is at the moment."""

    def __init__(self) -> None:
        self.exists = True
        self.transfer_error: OSError | None = None
        self.done: list[Any] = []

    def open(self, number: int) -> "Machine":
        self.done.append(("open", number))
        if not self.exists:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", f"/dev/i2c-{number}")
        return self

    def i2c_rdwr(self, *messages: Any) -> None:
        self.done.append(messages)
        if self.transfer_error:
            raise self.transfer_error

    def close(self) -> None:
        self.done.append("close")


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    machine = Machine()
    monkeypatch.setattr(i2c.smbus2, "SMBus", machine.open)
    return machine


def test_nothing_is_opened_before_it_is_needed_and_then_once(machine: Machine) -> None:
    bus = I2CBus(3)
    assert machine.done == []
    bus.i2c_rdwr("a", "b")
    bus.i2c_rdwr("c")
    assert machine.done == [("open", 3), ("a", "b"), ("c",)]


def test_s2_a_bus_that_appears_later_is_used_from_then_on(machine: Machine) -> None:
    machine.exists = False
    bus = I2CBus()
    for _ in range(2):
        with pytest.raises(FileNotFoundError):
            bus.i2c_rdwr("a")
    machine.exists = True
    bus.i2c_rdwr("b")
    assert machine.done == [("open", 1)] * 3 + [("b",)]


@pytest.mark.parametrize(
    ("code", "opened_again"),
    [
        pytest.param(errno.EREMOTEIO, False, id="a chip does not answer"),
        pytest.param(errno.ETIMEDOUT, False, id="a chip holds the clock"),
        pytest.param(errno.ENODEV, True, id="the adapter is gone"),
        pytest.param(errno.ENXIO, False, id="a chip does not answer on i2c-gpio"),
        pytest.param(errno.ENOENT, True, id="no such file"),
        pytest.param(errno.EBADF, True, id="the file was closed"),
    ],
)
def test_only_a_bus_that_is_gone_is_opened_again(machine: Machine, code: int, opened_again: bool) -> None:
    bus = I2CBus()
    machine.transfer_error = OSError(code, "gone")
    with pytest.raises(OSError, match="gone"):
        bus.i2c_rdwr("a")
    machine.transfer_error = None
    machine.done.clear()
    bus.i2c_rdwr("b")
    assert machine.done == ([("open", 1)] if opened_again else []) + [("b",)]


def test_a_closed_bus_opens_again_when_it_is_needed(machine: Machine) -> None:
    bus = I2CBus()
    bus.close()
    bus.i2c_rdwr("a")
    bus.close()
    bus.close()
    bus.i2c_rdwr("b")
    assert machine.done == [("open", 1), ("a",), "close", ("open", 1), ("b",)]
