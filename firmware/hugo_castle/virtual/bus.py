"""An I2C bus in memory: what `smbus2.SMBus` is to the drivers, with emulated chips on it.

Every SMBus method is turned into the messages that the kernel would put on the wire (Linux,
Documentation/i2c/smbus-protocol.rst) and goes through `VirtualBus.transfer`, the one core.
"""

import errno
import os
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

SMBUS_BLOCK_MAX = 32
"""I2C_SMBUS_BLOCK_MAX of linux/i2c.h: the longest block of one SMBus call."""


class Chip(Protocol):
    """What sits at an address: it sees whole messages, without their address byte."""

    def write(self, data: bytes) -> None:
        """Take the bytes of one write message (empty: only the address was called)."""

    def read(self, length: int) -> bytes:
        """Give `length` bytes for one read message."""


class BusMessage(Protocol):
    """One message of a transfer; a kernel tunnel hands such objects over."""

    @property
    def address(self) -> int: ...
    @property
    def read(self) -> bool: ...
    @property
    def length(self) -> int: ...
    @property
    def data(self) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Message:
    """One message: `data` goes to the chip, or `length` bytes come from it when `read`."""

    address: int
    read: bool
    length: int
    data: bytes = b""


def write_message(address: int, data: bytes) -> Message:
    return Message(address, False, len(data), data)


def read_message(address: int, length: int) -> Message:
    return Message(address, True, length)


class VirtualBus:
    """An I2C adapter with emulated chips; safe to use from several threads.

    One transfer at a time, as on the kernel's adapter: its messages follow each other with repeated
    starts, nobody gets between them.
    """

    def __init__(self) -> None:
        self._chips: dict[int, Chip] = {}
        self._unplugged: set[int] = set()
        self._wire_bytes: dict[int, int] = {}
        self._lock = threading.Lock()

    def attach(self, address: int, chip: Chip) -> None:
        """Solder `chip` to the bus at `address` (7 bits, 0x03 to 0x77)."""
        if not 0x03 <= address <= 0x77:
            raise ValueError(f"I2C address: expected 0x03 to 0x77, got {address:#04x}")
        with self._lock:
            if address in self._chips:
                raise ValueError(f"I2C address {address:#04x} is taken by {self._chips[address]!r}")
            self._chips[address] = chip

    def unplug(self, address: int) -> None:
        """From now on nothing answers at `address`; the chip itself keeps its state."""
        with self._lock:
            self._unplugged.add(address)

    def plug(self, address: int) -> None:
        """The chip at `address` answers again."""
        with self._lock:
            self._unplugged.discard(address)

    def wire_bytes(self, address: int) -> int:
        """Bytes sent so far in messages to and from `address`, in both directions.

        A message counts one address byte and its data bytes (a register's number is data); the
        address byte is repeated after a repeated start and counts again. An address that nobody
        acknowledges counts one byte. Start, stop and acknowledge bits are not counted.
        """
        with self._lock:
            return self._wire_bytes.get(address, 0)

    def transfer(self, messages: Sequence[BusMessage]) -> bytes:
        """Carry out one transfer; the bytes of all its read messages, in order.

        Raises OSError(EREMOTEIO) at the first address that does not answer, as the kernel does;
        the messages before it have happened.
        """
        received = bytearray()
        with self._lock:
            for message in messages:
                received += self._carry_out(message)
        return bytes(received)

    def _carry_out(self, message: BusMessage) -> bytes:
        address = message.address
        self._count(address, 1)
        if address not in self._chips or address in self._unplugged:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        self._count(address, message.length)
        if message.read:
            return self._chips[address].read(message.length)
        self._chips[address].write(message.data)
        return b""

    def _count(self, address: int, number: int) -> None:
        self._wire_bytes[address] = self._wire_bytes.get(address, 0) + number

    # What smbus2.SMBus offers, as far as our drivers and luma.core call it. `force` is accepted
    # and means nothing here: no kernel driver holds an address.

    def i2c_rdwr(self, *i2c_msgs: Any) -> None:
        """One combined transfer of `smbus2.i2c_msg`; the read ones get their buffers filled."""
        received = self.transfer([_from_i2c_msg(message) for message in i2c_msgs])
        position = 0
        for message in i2c_msgs:
            if _is_read(message):
                for offset in range(message.len):
                    message.buf[offset] = received[position + offset : position + offset + 1]
                position += message.len

    def write_quick(self, i2c_addr: int, force: bool | None = None) -> None:
        self.transfer([write_message(i2c_addr, b"")])

    def write_byte(self, i2c_addr: int, value: int, force: bool | None = None) -> None:
        self.transfer([write_message(i2c_addr, bytes([value]))])

    def read_byte(self, i2c_addr: int, force: bool | None = None) -> int:
        return self.transfer([read_message(i2c_addr, 1)])[0]

    def write_byte_data(self, i2c_addr: int, register: int, value: int, force: bool | None = None) -> None:
        self.transfer([write_message(i2c_addr, bytes([register, value]))])

    def read_byte_data(self, i2c_addr: int, register: int, force: bool | None = None) -> int:
        return self.read_i2c_block_data(i2c_addr, register, 1)[0]

    def write_i2c_block_data(
        self, i2c_addr: int, register: int, data: Sequence[int], force: bool | None = None
    ) -> None:
        """Write up to 32 bytes to `register`; ValueError beyond, as smbus2 does."""
        if len(data) > SMBUS_BLOCK_MAX:
            raise ValueError(f"Data length cannot exceed {SMBUS_BLOCK_MAX} bytes")
        self.transfer([write_message(i2c_addr, bytes([register, *data]))])

    def read_i2c_block_data(self, i2c_addr: int, register: int, length: int, force: bool | None = None) -> list[int]:
        """Read up to 32 bytes from `register` on; ValueError beyond, as smbus2 does."""
        if length > SMBUS_BLOCK_MAX:
            raise ValueError(f"Desired block length over {SMBUS_BLOCK_MAX} bytes")
        messages = [write_message(i2c_addr, bytes([register])), read_message(i2c_addr, length)]
        return list(self.transfer(messages))

    def close(self) -> None:
        """Nothing to let go: closing a handle does not take the adapter away."""


_I2C_M_RD = 0x0001  # linux/i2c.h: this message reads


def _is_read(message: Any) -> bool:
    return bool(message.flags & _I2C_M_RD)


def _from_i2c_msg(message: Any) -> Message:
    if _is_read(message):
        return read_message(message.addr, message.len)
    return write_message(message.addr, bytes(message))
