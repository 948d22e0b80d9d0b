"""Games survive a restart: saves, take-backs, history, records, settings."""

import json

import pytest

from hugo_castle.journal import GameSummary, Journal, NoSuchGame
from journal.samples import EVENTS, GHOST, HEADER, PLACE, ROLL, WallClock, stored, write_game


@pytest.mark.parametrize(
    ("saves", "expected"),
    [
        pytest.param([], stored(()), id="begun only"),
        pytest.param([(0, EVENTS, [], False)], stored(), id="several at once"),
        pytest.param([(0, [PLACE], [], False), (1, [GHOST], [], False)], stored([PLACE, GHOST]), id="appended"),
        pytest.param([(0, EVENTS, [], False), (1, [], [4], False)], stored([PLACE], [4]), id="taken back"),
        pytest.param(
            [(0, EVENTS, [], False), (1, [], [4, "ghost"], False), (1, [ROLL], ["ghost"], False)],
            stored([PLACE, ROLL], ["ghost"]),
            id="a standing roll used",
        ),
        pytest.param([(0, EVENTS, [], False), (2, [GHOST], [], False)], stored([PLACE, ROLL, GHOST]), id="replaced"),
        pytest.param([(0, EVENTS, [], False), (0, [], [], False)], stored(()), id="all taken back"),
        pytest.param([(0, EVENTS, [], False)] * 2, stored(), id="the same twice"),
        pytest.param([(0, EVENTS, [], True)], None, id="finished"),
        pytest.param(
            [(0, EVENTS, [], True), (2, [], [], False)], stored([PLACE, ROLL]), id="unfinished by a take-back"
        ),
    ],
)
def test_what_was_saved_is_there_after_a_restart(tmp_path, saves, expected):
    with Journal(tmp_path, WallClock()) as journal:
        game_id = journal.begin(HEADER)
        for save in saves:
            journal.save(game_id, *save)
        assert journal.unfinished() == expected
    with Journal(tmp_path) as journal:
        assert (journal.unfinished(), journal.notices) == (expected, ())


@pytest.mark.parametrize(
    ("game_id", "keep", "error"),
    [
        pytest.param(1, 4, ValueError, id="more kept than there are"),
        pytest.param(1, -1, ValueError, id="negative"),
        pytest.param(2, 0, NoSuchGame, id="no such game"),
        pytest.param(2**70, 0, NoSuchGame, id="no number of SQLite's"),
    ],
)
def test_a_save_that_would_leave_a_gap_is_refused_and_changes_nothing(tmp_path, game_id, keep, error):
    write_game(tmp_path)
    with Journal(tmp_path) as journal:
        with pytest.raises(error):
            journal.save(game_id, keep, [GHOST], [6], True)
        assert journal.unfinished() == stored()
        journal.save(1, 3, [GHOST], [], False)
    assert Journal.read(tmp_path).unfinished() == stored((*EVENTS, GHOST))


def test_history_goes_by_number_even_if_the_clock_jumps_back(tmp_path):
    clock = WallClock()
    with Journal(tmp_path, clock) as journal:
        journal.save(journal.begin(HEADER), 0, EVENTS, [], True)
        clock.now_s = 50.0
        journal.begin({"game": "midnight-party", "players": ["white", "green", "violet"]})
        journal.save(journal.begin(HEADER), 0, [PLACE], [], False)
        expected = [
            GameSummary(1, "hugo", ("red", "blue"), 1001.0, 1002.0, 3, "finished"),
            GameSummary(2, "midnight-party", ("white", "green", "violet"), 51.0, 51.0, 0, "abandoned"),
            GameSummary(3, "hugo", ("red", "blue"), 52.0, 53.0, 1, "unfinished"),
        ]
        assert journal.games() == expected
    assert Journal.read(tmp_path).games() == expected


def test_an_abandoned_game_is_not_offered_when_the_newer_one_is_finished(tmp_path):
    with Journal(tmp_path, WallClock()) as journal:
        journal.begin(HEADER)
        journal.save(journal.begin(HEADER), 0, EVENTS, [], True)
        assert journal.unfinished() is None
        assert [game.status for game in journal.games()] == ["abandoned", "finished"]


@pytest.mark.parametrize("count", [pytest.param(n, id=f"{n} events") for n in (0, 1, 1001)])
def test_record_is_the_lines_of_a_game_record(tmp_path, count):
    events = [{"roll": number} for number in range(count)]
    write_game(tmp_path, events)
    with Journal(tmp_path) as journal:
        lines = list(journal.record(1))
    assert lines[0] == ('{"game":"hugo","players":["red","blue"],"board":"castle","options":{"entry_speeds_up":true}}')
    assert [json.loads(line) for line in lines[1:]] == events


def test_a_record_is_of_the_moment_and_does_not_hold_up_saving(tmp_path):
    write_game(tmp_path)
    with Journal(tmp_path) as journal:
        lines = journal.record(1)
        next(lines)
        journal.save(1, 3, [GHOST], [], False)
        assert [json.loads(line) for line in lines] == list(EVENTS)


@pytest.mark.parametrize("game_id", [0, 2, -1, 2**63])
def test_record_of_no_game_is_refused_at_once(tmp_path, game_id):
    write_game(tmp_path)
    with Journal(tmp_path) as journal, pytest.raises(NoSuchGame, match=f"no game {game_id} in"):
        journal.record(game_id)


def test_settings_outlive_a_restart(tmp_path):
    with Journal(tmp_path) as journal:
        journal.set_setting("language", "en")
        journal.set_setting("language", "Português")
    with Journal(tmp_path) as journal:
        assert (journal.get_setting("language"), journal.get_setting("mood")) == ("Português", None)
