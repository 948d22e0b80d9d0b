"""The emulated MCP23017 against sequences worked out by hand from data sheet DS20001952.

A sequence is read from left to right: `w` is a write message (register's address, then values), `r` the bytes
that must be read from where the address pointer is, `pin 3 low` (high, open) what drives a pin, `INTA low` what
that output must show then, `reset` a power-on reset. Bytes are hexadecimal.
"""

import pytest

from hugo_castle.virtual.interrupt_wire import WiredInterrupt
from hugo_castle.virtual.mcp23017 import VirtualMCP23017


def play(chip, sequence):
    """The sequence with what the chip really showed in its `r`, `INTA` and `INTB` steps."""
    return " | ".join(step(chip, *text.split(" ")) for text in sequence.split(" | "))


def step(chip, kind, *words):
    if kind == "w":
        chip.write(bytes.fromhex("".join(words)))
    elif kind == "r":
        words = [f"{value:02X}" for value in chip.read(len(words))]
    elif kind == "pin" and words[1] == "open":
        chip.release(int(words[0]))
    elif kind == "pin":
        chip.set_input(int(words[0]), {"low": False, "high": True}[words[1]])
    elif kind == "reset":
        chip.power_on_reset()
    else:
        low = {"INTA": chip.int_line_low, "INTB": chip.int_b_low}[kind]
        words = ["low" if low else "high"]
    return " ".join([kind, *words])


SEQUENCES = [
    # Addressing
    pytest.param(
        "w 00 | r FF FF 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00",
        id="table 3-5: power-on values",
    ),
    pytest.param(
        "w 0C 11 22 | w 0A 80 | w 06 | r 11 | w 16 | r 22",
        id="table 3-4: GPPU with BANK 1",
    ),
    pytest.param(
        "w 0A 80 | w 15 04 | w 05 | r 00 | w 0A | r 04",
        id="3.5.6: back to BANK 0 through 15h",
    ),
    pytest.param(
        "w 0B 45 | w 0A | r 44 44",
        id="3.5.6: IOCON is one register, bit 0 reads 0",
    ),
    pytest.param(
        "w 14 5A A5 | w 15 | r A5 FF FF",
        id="3.2.1: sequential, rolls over to 00h after OLATB",
    ),
    pytest.param(
        "w 0A 80 | w 1A | r 00 FF 00",
        id="3.2.1: with BANK 1 rolls over after 1Ah",
    ),
    pytest.param(
        "w 0A 20 | w 0C 01 02 03 | w 0C | r 03 02 03",
        id="3.2.1: byte mode toggles within A/B",
    ),
    pytest.param(
        "w 0A 20 | w 0D 01 02 | w 0D | r 01 02 01",
        id="3.2.1: byte mode toggles beginning at B",
    ),
    pytest.param(
        "w 0A A0 | w 06 01 02 | w 06 | r 02 02",
        id="3.2.1: byte mode with BANK 1 stays put",
    ),
    pytest.param(
        "w 16 FF | w 16 | r 00 FF",
        id="table 3-1: nothing beyond 15h",
    ),
    # Ports
    pytest.param(
        "w 00 F0 | w 12 AA | w 14 | r AA | w 12 | r 0A",
        id="3.5.10: writing GPIO writes OLAT",
    ),
    pytest.param(
        "pin 0 high | w 02 03 | w 12 | r 02",
        id="3.5.2: IPOL inverts pins 0 and 1",
    ),
    pytest.param(
        "w 0C FF FF | w 12 | r 7F 7F | pin 3 low | pin 8 low | w 12 | r 77 7E",
        id="3.5.7: pull-ups, two switches closed",
    ),
    pytest.param(
        "w 0C 7F | pin 2 low | pin 2 open | w 12 | r 7F | w 0C 00 | w 12 | r 7F",
        id="3.5.7: an opened switch is pulled up; without pull-up it keeps its level",
    ),
    pytest.param(
        "w 0C 7F | w 0C 00 | pin 2 low | pin 2 open | w 12 | r 7B",
        id="3.5.7: without pull-up an opened switch stays low",
    ),
    pytest.param(
        "w 04 FF FF | pin 7 high | pin 15 high | INTA high | w 12 | r 00 00",
        id="revision D: A7 and B7 are no inputs",
    ),
    pytest.param(
        "w 00 7F 7F | w 14 80 80 | w 12 | r 80 80",
        id="revision D: A7 and B7 are outputs",
    ),
    # Interrupts; IOCON 44h is MIRROR and ODR
    pytest.param(
        "w 0C FF FF | pin 0 low | INTA high | w 0E | r 00 00",
        id="3.5.3: no interrupt unless enabled",
    ),
    pytest.param(
        "w 0C FF FF | w 04 01 | pin 0 low | INTA low | w 0E | r 01 00 7E | INTA high",
        id="3.6.2: change from previous; INTF, INTCAP; reading INTCAP clears",
    ),
    pytest.param(
        "w 0C FF FF | w 04 01 | pin 0 low | w 12 | r 7E | INTA high | w 0E | r 00",
        id="3.6.4: reading GPIO clears",
    ),
    pytest.param(
        "w 0C FF FF | w 04 01 | pin 0 low | w 10 00 | w 12 00 | w 0E | r 01 | INTA low",
        id="3.6.4: writing does not clear",
    ),
    pytest.param(
        "w 0C FF FF | w 04 03 | pin 0 low | pin 1 low | pin 0 high | w 0E | r 01 00 7E 00 7D",
        id="3.6.4: INTCAP keeps the first interrupt until cleared",
    ),
    pytest.param(
        "w 0C FF FF | w 04 01 | pin 0 low | pin 0 high | INTA low | w 10 | r 7E | INTA high",
        id="3.6.5 (1): a short pulse stays until it is read, then is over",
    ),
    pytest.param(
        "w 0C FF FF | w 04 01 | pin 0 low | w 12 | r 7E | pin 0 high | INTA low | w 10 | r 7F",
        id="3.6.5 (1): the level at clearing is the new reference",
    ),
    pytest.param(
        "w 0C FF FF | w 06 01 | w 08 01 | w 04 01 | INTA high | pin 0 low | INTA low | w 10 | r 7E | "
        "INTA low | w 12 | r 7E | INTA low | pin 0 high | w 0E | r 01 | w 12 | r 7F | INTA high",
        id="3.6.5 (2): unlike DEFVAL asks again as long as it differs",
    ),
    pytest.param(
        "w 0C FF FF | w 00 FE | w 04 01 | w 14 01 | INTA high",
        id="3.6.4: an output does not ask",
    ),
    pytest.param(
        "w 0C FF FF | w 04 00 01 | pin 8 low | INTA high | INTB low | w 12 | r 7F | INTB low | r 7E | INTB high",
        id="3.6.1: INTB shows port B, cleared by port B only",
    ),
    pytest.param(
        "w 0A 40 | w 0C FF FF | w 04 00 01 | pin 8 low | INTA low | INTB low | w 12 | r 7F | INTA low | "
        "r 7E | INTA high | INTB high",
        id="table 3-6: MIRROR shows port B at INTA, cleared by port B only",
    ),
    pytest.param(
        "w 0A 02 | INTA low | w 0C FF FF | w 04 01 | pin 0 low | INTA high",
        id="register 3-6: INTPOL is active high",
    ),
    pytest.param(
        "w 0A 06 | INTA high | w 0C FF FF | w 04 01 | pin 0 low | INTA low",
        id="register 3-6: ODR overrides INTPOL",
    ),
    pytest.param(
        "w 0C FF FF | w 04 01 | pin 0 low | w 04 00 | INTA high",
        id="3.5.8: disabled, the flag is gone",
    ),
    pytest.param(
        "w 0A 44 | w 0C FF FF | w 04 01 | pin 0 low | reset | INTA high | w 00 | "
        "r FF FF 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 | w 12 | r 7E",
        id="3.1: a reset takes the registers, not the levels",
    ),
]


@pytest.mark.parametrize("sequence", SEQUENCES)
def test_sequence(sequence):
    assert play(VirtualMCP23017(), sequence) == sequence


@pytest.mark.parametrize("pin", [pytest.param(-1, id="below"), pytest.param(16, id="above")])
def test_a_pin_that_is_not_there_is_refused(pin):
    with pytest.raises(ValueError, match="0 to 15"):
        VirtualMCP23017().set_input(pin, False)


def watched_chip():
    chip = VirtualMCP23017()
    play(chip, "w 0A 44 | w 0C FF FF | w 04 7F 7F")
    return chip


def test_on_interrupt_tells_each_change_of_the_line_once():
    chip, told = watched_chip(), []
    chip.on_interrupt.append(told.append)
    play(chip, "pin 0 low | pin 1 low | w 10 | r 00 00 00 00 | pin 9 low")
    assert told == [True, False, True]


def test_wired_outputs_hold_the_line_until_the_last_lets_go():
    chips, told = [watched_chip(), watched_chip()], []
    wire = WiredInterrupt(told.append, chips)
    seen = []
    for number, sequence in ((0, "pin 0 low"), (1, "pin 0 low"), (0, "w 10 | r 00 00"), (1, "reset")):
        play(chips[number], sequence)
        seen.append(wire.is_low)
    assert (seen, told) == ([True, True, True, False], [True, False])


def test_a_chip_that_already_asks_when_it_is_wired_is_seen():
    chip, told = watched_chip(), []
    chip.set_input(0, False)
    WiredInterrupt(told.append, [chip])
    assert told == [True]


def test_a_forced_wire_shows_the_fault_and_then_the_chips_again():
    chip, told = watched_chip(), []
    wire = WiredInterrupt(told.append, [chip])
    wire.force(True)
    wire.force(False)
    chip.set_input(0, False)
    wire.force(None)
    assert told == [True, False, True]
