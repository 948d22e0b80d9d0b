"""The prompts `settle` and `fix`: the board is put as the game says (contract 4)."""

import pytest

from hugo_castle.rules import GHOST, MIDNIGHT_PARTY
from hugo_castle.table.model import Preset
from rules.positions import position
from table.simulated import SimulatedBoard
from table.tables import (
    EMPTY,
    HAUNTED,
    PLAIN,
    choose,
    do,
    guests,
    menu,
    moved,
    options,
    steps,
    table_at,
)

# settle ----------------------------------------------------------------------------------------------


def test_settle_at_the_start() -> None:
    table = SimulatedBoard(Preset("hugo", 2), standing=("G3", "R1"))
    assert table.prompt == {"kind": "settle", "player": "red", "missing": ["C10"], "extra": ["G3", "R1"]}
    assert (table.state["phase"], table.expected) == ("placing", ["C10"])
    table.follow()
    assert table.prompt == {"kind": "place", "player": "red"}


@pytest.mark.parametrize(
    "hands",
    [
        pytest.param("-G2 200 -G5 200 +G5 300 +C9 300 G4>C10", id="Hugo first"),
        pytest.param("G4>C10 2000 -G5 300 +C9 2000 G2>G5", id="guests first"),
        pytest.param("-G2 9 -G4 9 -G5 9 +C9 9 +C10 9 +G5", id="all in the air"),
        pytest.param("G5>C10 300 G4>C9 300 G2>G4 5000 G4>G5", id="colours swapped, one too short"),
    ],
)
def test_settle_after_a_walk_in_any_order(hands: str) -> None:
    table = table_at(HAUNTED, GHOST)
    assert table.prompt == {"kind": "settle", "player": "blue", "missing": ["C9", "C10"], "extra": ["G2", "G4"]}
    assert (table.state["hugo"]["at"], guests(table)) == ("G5", {"red": "G1 C9", "blue": "G20 C10"})
    do(table, hands)
    assert table.kind == "settle"
    table.wait(400)
    assert (table.prompt, table.journal) == ({"kind": "roll", "player": "blue"}, [{"roll": "ghost"}])


def test_tap_at_settle_shows_the_next_thing_to_do() -> None:
    table = table_at(HAUNTED, GHOST)
    asked = ["hugo G2 > G5", "blue G4 > C10", "red G5 > C9"]
    for turned in (0, 1, 2, 0):
        assert steps(table) == asked[turned:] + asked[:turned]
        table.press()


def test_what_no_sensor_can_tell_is_asked_for_last() -> None:
    # Hugo comes to stand where the guest was, and on C2 there is one already.
    table = table_at(position(red="C10 C9 C8 C7 G5", blue="C6 C5 C4 C3 C2 G20", hugo="G2"), GHOST)
    assert steps(table) == ["hugo G2 > G5", "red G5 > C2"]


def test_two_who_leave_one_space_are_both_named() -> None:
    # All rooms are taken with R11, and two guests are left outside on G10.
    state = position(kind=MIDNIGHT_PARTY, red="G25 R1 R2 R3 R4 R5 G10", blue="R6 R7 R8 R9 R10 G10", hugo="G28")
    table = table_at(state, 2)
    do(table, "G25>R11 2600")
    assert (table.kind, table.state["round"]) == ("settle", 2)
    assert [step for step in steps(table) if "G10" in step] == ["red G10 > C2", "blue G10 > C2"]


def test_a_move_before_a_walk_that_stood_is_not_asked_for_again() -> None:
    table = moved(position(red="G1 G9", blue="G9 G13 G20", hugo="G22"))
    table.roll(GHOST)
    table.follow()
    menu(table, "take-back")
    do(table, "G25>G22 500 G5>G1 500 tap")
    assert table.journal == [{"roll": 4}, {"move": ["G9", "G13"]}, {"roll": "ghost"}]
    assert steps(table) == ["hugo G22 > G25"]


def test_hold_at_settle_asks_whether_to_wait_or_accept() -> None:
    table = table_at(HAUNTED, GHOST)
    settling = table.prompt
    table.hold()
    assert table.prompt == options("choose", "wait", "accept", player="blue")
    choose(table, "wait")
    assert table.prompt == settling
    table.hold()
    choose(table, "accept")
    assert table.prompt == {"kind": "roll", "player": "blue"}


def test_the_question_goes_when_the_board_agrees() -> None:
    table = table_at(HAUNTED, GHOST)
    do(table, "hold -G2 200 -G5 200 +G5 300 +C9 300 G4>C10 500")
    assert table.kind == "roll"


def test_what_was_accepted_is_ignored_until_it_agrees_again() -> None:
    table = table_at(PLAIN)
    do(table, "-G15 3000 hold")
    choose(table, "accept")
    do(table, "+G15 3000 -G20 3000")
    assert (table.kind, table.prompt["missing"]) == ("fix", ["G20"])
    do(table, "+G20 500 -G15 3000")
    assert (table.kind, table.prompt["missing"]) == ("fix", ["G15"])


def test_a_space_that_is_ignored_does_not_hold_up_others_and_its_moves_need_a_press() -> None:
    table = table_at(PLAIN)
    do(table, "-G1 3000 hold")
    choose(table, "accept")
    table.roll(4)
    do(table, "G9>G13 1500")
    assert table.journal[1:] == [{"move": ["G9", "G13"]}]


# fix -------------------------------------------------------------------------------------------------


def test_a_board_that_has_shown_the_end_may_be_cleared() -> None:
    table = table_at(position(red="G1", blue="G15", turn=None, winners=("red",)))
    assert table.prompt == {"kind": "over"}
    do(table, "-C10 1000 -G1 5000")
    assert (table.prompt, table.view.instruction) == ({"kind": "over"}, None)
    table.hold()
    assert table.kind == "setup"


@pytest.mark.parametrize(
    ("state", "due"),
    [
        pytest.param(EMPTY, {"kind": "place", "player": "red"}, id="a placing is due"),
        pytest.param(PLAIN, {"kind": "roll", "player": "red"}, id="a roll is due"),
    ],
)
def test_fix_comes_and_goes(state: object, due: dict) -> None:
    table = table_at(state)
    assert table.prompt == due
    do(table, "C10>C4 1000")
    assert table.prompt == due
    table.wait(1500)
    assert table.prompt == {**due, "kind": "fix", "missing": ["C10"], "extra": ["C4"]}
    table.press()
    assert steps(table) == ["hugo C4 > C10"]
    do(table, "C4>C10 400")
    assert (table.prompt, table.journal) == (due, [])
