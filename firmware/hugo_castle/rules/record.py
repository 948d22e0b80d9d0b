"""Game records (contract 2; RECORD.md beside this file): reading, checking and writing, line by line."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, BinaryIO

from hugo_castle.errors import HugoError
from hugo_castle.rules.board import FACES, Board, Move
from hugo_castle.rules.engine import Event, Place, Roll, apply
from hugo_castle.rules.errors import Malformed, RulesError
from hugo_castle.rules.game import Game, game_from_header
from hugo_castle.rules.state import GHOST, Face, State, new_state

# The longest line that means something has about 300 bytes; a "line" of gigabytes must not fill the memory.
MAX_LINE_BYTES = 65_536


class BadRecord(HugoError):
    """A record's first bad line; the text begins `line N: `."""


def event_from_json(board: Board, data: object) -> Event:
    """The event in one line of a record.

    Raises Malformed for whatever is not exactly one of contract 2's events.
    """
    if not isinstance(data, dict) or len(data) != 1:
        raise Malformed('expected one event: {"place":"G5"}, {"roll":4} or {"move":["G5","G9"]}')
    ((kind, value),) = data.items()
    reader = _READERS.get(kind)
    if reader is None:
        raise Malformed(f"unknown event {kind!r:.40}: expected place, roll or move")
    return reader(board, value)


def _read_place(board: Board, value: object) -> Event:
    return Place(board.space(value))


def _read_roll(board: Board, value: object) -> Event:
    return Roll(read_face(value))


def read_face(value: object) -> Face:
    """The face of the die that a JSON value names. Raises Malformed for what the die does not have."""
    if value == GHOST or (type(value) is int and value in FACES):
        return value
    raise Malformed(f'roll: expected 1, 2, 4, 5 or "ghost" (rule T1), got {value!r:.40}')


def _read_move(board: Board, value: object) -> Event:
    if not isinstance(value, list) or len(value) != 2:
        raise Malformed(f'move: expected two spaces such as ["G5","G9"], got {value!r:.60}')
    return Move(board.space(value[0]), board.space(value[1]))


_READERS: Mapping[str, Callable[[Board, object], Event]] = {
    "place": _read_place,
    "roll": _read_roll,
    "move": _read_move,
}


def event_to_json(board: Board, event: Event) -> dict[str, Any]:
    """The event as a line of a record has it."""
    if isinstance(event, Place):
        return {"place": board.names[event.space]}
    if isinstance(event, Roll):
        return {"roll": event.face}
    return {"move": [board.names[event.source], board.names[event.target]]}


def replay(lines: BinaryIO, board: Board | None = None) -> Iterator[State]:
    """The state after each line of a record, as they are read; a record of any length needs no memory.

    Raises BadRecord at the first bad line.
    """
    state: State | None = None
    for number, line in enumerate(_lines(lines), start=1):
        try:
            data = _parse(line)
            if state is None:
                state = new_state(game_from_header(data, board))
            else:
                state = apply(state, event_from_json(state.game.board, data)).state
        except RulesError as exc:
            raise BadRecord(f"line {number}: {exc}") from exc
        except RecursionError as exc:  # from parsing, or from quoting what was parsed
            raise BadRecord(f"line {number}: not JSON that means anything: nested too deeply") from exc
        yield state
    if state is None:
        raise BadRecord("line 1: missing: a record begins with its header")


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    while line := stream.readline(MAX_LINE_BYTES + 1):
        yield line


def _parse(line: bytes) -> object:
    if len(line) > MAX_LINE_BYTES:
        raise Malformed(f"longer than {MAX_LINE_BYTES} bytes")
    try:
        text = line.decode("utf-8")
        if not text.strip():
            raise Malformed("empty")
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except UnicodeDecodeError as exc:
        raise Malformed(f"not UTF-8 at byte {exc.start + 1}") from exc
    except json.JSONDecodeError as exc:
        raise Malformed(f"not JSON: {exc.msg} at character {exc.pos + 1}") from exc
    except ValueError as exc:  # a number of thousands of digits, which Python refuses to convert
        raise Malformed("a number with too many digits") from exc


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        raise Malformed("a key stands there twice")
    return data


def _no_constant(name: str) -> Any:
    raise Malformed(f"not JSON: {name}")


def game_events(header: object, events: Iterable[object], board: Board | None = None) -> tuple[Game, list[Event]]:
    """A stored game and its events; `board` as in `game_from_header`.

    Raises Malformed for a header or event of the wrong shape.
    """
    game = game_from_header(header, board)
    return game, [event_from_json(game.board, event) for event in events]
