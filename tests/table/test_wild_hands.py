"""Arbitrary interleavings of everything that hands, sensors and power can do; then a good hand finishes the game."""

import random

import pytest

from hugo_castle.rules import KINDS
from hugo_castle.table.model import Preset
from table.hands import GoodHand, WildHand, check
from table.simulated import CASTLE, SimulatedBoard

ACTIONS = 120


def some_sensors(rng: random.Random) -> frozenset[str]:
    """All, none, or some: a builder begins with a few."""
    share = rng.choice((1.0, 1.0, 1.0, 0.9, 0.5, 0.0))
    return frozenset(space for space in CASTLE.names if rng.random() < share)


@pytest.mark.parametrize("seed", range(40))
def test_every_prompt_has_a_way_out(seed: int) -> None:
    rng = random.Random(seed)
    preset = None if rng.random() < 0.1 else Preset(rng.choice(KINDS), rng.randrange(2, 9))
    table = SimulatedBoard(preset, sensors=some_sensors(rng), chance=rng)
    hand = WildHand(table, rng)
    done = []
    for _ in range(ACTIONS):
        done.append(hand.act())
        check(table)
    WildHand.find_sensors(hand)
    GoodHand(table, rng).finish()
    check(table)
    assert table.finished
