"""S1 to S4: players, guests, points, placing."""

import pytest

from hugo_castle.rules import (
    COLORS,
    HUGO,
    KINDS,
    MIDNIGHT_PARTY,
    PLACING,
    Malformed,
    Options,
    State,
    free_spaces,
    game_from_header,
    new_game,
    new_state,
    source_to_place,
)
from hugo_castle.rules.facts import Placed
from rules.positions import CASTLE, after, facts, position, space

FIRST_16 = [f"place G{number}" for number in range(1, 17)]


@pytest.mark.parametrize(
    ("players", "guests"),
    [
        pytest.param(players, guests, id=f"S1 {players} players have {guests} guests each")
        for players, guests in ((2, 6), (3, 5), (4, 4), (5, 3), (6, 2), (7, 2), (8, 2))
    ],
)
@pytest.mark.parametrize("kind", KINDS)
def test_number_of_guests(kind: str, players: int, guests: int) -> None:
    state = new_state(new_game(kind, players, CASTLE))
    placed = 0
    while state.phase == PLACING:
        assert state.turn == placed % players  # S3: going round
        placed += 1
        state = after(state, f"place G{placed}")
    assert [len(own) for own in state.guests] == [guests] * players


@pytest.mark.parametrize(
    ("kind", "players", "options", "speed"),
    [
        pytest.param(HUGO, 2, Options(), 3, id="S2 Hugo begins with speed 3"),
        pytest.param(HUGO, 8, Options(two_step_from=2), 3, id="S2 the other game's option changes nothing"),
        pytest.param(MIDNIGHT_PARTY, 6, Options(), 3, id="M2 6 players: 3 spaces"),
        pytest.param(MIDNIGHT_PARTY, 7, Options(), 2, id="M2 7 players: 2 spaces"),
        pytest.param(MIDNIGHT_PARTY, 8, Options(), 2, id="M2 8 players: 2 spaces"),
        pytest.param(MIDNIGHT_PARTY, 8, Options(two_step_from=9), 3, id="M2 two_step_from 9: always 3"),
        pytest.param(MIDNIGHT_PARTY, 2, Options(two_step_from=2), 2, id="M2 two_step_from 2: always 2"),
        pytest.param(MIDNIGHT_PARTY, 4, Options(two_step_from=5), 3, id="M2 two_step_from 5: 4 players walk 3"),
        pytest.param(MIDNIGHT_PARTY, 5, Options(two_step_from=5), 2, id="M2 two_step_from 5: 5 players walk 2"),
    ],
)
def test_first_position(kind: str, players: int, options: Options, speed: int) -> None:
    game = new_game(kind, players, CASTLE, options)
    assert new_state(game) == State(
        game=game,
        phase=PLACING,
        round=1,
        turn=0,
        roll=None,
        hugo=space("C10"),
        speed=speed,
        out=False,
        guests=((),) * players,
        scores=(10,) * players,
        first=0,
        winners=(),
    )


def test_s3_first_player_rolls_when_all_are_placed() -> None:
    state = after(new_state(new_game(HUGO, 8, CASTLE)), *FIRST_16)
    colors = {color: f"G{number} G{number + 8}" for number, color in enumerate(COLORS, start=1)}
    assert state == position(**colors)


def test_s3_arrow_may_be_used_and_taken_spaces_not() -> None:
    state = new_state(new_game(HUGO, 2, CASTLE))
    assert free_spaces(state) == list(range(28))
    assert source_to_place(state) is None
    state = after(state, "place G1", "place G28")
    assert free_spaces(state) == list(range(1, 27))


def test_s3_fact_of_placing() -> None:
    state = new_state(new_game(HUGO, 2, CASTLE))
    assert facts(state, "place G5") == (Placed(0, None, space("G5")),)


@pytest.mark.parametrize(
    ("players", "colors"),
    [
        pytest.param(2, ("red", "blue"), id="S4 2 players"),
        pytest.param(3, ("red", "blue", "turquoise"), id="S4 3 players"),
        pytest.param(4, ("red", "blue", "turquoise", "yellow"), id="S4 4 players"),
        pytest.param(5, ("red", "blue", "turquoise", "yellow", "black"), id="S4 5 players"),
        pytest.param(6, ("red", "blue", "turquoise", "yellow", "black", "green"), id="S4 6 players"),
        pytest.param(7, ("red", "blue", "turquoise", "yellow", "black", "green", "white"), id="S4 7 players"),
        pytest.param(8, ("red", "blue", "turquoise", "yellow", "black", "green", "white", "violet"), id="S4 8 players"),
    ],
)
def test_colors_of_the_published_box(players: int, colors: tuple[str, ...]) -> None:
    assert new_game(HUGO, players, CASTLE).players == colors


def test_s4_any_distinct_colors_in_any_order() -> None:
    header = {"game": "hugo", "players": ["violet", "red", "white"]}
    assert game_from_header(header).players == ("violet", "red", "white")


@pytest.mark.parametrize("players", [-1, 0, 1, 9])
def test_s1_refuses_other_numbers_of_players(players: int) -> None:
    with pytest.raises(
        Malformed, match=f"^expected hugo or midnight-party for 2 to 8 players, got 'hugo' for {players}$"
    ):
        new_game(HUGO, players, CASTLE)
