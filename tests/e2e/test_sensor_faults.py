"""Expanders that are reset, unplugged and plugged in, sensors that stick or chatter: nothing lost, nothing invented."""

import json
import random
import threading
import time
from pathlib import Path

import pytest

from e2e.castle import Castle, export
from e2e.hands import Hands
from hugo_castle.rules import MOVING, load_board, new_game, new_state, state_to_json

BOARD = load_board("castle")


class ShakyHands(Hands):
    """A loose supply wire: while figures are moved, one chip after the other forgets everything."""

    def lift(self, space: str) -> None:
        super().lift(space)
        self._shake()

    def put(self, space: str) -> None:
        super().put(space)
        self._shake()

    def _shake(self) -> None:
        if self.rng.random() < 0.3:
            self.castle.ask(fault="expander", chip=self.rng.randrange(4), kind="reset")


@pytest.mark.parametrize(("kind", "players"), [("hugo", 3), ("midnight-party", 2)])
def test_e1_chips_reset_all_the_time_change_nothing(tmp_path: Path, kind: str, players: int) -> None:
    start = new_state(new_game(kind, players, BOARD))
    with Castle(tmp_path, "--game", kind, "--players", str(players)) as castle:
        hands = ShakyHands(castle, start, random.Random(f"shaky {kind}"))
        hands.play()
        assert castle.get()["state"] == state_to_json(hands.state)
        assert castle.read_log().count("lost its settings") <= 4 * 10  # 1st, 2nd, 4th, 8th ... of each chip
        assert castle.stop() == 0
    assert [json.loads(line) for line in export(tmp_path, 1)[1:]] == hands.record


def _until_moving(hands: Hands) -> None:
    while hands.state.phase != MOVING:
        hands.step()
    hands.arrange()


class LooseCable(Hands):
    """`unplug_next`: the chip whose cable is off while the next figure is set down."""

    unplug_next: int | None = None

    def put(self, space: str) -> None:
        chip, self.unplug_next = self.unplug_next, None
        if chip is not None:
            unplug(self.castle, chip)
        super().put(space)
        if chip is not None:
            plug(self.castle, chip)


def unplug(castle: Castle, chip: int) -> None:
    castle.ask(fault="expander", chip=chip, kind="unplug")
    castle.wait_for_log(f"WARNING hugo_castle.devices.expanders: expander 0x2{chip}: ")


def plug(castle: Castle, chip: int) -> None:
    castle.ask(fault="expander", chip=chip, kind="plug")
    castle.wait_for_log(f"expander 0x2{chip}: it is back")


@pytest.mark.parametrize("chip", range(4))
def test_a_chip_unplugged_in_the_middle_of_a_move_loses_nothing(tmp_path: Path, chip: int) -> None:
    with Castle(tmp_path, "--game", "hugo", "--players", "2") as castle:
        hands = LooseCable(castle, new_state(new_game("hugo", 2, BOARD)), random.Random(f"chip {chip}"))
        _until_moving(hands)
        hands.unplug_next = chip
        hands.step()
        hands.play()
        assert castle.stop() == 0
    assert [json.loads(line) for line in export(tmp_path, 1)[1:]] == hands.record


@pytest.mark.parametrize("chip", range(4))
def test_a_chip_unplugged_while_nothing_is_moved_invents_nothing(tmp_path: Path, chip: int) -> None:
    with Castle(tmp_path, "--game", "hugo", "--players", "2") as castle:
        hands = Hands(castle, new_state(new_game("hugo", 2, BOARD)), random.Random(f"chip {chip}"))
        _until_moving(hands)
        before, hugo = castle.get(), BOARD.names[hands.state.hugo]
        unplug(castle, chip)
        hands.lift(hugo)
        hands.put(hugo)
        castle.sleep(4000)
        assert (castle.get()["state"], castle.get()["prompt"]["kind"]) == (before["state"], "move")
        plug(castle, chip)
        castle.sleep(4000)
        assert castle.get() == before
        assert castle.stop() == 0
    assert [json.loads(line) for line in export(tmp_path, 1)[1:]] == hands.record


def test_a_chip_that_stays_away_is_on_the_screen_until_it_is_back(tmp_path: Path) -> None:
    with Castle(tmp_path, "--game", "hugo", "--players", "2") as castle:
        unplug(castle, 1)
        castle.wait_for_text("0x21")
        castle.put("C10")
        hands = Hands(castle, new_state(new_game("hugo", 2, BOARD)), random.Random(1))
        hands.figures["C10"] += 1
        castle.wait_for_prompt("place")
        plug(castle, 1)
        hands.step()
        castle.wait_until(lambda: "0x21" not in " ".join(castle.screen()[1]), "no more complaint")
        assert castle.stop() == 0


class Reference:
    """A thread that uses the processor as much as it gets."""

    def __init__(self) -> None:
        self.cpu_s = 0.0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._spin, daemon=True)

    def _spin(self) -> None:
        while not self._stop.is_set():
            pass
        self.cpu_s = time.thread_time()

    def __enter__(self) -> "Reference":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()


@pytest.mark.parametrize("kind", ["chatter", "stuck-on", "stuck-off", None])
def test_e4_a_bad_sensor_neither_floods_the_log_nor_keeps_the_processor_busy(tmp_path: Path, kind: str | None) -> None:
    """Compared with a thread that spins meanwhile on the same, perhaps busy, machine."""
    with Castle(tmp_path, "--game", "hugo", "--players", "2") as castle:
        hands = Hands(castle, new_state(new_game("hugo", 2, BOARD)), random.Random(4))
        _until_moving(hands)
        before, lines = castle.get(), len(castle.read_log().splitlines())
        space = next(name for name in BOARD.names if name not in before["expected"])
        if kind:
            castle.ask(fault="sensor", space=space, kind=kind)
        used_s = castle.cpu_s()
        with Reference() as reference:
            time.sleep(2.0)
        used_s = castle.cpu_s() - used_s
        assert used_s < 0.6 * reference.cpu_s, (used_s, reference.cpu_s)
        assert len(castle.read_log().splitlines()) <= lines + 2
        assert castle.get()["state"] == before["state"]
        if kind:
            castle.ask(fault="sensor", space=space, kind="ok")
        hands.step()
        assert castle.stop() == 0
