"""Contract 2 and RECORD.md: every line of a good record gives a state, as it is read."""

import io
import json
from collections.abc import Iterator
from typing import Any

import pytest

from hugo_castle.errors import HugoError
from hugo_castle.rules import HUGO, Malformed, Options, State, new_game, new_state
from hugo_castle.rules.record import BadRecord, event_from_json, event_to_json, game_events, replay
from rules.games import CASTLE_LAYOUT, as_line, board_of
from rules.positions import CASTLE, event, position
from rules.records import HEADER, START, replayed


def test_a_state_a_line() -> None:
    record = START + b'{"roll":4}\n{"move":["G11","G15"]}\n{"roll":"ghost"}\n'
    placed = {"red": "G1 G3 G5 G7 G9 G11", "blue": "G2 G4 G6 G8 G10 G12"}
    moved = {**placed, "red": "G1 G3 G5 G7 G9 G15"}
    states = replayed(record)
    assert states[0] == new_state(new_game(HUGO, 2, CASTLE))
    assert states[12:] == [
        position(**placed),
        position(**placed, roll=4),
        position(**moved, turn="blue"),
        position(**moved, turn="red", hugo="C7"),
    ]
    assert len(states) == 16


def test_streams_line_by_line() -> None:
    """A state is given out before the next line is read: a record may come from a pipe."""
    read = []

    class Pipe(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            read.append(size)
            return super().readline(size)

    states: Iterator[State] = replay(Pipe(START))
    for count in range(1, 14):
        next(states)
        assert len(read) == count


@pytest.mark.parametrize(
    "record",
    [
        pytest.param(START.replace(b"\n", b"\r\n"), id="CRLF"),
        pytest.param(START[:-1], id="last newline missing"),
        pytest.param(START.replace(b":", b" :\t"), id="blanks between"),
        pytest.param(START.replace(b'"G5"', b'"\\u00475"'), id="escapes"),
        pytest.param(START.replace(b'"G5"}', b'"G5"}' + b" " * 60_000), id="a long line of blanks"),
    ],
)
def test_same_record_otherwise_written(record: bytes) -> None:
    assert replayed(record) == replayed(START)


HEADER_ONLY = (
    '{"game":"hugo","players":["red","blue"],"board":"castle","options":{}}',
    '{"game":"midnight-party","players":["violet","white","red"],"options":{"two_step_from":2}}',
    '{"options":{"entry_speeds_up":false,"highest_step_first":false},"players":["red","blue"],"game":"hugo"}',
)


@pytest.mark.parametrize("header", HEADER_ONLY)
def test_headers(header: str) -> None:
    (state,) = replayed(header.encode())
    data = json.loads(header)
    assert state.game.kind == data["game"]
    assert list(state.game.players) == data["players"]
    assert state.game.options == Options(**data.get("options", {}))
    assert [state] == replayed(as_line(state.game.header()).encode())


def test_board_of_ones_own() -> None:
    board = board_of({**CASTLE_LAYOUT, "name": "mine", "steps": [5, 1]})
    for header in (HEADER, HEADER.replace(b"}", b',"board":"mine"}')):
        (state,) = replay(io.BytesIO(header), board)
        assert state.game.board == board
    with pytest.raises(
        BadRecord, match=r"^line 1: board: the record was made on 'castle', but the board given is 'mine'$"
    ):
        list(replay(io.BytesIO(HEADER.replace(b"}", b',"board":"castle"}')), board))


def test_bad_record_is_one_of_ours() -> None:
    assert issubclass(BadRecord, HugoError)


EVENTS: list[tuple[str, dict[str, Any]]] = [
    ("place G5", {"place": "G5"}),
    ("roll 4", {"roll": 4}),
    ("roll ghost", {"roll": "ghost"}),
    ("move C10 R1", {"move": ["C10", "R1"]}),
]


@pytest.mark.parametrize(("text", "data"), [pytest.param(text, data, id=text) for text, data in EVENTS])
def test_events_there_and_back(text: str, data: dict[str, Any]) -> None:
    assert event_to_json(CASTLE, event(text)) == data
    assert event_from_json(CASTLE, data) == event(text)


def test_game_and_events_of_a_stored_record() -> None:
    header = json.loads(HEADER)
    assert game_events(header, [{"place": "G5"}]) == (new_game(HUGO, 2, CASTLE), [event("place G5")])
    with pytest.raises(Malformed):
        game_events(header, [{"place": "G29"}])
    with pytest.raises(Malformed):
        game_events([], [])
