"""Sensors that fail: found out, left out, named once, remembered, and believed again."""

import pytest

from hugo_castle.rules import load_board
from hugo_castle.table.model import Preset
from hugo_castle.table.pictures import bits
from hugo_castle.table.session import start
from hugo_castle.table.suspects import MOST_AT_ONCE, PROOFS, STRIKES, Suspects
from table.simulated import TIMING, SimulatedBoard

CASTLE = load_board("castle")
G5, G9 = CASTLE.space("G5"), CASTLE.space("G9")


@pytest.mark.parametrize(
    ("contradictions", "broken"),
    [
        pytest.param([[G5]] * (STRIKES - 1), [], id="once may be a figure that stands askew"),
        pytest.param([[G5]] * STRIKES, [G5], id="again and again"),
        pytest.param([[G5, G9], [G9]], [G9], id="each space for itself"),
        pytest.param([list(range(MOST_AT_ONCE + 1))] * 5, [], id="a board that was knocked over"),
    ],
)
def test_who_is_not_believed(contradictions: list[list[int]], broken: list[int]) -> None:
    suspects = Suspects()
    for spaces in contradictions:
        suspects = suspects.contradicted(bits(spaces))
    assert (suspects.broken, suspects.named) == (bits(broken), bits(broken))


@pytest.mark.parametrize(
    ("levels", "is_believed"),
    [
        pytest.param([(True, True), (False, False), (True, True)], True, id="both ways and again"),
        pytest.param([(True, True)] * 9, False, id="one level for ever proves nothing"),
        pytest.param([(True, True), (False, False), (False, True), (True, True)], False, id="a lie between"),
        pytest.param([(False, True), (False, False), (False, True), (False, False)], False, id="a dead sensor"),
    ],
)
def test_who_is_believed_again(levels: list[tuple[bool, bool]], is_believed: bool) -> None:
    suspects = Suspects(broken=bits([G5]))
    for on, expected in levels:
        suspects = suspects.compared(bits([G5] if on else []), bits([G5] if expected else []))
    assert (suspects.broken == 0) == is_believed
    assert PROOFS == 3


def test_a_space_that_chatters_without_end_is_left_out_until_it_is_quiet() -> None:
    table = SimulatedBoard(Preset("hugo", 2))
    table.put("C10")
    table.settle()
    for _ in range(100):
        table.sensor("G5", True)
        table.wait(5)
        table.sensor("G5", False)
        table.wait(5)
    assert not table.session.mask >> G5 & 1
    assert "sensor G5" in table.view.troubles
    assert (table.kind, table.journal) == ("place", [])
    table.wait(TIMING.quiet_ms + 10)
    assert table.session.mask >> G5 & 1


def test_a_dead_sensor_is_found_out_named_once_remembered_and_not_asked_about_again() -> None:
    table = SimulatedBoard(Preset("hugo", 2), sensors=frozenset(CASTLE.names) - {"G5"})
    table.sensors |= {"G5"}
    table.tell_levels({"G5": False})
    table.put("C10")
    table.settle()
    table.sensors -= {"G5"}  # from here on its switch never closes
    table.put("G5")
    table.settle()
    choose_space(table, "G5")
    assert table.prompt["missing"] == ["G5"]
    accept(table)
    assert (table.kind, table.remembered) == ("place", None)
    table.session = table.session._replace(ignored=0)  # as when the figure had left and come back
    table.wait(TIMING.fix_ms + 10)
    accept(table)
    assert table.remembered == ("G5",)
    assert "sensor G5" in table.view.troubles
    assert not table.session.mask >> G5 & 1


def test_what_is_remembered_is_left_out_from_the_start() -> None:
    session, _ = start(CASTLE, TIMING, 0.0, preset=Preset("hugo", 2), broken_sensors=["G5", "R99"])
    assert session.suspects.broken == bits([G5])


def choose_space(table: SimulatedBoard, space: str) -> None:
    table.press()
    for _ in range(table.prompt["options"].index(space)):
        table.press()
    table.hold()


def accept(table: SimulatedBoard) -> None:
    table.hold()
    assert table.prompt["options"] == ["wait", "accept"]
    table.press()
    table.hold()
