"""The menu, and taking back from it (contract 4)."""

import pytest

from hugo_castle.rules import GHOST, MIDNIGHT_PARTY
from rules.positions import position
from table.simulated import SimulatedBoard
from table.tables import (
    EMPTY,
    ENDED,
    HAUNTED,
    PLAIN,
    do,
    guests,
    menu,
    moved,
    resumed,
    steps,
    table_at,
)

# menu ------------------------------------------------------------------------------------------------


def tables_at_every_prompt() -> list:
    def fix() -> SimulatedBoard:
        table = table_at(PLAIN)
        do(table, "-G1 3000")
        return table

    def chooses() -> SimulatedBoard:
        table = table_at(PLAIN, 4)
        do(table, "tap tap")
        return table

    def patience() -> SimulatedBoard:
        table = fix()
        do(table, "hold tap")
        return table

    return [
        pytest.param(SimulatedBoard, id="setup"),
        pytest.param(resumed, id="resume"),
        pytest.param(lambda: table_at(EMPTY), id="place"),
        pytest.param(lambda: table_at(PLAIN), id="roll"),
        pytest.param(lambda: table_at(PLAIN, 4), id="move"),
        pytest.param(chooses, id="choose"),
        pytest.param(lambda: table_at(HAUNTED, GHOST), id="settle"),
        pytest.param(fix, id="fix"),
        pytest.param(patience, id="choose at fix"),
        pytest.param(lambda: table_at(ENDED), id="over"),
    ]


@pytest.mark.parametrize("make", tables_at_every_prompt())
def test_the_menu_lies_on_top_of_every_prompt_and_goes_back_to_it(make: object) -> None:
    table = make()
    before = table.prompt, table.journal, table.expected
    table.long_press()
    assert (table.prompt["kind"], table.prompt["index"], table.prompt["options"][0]) == ("menu", 0, "continue")
    assert set(table.prompt) == {"kind", "options", "index"}
    table.hold()
    assert (table.prompt, table.journal, table.expected) == before


@pytest.mark.parametrize(
    ("make", "more"),
    [
        pytest.param(SimulatedBoard, [], id="setup"),
        pytest.param(resumed, [], id="resume"),
        pytest.param(lambda: table_at(PLAIN), ["new-game"], id="nothing to take back"),
        pytest.param(lambda: table_at(PLAIN, 4), ["new-game"], id="a roll is never taken back"),
    ],
)
def test_what_the_menu_offers(make: object, more: list[str]) -> None:
    table = make()
    table.long_press()
    assert table.prompt["options"] == ["continue", *more]


def test_a_move_made_behind_the_menu_counts_and_a_question_waits_behind_it() -> None:
    table = table_at(PLAIN, 4)
    do(table, "long G1>G5 1500")
    assert (table.kind, table.journal[1:]) == ("menu", [{"move": ["G1", "G5"]}])
    table.hold()
    assert table.kind == "roll"
    blind = table_at(position(red="G28 G2", blue="G15", hugo="G12"), 4, unseen=("R1", "R2", "G4", "G6"))
    do(blind, "long -G2 3000")
    assert blind.kind == "menu"
    blind.hold()
    assert (blind.kind, blind.prompt["options"][0]) == ("choose", ["G2", "G6"])


# Taking back from the menu ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "hands",
    [
        pytest.param("9000", id="nobody touches anything"),
        pytest.param("-G15 500 +G15 3000", id="another figure is nudged first"),
        pytest.param("-G5 1000 +G5 3000", id="the figure is thought about"),
        pytest.param("G5>G1 3000", id="put back"),
    ],
)
def test_a_move_taken_back_from_the_menu_is_not_taken_again_by_itself(hands: str) -> None:
    table = moved()
    menu(table, "take-back")
    assert (table.prompt, table.journal) == ({"kind": "move", "player": "red"}, [{"roll": 4}])
    do(table, hands)
    assert (table.kind, table.journal) == ("move", [{"roll": 4}])


@pytest.mark.parametrize(
    ("hands", "move"),
    [
        pytest.param("G5>G1 1000 G9>G13 1000", ["G9", "G13"], id="put back, then another"),
        pytest.param("G9>G13 300 G5>G1 1000", ["G9", "G13"], id="another, then put back"),
        pytest.param("G5>G1 1000 G1>G5 1000", ["G1", "G5"], id="put back, then the same again"),
        pytest.param("tap", ["G1", "G5"], id="confirmed as it stands"),
    ],
)
def test_after_taking_back_another_move_is_made(hands: str, move: list[str]) -> None:
    table = moved()
    menu(table, "take-back")
    do(table, hands)
    assert (table.kind, table.journal) == ("roll", [{"roll": 4}, {"move": move}])


def test_taking_back_tells_how_to_put_it_all_back() -> None:
    table = moved()
    menu(table, "take-back")
    table.wait(2000)
    assert (table.prompt["missing"], table.prompt["extra"]) == (["G1"], ["G5"])
    assert steps(table) == ["red G5 > G1"]


def test_a_roll_that_followed_stands() -> None:
    table = moved()
    table.roll(1)
    menu(table, "take-back")
    assert (table.prompt["player"], table.state["roll"], table.journal) == ("red", 4, [{"roll": 4}])
    assert table.standing_faces == (1,)
    do(table, "G5>G1 1000 G9>G13 1000")
    assert (table.prompt, table.state["roll"]) == ({"kind": "move", "player": "blue"}, 1)
    assert table.journal == [{"roll": 4}, {"move": ["G9", "G13"]}, {"roll": 1}]
    assert (table.standing_faces, list(table.faces)) == ((), [])


def test_a_move_is_taken_back_after_a_walk_that_was_set() -> None:
    # Hugo walks G26 > G1, so nobody is caught; his way back is the first thing that the hands do.
    table = moved(position(red="G2 G9", blue="G15 G20", hugo="G26"), "G2>G6 1500")
    table.roll(GHOST)
    table.follow()
    assert table.kind == "roll"
    menu(table, "take-back")
    table.wait(2000)
    assert table.kind == "move"
    do(table, "G1>G26 3000")
    assert (table.kind, table.journal, steps(table)) == ("move", [{"roll": 4}], ["red G6 > G2"])
    do(table, "G6>G2 1000 G9>G13 1000")
    assert (table.kind, table.journal) == ("settle", [{"roll": 4}, {"move": ["G9", "G13"]}, {"roll": "ghost"}])
    assert {"moved", "walked"} <= {type(fact).__name__.lower() for fact in table.view.news}


def test_a_walk_that_stands_is_settled_even_when_a_number_follows_it() -> None:
    table = moved(position(red="G2 G9", blue="G15", green="G20", hugo="G26"), "G2>G6 1500")
    table.roll(GHOST)
    table.follow()
    table.roll(1)
    assert (table.kind, table.prompt["player"]) == ("move", "green")
    menu(table, "take-back")
    assert (table.prompt["player"], table.standing_faces) == ("red", ("ghost", 1))
    do(table, "G1>G26 300 G6>G2 1000 G9>G13 1000")
    assert table.prompt == {"kind": "settle", "player": "green", "missing": ["G1"], "extra": ["G26"]}
    assert steps(table) == ["hugo G26 > G1"]
    table.follow()
    assert (table.prompt, table.state["roll"]) == ({"kind": "move", "player": "green"}, 1)


def test_a_placing_is_taken_back() -> None:
    table = table_at(EMPTY)
    do(table, "+G5 500 +G9 500")
    menu(table, "take-back")
    assert table.prompt == {"kind": "fix", "player": "blue", "missing": [], "extra": ["G9"]}
    do(table, "-C10 300 +C10 3000")
    assert (table.kind, table.journal) == ("fix", [{"place": "G5"}])
    do(table, "-G9 400")
    assert table.prompt == {"kind": "place", "player": "blue"}
    menu(table, "take-back")
    assert table.prompt == {"kind": "fix", "player": "red", "missing": [], "extra": ["G5"]}
    do(table, "G5>G6 1000")
    assert (table.kind, table.journal) == ("place", [{"place": "G6"}])


def test_a_move_that_ended_a_round_is_taken_back() -> None:
    table = table_at(position(kind=MIDNIGHT_PARTY, red="G6 C9", blue="R7 C10", hugo="G28"), 4)
    do(table, "G6>R4 2600")
    table.follow()
    assert (table.kind, table.state["round"]) == ("place", 2)
    menu(table, "take-back")
    assert (table.kind, table.state["round"], guests(table)) == ("move", 1, {"red": "G6 C9", "blue": "R7 C10"})
    table.wait(2000)
    for _ in range(len(steps(table))):
        table.carry_out(table.view.instruction)
        table.wait(3000)
    assert (table.kind, table.journal, table.view.instruction) == ("move", [{"roll": 4}], None)
