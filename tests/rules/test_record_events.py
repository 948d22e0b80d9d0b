"""Contract 2: lines that are no event, or no event here, and what is said about them."""

from typing import Any

import pytest

from hugo_castle.rules import HUGO, MIDNIGHT_PARTY, new_game, new_state
from hugo_castle.rules.record import MAX_LINE_BYTES, event_to_json
from rules.games import Hand, as_line, play_through
from rules.positions import CASTLE
from rules.records import HEADER, START, failure, replayed

UNKNOWN = "expected G1 to G28, R1 to R11 or C10 to C2"
ONE_EVENT = 'expected one event: {"place":"G5"}, {"roll":4} or {"move":["G5","G9"]}'
FACES = 'roll: expected 1, 2, 4, 5 or "ghost" (rule T1), got'
TWO_SPACES = 'move: expected two spaces such as ["G5","G9"], got'

BAD_EVENTS: list[tuple[str, bytes, str]] = [
    ("not JSON", b"roll 4", "not JSON: Expecting value at character 1"),
    ("cut short", b'{"roll":', "not JSON: Expecting value at character "),
    ("single quotes", b"{'roll':4}", "not JSON: "),
    ("two values", b'{"roll":4} {"roll":4}', "not JSON: Extra data"),
    ("trailing comma", b'{"roll":4,}', "not JSON: "),
    ("comment", b'{"roll":4} // red', "not JSON: Extra data"),
    ("empty line", b"", "empty"),
    ("blank line", b" \t ", "empty"),
    ("carriage return alone", b"\r", "empty"),
    ("form feed", b"\x0c", "empty"),
    ("BOM", b'\xef\xbb\xbf{"roll":4}', "not JSON: Unexpected UTF-8 BOM"),
    ("not UTF-8", b'{"roll":"\xff"}', "not UTF-8 at byte 10"),
    ("UTF-16", '{"roll":4}'.encode("utf-16"), "not UTF-8 at byte 1"),
    ("surrogate in UTF-8", b'{"place":"\xed\xa0\x80"}', "not UTF-8 at byte 11"),
    ("surrogate escape", b'{"place":"\\ud800"}', "unknown space '\\ud800': "),
    ("NUL", b"\0", "not JSON: Expecting value at character 1"),
    ("control character in a name", b'{"place":"G\x015"}', "not JSON: Invalid control character"),
    ("NaN", b'{"roll":NaN}', "not JSON: NaN"),
    ("Infinity", b'{"roll":-Infinity}', "not JSON: -Infinity"),
    ("null", b"null", ONE_EVENT),
    ("number", b"4", ONE_EVENT),
    ("string", b'"roll"', ONE_EVENT),
    ("list", b'["roll",4]', ONE_EVENT),
    ("empty object", b"{}", ONE_EVENT),
    ("two events", b'{"roll":4,"move":["G11","G15"]}', ONE_EVENT),
    ("extra key", b'{"roll":4,"by":"red"}', ONE_EVENT),
    ("key twice", b'{"roll":4,"roll":4}', "a key stands there twice"),
    ("key twice, deeper", b'{"roll":{"a":1,"a":1}}', "a key stands there twice"),
    ("unknown event", b'{"rolled":4}', "unknown event 'rolled': expected place, roll or move"),
    ("upper case event", b'{"Roll":4}', "unknown event 'Roll': expected place, roll or move"),
    ("long unknown event", b'{"' + b"x" * 60_000 + b'":4}', "unknown event 'xxxxxx"),
    *(
        (f"roll {value}", b'{"roll":%s}' % value.encode(), f"{FACES} {shown}")
        for value, shown in (
            *(("3", "3"), ("6", "6"), ("0", "0"), ("-1", "-1"), ("4.0", "4.0"), ("4e0", "4.0"), ("-0", "0")),
            *(("true", "True"), ("null", "None"), ('"4"', "'4'"), ('"Ghost"', "'Ghost'"), ('"ghost "', "'ghost '")),
            *(("[4]", "[4]"), ("{}", "{}"), ("1e999", "inf"), ("9" * 4300, "9" * 40)),
        )
    ),
    ("10,000 digits", b'{"roll":' + b"9" * 10_000 + b"}", "a number with too many digits"),
    ("60,000 brackets", b"[" * 60_000, "not JSON that means anything: nested too deeply"),
    ("100,000 brackets", b"[" * 100_000, f"longer than {MAX_LINE_BYTES} bytes"),
    ("a line of 1 MB", b"x" * 1_000_000, f"longer than {MAX_LINE_BYTES} bytes"),
    *(
        (f"move {value}", b'{"move":%s}' % value.encode(), f"{TWO_SPACES} ")
        for value in ("null", '"G11"', "[]", '["G11"]', '["G11","G15","G16"]', '{"G11":"G15"}', "4", '"G11G15"')
    ),
    *(
        (f"move from {value}", b'{"move":[%s,"G15"]}' % value.encode(), f"unknown space {shown}: {UNKNOWN}")
        for value, shown in (('["G11"]', "['G11']"), ("{}", "{}"), ("11", "11"), ("true", "True"), ('"g11"', "'g11'"))
    ),
    ("move to G29", b'{"move":["G11","G29"]}', f"unknown space 'G29': {UNKNOWN}"),
    ("illegal move", b'{"move":["G11","G15"]}', "move: not now, the die is to be rolled by red"),
    ("placing when all are placed", b'{"place":"G13"}', "place: not now, the die is to be rolled by red"),
]


@pytest.mark.parametrize(("line", "text"), [pytest.param(line, text, id=name) for name, line, text in BAD_EVENTS])
@pytest.mark.parametrize("end", [pytest.param(b"\n" + START, id="more"), pytest.param(b"", id="last")])
def test_bad_events(line: bytes, end: bytes, text: str) -> None:
    if not line + end:
        return  # nothing at all is no line
    states, said = failure(START + line + end)
    assert states == 13
    assert said.startswith(f"line 14: {text}")
    assert len(said) < 250
    assert said.isprintable()


BAD_PLACES = ["g5", "G0", "G29", "G05", "G5 ", "", "R0", "R12", "C1", "C11", "c10", "G", "5", "٥", "G٥", "x" * 9999]


@pytest.mark.parametrize("name", BAD_PLACES)
def test_unknown_spaces(name: str) -> None:
    said = failure(HEADER + as_line({"place": name}).encode() + b"\n")[1]
    assert said.startswith("line 2: unknown space ")
    assert said.endswith(UNKNOWN)
    assert len(said) < 150


@pytest.mark.parametrize("value", [["G5"], {}, None, 5, True, 5.0, [[]]])
def test_places_of_another_type(value: Any) -> None:
    said = failure(HEADER + as_line({"place": value}).encode())
    assert said == (1, f"line 2: unknown space {value!r}: {UNKNOWN}")


@pytest.mark.parametrize(
    ("lines", "number", "text"),
    [
        pytest.param(b'{"place":"G1"}\n', 15, "place: not now, a guest is to be moved by red", id="place, not move"),
        pytest.param(b'{"roll":4}\n', 15, "roll: not now, a guest is to be moved by red", id="T3 a second roll"),
        pytest.param(
            b'{"move":["G12","G16"]}\n', 15, "G12 -> G16: red has no guest on G12 (rule T3)", id="T3 another's guest"
        ),
        pytest.param(
            b'{"move":["G11","R5"]}\n',
            15,
            "G11 -> R5: rooms open when Hugo first steps onto the gallery (rule R1)",
            id="R1 shut",
        ),
    ],
)
def test_against_the_rules(lines: bytes, number: int, text: str) -> None:
    assert failure(START + b'{"roll":4}\n' + lines) == (14, f"line {number}: {text}")


def test_s3_places_against_the_rules() -> None:
    one = HEADER + b'{"place":"G5"}\n'
    assert failure(one + b'{"place":"G5"}\n') == (2, "line 3: G5: there is a guest already (rule S3)")
    assert failure(one + b'{"place":"C10"}\n') == (2, "line 3: C10: guests are placed on the gallery (rule S3)")
    assert failure(one + b'{"roll":4}\n') == (
        2,
        "line 3: roll: not now, a guest is to be placed by blue",
    )


@pytest.mark.parametrize(("kind", "rule"), [(HUGO, "E1"), (MIDNIGHT_PARTY, "M9")])
def test_nothing_after_the_end(kind: str, rule: str) -> None:
    state = new_state(new_game(kind, 4, CASTLE))
    lines = [as_line(state.game.header())]
    lines += [as_line(event_to_json(CASTLE, played)) for _, played, _ in play_through(state, Hand(1, 0.4, "rooms"))]
    states = replayed("\n".join(lines).encode())
    assert (states[-1].phase, len(states)) == ("over", len(lines))
    for extra in ('{"roll":4}', '{"move":["G1","G2"]}', '{"place":"G1"}'):
        said = failure("\n".join([*lines, extra]).encode())
        word = extra[2:].split('"')[0]
        assert said == (len(lines), f"line {len(lines) + 1}: {word}: the game is over (rule {rule})")
