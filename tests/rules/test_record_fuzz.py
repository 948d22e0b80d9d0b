"""Whatever bytes come as a record: states, then perhaps BadRecord with its line, never anything else."""

import io
import re

from hypothesis import example, given, settings
from hypothesis import strategies as st

from hugo_castle.rules import KINDS, new_state, state_to_json
from hugo_castle.rules.record import BadRecord, event_to_json, replay
from rules.games import AS_DRAWN, CASTLE_LAYOUT, Hand, as_line, game_of, hands, play_through, tables


def check(data: bytes) -> None:
    """Every line has a state, or the first that has none is named."""
    lines = data.split(b"\n")
    if not lines[-1] and len(lines) > 1:
        lines.pop()
    states = []
    refusal = None
    try:
        for state in replay(io.BytesIO(data)):
            states.append(state_to_json(state))
    except BadRecord as exc:
        refusal = str(exc)
    if refusal is None:
        assert len(states) == len(lines)
    else:
        assert re.match(rf"line {len(states) + 1}: .", refusal)
        assert refusal.isprintable()
        assert len(refusal) < 300


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200))
@example(b"")
@example(b"\n")
@example(b"\x85")
def test_any_bytes(data: bytes) -> None:
    check(data)


HEADER = b'{"game":"hugo","players":["red","blue"]}\n'
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["G5", "ghost", "R3", "C10", "", "\n"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["place", "roll", "a"]), inner, max_size=3)
    ),
    max_leaves=6,
)


@settings(max_examples=200, deadline=None)
@given(st.lists(JSON_VALUES | st.builds(dict, place=JSON_VALUES) | st.builds(dict, roll=JSON_VALUES), max_size=4))
def test_any_json(values: list[object]) -> None:
    check(HEADER + b"".join(as_line(value).encode() + b"\n" for value in values))


@settings(max_examples=200, deadline=None)
@given(
    st.dictionaries(st.sampled_from(["game", "players", "board", "options", "x"]), JSON_VALUES)
    | st.builds(dict, game=st.just("hugo"), players=st.lists(JSON_VALUES, max_size=9))
    | st.builds(
        dict,
        game=st.just("hugo"),
        players=st.just(["red", "blue"]),
        options=st.dictionaries(st.sampled_from(["entry_speeds_up", "two_step_from", "y"]), JSON_VALUES),
    )
)
def test_any_header(header: dict[str, object]) -> None:
    check(as_line(header).encode())


def played_record(kind: str) -> list[bytes]:
    """The lines of a whole game on the castle."""
    header = {"game": kind, "players": ["red", "blue", "white"]}
    state = new_state(game_of(header, CASTLE_LAYOUT))
    played = play_through(state, Hand(1, 1 / 3, "rooms"))
    events = [event_to_json(state.game.board, event) for _, event, _ in played]
    return [as_line(data).encode() for data in (header, *events)]


RECORDS = [played_record(kind) for kind in KINDS]


@st.composite
def mutated_records(draw: st.DrawFn) -> bytes:
    """A good record with a few bytes or lines changed, doubled, dropped or swapped."""
    lines = list(draw(st.sampled_from(RECORDS))[: draw(st.integers(1, 400))])
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(lines) - 1))
        match draw(st.sampled_from(["byte", "insert", "drop", "double", "swap", "cut"])):
            case "byte":
                place = draw(st.integers(0, len(lines[at])))
                lines[at] = lines[at][:place] + draw(st.binary(min_size=1, max_size=2)) + lines[at][place + 1 :]
            case "insert":
                lines.insert(at, draw(st.binary(max_size=6)))
            case "drop" if len(lines) > 1:
                del lines[at]
            case "double":
                lines.insert(at, lines[at])
            case "swap":
                lines[at], lines[-1] = lines[-1], lines[at]
            case _:
                lines[at] = lines[at][: len(lines[at]) // 2]
    return b"\n".join(lines) + draw(st.sampled_from([b"", b"\n"]))


@settings(max_examples=200, deadline=None)
@given(mutated_records())
def test_mutated_records(data: bytes) -> None:
    check(data)


@settings(max_examples=25, deadline=None, phases=AS_DRAWN)
@given(tables(), hands())
def test_good_records_replay_as_played(table: tuple[dict[str, object], dict[str, object]], hand: Hand) -> None:
    game = game_of(*table)
    played = list(play_through(new_state(game), hand))
    lines = [as_line(game.header()), *(as_line(event_to_json(game.board, event)) for _, event, _ in played)]
    states = list(replay(io.BytesIO("\n".join(lines).encode()), game.board))
    assert states == [new_state(game), *(outcome.state for _, _, outcome in played)]
