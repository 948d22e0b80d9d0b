"""The expander driver on emulated chips: real registers, real threads, a clock that the test sets.

The worker sleeps in real time, so tests wait for what it posts or puts on the bus, never for a time to pass.
"""

import queue
import threading
from functools import partial

import pytest
from gpiozero import DigitalInputDevice
from gpiozero.pins.mock import MockFactory

from hugo_castle.devices.expanders import LINE_NAME, MCP23017, ExpanderSensors, ExpanderWiring
from hugo_castle.devices.interrupt_line import DEAD, STUCK, InterruptLine
from hugo_castle.errors import DeviceLost
from hugo_castle.inputs import DeviceChanged, SensorsChanged
from hugo_castle.virtual.bus import VirtualBus
from hugo_castle.virtual.interrupt_wire import WiredInterrupt
from hugo_castle.virtual.mcp23017 import VirtualMCP23017

PATIENCE_S = 30
WIRING = (
    ExpanderWiring(0x20, {0: "G1", 1: "G2", 8: "G3"}),
    ExpanderWiring(0x21, {0: "R1", 14: "R2"}),
)
PIN_OF = {space: (wiring.address, pin) for wiring in WIRING for pin, space in wiring.spaces.items()}
ALL_OPEN = dict.fromkeys(PIN_OF, False)
OFTEN_S = 0.005
NEVER_S = 1000.0


class TestBus(VirtualBus):
    """Counts transfers, can hold them back, and can spoil some."""

    __test__ = False

    def __init__(self):
        super().__init__()
        self.gate = threading.Event()
        self.gate.set()
        self.transfers = 0
        self.spoil = 0
        self._changed = threading.Condition()

    def i2c_rdwr(self, *messages):
        assert self.gate.wait(PATIENCE_S)
        if self.spoil:
            self.spoil -= 1
            raise OSError(121, "Remote I/O error")
        try:
            super().i2c_rdwr(*messages)
        finally:
            with self._changed:
                self.transfers += 1
                self._changed.notify_all()

    def wait_until(self, condition):
        with self._changed:
            assert self._changed.wait_for(condition, PATIENCE_S)

    def wait_for_transfers(self, number):
        target = self.transfers + number
        self.wait_until(lambda: self.transfers >= target)


class Rig:
    """Two expanders and their interrupt line on GPIO4."""

    def __init__(self):
        self.now_ms = 0.0
        self.posts = queue.Queue()
        self.bus = TestBus()
        self.chips = {wiring.address: VirtualMCP23017() for wiring in WIRING}
        for address, chip in self.chips.items():
            self.bus.attach(address, chip)
        factory = MockFactory()
        pin = factory.pin(4)
        self.line = DigitalInputDevice(4, pull_up=True, pin_factory=factory)
        drive = {True: pin.drive_low, False: pin.drive_high}
        self.wire = WiredInterrupt(lambda low: drive[low](), self.chips.values())
        self.sensors = None

    def start(self, *, interrupt=True, safety_poll_s=NEVER_S, post=None):
        self.sensors = ExpanderSensors(
            self.bus,
            WIRING,
            self.line if interrupt else None,
            post or self.posts.put,
            lambda: self.now_ms,
            safety_poll_s=safety_poll_s,
        )
        self.sensors.start()

    def start_quietly(self, **options):
        """Start, and take the first picture away."""
        self.start(**options)
        assert self.next() == SensorsChanged(ALL_OPEN, self.now_ms)

    def put(self, space):
        address, pin = PIN_OF[space]
        self.chips[address].set_input(pin, False)

    def lift(self, space):
        address, pin = PIN_OF[space]
        self.chips[address].release(pin)

    def next(self):
        return self.posts.get(timeout=PATIENCE_S)

    def take(self, number):
        return [self.next() for _ in range(number)]

    def waiting(self):
        """What has been posted and not taken."""
        return [self.posts.get_nowait() for _ in range(self.posts.qsize())]

    def close(self):
        self.bus.gate.set()
        if self.sensors:
            self.sensors.close()
        self.line.close()


@pytest.fixture
def rig():
    rig = Rig()
    yield rig
    rig.close()


def same(posts):
    """Posts with the levels spelt out: `SensorsChanged` leaves them out of its hash, not of ==."""
    return [(dict(p.levels), p.at_ms) if isinstance(p, SensorsChanged) else p for p in posts]


def levels_only(posts):
    return [dict(post.levels) for post in posts]


# The picture


def test_start_posts_the_whole_picture(rig):
    rig.put("G2")
    rig.put("R2")
    rig.now_ms = 7.0
    rig.start()
    assert same(rig.take(1)) == [({**ALL_OPEN, "G2": True, "R2": True}, 7.0)]
    assert rig.waiting() == []


@pytest.mark.parametrize("space", PIN_OF)
def test_every_space_is_seen_with_the_time_of_its_edge(rig, space):
    rig.start_quietly()
    rig.now_ms = 100.0
    rig.put(space)
    assert same(rig.take(1)) == [({space: True}, 100.0)]
    rig.now_ms = 200.0
    rig.lift(space)
    assert same(rig.take(1)) == [({space: False}, 200.0)]


def test_the_time_is_the_edges_not_that_of_the_reading(rig):
    rig.start_quietly()
    rig.bus.gate.clear()
    rig.now_ms = 100.0
    rig.put("G1")
    rig.now_ms = 900.0
    rig.bus.gate.set()
    assert same(rig.take(1)) == [({"G1": True}, 100.0)]


def test_a_pulse_that_has_gone_is_posted_as_two_edges(rig):
    rig.start_quietly()
    rig.bus.gate.clear()
    rig.now_ms = 100.0
    rig.put("G1")
    rig.lift("G1")
    rig.bus.gate.set()
    assert same(rig.take(2)) == [({"G1": True}, 100.0), ({"G1": False}, 100.0)]


def test_a_second_change_behind_a_frozen_capture_is_not_lost(rig):
    rig.start_quietly()
    rig.bus.gate.clear()
    rig.put("G1")
    rig.put("G2")
    rig.put("G3")
    rig.bus.gate.set()
    # G3 is on port B, whose own capture it is; G2 came after port A's.
    assert levels_only(rig.take(2)) == [{"G1": True, "G3": True}, {"G2": True}]


def test_chips_that_share_the_line_are_all_read(rig):
    rig.start_quietly()
    rig.bus.gate.clear()
    rig.put("G1")
    rig.put("R1")
    rig.bus.gate.set()
    assert levels_only(rig.take(1)) == [{"G1": True, "R1": True}]
    rig.put("R2")
    assert levels_only(rig.take(1)) == [{"R2": True}]
    assert not rig.wire.is_low


def test_a_chattering_sensor_ends_at_its_last_level_and_nothing_repeats(rig):
    rig.start_quietly()
    for _ in range(300):
        rig.put("G1")
        rig.lift("G1")
    rig.put("G1")
    seen, level = [], False
    while not (level and not rig.wire.is_low and rig.posts.empty()):
        level = rig.next().levels["G1"]
        seen.append(level)
    assert seen == [number % 2 == 0 for number in range(len(seen))]
    rig.put("R1")
    assert levels_only(rig.take(1)) == [{"R1": True}]


def test_without_an_interrupt_line_it_polls(rig):
    rig.start_quietly(interrupt=False)
    rig.now_ms = 5.0
    rig.put("R2")
    assert same(rig.take(1)) == [({"R2": True}, 5.0)]


# Chips that were left in a strange state, or lose theirs


def left_by_another_program(chip):
    chip.write(bytes([0x0A, 0x82]))  # BANK = 1, INTPOL: the line is active high
    chip.write(bytes([0x06, 0x00]))  # GPPU, port A
    chip.write(bytes([0x01, 0xFF]))  # IPOL, port A


def left_in_byte_mode(chip):
    chip.write(bytes([0x0A, 0x20]))
    chip.write(bytes([0x02, 0xFF, 0xFF]))


def left_banked_in_byte_mode(chip):
    chip.write(bytes([0x0A, 0xA0]))
    chip.write(bytes([0x00, 0x00]))


def left_asking(chip):
    MCP23017(_bus_with(chip), 0x20).configure(0x7F7F)
    chip.set_input(6, False)


def _bus_with(chip):
    bus = VirtualBus()
    bus.attach(0x20, chip)
    return bus


@pytest.mark.parametrize(
    "leave",
    [
        pytest.param(left_by_another_program, id="BANK 1, active high"),
        pytest.param(left_in_byte_mode, id="byte mode, inverted"),
        pytest.param(left_banked_in_byte_mode, id="BANK 1, byte mode, outputs"),
        pytest.param(left_asking, id="E2 INT already low"),
    ],
)
def test_a_chip_that_the_restart_did_not_reset(rig, leave):
    leave(rig.chips[0x20])
    rig.put("G2")
    rig.start()
    assert levels_only(rig.take(1)) == [{**ALL_OPEN, "G2": True}]
    assert not rig.wire.is_low
    rig.now_ms = 50.0
    rig.lift("G2")
    assert same(rig.take(1)) == [({"G2": False}, 50.0)]


def test_line_already_low_at_the_start_is_really_that(rig):
    left_asking(rig.chips[0x20])
    assert (rig.wire.is_low, rig.line.is_active) == (True, True)


def lose_registers(rig, address, closed_looking):
    """A reset, after which the pins without pull-up drift low: a picture full of figures."""
    rig.bus.gate.clear()
    chip = rig.chips[address]
    chip.power_on_reset()
    for space in closed_looking:
        rig.put(space)
        rig.lift(space)
    rig.bus.gate.set()


def test_e1_a_reset_in_mid_game_is_no_move(rig):
    rig.start_quietly(safety_poll_s=OFTEN_S)
    rig.put("G2")
    assert levels_only(rig.take(1)) == [{"G2": True}]
    lose_registers(rig, 0x20, ["G1", "G3"])
    rig.bus.wait_until(lambda: rig.bus.read_byte_data(0x20, 0x04) == 0x03)  # GPINTENA is the last to be set
    rig.bus.wait_for_transfers(10)
    assert rig.waiting() == []
    rig.now_ms = 60.0
    rig.put("G1")
    assert same(rig.take(1)) == [({"G1": True}, 60.0)]


def test_e1_what_was_moved_meanwhile_is_seen_after_a_reset(rig):
    rig.start_quietly(safety_poll_s=OFTEN_S)
    rig.bus.gate.clear()
    rig.chips[0x20].power_on_reset()
    rig.put("G3")
    rig.bus.gate.set()
    assert levels_only(rig.take(1)) == [{"G3": True}]


def test_a_reset_is_noticed_while_another_chip_is_served(rig):
    rig.start_quietly()
    lose_registers(rig, 0x20, ["G1", "G2", "G3"])
    rig.put("R1")
    assert levels_only(rig.take(1)) == [{"R1": True}]
    rig.put("G1")
    assert levels_only(rig.take(1)) == [{"G1": True}]


def test_any_setting_that_is_lost_is_found_by_the_safety_poll(rig):
    rig.start_quietly(safety_poll_s=OFTEN_S)
    rig.bus.write_byte_data(0x20, 0x04, 0x00)  # GPINTENA only: IOCON and GPPU still look well
    rig.now_ms = 1000.0
    rig.bus.wait_until(lambda: rig.bus.read_byte_data(0x20, 0x04) == 0x03)
    assert rig.waiting() == []


class ForgetfulChip(VirtualMCP23017):
    """Acknowledges everything, keeps nothing; all its inputs look like closed switches."""

    def write(self, data):
        super().write(data[:1])


def test_no_figure_is_ever_reported_by_a_chip_that_keeps_no_settings(rig):
    rig.bus = TestBus()
    rig.bus.attach(0x20, ForgetfulChip())
    rig.bus.attach(0x21, rig.chips[0x21])
    rig.start()
    picture, news = rig.take(2)
    assert picture.levels == {**ALL_OPEN, "G1": None, "G2": None, "G3": None}
    assert (news.device, "settings" in news.trouble) == ("expander 0x20", True)
    rig.put("R1")
    assert levels_only(rig.take(1)) == [{"R1": True}]


# Chips that do not answer

UNKNOWN = {"G1": None, "G2": None, "G3": None}


def lose(rig):
    """Unplug the first chip and take the two posts that this brings."""
    rig.bus.unplug(0x20)
    gone, news = rig.take(2)
    assert gone.levels == UNKNOWN
    assert (news.device, news.at_ms, "no answer at 0x20" in news.trouble) == ("expander 0x20", rig.now_ms, True)


def test_a_lost_chip_is_unknown_once_and_comes_back_with_its_levels(rig):
    rig.start_quietly(safety_poll_s=OFTEN_S)
    lose(rig)
    rig.put("R1")
    assert levels_only(rig.take(1)) == [{"R1": True}]
    rig.put("G3")
    rig.bus.wait_for_transfers(10)
    assert rig.waiting() == []
    rig.bus.plug(0x20)
    rig.now_ms = 500.0
    assert same(rig.take(2)) == [
        DeviceChanged("expander 0x20", None, 500.0),
        ({"G1": False, "G2": False, "G3": True}, 500.0),
    ]
    rig.now_ms = 600.0
    rig.put("G1")
    assert same(rig.take(1)) == [({"G1": True}, 600.0)]


def test_a_chip_that_is_absent_at_the_start(rig):
    rig.bus.unplug(0x20)
    rig.start(safety_poll_s=OFTEN_S)
    picture, news = rig.take(2)
    assert picture.levels == {**ALL_OPEN, **UNKNOWN}
    assert (news.device, news.trouble is None) == ("expander 0x20", False)
    rig.bus.plug(0x20)
    rig.now_ms = 500.0
    assert same(rig.take(2)) == [
        DeviceChanged("expander 0x20", None, 500.0),
        (dict.fromkeys(UNKNOWN, False), 500.0),
    ]


def test_a_lost_chip_is_tried_again_less_and_less_often(rig):
    rig.start_quietly(safety_poll_s=OFTEN_S)
    lose(rig)
    tried_after = []
    for _ in range(6):
        rested_ms = 0
        before = rig.bus.wire_bytes(0x20)
        while rig.bus.wire_bytes(0x20) == before:
            rested_ms += 250
            rig.now_ms += 250
            rig.bus.wait_for_transfers(4)
        tried_after.append((rested_ms, rig.bus.wire_bytes(0x20) - before))
    # One address byte a try.
    assert tried_after == [(500, 1), (1000, 1), (2000, 1), (4000, 1), (8000, 1), (8000, 1)]


def test_a_chip_that_is_back_gets_every_register_again(rig):
    rig.start_quietly()
    rig.bus.unplug(0x20)
    rig.put("R1")
    rig.take(3)
    rig.bus.plug(0x20)
    rig.bus.write_byte_data(0x20, 0x06, 0xFF)  # DEFVAL, which no look would show
    rig.now_ms = 500.0
    rig.lift("R1")
    rig.take(3)
    assert rig.bus.read_byte_data(0x20, 0x06) == 0x00


def test_one_spoiled_transfer_is_no_loss(rig):
    rig.start_quietly()
    rig.bus.spoil = 2
    rig.put("G1")
    assert levels_only(rig.take(1)) == [{"G1": True}]
    assert rig.waiting() == []


def test_a_lost_chip_that_holds_the_line_low_is_the_only_one_blamed(rig):
    rig.start_quietly()
    rig.bus.unplug(0x20)
    rig.put("G1")  # it asks, and cannot be read
    lost = rig.take(2)
    assert (lost[0].levels, lost[1].device) == (UNKNOWN, "expander 0x20")
    for action, level in ((rig.put, True), (rig.lift, False)) * 2:
        action("R1")
        assert levels_only(rig.take(1)) == [{"R1": level}]
    rig.bus.plug(0x20)
    rig.now_ms = 500.0
    assert same(rig.take(2)) == [
        DeviceChanged("expander 0x20", None, 500.0),
        ({"G1": True, "G2": False, "G3": False}, 500.0),
    ]
    rig.now_ms = 600.0
    rig.put("R2")
    assert same(rig.take(1)) == [({"R2": True}, 600.0)]
    assert not rig.wire.is_low


# The interrupt line


def test_the_first_unserved_edge_gives_the_time(rig):
    line = InterruptLine(rig.line, lambda: rig.now_ms)
    line.listen()
    for rig.now_ms in (10.0, 20.0, 30.0):
        rig.wire.force(True)
        rig.wire.force(False)
    assert (line.has_edge(), line.take_edge(), line.has_edge(), line.take_edge()) == (True, 10.0, False, None)
    line.close()


def test_b4_a_lost_edge_is_made_up_for_by_the_safety_poll(rig):
    rig.start_quietly(safety_poll_s=OFTEN_S)
    rig.wire.force(False)
    rig.put("G1")
    assert levels_only(rig.take(1)) == [{"G1": True}]
    rig.wire.force(None)
    rig.lift("G1")
    assert levels_only(rig.take(1)) == [{"G1": False}]
    assert rig.waiting() == []


def test_a_dead_line_is_reported_once_and_polled_until_it_works_again(rig):
    rig.start_quietly(safety_poll_s=OFTEN_S)
    rig.wire.force(False)
    posts = []
    for action in (rig.put, rig.lift) * 3:
        action("G1")
        posts += rig.take(1)
        rig.bus.wait_for_transfers(4)
    posts += rig.waiting()
    assert [post for post in posts if isinstance(post, DeviceChanged)] == [DeviceChanged(LINE_NAME, DEAD, 0.0)]
    assert levels_only(p for p in posts if isinstance(p, SensorsChanged)) == [{"G1": True}, {"G1": False}] * 3
    rig.wire.force(None)
    rig.put("R1")
    assert same(rig.take(2)) == [({"R1": True}, 0.0), DeviceChanged(LINE_NAME, None, 0.0)]


def test_a_dead_line_is_polled_faster_than_the_safety_poll(rig):
    rig.start_quietly(safety_poll_s=OFTEN_S)
    rig.wire.force(False)
    for action in (rig.put, rig.lift, rig.put):
        action("G1")
        rig.take(1)
    assert rig.next() == DeviceChanged(LINE_NAME, DEAD, 0.0)
    rig.sensors._safety_poll_s = NEVER_S
    for action, level in ((rig.put, True), (rig.lift, False)):
        action("R2")
        assert levels_only(rig.take(1)) == [{"R2": level}]


def test_a_line_that_is_stuck_low_is_reported_once_and_does_not_spin(rig):
    rig.start_quietly()
    before = rig.bus.transfers
    rig.wire.force(True)
    assert rig.next() == DeviceChanged(LINE_NAME, STUCK, 0.0)
    # The first look and eight more at two chips; then one look every 30 ms.
    assert rig.bus.transfers - before <= 2 * 9 + 4
    rig.put("G1")
    rig.put("R1")
    seen = {}
    while seen != {"G1": True, "R1": True}:
        seen |= rig.next().levels
    rig.bus.wait_for_transfers(10)
    assert rig.waiting() == []
    rig.wire.force(None)
    rig.lift("R1")
    assert same(rig.take(2)) == [({"R1": False}, 0.0), DeviceChanged(LINE_NAME, None, 0.0)]


# The thread


def test_close_ends_the_thread_and_lets_the_line_go(rig):
    rig.start_quietly()
    rig.sensors.close()
    assert (rig.sensors._thread.is_alive(), rig.line.when_activated) == (False, None)
    rig.put("G1")
    assert rig.waiting() == []
    rig.sensors.close()


def test_a_failing_receiver_does_not_leave_the_board_blind(rig):
    failures = [RuntimeError("full")]

    def post(message):
        if isinstance(message, SensorsChanged) and len(message.levels) == 1 and failures:
            raise failures.pop()
        rig.posts.put(message)

    rig.start_quietly(post=post)
    rig.put("G1")
    rig.put("G2")
    while failures:
        rig.bus.wait_for_transfers(1)
    rig.put("R1")
    assert "R1" in rig.next().levels or "R1" in rig.next().levels


# Wrong wiring, and the thin driver

WRONG = [
    pytest.param(lambda: ExpanderWiring(0x20, {7: "G1"}), "except 7, got 7", id="A7 is output only"),
    pytest.param(lambda: ExpanderWiring(0x20, {15: "G1"}), "got 15", id="B7 is output only"),
    pytest.param(lambda: ExpanderWiring(0x20, {16: "G1"}), "got 16", id="no such pin"),
    pytest.param(
        lambda: ExpanderSensors(VirtualBus(), [WIRING[0], WIRING[0]], None, print), "0x20 is used twice", id="address"
    ),
    pytest.param(
        lambda: ExpanderSensors(VirtualBus(), [WIRING[0], ExpanderWiring(0x22, {1: "G3"})], None, print),
        "G3 is used twice",
        id="space",
    ),
    pytest.param(lambda: MCP23017(VirtualBus(), 0x3C), "0x20 to 0x27", id="not an expander's address"),
]


@pytest.mark.parametrize(("make", "text"), WRONG)
def test_wrong_wiring_is_refused(make, text):
    with pytest.raises(ValueError, match=text):
        make()


def test_configure_writes_every_register():
    chip = VirtualMCP23017()
    chip.write(bytes([0x00, *[0xA5] * 10]))
    chip.write(bytes([0x0C, 0xA5, 0xA5]))
    chip.write(bytes([0x14, 0xA5, 0xA5]))
    driver = MCP23017(_bus_with(chip), 0x20)
    before = driver.is_configured()
    driver.configure(0x3F01)
    chip.write(b"\x00")
    # IODIR, IPOL, GPINTEN, DEFVAL, INTCON, IOCON, GPPU, INTF
    expected = "01 3f  00 00  01 3f  00 00  00 00  44 44  01 3f  00 00"
    assert chip.read(16) == bytes.fromhex(expected)
    chip.write(b"\x14")
    assert chip.read(2) == bytes(2)
    assert (before, driver.is_configured(), driver.read_levels()) == (False, True, 0x3F01)


@pytest.mark.parametrize(
    "call",
    [
        pytest.param(MCP23017.quieten, id="quieten"),
        pytest.param(partial(MCP23017.configure, inputs_mask=1), id="configure"),
        pytest.param(MCP23017.read_levels, id="read_levels"),
        pytest.param(MCP23017.read_burst, id="read_burst"),
    ],
)
def test_errors_of_the_bus_are_translated(call):
    with pytest.raises(DeviceLost, match=r"no answer at 0x20 on the I2C bus .*: check the chip's power") as caught:
        call(MCP23017(VirtualBus(), 0x20))
    assert isinstance(caught.value.__cause__, OSError)
