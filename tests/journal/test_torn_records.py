"""P1: a record that was cut short costs only itself."""

import itertools
import json

import pytest

from hugo_castle.journal import Journal, JournalLost
from journal.samples import EVENTS, GHOST, HEADER, PLACE, ROLL, change, stored, write_game


@pytest.mark.parametrize(
    ("damage", "expected", "notice"),
    [
        pytest.param(
            'UPDATE events SET event = \'{"move":["G5\' WHERE number = 3',
            stored(EVENTS[:2], [6]),
            "record 3 of 3 is damaged; the game goes on after record 2",
            id="P1 newest record cut short",
        ),
        pytest.param(
            "UPDATE events SET event = '[4]' WHERE number = 3",
            stored(EVENTS[:2], [6]),
            "record 3 of 3",
            id="no object",
        ),
        pytest.param(
            "UPDATE events SET event = CAST(x'7b2272ff223a347d' AS TEXT) WHERE number = 3",
            stored(EVENTS[:2], [6]),
            "record 3 of 3",
            id="no text",
        ),
        pytest.param("DELETE FROM events WHERE number = 2", stored(EVENTS[:1], [6]), "record 2 of 3", id="a gap"),
        pytest.param(
            "UPDATE games SET standing = '[6'", stored(EVENTS), "rolls that were to come", id="standing rolls"
        ),
        pytest.param("UPDATE games SET header = '{' WHERE id = 1", None, "game 1 cannot go on", id="header"),
    ],
)
def test_p1_a_torn_record_costs_only_itself(tmp_path, damage, expected, notice):
    write_game(tmp_path, EVENTS, [6])
    change(tmp_path, damage)
    with Journal.read(tmp_path) as reader:
        assert reader.unfinished() == expected
    with Journal(tmp_path) as journal:
        [told] = journal.notices
        assert notice in told
        assert journal.unfinished() == expected
        assert [game.id for game in journal.games()] == [1]
        if expected:
            journal.save(1, len(expected.events), [GHOST], [], False)
            assert journal.unfinished() == stored((*expected.events, GHOST))


def test_p1_the_rest_of_a_record_comes_out_before_the_torn_line(tmp_path):
    write_game(tmp_path)
    change(tmp_path, "UPDATE events SET event = '{' WHERE number = 3")
    with Journal(tmp_path) as journal:
        lines = journal.record(1)
        assert [json.loads(line) for line in itertools.islice(lines, 3)] == [HEADER, PLACE, ROLL]
        with pytest.raises(JournalLost, match=r"record 3 of game 1 .* is damaged"):
            next(lines)
