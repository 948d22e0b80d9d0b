"""H1 to H5: the walk, captures, steps, speed, the last walk."""

from typing import Any

import pytest

from hugo_castle.rules import Options
from hugo_castle.rules.facts import Captured, GameOver, Rolled, RoomsOpened, Scored, SpedUp, Walked
from rules.positions import after, check_step, facts, position, space

FAR = {"red": "G15", "blue": "G15"}
LAPS_ONLY = Options(entry_speeds_up=False)
NEXT = {"turn": "blue"}

WALKS = [
    pytest.param(FAR, {"hugo": "C7"}, id="H1 up the stairs"),
    pytest.param({**FAR, "hugo": "C4"}, {"hugo": "G1", "out": True, "speed": 4}, id="H1 H4 stops exactly on the arrow"),
    pytest.param(
        {**FAR, "hugo": "C2"}, {"hugo": "G3", "out": True, "speed": 4}, id="H1 H4 over the arrow, walks only 3"
    ),
    pytest.param({**FAR, "hugo": "C5"}, {"hugo": "C2"}, id="H1 R1 the top step is not yet the gallery"),
    pytest.param({**FAR, "hugo": "G3", "speed": 5}, {"hugo": "G8"}, id="H1 as many as his speed says"),
    pytest.param({**FAR, "hugo": "G27", "speed": 6}, {"hugo": "G5", "speed": 7}, id="H4 a lap: 6 to 7, next walk"),
    pytest.param({**FAR, "hugo": "G25", "speed": 4}, {"hugo": "G1", "speed": 5}, id="H4 a lap ending on the arrow"),
    pytest.param({**FAR, "hugo": "G1", "speed": 4}, {"hugo": "G5"}, id="H4 starting from the arrow is no arrival"),
    pytest.param(
        {**FAR, "hugo": "C4", "options": LAPS_ONLY},
        {"hugo": "G1", "out": True},
        id="H4 option: the first arrival does not count",
    ),
    pytest.param(
        {**FAR, "hugo": "G27", "options": LAPS_ONLY},
        {"hugo": "G2", "speed": 4},
        id="H4 option: completed laps count",
    ),
    pytest.param(
        {"red": "G4 G15", "blue": "G6", "hugo": "G3"},
        {"red": "G15 C10", "blue": "C9", "hugo": "G6", "scores": {"red": 20, "blue": 19}},
        id="H2 passed or stopped on: captured in the order of the spaces",
    ),
    pytest.param(
        {"red": "G7", "blue": "G3", "hugo": "G3"},
        {"hugo": "G6", "blue": "G3"},
        id="H2 neither behind nor ahead (the space where he stood is not walked on)",
    ),
    pytest.param(
        {"red": "G4 G4", "blue": "G4", "hugo": "G3"},
        {"red": "C10 C10", "blue": "C10", "hugo": "G6", "scores": {"red": 30, "blue": 20}},
        id="H3 all on one space share a step, each guest pays",
    ),
    pytest.param(
        {"red": "G4 C9", "blue": "C10 C7", "hugo": "G3"},
        {"red": "C8 C9", "hugo": "G6", "scores": {"red": 18}},
        id="H3 the highest step without guests, gaps first",
    ),
    pytest.param(
        {"red": "G4 C10 C9 C8 C7", "blue": "C6 C5 C4", "hugo": "G3"},
        {"red": "C3 C7 C8 C9 C10", "hugo": "G6", "scores": {"red": 13}},
        id="H3 C3 is the last that is kept for one group",
    ),
    pytest.param(
        {"red": "G4 G5 C10 C9 C8 C7", "blue": "G4 C6 C5 C4 C3", "hugo": "G3"},
        {
            "red": "C2 C2 C7 C8 C9 C10",
            "blue": "C2 C3 C4 C5 C6",
            "hugo": "G6",
            "scores": {"red": 14, "blue": 12},
        },
        id="H3 C10 to C3 full: several groups on C2",
    ),
    pytest.param(
        {"red": "G4 C2", "blue": "G15", "hugo": "G3"},
        {"red": "C2 C10", "hugo": "G6", "scores": {"red": 20}},
        id="H3 guests on C2 fill no other step",
    ),
    pytest.param(
        {"red": "R1 G6", "blue": "R2", "hugo": "G2", "speed": 3},
        {"hugo": "G5"},
        id="H2 guests in rooms are safe",
    ),
    pytest.param(
        {"red": "G1", "blue": "G2", "hugo": "C3"},
        {"red": "C10", "blue": "C9", "hugo": "G2", "out": True, "speed": 4, "scores": {"red": 20, "blue": 19}},
        id="H2 coming out he captures on the arrow, too",
    ),
    pytest.param(
        {"red": "G28 G1", "blue": "G2", "hugo": "G27", "speed": 6, "scores": {"red": 0, "blue": 0}},
        {
            "red": "C9 C10",
            "blue": "C8",
            "hugo": "G5",
            "speed": 7,
            "scores": {"red": 19, "blue": 8},
        },
        id="H2 captures on both sides of the arrow",
    ),
]


@pytest.mark.parametrize(("start", "changes"), WALKS)
def test_walks(start: dict[str, Any], changes: dict[str, Any]) -> None:
    check_step(start, "roll ghost", {**NEXT, **changes})


LAST_WALKS = [
    pytest.param(
        {"red": "G1 G28", "blue": "G1 G2", "hugo": "G27", "speed": 7, "scores": {"red": 0, "blue": 0}},
        {"red": "C9 C10", "blue": "G2 C9", "hugo": "G1", "scores": {"red": 19, "blue": 9}, "winners": ("blue",)},
        id="H5 E2 captures up to the arrow, not beyond; he walks no further",
    ),
    pytest.param(
        {**FAR, "hugo": "G22", "speed": 7},
        {"hugo": "G1", "winners": ("red", "blue")},
        id="H5 stops exactly on the arrow",
    ),
    pytest.param(
        {"red": "G1", "blue": "G9", "hugo": "G28", "speed": 7, "scores": {"red": 45, "blue": 45}},
        {"red": "C10", "hugo": "G1", "scores": {"red": 55, "blue": 45}, "winners": ("blue",)},
        id="H5 E1 both at once",
    ),
    pytest.param(
        {**FAR, "hugo": "G28", "speed": 7, "options": LAPS_ONLY},
        {"hugo": "G1", "winners": ("red", "blue")},
        id="H5 with laps only",
    ),
]


@pytest.mark.parametrize(("start", "changes"), LAST_WALKS)
def test_last_walk(start: dict[str, Any], changes: dict[str, Any]) -> None:
    check_step(start, "roll ghost", {"turn": None, **changes})


def test_h5_not_before_the_arrow() -> None:
    check_step({**FAR, "hugo": "G3", "speed": 7}, "roll ghost", {"hugo": "G10", "turn": "blue"})


def test_h4_speeds_of_a_whole_game() -> None:
    """3 on the stairs, one more at each arrival, the end at the arrow in a walk made at 7."""
    state = position(red="R1", blue="R2", hugo="C10")
    speeds = []
    while state.winners == ():
        speeds.append(state.speed)
        state = after(state, "roll ghost")
    assert speeds == [3] * 3 + [4] * 7 + [5] * 6 + [6] * 5 + [7] * 4


def test_facts_of_a_walk() -> None:
    state = position(red="G1 G2", blue="G2", hugo="C2")
    assert facts(state, "roll ghost") == (
        Rolled(0, "ghost"),
        Walked(space("C2"), (space("G1"), space("G2"), space("G3"))),
        RoomsOpened(),
        SpedUp(4),
        Captured((0,), space("G1"), space("C10")),
        Scored(0, 10, 20, "captured"),
        Captured((0, 1), space("G2"), space("C9")),
        Scored(0, 9, 29, "captured"),
        Scored(1, 9, 19, "captured"),
    )


def test_h5_facts_of_the_last_walk() -> None:
    state = position(red="G1", blue="G2", hugo="G28", speed=7)
    assert facts(state, "roll ghost") == (
        Rolled(0, "ghost"),
        Walked(space("G28"), (space("G1"),)),
        Captured((0,), space("G1"), space("C10")),
        Scored(0, 10, 20, "captured"),
        GameOver((1,)),
    )
