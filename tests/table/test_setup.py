"""The prompts `setup`, `resume` and `over`, and a new game from the menu (contract 4)."""

import pytest

from hugo_castle.table.model import Preset
from table.simulated import CASTLE, SimulatedBoard
from table.tables import (
    ENDED,
    PLACED_ON,
    choose,
    do,
    menu,
    moved,
    options,
    resumed,
    table_at,
)

PLAYERS = [str(number) for number in range(2, 9)]


# setup -----------------------------------------------------------------------------------------------


def test_setup_asks_for_the_game_then_for_the_players() -> None:
    table = SimulatedBoard(standing=("C10",))
    games = ("hugo", "midnight-party")
    assert (table.prompt, table.session.state, table.expected) == (options("setup", *games), None, [])
    table.press()
    assert table.prompt == options("setup", *games, index=1)
    table.press()
    assert table.prompt == options("setup", *games)
    table.press()
    table.hold()
    assert (table.prompt, table.view.setup_game) == (options("setup", *PLAYERS, "back"), "midnight-party")
    assert (table.session.state, table.begun) == (None, 0)
    do(table, "tap tap hold")
    assert (table.kind, table.begun, len(table.state["players"])) == ("place", 1, 4)
    assert table.session.state.game.kind == "midnight-party"


def test_back_in_setup() -> None:
    table = SimulatedBoard()
    table.hold()
    choose(table, "back")
    assert table.prompt == options("setup", "hugo", "midnight-party")


@pytest.mark.parametrize(
    ("preset", "prompt"),
    [
        pytest.param(Preset("hugo"), options("setup", *PLAYERS, "back"), id="the game is given"),
        pytest.param(Preset("hugo", 3), {"kind": "place", "player": "red"}, id="the players too"),
        pytest.param(None, options("setup", "hugo", "midnight-party"), id="nothing is given"),
    ],
)
def test_what_was_given_at_the_start_is_not_asked(preset: Preset | None, prompt: dict) -> None:
    assert SimulatedBoard(preset, standing=("C10",)).prompt == prompt


def test_a_game_is_journaled_before_its_first_prompt() -> None:
    table = SimulatedBoard(Preset("hugo", 2))
    assert (table.begun, table.journal, table.kind) == (1, [], "settle")


# resume ----------------------------------------------------------------------------------------------


def test_resume_offers_the_unfinished_game_first() -> None:
    table = resumed()
    assert table.prompt == options("resume", "continue", "new-game")
    assert (table.state["phase"], table.expected) == ("moving", [*sorted(PLACED_ON, key=CASTLE.space), "C10"])
    do(table, "G9>G13 3000")
    assert (table.kind, table.journal) == ("resume", [])
    do(table, "hold 1000")
    assert (table.kind, table.journal) == ("roll", [{"move": ["G9", "G13"]}])


def test_resume_may_begin_a_new_game_and_back_out_of_it() -> None:
    table = resumed()
    choose(table, "new-game")
    assert (table.prompt, table.session.state, table.expected) == (
        options("setup", "hugo", "midnight-party", "back"),
        None,
        [],
    )
    choose(table, "back")
    assert (table.kind, table.begun, table.state["roll"]) == ("move", 0, 4)


# New game, over --------------------------------------------------------------------------------------


def test_a_new_game_from_the_menu_and_back_out_of_it() -> None:
    table = moved()
    menu(table, "new-game")
    assert (table.prompt, table.session.state) == (options("setup", "hugo", "midnight-party", "back"), None)
    do(table, "G9>G13 3000")
    choose(table, "back")
    assert (table.kind, table.journal) == ("fix", [{"roll": 4}, {"move": ["G1", "G5"]}])
    menu(table, "new-game")
    do(table, "hold tap hold")
    assert (table.begun, table.journal, len(table.state["players"]), table.kind) == (1, [], 3, "settle")


def test_over() -> None:
    table = table_at(ENDED)
    assert (table.prompt, table.state["turn"], table.state["winners"]) == ({"kind": "over"}, None, ["red"])
    table.press()
    assert table.prompt == {"kind": "over"}
    table.hold()
    assert table.prompt == options("setup", "hugo", "midnight-party", "back")
    choose(table, "back")
    assert table.prompt == {"kind": "over"}
