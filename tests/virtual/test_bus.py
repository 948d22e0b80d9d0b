"""The emulated I2C bus, called as our drivers and luma.core call smbus2."""

import errno
import threading

import pytest
from luma.core.interface.serial import i2c
from smbus2 import SMBus, i2c_msg

from hugo_castle.virtual.bus import Message, VirtualBus, read_message, write_message


class Notebook:
    """A chip that notes what it is told and answers 1, 2, 3, ..."""

    def __init__(self):
        self.seen = []

    def write(self, data):
        self.seen.append(("write", data))

    def read(self, length):
        self.seen.append(("read", length))
        return bytes(range(1, length + 1))


@pytest.fixture
def chip():
    return Notebook()


@pytest.fixture
def bus(chip):
    bus = VirtualBus()
    bus.attach(0x20, chip)
    return bus


CALLS = [
    pytest.param("write_quick", (), None, [("write", b"")], 1, id="quick: the address alone"),
    pytest.param("write_byte", (7,), None, [("write", b"\x07")], 2, id="send byte"),
    pytest.param("read_byte", (), 1, [("read", 1)], 2, id="receive byte"),
    pytest.param("write_byte_data", (5, 7), None, [("write", b"\x05\x07")], 3, id="write byte"),
    pytest.param("read_byte_data", (5,), 1, [("write", b"\x05"), ("read", 1)], 4, id="read byte: address twice"),
    pytest.param("write_i2c_block_data", (0, [1, 2]), None, [("write", b"\x00\x01\x02")], 4, id="write block"),
    pytest.param(
        "write_i2c_block_data", (0x40, [9] * 32), None, [("write", b"\x40" + b"\x09" * 32)], 34, id="longest block"
    ),
    pytest.param("read_i2c_block_data", (5, 3), [1, 2, 3], [("write", b"\x05"), ("read", 3)], 6, id="read block"),
]


@pytest.mark.parametrize(("method", "arguments", "result", "seen", "wire_bytes"), CALLS)
def test_smbus_calls(bus, chip, method, arguments, result, seen, wire_bytes):
    assert hasattr(SMBus, method)
    assert (getattr(bus, method)(0x20, *arguments), chip.seen, bus.wire_bytes(0x20)) == (
        result,
        seen,
        wire_bytes,
    )


@pytest.mark.parametrize(
    ("method", "arguments"),
    [
        pytest.param("write_i2c_block_data", (0, [0] * 33), id="write of 33"),
        pytest.param("read_i2c_block_data", (0, 33), id="read of 33"),
    ],
)
def test_a_block_beyond_32_bytes_is_refused_as_by_smbus2(bus, chip, method, arguments):
    with pytest.raises(ValueError, match="32 bytes"):
        getattr(bus, method)(0x20, *arguments)
    assert chip.seen == []


def test_i2c_rdwr_fills_the_read_messages(bus, chip):
    first, second = i2c_msg.read(0x20, 2), i2c_msg.read(0x20, 3)
    bus.i2c_rdwr(i2c_msg.write(0x20, [0x12]), first, second)
    assert (bytes(first), bytes(second)) == (b"\x01\x02", b"\x01\x02\x03")
    assert chip.seen == [("write", b"\x12"), ("read", 2), ("read", 3)]
    assert bus.wire_bytes(0x20) == 2 + 3 + 4


def test_a_transfer_gives_the_bytes_of_all_its_reads(bus):
    messages = [write_message(0x20, b"\x00"), Message(0x20, True, 1), read_message(0x20, 2)]
    assert bus.transfer(messages) == b"\x01\x01\x02"


def test_luma_writes_through_it(bus, chip):
    serial = i2c(bus=bus, address=0x20)
    serial.command(0xAE)
    serial.data(list(range(40)))
    assert chip.seen == [
        ("write", b"\x00\xae"),
        ("write", bytes([0x40, *range(32)])),
        ("write", bytes([0x40, *range(32, 40)])),
    ]


def outcome(call):
    try:
        call()
    except OSError as error:
        return errno.errorcode[error.errno]
    return "answered"


def test_only_what_is_plugged_in_answers(bus):
    outcomes = [outcome(lambda: bus.read_byte(0x21))]
    bus.unplug(0x20)
    outcomes.append(outcome(lambda: bus.read_byte(0x20)))
    outcomes.append(outcome(lambda: bus.i2c_rdwr(i2c_msg.read(0x20, 1))))
    bus.plug(0x20)
    outcomes.append(outcome(lambda: bus.read_byte(0x20)))
    assert outcomes == ["EREMOTEIO", "EREMOTEIO", "EREMOTEIO", "answered"]
    # The address byte was on the wire each time, the data only once.
    assert (bus.wire_bytes(0x21), bus.wire_bytes(0x20)) == (1, 4)


def test_a_transfer_ends_at_the_first_address_that_does_not_answer(bus, chip):
    messages = [write_message(0x20, b"\x01"), read_message(0x21, 1), write_message(0x20, b"\x02")]
    assert (outcome(lambda: bus.transfer(messages)), chip.seen) == ("EREMOTEIO", [("write", b"\x01")])


@pytest.mark.parametrize("address", [pytest.param(0x20, id="taken"), pytest.param(0x78, id="reserved")])
def test_a_wrong_address_is_refused(bus, address):
    with pytest.raises(ValueError, match=hex(address)):
        bus.attach(address, Notebook())


def test_nobody_gets_between_the_messages_of_a_transfer(bus, chip):
    def read_often():
        for _ in range(200):
            bus.read_byte_data(0x20, 5)

    threads = [threading.Thread(target=read_often) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert chip.seen == [("write", b"\x05"), ("read", 1)] * 800
