"""From raw levels to the picture: debounce, chatter, spaces that nobody can see (cases M2, E1, E4)."""

from collections.abc import Mapping

import pytest

from hugo_castle.table.pictures import bits
from hugo_castle.table.sensors import Sensors
from table.simulated import TIMING

HELD = TIMING.sensor_ms
Levels = Mapping[int, bool | None]


def seen(reports: list[tuple[float, Levels]], until_ms: float, known: Levels | None = None) -> tuple[set, set]:
    """Which spaces are taken, and which can be seen, after reports of raw levels (spaces 0 to 3, all off at first)."""
    sensors = Sensors().levels(dict.fromkeys(range(4), False) if known is None else known, 0.0, TIMING)
    for at_ms, levels in [*reports, (until_ms, {})]:
        while (due_ms := sensors.deadline_ms(TIMING)) is not None and due_ms <= at_ms:
            sensors = sensors.advance(due_ms, TIMING)
        sensors = sensors.levels(levels, at_ms, TIMING)
    spaces = range(4)
    return {n for n in spaces if sensors.on >> n & 1}, {n for n in spaces if sensors.known >> n & 1}


EVERY = {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("reports", "until_ms", "expected"),
    [
        pytest.param([(100, {1: True})], 100 + HELD - 1, (set(), EVERY), id="a level counts when it has held"),
        pytest.param([(100, {1: True})], 100 + HELD, ({1}, EVERY), id="and then it does"),
        pytest.param([(100, {1: True, 2: True})], 200, ({1, 2}, EVERY), id="two at once"),
        pytest.param([(100, {1: True}), (140, {2: True})], 170, ({1}, EVERY), id="each for itself"),
        pytest.param([(100, {1: True}), (110, {1: False})], 999, (set(), EVERY), id="M2 blinks for one scan"),
        pytest.param([(100, {1: True}), (110, {1: False}), (120, {1: True})], 170, (set(), EVERY), id="from the last"),
        pytest.param([(100, {1: True}), (150, {1: True})], 170, ({1}, EVERY), id="the same level told again"),
        pytest.param([(100, {1: True}), (150, {2: False})], 170, ({1}, EVERY), id="others told meanwhile"),
        pytest.param([(100, {1: None})], 100, (set(), EVERY - {1}), id="unknown at once"),
        pytest.param([(100, {1: True}), (300, {1: None})], 300, (set(), EVERY - {1}), id="taken, then unknown"),
        pytest.param([(100, {1: None}), (300, {1: True})], 300, ({1}, EVERY), id="back at once, as it is"),
        pytest.param([(100, {1: True}), (120, {1: None}), (125, {1: False})], 999, (set(), EVERY), id="lost in bounce"),
        pytest.param([(100, {1: None}), (300, {1: None})], 300, (set(), EVERY - {1}), id="unknown twice"),
    ],
)
def test_levels(reports: list, until_ms: float, expected: tuple[set, set]) -> None:
    assert seen(reports, until_ms) == expected


@pytest.mark.parametrize(
    ("first", "expected"),
    [
        pytest.param({0: True, 1: False}, ({0}, {0, 1}), id="first levels count at once"),
        pytest.param({0: None, 1: True}, ({1}, {1}), id="a chip that does not answer at the start"),
        pytest.param({}, (set(), set()), id="no sensors"),
    ],
)
def test_first_levels(first: Levels, expected: tuple[set, set]) -> None:
    assert seen([], 0.0, first) == expected


@pytest.mark.parametrize("period_ms", [2, 10, 50])
@pytest.mark.parametrize("standing", [False, True])
def test_chatter_does_not_change_the_picture(period_ms: float, standing: bool) -> None:
    chatter = [(1000 + number * period_ms, {1: number % 2 == 0}) for number in range(200)]
    picture = {1} if standing else set()
    reports = [(100.0, {1: standing}), *chatter]
    assert seen(reports, chatter[-1][0]) == (picture, EVERY)
    settled = [*reports, (chatter[-1][0] + 1, {1: standing})]
    assert seen(settled, chatter[-1][0] + 500) == (picture, EVERY)


def test_the_picture_is_dated_by_its_last_change() -> None:
    sensors = Sensors().levels({0: False, 1: False}, 5.0, TIMING).levels({1: True}, 100.0, TIMING)
    later = sensors.advance(100 + HELD, TIMING)
    assert (sensors.changed_ms, later.changed_ms, later.on) == (5.0, 100 + HELD, bits([1]))
    assert later.advance(900.0, TIMING) == later
