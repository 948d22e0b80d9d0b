"""Clumsy hands against the pure session: games that went wrong once, and a few of every sort."""

from dataclasses import replace
from pathlib import Path

import pytest

from hugo_castle.errors import BadInput
from hugo_castle.rules import event_to_json
from hugo_castle.soak.board import SimulatedTable
from hugo_castle.soak.replay import replay, short_trace_of, trace_of
from hugo_castle.soak.report import report
from hugo_castle.soak.runner import BOARD, Conditions, hand_of, play
from hugo_castle.soak.trace import read_trace

ONCE_WRONG = [
    pytest.param(1076, id="next player's figure rests where the last one could have gone"),
    pytest.param(1274, id="next player lifts the wrong figure and puts it back"),
    pytest.param(1335, id="die thrown while a figure is in the air, which lands beside another"),
    pytest.param(1373, id="last guest placed moves on over a wrong space"),
    pytest.param(5167, id="wrong space for seconds, with which the game would end"),
    pytest.param(20004, id="expelled guest forgotten until after the next roll"),
    pytest.param(20149, id="picture of an earlier and of the present move"),
    pytest.param(20382, id="picture of an earlier move and of a step in the walk"),
]


@pytest.mark.parametrize("seed", ONCE_WRONG)
def test_what_went_wrong_once(seed: int) -> None:
    assert play(seed, Conditions()).failure is None


@pytest.mark.parametrize("seed", range(2, 16))
@pytest.mark.parametrize(
    "conditions",
    [
        pytest.param(Conditions(), id="all sensors"),
        pytest.param(Conditions(faults=True), id="expanders failing"),
        pytest.param(Conditions(dead=1), id="one dead sensor"),
        pytest.param(Conditions(dead=10), id="ten dead sensors"),
        pytest.param(Conditions(sensors="gallery"), id="gallery only"),
        pytest.param(Conditions(sensors="none"), id="no sensors"),
    ],
)
def test_games_come_out_right(seed: int, conditions: Conditions) -> None:
    result = play(seed, conditions)
    assert result.failure is None, f"seed {seed}: {result.failure}"


def test_neat_hands_need_no_press_for_what_sensors_can_tell() -> None:
    samples = play(3, Conditions(noise=0)).samples
    assert {sample.presses for sample in samples if sample.seen_by == "put"} == {0}


def test_a_game_is_the_same_again_from_its_seed() -> None:
    assert play(7, Conditions()) == play(7, Conditions())


def test_a_trace_leads_to_the_same_record_and_survives_its_file(tmp_path: Path) -> None:
    hand = hand_of(4, Conditions())
    hand.play()
    table = hand.table
    assert isinstance(table, SimulatedTable)
    trace = trace_of(hand.state.game, table)
    trace.write(tmp_path / "game.trace")
    read = read_trace(tmp_path / "game.trace")
    assert read == replace(trace, events=())
    assert list(replay(read).recorded()) == list(table.recorded())


def test_a_short_trace_begins_where_the_record_was_still_right() -> None:
    hand = hand_of(4, Conditions())
    hand.play()
    table = hand.table
    assert isinstance(table, SimulatedTable)
    recorded = [event_to_json(BOARD, event) for event in hand.record]
    as_if_done = [*recorded[:-6], {"place": "G1"}]  # the last six as if hands had done something else
    short = short_trace_of(hand.state.game, table, as_if_done)
    assert 0 < len(short.events) <= len(recorded) - 6
    assert len(short.inputs) < 60 < len(table.inputs)
    heard: list[str] = []
    assert list(replay(short, lambda at_ms, what: heard.append(what)).recorded()) == recorded
    assert sum("recorded" in what for what in heard) >= 6


@pytest.mark.parametrize("text", ["", "{}", "[1]", "no json", '{"events":[],"faces":[],"end_ms":0}'])
def test_what_is_no_trace_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "x").write_text(text)
    with pytest.raises(BadInput, match="not a trace of hugo-castle soak"):
        read_trace(tmp_path / "x")


def test_the_report_counts_moves_by_how_they_can_be_seen() -> None:
    text = report([play(2, Conditions()), play(3, Conditions())])
    assert "hugo: 1 games" in text
    assert "midnight-party: 1 games" in text
    assert text.endswith("0 failed")
