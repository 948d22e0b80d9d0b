"""Contract 3: the state as JSON, there and back, and what is refused on the way back."""

from typing import Any

import pytest

from hugo_castle.rules import HUGO, MIDNIGHT_PARTY, Malformed, State, new_game, state_from_json, state_to_json
from rules.positions import CASTLE, position

SIX = {"red": "G1 G28 R4 R11 C2 C10", "blue": "G2 G2 G2 G5 C10 C10"}
MOVING = {**SIX, "hugo": "G25", "speed": 4, "roll": 4, "turn": "blue", "scores": {"red": -3, "blue": 45}}

AS_JSON = {
    "phase": "moving",
    "round": 1,
    "turn": "blue",
    "roll": 4,
    "hugo": {"at": "G25", "speed": 4, "out": True},
    "players": [
        {"color": "red", "score": -3, "guests": ["G1", "G28", "R4", "R11", "C2", "C10"]},
        {"color": "blue", "score": 45, "guests": ["G2", "G2", "G2", "G5", "C10", "C10"]},
    ],
    "winners": [],
    "first": "red",
}


def game(kind: str = HUGO) -> Any:
    return new_game(kind, 2, CASTLE)


def test_as_json() -> None:
    assert state_to_json(position(**MOVING)) == AS_JSON


@pytest.mark.parametrize(
    "state",
    [
        pytest.param(position(**MOVING), id="moving"),
        pytest.param(position(**SIX, hugo="G25"), id="rolling"),
        pytest.param(position(**SIX, hugo="G25", turn=None, winners=("red", "blue")), id="over"),
        pytest.param(position(red="G1 G2", blue="G5", phase="placing", turn="blue"), id="placing, some in hand"),
        pytest.param(
            position(kind=MIDNIGHT_PARTY, **SIX, round=2, phase="placing", turn="blue", first="blue"), id="second round"
        ),
    ],
)
def test_there_and_back(state: State) -> None:
    assert state_from_json(state.game, state_to_json(state)) == state


def test_guests_may_come_in_any_order() -> None:
    players = [{**player, "guests": player["guests"][::-1]} for player in AS_JSON["players"]]  # type: ignore[attr-defined]
    assert state_from_json(game(), {**AS_JSON, "players": players}) == position(**MOVING)


def hugo(**values: Any) -> dict[str, Any]:
    return {"hugo": {"at": "G25", "speed": 4, "out": True, **values}}


def red(**values: Any) -> dict[str, Any]:
    first, second = AS_JSON["players"]  # type: ignore[misc]
    return {"players": [{**first, **values}, second]}  # type: ignore[dict-item]


REFUSED: list[tuple[str, Any]] = [
    *((f"phase {value!r}", {"phase": value}) for value in ("rolling", "placing", "over", "Moving", None, 1, [], {})),
    *((f"round {value!r}", {"round": value}) for value in (0, 2, 4, 1.0, True, "1", None, [])),
    *((f"turn {value!r}", {"turn": value}) for value in (None, "white", 0, [], {})),
    *((f"roll {value!r}", {"roll": value}) for value in (None, 3, 6, 4.0, True, "ghost", "4", [])),
    *((f"hugo {value!r}", {"hugo": value}) for value in (None, "G25", [], {}, 4)),
    *((f"hugo.at {value!r}", hugo(at=value)) for value in ("R1", "C10", "G29", None, 24, [])),
    *((f"hugo.speed {value!r}", hugo(speed=value)) for value in (1, 8, 4.0, True, "4", None)),
    *((f"hugo.out {value!r}", hugo(out=value)) for value in (False, 1, "true", None)),
    *((f"players {value!r}", {"players": value}) for value in (None, [], {}, 2, AS_JSON["players"][:1], ["red"])),  # type: ignore[index]
    *((f"color {value!r}", red(color=value)) for value in ("blue", "white", None, [])),
    *((f"score {value!r}", red(score=value)) for value in (10.0, True, "10", None, [])),
    *((f"guests {value!r}", red(guests=value)) for value in (None, [], ["G1"], ["G1"] * 7, ["G29"] * 6, [1] * 6, 6)),
    *((f"winners {value!r}", {"winners": value}) for value in (["red"], ["white"], None, 1)),
    *((f"first {value!r}", {"first": value}) for value in (None, "white", 0, [])),
]


@pytest.mark.parametrize(("changes"), [pytest.param(changes, id=name) for name, changes in REFUSED])
def test_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(Malformed, match=r"^(not a state of this game|unknown space)"):
        state_from_json(game(), {**AS_JSON, **changes})


@pytest.mark.parametrize("key", sorted(AS_JSON))
def test_refused_without_a_key(key: str) -> None:
    with pytest.raises(Malformed, match=r"^not a state of this game: KeyError"):
        state_from_json(game(), {name: value for name, value in AS_JSON.items() if name != key})


@pytest.mark.parametrize("data", [None, [], "state", 4])
def test_refused_no_object(data: Any) -> None:
    with pytest.raises(Malformed):
        state_from_json(game(), data)


def test_the_refusals_are_for_their_change_alone() -> None:
    assert state_from_json(game(), {**AS_JSON, **hugo(), **red()}) == position(**MOVING)
