"""Random games for property tests: boards, options, players, and a hand that plays with a taste."""

import json
import random
from collections.abc import Iterator
from typing import Any

from hypothesis import Phase
from hypothesis import strategies as st

from hugo_castle.rules import (
    COLORS,
    GHOST,
    KINDS,
    MOVING,
    OVER,
    PLACING,
    Board,
    Event,
    Game,
    Outcome,
    Place,
    Roll,
    State,
    apply,
    free_spaces,
    game_from_header,
    legal_moves,
    parse_board,
)

MAX_EVENTS = 600  # far beyond a usual game; a game that long is only cut off

# A whole game comes from one seed: making the seed smaller finds no simpler game, and takes minutes.
AS_DRAWN = (Phase.explicit, Phase.reuse, Phase.generate)

# B2, B3 and B4, written down once more.
CASTLE_LAYOUT: dict[str, Any] = {
    "name": "castle",
    "spaces": 28,
    "columns": 11,
    "rows": 5,
    "steps": [10, 9, 8, 7, 6, 5, 4, 3, 2],
    "rooms": [
        {"door": "G3", "green": False, "points": 0},
        {"door": "G4", "green": False, "points": 0},
        {"door": "G6", "green": True, "points": -3},
        {"door": "G9", "green": True, "points": -3},
        {"door": "G11", "green": False, "points": 0},
        {"door": "G15", "green": False, "points": 0},
        {"door": "G17", "green": False, "points": 0},
        {"door": "G18", "green": False, "points": 0},
        {"door": "G21", "green": False, "points": 1},
        {"door": "G24", "green": False, "points": 0},
        {"door": "G26", "green": False, "points": 1},
    ],
}


@st.composite
def layouts(draw: st.DrawFn) -> dict[str, Any]:
    """Boards that pass B6: small rings with many doors as well as large ones with a single room."""
    rows = draw(st.integers(3, 9))
    columns = draw(st.integers(max(3, 10 - rows), 14))
    spaces = 2 * (columns + rows) - 4
    doors = draw(st.lists(st.integers(1, spaces), min_size=1, max_size=min(spaces, 16), unique=True))
    steps = draw(st.lists(st.integers(1, 15), min_size=1, max_size=columns - 2, unique=True))
    return {
        "name": "drawn",
        "spaces": spaces,
        "columns": columns,
        "rows": rows,
        "steps": sorted(steps, reverse=True),
        "rooms": [
            {"door": f"G{door}", "green": draw(st.booleans()), "points": draw(st.sampled_from([0, 0, 1, -3, 9, -9]))}
            for door in doors
        ],
    }


def layout_toml(layout: dict[str, Any]) -> str:
    """The layout as a board's file."""
    lines = [f'name = "{layout["name"]}"', "[gallery]"]
    lines += [f"{key} = {layout[key]}" for key in ("spaces", "columns", "rows")]
    lines += ["[cellar]", f"steps = {layout['steps']}"]
    for room in layout["rooms"]:
        green = "true" if room["green"] else "false"
        lines += ["[[rooms]]", f'door = "{room["door"]}"', f"green = {green}", f"points = {room['points']}"]
    return "\n".join(lines)


def board_of(layout: dict[str, Any]) -> Board:
    return parse_board(layout_toml(layout), "drawn board")


@st.composite
def headers(draw: st.DrawFn, board: str) -> dict[str, Any]:
    """Headers of both games, 2 to 8 players in any colours, any options (also those of the other game)."""
    options = {
        "entry_speeds_up": st.booleans(),
        "highest_step_first": st.booleans(),
        "two_step_from": st.integers(2, 9),
    }
    return {
        "game": draw(st.sampled_from(KINDS)),
        "players": list(draw(st.permutations(COLORS)))[: draw(st.integers(2, 8))],
        "board": board,
        "options": draw(st.fixed_dictionaries({}, optional=options)),
    }


@st.composite
def tables(draw: st.DrawFn) -> tuple[dict[str, Any], dict[str, Any]]:
    """A header and the layout of its board."""
    layout = draw(st.just(CASTLE_LAYOUT) | layouts())
    return draw(headers(layout["name"])), layout


def game_of(header: dict[str, Any], layout: dict[str, Any]) -> Game:
    return game_from_header(header, board_of(layout))


class Hand:
    """Plays legal events by chance, but with a taste of its own, so that rare things happen often.

    `ghosts` is the chance of a ghost; `taste` is what it likes to move to: rooms, Hugo, the cellar's guests, or
    nothing in particular.
    """

    TASTES = ("anything", "rooms", "hugo", "cellar")

    def __init__(self, seed: int, ghosts: float, taste: str) -> None:
        self.random = random.Random(seed)
        self.ghosts = ghosts
        self.taste = taste

    def next_event(self, state: State) -> Event:
        if state.phase == PLACING:
            return Place(self.random.choice(free_spaces(state)))
        if state.phase == MOVING:
            moves = legal_moves(state)
            liked = [move for move in moves if self._likes(state, move.source, move.target)]
            return self.random.choice(liked if liked and self.random.random() < 0.8 else moves)
        return Roll(GHOST if self.random.random() < self.ghosts else self.random.choice((1, 2, 4, 5)))

    def _likes(self, state: State, source: int, target: int) -> bool:
        board = state.game.board
        if self.taste == "rooms":
            return board.is_room(target)
        if self.taste == "hugo":
            return target == state.hugo or (board.is_room(target) and board.room(target).door == state.hugo)
        return self.taste == "cellar" and board.is_step(source)


def play_through(state: State, hand: Hand) -> Iterator[tuple[State, Event, Outcome]]:
    """Every event of one game, with the position before it and what it led to."""
    for _ in range(MAX_EVENTS):
        if state.phase == OVER:
            return
        event = hand.next_event(state)
        outcome = apply(state, event)
        yield state, event, outcome
        state = outcome.state


def hands() -> st.SearchStrategy[Hand]:
    return st.builds(
        Hand,
        seed=st.integers(0, 2**32),
        ghosts=st.sampled_from([0.05, 1 / 3, 0.6]),
        taste=st.sampled_from(Hand.TASTES),
    )


def as_line(data: object) -> str:
    """Compact JSON, for comparing and for showing the record that led to a failure."""
    return json.dumps(data, separators=(",", ":"))
