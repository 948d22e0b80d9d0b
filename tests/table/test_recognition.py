"""Moves and placings from one bit per space (DESIGN.md; cases M1 to M6)."""

import random
from itertools import permutations

import pytest

from hugo_castle.rules import KINDS, MIDNIGHT_PARTY, PLACING, State
from hugo_castle.table.model import Preset
from rules.positions import position
from table.hands import check
from table.simulated import SimulatedBoard
from table.tables import choose, do, guests, steps, table_at

# Red's guests may go G1 > G5 and G9 > G13 with a 4; nobody else is near.
PLAIN = position(red="G1 G9", blue="G15 G20")
MOVED = [{"roll": 4}, {"move": ["G1", "G5"]}]


@pytest.mark.parametrize(
    "hands",
    [
        pytest.param("-G1 300 +G5 1000", id="lifted and put"),
        pytest.param("-G1 9000 +G5 1000", id="thought about in the air"),
        pytest.param("-G1 5 +G5 1000", id="in no time"),
        pytest.param("+G5 300 -G1 1000", id="a finger on the target first"),
        pytest.param("G1>G2 400 G2>G3 400 G3>G4 400 G4>G5 1000", id="M1 rests on each space on the way"),
        pytest.param("-G1 20 +G2 20 -G2 20 +G3 20 -G3 20 +G4 20 -G4 20 +G5 1000", id="slid along"),
        pytest.param("-G9 2500 +G9 300 G1>G5 1000", id="the wrong figure lifted and put back"),
        pytest.param("G9>G12 3000 G12>G9 500 G1>G5 1000", id="the other one counted, and back"),
        pytest.param("-G9 100 -G1 100 +G9 100 +G5 1000", id="two hands"),
        pytest.param("-C10 400 G1>G5 300 +C10 1000", id="Hugo knocked over meanwhile"),
        pytest.param("G1>G6 2000 G6>G5 1000", id="one too far, and back"),
        pytest.param("G1>G5 500 -G5 300 +G5 1000", id="set down again"),
        pytest.param("-G1 100 -G9 100 -G15 100 -G20 4000 +G20 +G5 500 +G15 500 +G9 1000", id="many in the air"),
    ],
)
def test_one_move_however_it_is_made(hands: str) -> None:
    table = table_at(PLAIN, 4)
    do(table, hands)
    assert table.journal == MOVED
    assert (table.kind, table.prompt["player"]) == ("roll", "blue")


@pytest.mark.parametrize(
    ("hands", "missing", "extra"),
    [
        pytest.param("9000", None, None, id="nobody has touched anything"),
        pytest.param("-G1 9000", ["G5"], [], id="a figure in the air"),
        pytest.param("G1>G4 3000", ["G5"], ["G4"], id="M3 on a wrong space"),
        pytest.param("G15>G19 3000", ["G5", "G15"], ["G1", "G19"], id="M5 someone else's figure"),
        pytest.param("-G1 5000 +G1 500", None, None, id="picked up and put back"),
        pytest.param("-G1 200 +G1 200 " * 5 + "3000", None, None, id="M4 a weak magnet"),
        pytest.param("+G22 3000", ["G5"], ["G1", "G22"], id="something put from nowhere"),
    ],
)
def test_no_move_is_taken_from_a_picture_that_fits_none(hands: str, missing: list | None, extra: list | None) -> None:
    table = table_at(PLAIN, 4)
    before = table.state
    do(table, hands)
    assert (table.kind, table.journal, table.state) == ("move", [{"roll": 4}], before)
    assert (table.prompt.get("missing"), table.prompt.get("extra")) == (missing, extra)


@pytest.mark.parametrize(
    ("hands", "said"),
    [
        pytest.param("G1>G4 3000", ["red G4 > G5"], id="M3 from where the figure is"),
        pytest.param("-G1 3000", ["red G1 > G5"], id="a figure in the air"),
        pytest.param("G15>G19 3000", ["blue G19 > G15"], id="M5 put back, and no advice for the move"),
        pytest.param("+G22 3000", ["? G22 >"], id="taken away"),
        pytest.param("-G15 3000", ["blue > G15"], id="brought back"),
    ],
)
def test_the_screen_says_what_to_put_right_at_a_move(hands: str, said: list[str]) -> None:
    table = table_at(PLAIN, 4)
    do(table, hands)
    assert steps(table) == said


def when_taken(table: SimulatedBoard) -> int:
    """How long from now until something new is in the journal, to 10 ms."""
    before = list(table.journal)
    for at_ms in range(0, 6000, 10):
        if table.journal != before:
            return at_ms
        table.wait(10)
    raise AssertionError(f"nothing taken: {table.prompt}")


# With a 4 red may go G14 > G18, or enter R7 (door G17) and expel blue: while red is counted along and rests on G17
# the board looks exactly as if blue had been expelled.
DOORWAY = position(red="G14 G2", blue="R7 G25", hugo="G28")


# Red has 45 points, and a 4 leads onto Hugo.
NEARLY_OVER = position(red="G1 G9", blue="G15", hugo="G5", scores={"red": 45})


@pytest.mark.parametrize(
    ("state", "hands", "at_least_ms", "at_most_ms"),
    [
        pytest.param(PLAIN, "-G1 300 +G5", 200, 400, id="a put edge: short"),
        pytest.param(DOORWAY, "-G14 300 +G18", 200, 400, id="an end that lies on no other way: short"),
        pytest.param(DOORWAY, "-G14 300 +G17", 900, 1100, id="it could be on its way to another outcome: longer"),
        pytest.param(position(red="G1 G20", blue="G5"), "-G1", 2000, 2200, id="lifts only: longest"),
        pytest.param(position(red="G1 G3", blue="G1"), "-G1 300 +G5", 200, 400, id="G3 has not left on its way to G7"),
        pytest.param(NEARLY_OVER, "-G1 300 +C10", 4000, 4200, id="the end of the game: as sure as can be"),
    ],
)
def test_how_long_a_picture_has_to_stay(state: State, hands: str, at_least_ms: int, at_most_ms: int) -> None:
    table = table_at(state, 4)
    do(table, hands)
    assert at_least_ms <= when_taken(table) <= at_most_ms


@pytest.mark.parametrize(
    ("hands", "move"),
    [
        pytest.param("G14>G17 500 G17>G18 1000", ["G14", "G18"], id="rests at the door and goes on"),
        pytest.param("G14>G17 1500 G17>G18 1000", ["G14", "G18"], id="goes on when it was taken for the other"),
        pytest.param("G14>G17 500 R7>G17 300 G17>R7 1500", ["G14", "R7"], id="enters, expelling"),
    ],
)
def test_m1_resting_at_a_door(hands: str, move: list[str]) -> None:
    table = table_at(DOORWAY, 4)
    do(table, hands)
    assert table.journal == [{"roll": 4}, {"move": move}]


def test_passing_through_another_outcome_counts_only_when_it_stays() -> None:
    # Red has guests on G1 and G5: setting G1 > G5 beside the other clears G1 only; the figure in the air does too.
    table = table_at(position(red="G1 G5", blue="G15"), 4)
    do(table, "-G1 1500 +G2 500 G2>G3 500 G3>G1 500")
    assert (table.kind, table.journal) == ("move", [{"roll": 4}])
    do(table, "-G1 3000")
    assert table.journal == MOVED


def orders() -> list[str]:
    """Every order of lifting and putting two figures; each is lifted before it is put."""
    motions = (("-G14", 0), ("+R7", 0), ("-R7", 1), ("+C10", 1))
    everything = (order for order in permutations(motions))
    lifted_first = (o for o in everything if all(o.index(motions[n]) < o.index(motions[n + 1]) for n in (0, 2)))
    return [" 250 ".join(word for word, _ in order) for order in lifted_first]


@pytest.mark.parametrize("hands", orders())
def test_expelled_and_captured_figures_come_in_any_order(hands: str) -> None:
    # Red enters R7 with exactly 4, blue is expelled to its door G17, where Hugo stands, and goes on to C10.
    table = table_at(position(red="G14 G2", blue="R7 G25", hugo="G17"), 4)
    do(table, f"{hands} 3000")
    assert table.journal == [{"roll": 4}, {"move": ["G14", "R7"]}]
    assert (table.kind, guests(table)) == ("roll", {"red": "G2 R7", "blue": "G25 C10"})


# A move between shared spaces, which no sensor can tell.
UNSEEN = position(red="G1 G20", blue="G1 G5")


@pytest.mark.parametrize("gesture", ["tap", "hold"])
def test_an_unseen_move_needs_a_press(gesture: str) -> None:
    table = table_at(UNSEEN, 4)
    do(table, "-G1 300 +G5 9000 -G20 300 +G20 9000")
    assert (table.kind, table.journal) == ("move", [{"roll": 4}])
    do(table, gesture)
    assert (table.kind, table.journal) == ("roll", MOVED)


def test_seen_moves_beside_an_unseen_one_are_taken_by_themselves() -> None:
    table = table_at(UNSEEN, 4)
    do(table, "-G20 300 +G24 1000")
    assert table.journal == [{"roll": 4}, {"move": ["G20", "G24"]}]


def test_alike_outcomes_that_are_unseen_ask_at_a_press() -> None:
    table = table_at(position(red="G1 G20", blue="G5 G24", green="G1 G20"), 4)
    table.wait(9000)
    assert table.kind == "move"
    table.press()
    moves = [["G1", "G5"], ["G20", "G24"]]
    assert table.prompt == {"kind": "choose", "player": "red", "options": [*moves, "back"], "index": 0}
    choose(table, ["G20", "G24"])
    assert (table.kind, table.journal) == ("roll", [{"roll": 4}, {"move": ["G20", "G24"]}])


# Where red's guest goes from G2 cannot be seen: along to G6, or into R1 or R2.
BLIND_DOORS = ("R1", "R2", "G4", "G6")


def asking() -> SimulatedBoard:
    table = table_at(position(red="G28 G2", blue="G15", hugo="G12"), 4, unseen=BLIND_DOORS)
    do(table, "-G2 3000")
    return table


def test_alike_outcomes_ask_by_themselves_once_they_are_seen() -> None:
    table = asking()
    moves = [["G2", "G6"], ["G2", "R1"], ["G2", "R2"]]
    assert table.prompt == {"kind": "choose", "player": "red", "options": [*moves, "back"], "index": 0}
    choose(table, ["G2", "R1"])
    assert (table.kind, table.journal) == ("roll", [{"roll": 4}, {"move": ["G2", "R1"]}])


@pytest.mark.parametrize(
    ("gone", "again"),
    [
        pytest.param("+G2 2000", "-G2 3000", id="put back"),
        pytest.param("-G15 3000", "+G15 3000", id="something else in the air"),
    ],
)
def test_a_question_goes_and_comes_back_with_its_picture(gone: str, again: str) -> None:
    table = asking()
    asked = table.prompt
    do(table, gone)
    assert table.kind == "move"
    do(table, again)
    assert table.prompt == asked


def test_m6_straightening_figures_while_nobody_has_rolled_records_nothing() -> None:
    table = table_at(PLAIN)
    do(table, "-G1 200 +G1 300 -G9 900 +G9 200 -C10 300 +C10 300 -G15 100 -G20 100 +G15 100 +G20 3000")
    assert (table.kind, table.journal) == ("roll", [])


def test_nothing_is_taken_from_an_unchanged_picture() -> None:
    # G1's figure was taken off before the roll; with it gone the board looks like G1 > G5 beside blue's.
    table = table_at(position(red="G1 G9", blue="G5 G20"))
    do(table, "-G1 500")
    table.roll(4)
    table.wait(9000)
    assert (table.kind, table.journal) == ("move", [{"roll": 4}])
    table.press()
    assert table.journal == MOVED


# Sensors that are missing or lost ------------------------------------------------------------------


def test_levels_that_come_back_are_no_hands() -> None:
    table = table_at(PLAIN, 4)
    table.sensor("G1", None)
    table.sensor("G5", None)
    table.wait(500)
    table.sensor("G1", False)
    table.sensor("G5", True)
    table.wait(9000)
    assert (table.kind, table.journal) == ("move", [{"roll": 4}])
    table.press()
    assert (table.kind, table.journal) == ("roll", MOVED)


def test_e1_a_chip_that_is_reset_is_never_forty_lifted_figures() -> None:
    table = table_at(PLAIN, 4)
    before = table.prompt
    chip = table.board.names[:12]
    for levels in (dict.fromkeys(chip), {space: table.figures[space] > 0 for space in chip}):
        for space, level in levels.items():
            table.sensor(space, level)
        table.wait(9000)
        assert (table.prompt, table.journal) == (before, [{"roll": 4}])
    do(table, "G1>G5 1000")
    assert table.journal == MOVED


@pytest.mark.parametrize(
    ("unseen", "hands"),
    [
        pytest.param(("G5",), "G1>G5 3000", id="target unseen: one fits the lift"),
        pytest.param(("G1",), "G1>G5 1000", id="source unseen: one fits the put"),
        pytest.param(("G1", "G5"), "G1>G5 9000 tap", id="both unseen: a press, since one fits"),
        pytest.param(("G1", "G5", "G9", "G13"), "G1>G5 9000 tap hold", id="all unseen: a press and a choice"),
    ],
)
def test_unknown_spaces_take_no_part(unseen: tuple[str, ...], hands: str) -> None:
    table = table_at(PLAIN, 4, unseen=unseen)
    do(table, hands)
    assert (table.kind, table.journal) == ("roll", MOVED)


@pytest.mark.parametrize("kind", KINDS)
def test_a_whole_game_by_button_alone(kind: str) -> None:
    rng = random.Random(kind)
    table = SimulatedBoard(Preset(kind, 3), sensors=frozenset(), chance=rng)
    kinds = set()
    while table.kind != "over" and len(table.journal) < 2000:
        kinds.add(table.kind)
        if table.kind == "choose":
            choose(table, rng.choice(table.prompt["options"][:-1]))
        else:
            table.press()
    check(table)
    assert table.finished
    assert kinds == {"place", "roll", "move", "choose"}


# Placing -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "placed"),
    [
        pytest.param("+G5 1000", ["G5"], id="put"),
        pytest.param("+G5 400 +G9 400 +G1 1000", ["G5", "G9", "G1"], id="one after another"),
        pytest.param("+G5 40 -G5 40 +G6 40 -G6 40 +G7 1000", ["G7"], id="slid along"),
        pytest.param("+R1 3000 -R1 300 +G3 1000", ["G3"], id="into a room first"),
        pytest.param("-C10 500 +G5 500 +C10 1000", ["G5"], id="Hugo lifted meanwhile"),
        pytest.param("+G5 20 +G9 3000 -G9 1000", ["G5"], id="two at once, one taken off again"),
    ],
)
def test_placing(hands: str, placed: list[str]) -> None:
    table = table_at(position(red="", blue="", phase=PLACING))
    do(table, hands)
    assert table.journal == [{"place": space} for space in placed]
    assert table.kind == "place"


def test_a_guest_is_placed_from_its_step_in_a_later_round() -> None:
    state = position(kind=MIDNIGHT_PARTY, round=2, phase=PLACING, red="G3 C9", blue="G15 C9")
    table = table_at(state)
    do(table, "-C9 200 +G7 1000")
    assert (table.kind, table.prompt["player"], table.journal) == ("place", "blue", [{"place": "G7"}])
    do(table, "-C9 200 +G8 1000")
    assert (table.kind, table.prompt["player"]) == ("roll", "red")
