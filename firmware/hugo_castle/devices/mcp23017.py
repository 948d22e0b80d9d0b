"""The MCP23017 port expander, register by register (Microchip data sheet DS20001952).

Only combined transfers are used: each message carries its own address, so the display's thread can use
the same `SMBus` at the same time (its other methods select the address first, in a second call).
"""

import time
from dataclasses import dataclass
from typing import Any, Protocol

from smbus2 import i2c_msg

from hugo_castle.errors import DeviceLost

# Addresses with IOCON.BANK = 0 (table 3-5); each is port A's, port B's follows.
_IODIR, _GPINTEN, _IOCON, _INTCAP, _GPIO, _OLAT = 0x00, 0x04, 0x0A, 0x10, 0x12, 0x14
_IOCON_IF_BANKED = 0x05  # IOCON when BANK = 1 (table 3-4); GPINTENB when BANK = 0

# Register 3-6: MIRROR (INTA shows both ports) and ODR (open drain: several chips share a wire);
# BANK = 0 (pairs side by side) and SEQOP = 0 (the address counts on), which bursts need.
_IOCON_OURS = 0x40 | 0x04

_PULL_UP_SETTLE_S = 0.002
"""The pull-up is weak (100 kohm, section 3.5.7): 1 nF of cable and switches needs 0.2 ms to rise."""

INPUT_PINS = frozenset(range(16)) - {7, 15}
"""Pins that may be inputs: A7 and B7 are outputs only in the data sheet's revision D (2022)."""


class CombinedBus(Protocol):
    """The one method of `smbus2.SMBus` that is needed."""

    def i2c_rdwr(self, *i2c_msgs: Any) -> None: ...


@dataclass(frozen=True, slots=True)
class Burst:
    """One look at a chip; words have pin A0 in bit 0 and pin B7 in bit 15.

    `flags` are the pins that asked for an interrupt since the last look, `captured` the levels at that
    moment (of a port with a flag), `levels` those of now. None of them means anything unless `configured`.
    """

    configured: bool
    flags: int
    captured: int
    levels: int


class MCP23017:
    """Thin access to one chip at `address` (0x20 to 0x27); every method may raise `DeviceLost`."""

    def __init__(self, bus: CombinedBus, address: int) -> None:
        if not 0x20 <= address <= 0x27:
            raise ValueError(f"MCP23017 address: expected 0x20 to 0x27, got {address:#04x}")
        self.address = address
        self._bus = bus
        self._settings: bytes | None = None

    def quieten(self) -> None:
        """Put IOCON right, whatever state the chip was left in, and let no pin ask for an interrupt.

        A restart of the Pi does not reset the chip. Until IOCON says open drain, the chip drives the
        shared wire high against the others, so all chips need this before any is configured.
        """
        # With BANK = 1 the first byte clears BANK; with BANK = 0 it only disables port B's interrupts.
        self._transfer(i2c_msg.write(self.address, [_IOCON_IF_BANKED, 0x00]))
        self._write(_IOCON, bytes([_IOCON_OURS]))
        self._write(_GPINTEN, bytes(2))

    def configure(self, inputs_mask: int) -> None:
        """Write every register: the pins in `inputs_mask` are inputs with pull-up and interrupt on
        change, all others outputs that are low (an open input would float).
        """
        self.quieten()
        mask = inputs_mask.to_bytes(2, "little")
        self._settings = _settings(mask, interrupts=mask)
        self._write(_OLAT, bytes(2))
        self._write(_IODIR, _settings(mask, interrupts=bytes(2)))
        # Enabling interrupts on a line that still rises would capture closed switches.
        time.sleep(_PULL_UP_SETTLE_S)
        self._read(_INTCAP, 4)  # INTCAP and GPIO: clears what is pending (section 3.6.4)
        self._write(_GPINTEN, mask)

    def is_configured(self) -> bool:
        """Whether all settings (IODIR to GPPU) still read back as `configure` wrote them."""
        return self._settings is not None and self._read(_IODIR, len(self._settings)) == self._settings

    def read_levels(self) -> int:
        """The levels of all pins as a word, True is high; clears a pending interrupt."""
        return int.from_bytes(self._read(_GPIO, 2), "little")

    def read_burst(self) -> Burst:
        """IOCON, GPPU, INTF, INTCAP and GPIO in one sequential read of ten bytes.

        A reset clears IOCON and GPPU along with everything else, so the levels come with the proof
        that they mean something.
        """
        data = self._read(_IOCON, 10)
        flags, captured, levels = (int.from_bytes(data[at : at + 2], "little") for at in (4, 6, 8))
        configured = self._settings is not None and data[:4] == self._settings[_IOCON:]
        return Burst(configured, flags, captured, levels)

    def _write(self, register: int, data: bytes) -> None:
        self._transfer(i2c_msg.write(self.address, bytes([register]) + data))

    def _read(self, register: int, length: int) -> bytes:
        received = i2c_msg.read(self.address, length)
        self._transfer(i2c_msg.write(self.address, [register]), received)
        return bytes(received)

    def _transfer(self, *messages: Any) -> None:
        try:
            self._bus.i2c_rdwr(*messages)
        except OSError as exc:
            raise DeviceLost(
                f"no answer at {self.address:#04x} on the I2C bus ({exc.strerror or exc}):"
                " check the chip's power, SDA, SCL and address jumpers"
            ) from exc


def _settings(mask: bytes, *, interrupts: bytes) -> bytes:
    """Registers 0x00 to 0x0D (table 3-5) for a chip whose inputs are `mask`."""
    return b"".join(
        (
            mask,  # IODIR: 1 is an input
            bytes(2),  # IPOL: as it is
            interrupts,  # GPINTEN
            bytes(2),  # DEFVAL: not used
            bytes(2),  # INTCON: compare with the previous level
            bytes([_IOCON_OURS, _IOCON_OURS]),
            mask,  # GPPU: the switches only pull to ground
        )
    )
