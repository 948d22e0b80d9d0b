"""Contract 2: first lines that are no header, and lines that are too deep or too long."""

import io
import tracemalloc

import pytest

from hugo_castle.rules import COLORS
from hugo_castle.rules.record import MAX_LINE_BYTES, BadRecord, replay
from rules.games import as_line
from rules.records import HEADER, PLACED, START, failure


def header(**changes: str) -> str:
    """A header as JSON text, with keys added or replaced by pieces of JSON."""
    pieces = {"game": '"hugo"', "players": '["red","blue"]', **changes}
    return "{" + ",".join(f'"{key}":{piece}' for key, piece in pieces.items()) + "}"


BAD_HEADERS: list[tuple[str, str, str]] = [
    ("null", "null", "the header must be an object such as"),
    ("list", "[]", "the header must be an object such as"),
    ("an event", '{"roll":4}', "unknown header key 'roll': expected game, players, board, options"),
    ("empty", "{}", "game: expected hugo or midnight-party, got nothing"),
    ("unknown key", header(seed="1"), "unknown header key 'seed'"),
    ("key twice", header()[:-1] + ',"game":"hugo"}', "a key stands there twice"),
    ("upper case game", header(game='"Hugo"'), "game: expected hugo or midnight-party, got 'Hugo'"),
    ("game a list", header(game='["hugo"]'), "game: expected hugo or midnight-party, got ['hugo']"),
    ("game null", header(game="null"), "game: expected hugo or midnight-party, got None"),
    ("no players", '{"game":"hugo"}', "players: expected a list of 2 to 8 colours, got nothing"),
    ("players a number", header(players="2"), "players: expected a list of 2 to 8 colours, got 2"),
    ("players an object", header(players='{"red":1,"blue":2}'), "players: expected a list of 2 to 8"),
    ("players a word", header(players='"red"'), "players: expected a list of 2 to 8 colours, got 'red'"),
    ("one player", header(players='["red"]'), "players: expected a list of 2 to 8 colours"),
    ("nine players", as_line({"game": "hugo", "players": [*COLORS, "red"]}), "players: expected a list of 2 to 8"),
    ("same color", header(players='["red","red"]'), "players: every colour only once, got red, red"),
    ("unknown color", header(players='["red","pink"]'), "players: expected colours out of red, blue"),
    ("color null", header(players='["red",null]'), "players: expected colours out of red, blue"),
    ("color a list", header(players='["red",["blue"]]'), "players: expected colours out of red, blue"),
    ("color an object", header(players='["red",{}]'), "players: expected colours out of red, blue"),
    ("unknown board", header(board='"keep"'), "unknown board 'keep': expected castle"),
    ("board path", header(board='"../boards/castle"'), "unknown board '../boards/castle': expected castle"),
    ("board null", header(board="null"), "board: expected a name, got None"),
    ("board a list", header(board="[]"), "board: expected a name, got []"),
    ("options null", header(options="null"), "options: expected an object"),
    ("options a list", header(options="[]"), "options: expected an object"),
    ("unknown option", header(options='{"speed":3}'), "unknown option 'speed': expected entry_speeds_up, "),
    *(
        (f"{name} {value}", header(options=f'{{"{name}":{value}}}'), f"options.{name}: expected true or false")
        for name in ("entry_speeds_up", "highest_step_first")
        for value in ("1", "0", "null", '"true"', "[]", "{}", "1.0")
    ),
    *(
        (
            f"two_step_from {value}",
            header(options=f'{{"two_step_from":{value}}}'),
            "options.two_step_from: expected 2 to 9",
        )
        for value in ("1", "10", "7.0", "true", "null", '"7"', "[]", "-7", "1e999", "9" * 4000)
    ),
    ("placing first", '{"place":"G5"}', "unknown header key 'place'"),
]


@pytest.mark.parametrize(("line", "text"), [pytest.param(line, text, id=name) for name, line, text in BAD_HEADERS])
def test_bad_headers(line: str, text: str) -> None:
    states, said = failure(line.encode() + b"\n" + PLACED)
    assert states == 0
    assert said.startswith(f"line 1: {text}")
    assert len(said) < 250


@pytest.mark.parametrize(
    ("record", "text"),
    [
        pytest.param(b"", "line 1: missing: a record begins with its header", id="no content"),
        pytest.param(b"\n", "line 1: empty", id="one empty line"),
        pytest.param(b"\xef\xbb\xbf" + START, "line 1: not JSON: Unexpected UTF-8 BOM", id="BOM"),
        pytest.param(b"\n" + START, "line 1: empty", id="empty line first"),
        pytest.param(START.replace(b"\n", b"\r"), "line 1: not JSON: Extra data", id="carriage returns for newlines"),
    ],
)
def test_bad_beginnings(record: bytes, text: str) -> None:
    states, said = failure(record)
    assert (states, said[: len(text)]) == (0, text)


SLOTS = [
    b"%s",
    b'{"game":%s}',
    b'{"game":"hugo","players":%s}',
    b'{"game":"hugo","players":["red",%s]}',
    b'{"game":"hugo","players":["red","blue"],"board":%s}',
    b'{"game":"hugo","players":["red","blue"],"options":{"two_step_from":%s}}',
    HEADER + b'{"place":%s}',
    HEADER + b'{"roll":%s}',
    HEADER + b'{"move":[%s,"G1"]}',
]


@pytest.mark.parametrize("slot", SLOTS)
@pytest.mark.parametrize(("left", "right"), [(b"[", b"]"), (b'{"a":', b"}")])
def test_nesting_of_every_depth(slot: bytes, left: bytes, right: bytes) -> None:
    """Around the depth at which Python gives up, quoting what was parsed may fail where parsing did not."""
    for depth in (*range(900, 1001), 5000):
        assert failure(slot % (left * depth + b"1" + right * depth))[1].startswith("line ")


def test_endless_line_does_not_fill_the_memory() -> None:
    class Endless(io.RawIOBase):
        def readline(self, size: int | None = -1, /) -> bytes:
            assert size is not None
            assert 0 < size <= MAX_LINE_BYTES + 1
            return b" " * size

    tracemalloc.start()
    with pytest.raises(BadRecord, match=f"^line 1: longer than {MAX_LINE_BYTES} bytes$"):
        list(replay(Endless()))  # type: ignore[arg-type]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1_000_000
