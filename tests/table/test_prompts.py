"""Every row of contract 4's prompt table: when, which keys, and what tap and hold do."""

import pytest

from hugo_castle.inputs import ButtonChanged, SensorsChanged, Tick
from hugo_castle.rules import GHOST, MIDNIGHT_PARTY, PLACING, Place
from hugo_castle.table.effects import Begin, Save, Show
from hugo_castle.table.model import Preset
from hugo_castle.table.session import handle
from rules.positions import position
from table.simulated import CASTLE, SimulatedBoard
from table.tables import PLACED_ON, begun, choose, do, figures, guests, menu, steps, table_at

PLAIN = position(red="G1 G9", blue="G15 G20")
PLAYERS = [str(number) for number in range(2, 9)]
EMPTY = position(red="", blue="", phase=PLACING)
ENDED = position(red="G1", blue="G15", turn=None, winners=("red",))


def options(kind: str, *options: object, index: int = 0, **more: str) -> dict:
    return {"kind": kind, "options": list(options), "index": index, **more}


# setup -------------------------------------------------------------------------------------------------


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


# resume ------------------------------------------------------------------------------------------------


def resumed() -> SimulatedBoard:
    play = begun("roll 4")
    return SimulatedBoard(unfinished=play, standing=figures(play.state))


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


# place -------------------------------------------------------------------------------------------------


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


# roll --------------------------------------------------------------------------------------------------


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


# move --------------------------------------------------------------------------------------------------


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


# settle ------------------------------------------------------------------------------------------------


def test_settle_at_the_start() -> None:
    table = SimulatedBoard(Preset("hugo", 2), standing=("G3", "R1"))
    assert table.prompt == {"kind": "settle", "player": "red", "missing": ["C10"], "extra": ["G3", "R1"]}
    assert (table.state["phase"], table.expected) == ("placing", ["C10"])
    table.follow()
    assert table.prompt == {"kind": "place", "player": "red"}


# Hugo walks G2 > G5 and catches red's guest on G5 and blue's on G4.
HAUNTED = position(red="G1 G5", blue="G4 G20", hugo="G2")
WALK = {"-G2": "+G5", "-G5": "+C9", "-G4": "+C10"}


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


# fix ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "due"),
    [
        pytest.param(EMPTY, {"kind": "place", "player": "red"}, id="a placing is due"),
        pytest.param(PLAIN, {"kind": "roll", "player": "red"}, id="a roll is due"),
        pytest.param(
            position(red="G1", blue="G15", turn=None, winners=("red",)), {"kind": "over"}, id="the end is due"
        ),
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


# menu --------------------------------------------------------------------------------------------------


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


# Taking back from the menu -----------------------------------------------------------------------------


def moved(state: object = PLAIN, hands: str = "G1>G5 1500") -> SimulatedBoard:
    table = table_at(state, 4)
    do(table, hands)
    return table


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


# New game, over ----------------------------------------------------------------------------------------


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


# Inputs that come late ---------------------------------------------------------------------------------


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
