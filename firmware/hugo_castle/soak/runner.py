"""Many clumsy games: each from its seed, on all processors, with what they showed."""

import os
import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from hugo_castle.rules import KINDS, Game, Options, event_to_json, load_board, new_game, new_state
from hugo_castle.soak.board import SimulatedTable
from hugo_castle.soak.replay import short_trace_of
from hugo_castle.soak.trace import Trace
from hugo_castle.virtual.clumsy_hand import ClumsyHand, Habits, Sample

BOARD = load_board("castle")
PLAYER_NUMBERS = range(2, 9)


@dataclass(frozen=True, slots=True)
class Conditions:
    """Under which games are played.

    noise: how clumsy, times the usual (0: neat). sensors: "all", "gallery" or "none". dead: how many sensors never
    close, drawn anew for each game. faults: an expander fails about every 20 s of play.
    """

    noise: float = 1.0
    sensors: str = "all"
    dead: int = 0
    faults: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """One game. `failure` is what went wrong in one line, None for a game that came out right."""

    seed: int
    kind: str
    players: int
    events: int
    samples: tuple[Sample, ...]
    failure: str | None = None


def game_of(seed: int) -> Game:
    """Seeds go through both games, all numbers of players, and now and then other options."""
    kind = KINDS[seed % 2]
    players = PLAYER_NUMBERS[seed // 2 % len(PLAYER_NUMBERS)]
    rng = random.Random(f"options {seed}")
    options = Options()
    if rng.random() < 0.2:
        options = Options(rng.random() < 0.5, rng.random() < 0.5, rng.randint(2, 9))
    return new_game(kind, players, BOARD, options)


def hand_of(seed: int, conditions: Conditions) -> ClumsyHand:
    """The hand and the board of one game, before anything was done."""
    game = game_of(seed)
    rng = random.Random(f"board {seed}")
    sensors = [name for name in BOARD.names if conditions.sensors == "all" or name[0] == "G"]
    if conditions.sensors == "none":
        sensors = []
    table = SimulatedTable(
        game,
        rng,
        sensors=sensors,
        dead=rng.sample(sensors, min(conditions.dead, len(sensors))),
        faults=conditions.faults,
    )
    habits = Habits().scaled(conditions.noise)
    rng = random.Random(f"hand {seed}")
    return ClumsyHand(table, new_state(game), rng, habits, attentive=conditions.dead > 0)


def play(seed: int, conditions: Conditions) -> Result:
    """Play one game to its end, or to its failure."""
    hand = hand_of(seed, conditions)
    failure = None
    try:
        hand.play()
    except Exception as exc:  # whatever it is, it is what the soak is for
        failure = f"{type(exc).__name__}: {exc}"
    game = hand.state.game
    return Result(seed, game.kind, len(game.players), len(hand.record), tuple(hand.samples), failure)


def trace_of_failure(seed: int, conditions: Conditions) -> Trace:
    """The inputs of a game that failed, cut down to those that it takes to fail."""
    hand = hand_of(seed, conditions)
    try:
        hand.play()
    except Exception:
        assert isinstance(hand.table, SimulatedTable)
        done = [event_to_json(BOARD, event) for event in hand.record]
        return short_trace_of(hand.state.game, hand.table, done)
    raise ValueError(f"game {seed} does not fail")


def play_many(seeds: range, conditions: Conditions, jobs: int | None = None) -> Iterator[Result]:
    """The results of all seeds, in order, as they come."""
    with ProcessPoolExecutor(jobs or os.cpu_count()) as pool:
        yield from pool.map(play, seeds, [conditions] * len(seeds), chunksize=4)
