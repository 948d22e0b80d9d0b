"""An MCP23017 at register level, after Microchip's data sheet DS20001952 (revisions C and D).

Sections and tables are cited from it. Where it is silent, the comment says what is assumed.
Pins are numbered 0 to 15: GPA0 to GPA7, then GPB0 to GPB7.
"""

import threading
from collections.abc import Callable

PINS = 16
REGISTERS_PER_PORT = 11

# Offsets within a port in the order of table 3-4 (BANK = 1); with BANK = 0 (table 3-5) the
# address is twice the offset, plus one for port B.
IODIR, IPOL, GPINTEN, DEFVAL, INTCON, IOCON, GPPU, INTF, INTCAP, GPIO, OLAT = range(REGISTERS_PER_PORT)

# IOCON, register 3-6 (section 3.5.6). DISSLW and HAEN are kept and change nothing here.
BANK, MIRROR, SEQOP, ODR, INTPOL = 0x80, 0x40, 0x20, 0x04, 0x02
_IOCON_IMPLEMENTED = 0xFE  # bit 0 reads as 0

_LAST_ADDRESS = {0: 0x15, BANK: 0x1A}
_READ_ONLY = (INTF, INTCAP)  # sections 3.5.8, 3.5.9

# Revision D (2022): GPA7 and GPB7 are outputs only. An input level there never gets anywhere.
_INPUT_CAPABLE = 0x7F


class _Port:
    """Eight pins with their registers and their half of the interrupt logic (section 3.6)."""

    def __init__(self) -> None:
        self.driven: list[bool | None] = [None] * 8
        self.level = 0
        self.power_on_reset()

    def power_on_reset(self) -> None:
        self.registers = [0] * REGISTERS_PER_PORT
        self.registers[IODIR] = 0xFF
        self.previous = self.level

    def gpio(self) -> int:
        """The GPIO register: the pins, inputs inverted by IPOL, outputs as OLAT drives them."""
        inputs = self.registers[IODIR] & _INPUT_CAPABLE
        outputs = self.registers[OLAT] & ~self.registers[IODIR]
        return ((self.level ^ self.registers[IPOL]) & inputs) | outputs & 0xFF

    def settle(self) -> None:
        """Let the pins take their levels, then see whether that asks for an interrupt."""
        for bit, driven in enumerate(self.driven):
            mask = 1 << bit
            pulled_up = bool(self.registers[GPPU] & mask)
            # Neither driven nor pulled up: it floats, and keeps its charge for a while.
            high = driven if driven is not None else (pulled_up or bool(self.level & mask))
            self.level = self.level | mask if high else self.level & ~mask
        self._watch()

    def _watch(self) -> None:
        enabled = self.registers[GPINTEN] & self.registers[IODIR] & _INPUT_CAPABLE
        # Assumed: the reference of a pin that is not watched follows the pin.
        self.previous = (self.previous & enabled) | (self.level & ~enabled)
        # 3.5.8: INTF shows only pins that are enabled.
        self.registers[INTF] &= enabled
        if self.registers[INTF]:
            return  # 3.6.4: no further interrupt, INTCAP stays, until the first one is cleared
        against_default = self.registers[INTCON]
        differs = (self.level ^ self.registers[DEFVAL]) & against_default
        differs |= (self.level ^ self.previous) & ~against_default
        self.registers[INTF] = differs & enabled
        if self.registers[INTF]:
            self.registers[INTCAP] = self.gpio()

    def clear_interrupt(self) -> None:
        """GPIO or INTCAP was read (3.6.4); a pin that still differs from DEFVAL asks again (3.6.5)."""
        self.registers[INTF] = 0
        self.previous = self.level  # 3.6.5, 1: the new initial state
        self._watch()


class VirtualMCP23017:
    """One chip. Its I2C side (`write`, `read`) and its pins may be used from different threads.

    `on_interrupt` holds callables that are told the level of the interrupt line (True: low) whenever
    it changes. They are called while the chip is locked, so that they come in order: they must not
    wait for another thread. The board wires INTA only; MIRROR brings port B's interrupts onto it.
    """

    def __init__(self) -> None:
        self.on_interrupt: list[Callable[[bool], None]] = []
        self._ports = (_Port(), _Port())
        self._iocon = 0
        self._pointer = 0
        self._line_was_low = False
        self._lock = threading.RLock()

    # The pins

    def set_input(self, pin: int, level: bool) -> None:
        """Something drives `pin` (0 to 15): high, or low as a closed switch to ground does."""
        self._drive(pin, level)

    def release(self, pin: int) -> None:
        """Nothing drives `pin`: high if its pull-up is on, else it keeps its last level."""
        self._drive(pin, None)

    def _drive(self, pin: int, level: bool | None) -> None:
        if not 0 <= pin < PINS:
            raise ValueError(f"pin: expected 0 to 15, got {pin}")
        with self._lock:
            self._ports[pin // 8].driven[pin % 8] = level
            self._settle()

    def power_on_reset(self) -> None:
        """All registers take their power-on values (tables 3-4, 3-5); what drives the pins stays."""
        with self._lock:
            self._iocon = 0
            self._pointer = 0
            for port in self._ports:
                port.power_on_reset()
            self._settle()

    @property
    def int_line_low(self) -> bool:
        """Whether INTA pulls the interrupt line low now."""
        return self._output_low(0)

    @property
    def int_b_low(self) -> bool:
        """Whether the INTB pin (not wired on the board) is low now."""
        return self._output_low(1)

    def _output_low(self, port: int) -> bool:
        with self._lock:
            asking = [bool(each.registers[INTF]) for each in self._ports]
            # 3.6.1.1: mirrored, both outputs show both ports.
            active = any(asking) if self._iocon & MIRROR else asking[port]
            # Register 3-6: ODR overrides INTPOL; open drain is active low.
            active_high = self._iocon & INTPOL and not self._iocon & ODR
            return not active if active_high else active

    def _settle(self) -> None:
        for port in self._ports:
            port.settle()
        low = self.int_line_low
        if low != self._line_was_low:
            self._line_was_low = low
            for tell in tuple(self.on_interrupt):
                tell(low)

    # The I2C side, section 3.2.2

    def write(self, data: bytes) -> None:
        """One write message: the register's address, then the bytes for it and those that follow."""
        if not data:
            return
        with self._lock:
            self._pointer = data[0]
            for value in data[1:]:
                self._write_register(value)
                self._advance()
            self._settle()

    def read(self, length: int) -> bytes:
        """One read message: from the register that the address pointer shows."""
        with self._lock:
            values = bytearray()
            for _ in range(length):
                values.append(self._read_register())
                self._advance()
            self._settle()
            return bytes(values)

    def _locate(self) -> tuple[_Port, int] | None:
        """Port and offset behind the address pointer (table 3-1); None where nothing is."""
        if self._iocon & BANK:
            port, offset = divmod(self._pointer, 0x10)
        else:
            offset, port = divmod(self._pointer, 2)
        if port > 1 or offset >= REGISTERS_PER_PORT:
            return None
        return self._ports[port], offset

    def _write_register(self, value: int) -> None:
        place = self._locate()
        if place is None:
            return  # assumed: taken and forgotten
        port, offset = place
        if offset == IOCON:  # 3.5.6: one register, seen at both addresses
            self._iocon = value & _IOCON_IMPLEMENTED
        elif offset == GPIO:  # 3.5.10: writing the port writes the latch
            port.registers[OLAT] = value
        elif offset not in _READ_ONLY:
            port.registers[offset] = value
        port.settle()

    def _read_register(self) -> int:
        place = self._locate()
        if place is None:
            return 0  # unimplemented bits read as 0
        port, offset = place
        if offset == IOCON:
            return self._iocon
        value = port.gpio() if offset == GPIO else port.registers[offset]
        if offset in (GPIO, INTCAP):
            port.clear_interrupt()
        return value

    def _advance(self) -> None:
        """Section 3.2.1: sequential mode counts on and rolls over; byte mode stays or toggles A/B."""
        bank = self._iocon & BANK
        if not self._iocon & SEQOP:
            # Assumed for BANK = 1: the pointer also runs through the gap between the banks.
            self._pointer = 0 if self._pointer >= _LAST_ADDRESS[bank] else self._pointer + 1
        elif not bank:
            self._pointer ^= 1
