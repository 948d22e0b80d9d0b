"""A move, or the last placed guest, stays open (contract 4, "A move that was seen or confirmed stays open")."""

import pytest

from hugo_castle.rules import GHOST, MIDNIGHT_PARTY, PLACING
from hugo_castle.table.play import restore
from rules.positions import event, position
from table.simulated import SimulatedBoard
from table.tables import choose, do, figures, guests, menu, moved, table_at

ROLLED = {"roll": 4}
FIRST, OTHER = {"move": ["G1", "G5"]}, {"move": ["G9", "G13"]}


@pytest.mark.parametrize(
    ("hands", "kind", "journal"),
    [
        pytest.param("9000", "roll", [ROLLED, FIRST], id="a picture that fits changes nothing"),
        pytest.param("-G5 1500 +G5 3000", "roll", [ROLLED, FIRST], id="nor does one that fits again soon"),
        pytest.param("-G15 300 +G15 3000", "roll", [ROLLED, FIRST], id="nor another figure nudged"),
        pytest.param("G5>G1 300 G9>G13 1500", "roll", [ROLLED, OTHER], id="another legal outcome replaces it"),
        pytest.param("G9>G13 300 G5>G1 1500", "roll", [ROLLED, OTHER], id="in any order"),
        pytest.param("G5>G1 300 G9>G13 3000 G13>G9 300 G1>G5 1500", "roll", [ROLLED, FIRST], id="and back again"),
        pytest.param("G5>G1 1500", "move", [ROLLED], id="the picture before takes it back"),
        pytest.param("G5>G1 1500 G1>G5 1500", "roll", [ROLLED, FIRST], id="and it can be made once more"),
        pytest.param("G5>G6 3000", "fix", [ROLLED, FIRST], id="what fits nothing is to be put right"),
        pytest.param("G5>G6 3000 G6>G5 1500", "roll", [ROLLED, FIRST], id="and then goes on"),
    ],
)
def test_until_the_next_roll_the_board_may_change_its_mind(hands: str, kind: str, journal: list) -> None:
    table = moved()
    do(table, hands)
    assert (table.kind, table.journal) == (kind, journal)


def test_a_confirmed_move_is_open_too() -> None:
    table = table_at(position(red="G1 G9", blue="G1 G5"), 4)
    table.press()
    assert table.journal == [ROLLED, FIRST]
    do(table, "G9>G13 1500")
    assert table.journal == [ROLLED, OTHER]


# Red's guest goes from G27 to G3; or from G2 to G6, where blue is, or into R1 or R2, where no sensor is.
BLIND = position(red="G27 G2", blue="G6 G15", hugo="G12")


def open_with_several_others() -> SimulatedBoard:
    table = table_at(BLIND, 4, unseen=("R1", "R2"))
    do(table, "G27>G3 1500")
    assert table.journal == [ROLLED, {"move": ["G27", "G3"]}]
    do(table, "G3>G27 100 -G2 3000")
    return table


def test_a_picture_that_fits_several_reopens_choose() -> None:
    table = open_with_several_others()
    options = [["G2", "G6"], ["G2", "R1"], ["G2", "R2"], "back"]
    assert table.prompt == {"kind": "choose", "player": "blue", "options": options, "index": 0}
    choose(table, ["G2", "R2"])
    assert (table.kind, table.journal) == ("roll", [ROLLED, {"move": ["G2", "R2"]}])


def test_going_back_from_it_leaves_the_move_as_it_was_and_asks_for_its_picture() -> None:
    table = open_with_several_others()
    choose(table, "back")
    table.wait(3000)
    assert (table.prompt["kind"], table.prompt["missing"], table.prompt["extra"]) == ("fix", ["G2", "G3"], ["G27"])
    do(table, "+G2 100 G27>G3 1500")
    assert (table.kind, table.journal) == ("roll", [ROLLED, {"move": ["G27", "G3"]}])


# After the next roll ---------------------------------------------------------------------------------


def test_after_the_next_roll_the_picture_before_does_not_take_it_back() -> None:
    table = moved()
    table.roll(1)
    do(table, "G5>G1 3000")
    assert (table.kind, table.journal) == ("move", [ROLLED, FIRST, {"roll": 1}])


def test_after_the_next_roll_it_is_replaced_and_the_roll_applied_to_it() -> None:
    table = moved()
    table.roll(1)
    do(table, "G5>G1 300 G9>G13 1500")
    assert (table.kind, table.prompt["player"], table.state["roll"]) == ("move", "blue", 1)
    assert table.journal == [ROLLED, OTHER, {"roll": 1}]
    assert guests(table) == {"red": "G1 G13", "blue": "G15 G20"}
    do(table, "G15>G16 1500")
    assert table.journal == [ROLLED, OTHER, {"roll": 1}, {"move": ["G15", "G16"]}]


# The ghost walks from G2 by 3 to G5; red may have gone to G5, or G9 > G13.
ON_HIS_HEELS = position(red="G1 G9", blue="G15 G20", hugo="G2")


def test_after_a_ghost_it_is_replaced_and_the_walk_worked_out_anew() -> None:
    table = moved(ON_HIS_HEELS)
    table.roll(GHOST)
    assert (table.kind, guests(table)["red"]) == ("settle", "G9 C10")
    do(table, "G5>G1 300 G9>G13 1500")
    assert table.journal == [ROLLED, OTHER, {"roll": "ghost"}]
    assert (table.kind, guests(table), table.state["hugo"]["at"]) == (
        "settle",
        {"red": "G1 G13", "blue": "G15 G20"},
        "G5",
    )
    table.follow()
    assert (table.kind, table.prompt["player"]) == ("roll", "red")


@pytest.mark.parametrize(
    "step",
    [
        pytest.param("G5>C10 400", id="a guest to the cellar"),
        pytest.param("-G2 2500", id="Hugo lifted for long"),
        pytest.param("-G2 100 -G5 100 +G5 400 -G5 100 +C10 400", id="both"),
    ],
)
def test_the_first_step_in_setting_a_walk_closes_it(step: str) -> None:
    table = moved(ON_HIS_HEELS)
    table.roll(GHOST)
    do(table, step)
    # Now the very picture of another outcome: nothing but the settle goes on.
    for space in [space for space, count in table.figures.items() if count]:
        table.lift(space)
    for space in ("G1", "G13", "G15", "G20", "G2"):
        table.put(space)
    table.wait(4000)
    assert (table.kind, table.journal) == ("settle", [ROLLED, FIRST, {"roll": "ghost"}])


def test_accepting_the_board_as_it_is_closes_it() -> None:
    table = moved(ON_HIS_HEELS)
    table.roll(GHOST)
    table.hold()
    choose(table, "accept")
    do(table, "G5>G1 300 G9>G13 4000")
    assert (table.kind, table.journal) == ("fix", [ROLLED, FIRST, {"roll": "ghost"}])


@pytest.mark.parametrize(
    "nudge",
    [
        pytest.param("-G2 300 +G2 300", id="Hugo straightened"),
        pytest.param("-G5 1000 +G5 300", id="the moved guest picked up"),
    ],
)
def test_lifting_alone_closes_nothing_soon(nudge: str) -> None:
    table = moved(ON_HIS_HEELS)
    table.roll(GHOST)
    do(table, nudge + " G5>G1 300 G9>G13 1500")
    assert table.journal == [ROLLED, OTHER, {"roll": "ghost"}]


def test_a_step_that_looks_like_another_outcome_is_the_step() -> None:
    # Red went G1 > G5 between shared spaces; the other outcome, G9 > G13 beside blue, would clear G9 only. Hugo
    # catches the guest on G9, which clears it too.
    table = table_at(position(red="G1 G9", blue="G1 G5 G13", hugo="G8"), 4)
    table.press()
    assert table.journal == [ROLLED, FIRST]
    table.roll(GHOST)
    do(table, "-G9 5000")
    assert table.journal == [ROLLED, FIRST, {"roll": "ghost"}]


def test_outcomes_of_the_present_roll_go_before_replacing_an_earlier_move() -> None:
    # With no sensors on G9 and G11, red's G9 > G13 and blue's G11 > G13 look alike.
    table = table_at(position(red="G1 G9", blue="G1 G5 G11"), 4, unseen=("G9", "G11"))
    table.press()
    table.roll(2)
    do(table, "G11>G13 1500")
    assert table.journal == [ROLLED, FIRST, {"roll": 2}, {"move": ["G11", "G13"]}]


# Closed by -------------------------------------------------------------------------------------------


def test_the_next_move_closes_it() -> None:
    table = moved()
    table.roll(1)
    do(table, "G15>G16 1500 G5>G1 300 G9>G13 3000")
    assert (table.kind, table.journal) == ("fix", [ROLLED, FIRST, {"roll": 1}, {"move": ["G15", "G16"]}])


def test_taking_back_from_the_menu_goes_on_after_it_is_closed() -> None:
    table = moved()
    table.roll(1)
    do(table, "G15>G16 1500")
    menu(table, "take-back")
    assert table.journal == [ROLLED, FIRST, {"roll": 1}]
    menu(table, "take-back")
    assert table.journal == [ROLLED]


def test_a_restart_closes_it() -> None:
    game = position(red="", blue="").game
    places = [event(f"place G{number}") for number in range(1, 25, 2)]
    play, _ = restore(game, [*places, event("roll 4"), event("move G1 G5")], ())
    table = SimulatedBoard(unfinished=play, standing=figures(play.state))
    do(table, "hold 500 -G5 300 +G1 3000")
    assert (table.kind, table.journal) == ("fix", [])


# Rounds and games ------------------------------------------------------------------------------------

# Red's last guest on the gallery enters R4 (door G9) with a 4 from G6, and the round ends.
LAST_ONE = position(kind=MIDNIGHT_PARTY, red="G6 C9", blue="R7 C10", hugo="G28")
IN = {"move": ["G6", "R4"]}


def round_ended() -> SimulatedBoard:
    table = table_at(LAST_ONE, 4)
    do(table, "G6>R4 2600")
    assert (table.kind, table.journal, table.state["round"]) == ("settle", [ROLLED, IN], 2)
    return table


@pytest.mark.parametrize(
    ("hands", "kind", "journal"),
    [
        pytest.param("9000", "settle", [ROLLED, IN], id="nothing happens by itself"),
        pytest.param("R4>G6 2600", "move", [ROLLED], id="the picture before takes it back"),
        pytest.param("R4>G10 3000", "roll", [ROLLED, {"move": ["G6", "G10"]}], id="another outcome replaces it"),
    ],
)
def test_a_move_that_ended_a_round_is_open(hands: str, kind: str, journal: list) -> None:
    table = round_ended()
    do(table, hands)
    assert (table.kind, table.journal) == (kind, journal)


def test_a_step_towards_the_new_round_that_looks_like_going_back_is_the_step() -> None:
    # Red entered R4 from its door G9; the new round puts it there again, in whatever order the hands go about it.
    table = table_at(position(kind=MIDNIGHT_PARTY, red="G9 C9", blue="R7 C10", hugo="G28"), 1)
    do(table, "G9>R4 2600 R4>G9 900 R7>G17 300 G28>C10 500")
    assert (table.kind, table.state["round"], len(table.journal)) == ("place", 2, 2)


def test_the_board_agreeing_with_the_new_round_closes_it() -> None:
    table = round_ended()
    table.follow()
    assert table.kind == "place"
    do(table, "-G9 100 -G17 100 -C10 100 +R4 +R7 +G28 3000")
    assert (table.kind, table.journal) == ("fix", [ROLLED, IN])


def test_the_first_placing_of_the_new_round_closes_it() -> None:
    table = round_ended()
    table.hold()
    choose(table, "accept")
    table.press()
    table.hold()
    assert [*table.journal[0], *table.journal[1], *table.journal[2]] == ["roll", "move", "place"]


# Red has 45 points: whoever is caught ends the game. A 4 leads G1 > G5, onto Hugo.
NEARLY_OVER = position(red="G1 G9", blue="G15", hugo="G5", scores={"red": 45})


def test_the_board_agreeing_with_the_end_closes_it() -> None:
    table = table_at(NEARLY_OVER, 4)
    do(table, "-G1 300 +C10 5000")
    assert (table.kind, table.journal) == ("over", [ROLLED, FIRST])
    do(table, "C10>G1 5000")
    assert (table.kind, table.journal) == ("over", [ROLLED, FIRST])
    assert table.finished


def test_a_walk_that_stands_leaves_no_way_back() -> None:
    table = moved()
    table.roll(GHOST)
    do(table, "G5>G1 100 G9>G13 1500")
    assert table.journal[1] == OTHER
    table.follow()
    assert table.kind == "roll"
    do(table, "G13>G9 100 G1>G5 6000")
    assert (table.kind, table.journal[1]) == ("fix", OTHER)


@pytest.mark.parametrize(
    ("hands", "kind", "journal"),
    [
        pytest.param("G9>G13 3000", "roll", [ROLLED, OTHER], id="replaced before the board has agreed"),
        pytest.param("-G1 300 +C10 3000", "over", [ROLLED, FIRST], id="agreed"),
    ],
)
def test_an_end_that_was_only_confirmed_waits_for_the_board(hands: str, kind: str, journal: list) -> None:
    table = table_at(NEARLY_OVER, 4)
    table.press()
    choose(table, ["G1", "G5"])
    assert (table.kind, table.state["phase"], table.finished) == ("fix", "over", True)
    do(table, hands)
    assert (table.kind, table.journal, table.finished) == (kind, journal, kind == "over")


def test_the_end_of_a_game_is_taken_back_from_the_menu() -> None:
    table = table_at(NEARLY_OVER, 4)
    do(table, "-G1 300 +C10 5000")
    menu(table, "take-back")
    assert (table.kind, table.journal, table.finished) == ("move", [ROLLED], False)
    do(table, "C10>G1 1000 G9>G13 1000")
    assert (table.kind, table.journal) == ("roll", [ROLLED, OTHER])


# Placing -----------------------------------------------------------------------------------------------

PLACED = [{"place": "G5"}]


@pytest.mark.parametrize(
    ("hands", "kind", "journal"),
    [
        pytest.param("9000", "place", PLACED, id="stays"),
        pytest.param("-G5 300 +G9 1500", "place", [{"place": "G9"}], id="slid on: replaced"),
        pytest.param("-G5 3000", "place", [], id="lifted: taken back"),
        pytest.param("-G5 1000 +G5 500", "place", PLACED, id="straightened"),
        pytest.param("+G9 1000 -G5 3000", "fix", [*PLACED, {"place": "G9"}], id="the next figure placed closes it"),
    ],
)
def test_the_last_guest_placed_is_open(hands: str, kind: str, journal: list) -> None:
    table = table_at(position(red="", blue="", phase=PLACING))
    do(table, "+G5 1000")
    assert (table.journal, table.prompt["player"]) == (PLACED, "blue")
    do(table, hands)
    assert (table.kind, table.journal) == (kind, journal)


LAST_PLACE = position(kind=MIDNIGHT_PARTY, round=2, phase=PLACING, red="G3 C9", blue="G15 G18")


def test_the_very_last_guest_is_replaced_after_the_first_roll_too() -> None:
    table = table_at(LAST_PLACE)
    do(table, "C9>G7 1500")
    table.roll(4)
    do(table, "G7>G8 1500")
    assert (table.kind, table.journal) == ("move", [{"place": "G8"}, {"roll": 4}])
    do(table, "G8>C9 3000")
    assert (table.kind, table.journal) == ("move", [{"place": "G8"}, {"roll": 4}])
