"""The rows of contract 4's prompt table at which the game is played: when, which keys, what tap and hold do."""

import pytest

from hugo_castle.inputs import ButtonChanged, SensorsChanged, Tick
from hugo_castle.rules import MIDNIGHT_PARTY, Place
from hugo_castle.table.effects import Begin, Save, Show
from hugo_castle.table.model import Preset
from hugo_castle.table.session import handle
from rules.positions import position
from table.simulated import CASTLE, SimulatedBoard
from table.tables import (
    EMPTY,
    PLAIN,
    choose,
    do,
    options,
    table_at,
)

# place -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("gesture", ["tap", "hold"])
def test_place_by_button(gesture: str) -> None:
    table = table_at(EMPTY)
    assert (table.prompt, table.expected) == ({"kind": "place", "player": "red"}, ["C10"])
    do(table, gesture)
    assert (table.kind, table.prompt["player"], table.prompt["index"]) == ("choose", "red", 0)
    assert table.prompt["options"] == [f"G{number}" for number in range(1, 29)] + ["back"]
    choose(table, "back")
    assert table.prompt == {"kind": "place", "player": "red"}
    do(table, gesture)
    choose(table, "G3")
    assert (table.journal, table.prompt) == (
        [{"place": "G3"}],
        {"kind": "fix", "player": "blue", "missing": ["G3"], "extra": []},
    )
    do(table, "+G3 500")
    assert table.prompt == {"kind": "place", "player": "blue"}


def test_the_suggestion_is_what_the_board_shows() -> None:
    table = table_at(EMPTY)
    do(table, "+G9 100 tap")
    assert table.prompt["options"][0] == "G9"


# roll ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("gesture", ["tap", "hold"])
def test_roll(gesture: str) -> None:
    table = table_at(PLAIN)
    table.faces.append(4)
    assert table.prompt == {"kind": "roll", "player": "red"}
    do(table, gesture)
    assert (table.prompt, table.state["roll"]) == ({"kind": "move", "player": "red"}, 4)


def test_a_number_that_can_move_nothing_passes_the_turn() -> None:
    table = table_at(position(kind=MIDNIGHT_PARTY, red="R1 C9", blue="G15", hugo="G28"), 4)
    assert (table.prompt, table.state["roll"], table.journal) == (
        {"kind": "roll", "player": "blue"},
        None,
        [{"roll": 4}],
    )


# move ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("gesture", ["tap", "hold"])
def test_done_without_having_moved_opens_the_list(gesture: str) -> None:
    table = table_at(PLAIN, 4)
    assert table.expected == ["G1", "G9", "G15", "G20", "C10"]
    do(table, gesture)
    assert table.prompt == options("choose", ["G1", "G5"], ["G9", "G13"], "back", player="red")
    choose(table, "back")
    assert table.prompt == {"kind": "move", "player": "red"}
    do(table, gesture)
    choose(table, ["G9", "G13"])
    assert table.prompt == {"kind": "fix", "player": "blue", "missing": ["G13"], "extra": ["G9"]}
    assert table.expected == ["G1", "G13", "G15", "G20", "C10"]


def test_done_takes_what_the_board_shows_before_it_has_stayed() -> None:
    table = table_at(position(red="G1 G9", blue="G5"), 4)
    do(table, "-G1 70 tap")
    assert table.journal[1:] == [{"move": ["G1", "G5"]}]


def test_done_while_the_figure_still_rocks_waits_for_it() -> None:
    table = table_at(PLAIN, 4)
    table.button(True)
    do(table, "100 -G1 300 +G5 5")
    table.button(False)
    table.wait(90)
    assert table.journal[1:] == [{"move": ["G1", "G5"]}]


def test_moves_that_fit_stand_first_in_the_list() -> None:
    # With G9 and G13 unseen, G9 > G13 fits an unchanged board, and so does G2 > G6 between shared spaces.
    table = table_at(position(red="G1 G2 G9", blue="G2 G6"), 4, unseen=("G9", "G13"))
    table.press()
    assert table.prompt["options"] == [["G2", "G6"], ["G9", "G13"], ["G1", "G5"], "back"]


def test_a_list_that_was_asked_for_goes_when_the_move_is_made() -> None:
    table = table_at(PLAIN, 4)
    do(table, "tap G1>G5 1000")
    assert (table.kind, table.journal[1:]) == ("roll", [{"move": ["G1", "G5"]}])


def test_move_tells_what_differs_only_after_a_while() -> None:
    table = table_at(PLAIN, 4)
    do(table, "G1>G4 500")
    assert table.prompt == {"kind": "move", "player": "red"}
    table.wait(1500)
    assert table.prompt == {"kind": "move", "player": "red", "missing": ["G5"], "extra": ["G4"]}


# A press belongs to the prompt at which it began -----------------------------------------------------


@pytest.mark.parametrize(
    ("state", "roll", "before", "meanwhile", "after"),
    [
        pytest.param(PLAIN, 4, "move", "G1>G5 1500", "roll", id="a move is taken while the button is down"),
        pytest.param(PLAIN, None, "roll", "-G1 2500", "fix", id="the board differs while the button is down"),
        pytest.param(EMPTY, None, "place", "+G5 500", "place", id="the next player is to place"),
    ],
)
def test_a_press_that_began_at_another_prompt_does_nothing(
    state: object, roll: int | None, before: str, meanwhile: str, after: str
) -> None:
    table = table_at(state, roll)
    assert table.kind == before
    table.button(True)
    do(table, "10 " + meanwhile)
    came = table.prompt
    table.button(False)
    table.wait(100)
    assert (table.prompt, table.kind) == (came, after)


def test_a_press_at_fix_does_not_roll() -> None:
    table = table_at(PLAIN)
    do(table, "-G1 3000")
    table.button(True)
    do(table, "10 +G1 500")
    assert table.kind == "roll"
    table.button(False)
    table.wait(100)
    assert (table.kind, table.journal) == ("roll", [])


# Inputs that come late -------------------------------------------------------------------------------


def test_what_happens_in_one_late_input_is_all_journaled() -> None:
    """The service was busy for seconds: a game begins, and a guest is placed, within one call."""
    table = SimulatedBoard(Preset("hugo"), standing=("C10",))
    session, at_ms = table.session, table.now_ms
    for event in (
        ButtonChanged(True, at_ms),
        ButtonChanged(False, at_ms + 1000),
        SensorsChanged({"G5": True}, at_ms + 1010),
        Tick(at_ms + 5000),
    ):
        session, effects = handle(session, event)
    game = session.state.game
    placed = Save(game, keep=0, events=(Place(CASTLE.space("G5")),), standing=(), finished=False)
    assert [effect for effect in effects if not isinstance(effect, Show)] == [Begin(game), placed]
