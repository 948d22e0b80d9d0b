"""The rules: a ply of random play, beside python-chess (and LudoPy, another game of dice and pawns, if installed).

Counted as one ply:
- ours, "legal moves + apply": the moves of a rolled position, one drawn, and that one applied (which checks it again);
- ours, "roll + legal moves + apply": the same with the number's roll applied before it;
- ours, "whole games": games from the first placing to the end, divided by their moves made, so that placing and
  Hugo's walks are paid by the moves;
- python-chess: the legal moves as a list, one of them drawn, `push` (which does not check it), of playouts from the
  opening that end with the game or after 200 plies;
- LudoPy: `get_observation` (which rolls), a pawn drawn, `answer_observation`, of whole games of four.
Drawing is `random.Random.choice` everywhere. Positions are drawn from random games of both kinds for 2 to 8 players.
"""

import random
from collections.abc import Callable, Iterator
from itertools import islice

import chess
from figures import Figure, figure, in_turn, ratio, seconds

from hugo_castle.rules import (
    GHOST,
    KINDS,
    MOVING,
    OVER,
    PLACING,
    Event,
    Move,
    Place,
    Roll,
    State,
    apply,
    free_spaces,
    legal_moves,
    load_board,
    new_game,
    new_state,
)

ROUNDS = 25
GAMES_OF_A_KIND = 6
POSITIONS = 1500
CHESS_GAMES, CHESS_PLIES = 3, 200
FACES = (1, 2, 4, 5, GHOST, GHOST)
BOARD = load_board("castle")


def figures() -> Iterator[Figure]:
    """All of them; python-chess must be installed (the extra `bench`)."""
    chance = random.Random(46)
    works: list[Callable[[], float]] = [
        lambda: us_a_ply_of_chess(chance),
        ply_of(moving_positions(chance), lambda state: play_move(state, chance)),
        ply_of(rolled_positions(chance), lambda rolled: play_roll_and_move(*rolled, chance)),
        lambda: us_a_ply_of_games(chance),
    ]
    names = [
        "python-chess: ply",
        "ours: legal moves + apply",
        "ours: roll + legal moves + apply",
        "ours: whole games, a move made",
    ]
    ludo = us_a_turn_of_ludo()
    if ludo:
        works.append(ludo)
        names.append("LudoPy: turn")
    results = in_turn(ROUNDS, *works)
    yield from (figure(name, "us", samples) for name, samples in zip(names, results, strict=True))
    yield ratio("legal moves + apply / python-chess", results[1], results[0], limit=1)
    yield ratio("roll + legal moves + apply / python-chess", results[2], results[0], limit=1)
    yield ratio("whole games, a move made / python-chess", results[3], results[0])
    if ludo:
        yield ratio("roll + legal moves + apply / LudoPy", results[2], results[4])
    yield from games_a_second(chance)


def games_a_second(chance: random.Random) -> Iterator[Figure]:
    """Whole random games of both kinds, four players; chess playouts beside them."""
    for kind in KINDS:
        samples = [1 / seconds(lambda kind=kind: list(play(kind, 4, chance))) for _ in range(100)]
        yield figure(f"{kind}, 4 players", "games/s", samples)
    yield figure("python-chess", "games/s", [1 / seconds(lambda: chess_playout(chance)) for _ in range(30)])


# Ours ------------------------------------------------------------------------------------------------


def play(kind: str, players: int, chance: random.Random) -> Iterator[tuple[State, Event]]:
    """A random game, event by event, each with the position before it."""
    state = new_state(new_game(kind, players, BOARD))
    while state.phase != OVER:
        event = some_event(state, chance)
        yield state, event
        state = apply(state, event).state


def some_event(state: State, chance: random.Random) -> Event:
    if state.phase == PLACING:
        return Place(chance.choice(free_spaces(state)))
    if state.phase == MOVING:
        return chance.choice(legal_moves(state))
    return Roll(chance.choice(FACES))


def events_of_many_games(chance: random.Random) -> list[tuple[State, Event]]:
    """Both kinds of game, all numbers of players, in equal shares of games."""
    return [
        step
        for kind in KINDS
        for players in range(2, 9)
        for _ in range(GAMES_OF_A_KIND)
        for step in play(kind, players, chance)
    ]


def moving_positions(chance: random.Random) -> list[State]:
    steps = events_of_many_games(chance)
    return chance.sample([state for state, _ in steps if state.phase == MOVING], POSITIONS)


def rolled_positions(chance: random.Random) -> list[tuple[State, Roll]]:
    """Positions before a roll of a number that can be moved, with that roll."""
    steps = events_of_many_games(chance)
    rolled = [
        (state, roll)
        for (state, roll), (after, _) in zip(steps, islice(steps, 1, None), strict=False)
        if isinstance(roll, Roll) and after.phase == MOVING
    ]
    return chance.sample(rolled, POSITIONS)


def play_move(state: State, chance: random.Random) -> State:
    return apply(state, chance.choice(legal_moves(state))).state


def play_roll_and_move(state: State, roll: Roll, chance: random.Random) -> State:
    return play_move(apply(state, roll).state, chance)


def ply_of(positions: list, work: Callable) -> Callable[[], float]:
    """Microseconds a position."""

    def once() -> None:
        for position in positions:
            work(position)

    return lambda: 1e6 * seconds(once) / len(positions)


def us_a_ply_of_games(chance: random.Random) -> float:
    moves = 0

    def games() -> None:
        nonlocal moves
        for kind in KINDS:
            for players in range(2, 9):
                moves += sum(type(event) is Move for _, event in play(kind, players, chance))

    return 1e6 * seconds(games) / moves


# Peers -----------------------------------------------------------------------------------------------


def chess_playout(chance: random.Random) -> int:
    """Plies of one random playout."""
    board = chess.Board()
    for ply in range(CHESS_PLIES):
        moves = list(board.legal_moves)
        if not moves:
            return ply
        board.push(chance.choice(moves))
    return CHESS_PLIES


def us_a_ply_of_chess(chance: random.Random) -> float:
    plies = 0

    def games() -> None:
        nonlocal plies
        plies = sum(chess_playout(chance) for _ in range(CHESS_GAMES))

    return 1e6 * seconds(games) / plies


def us_a_turn_of_ludo() -> Callable[[], float] | None:
    """A measurement of LudoPy's turn; None when it is not installed (it wants NumPy and OpenCV)."""
    try:
        import ludopy
    except ImportError:
        return None

    def one_game() -> float:
        game = ludopy.Game()
        turns, is_over = 0, False
        chance = random.Random(46)

        def turns_of_game() -> None:
            nonlocal turns, is_over
            while not is_over:
                (_, pawns, *_), _ = game.get_observation()
                *_, is_over = game.answer_observation(chance.choice(pawns) if len(pawns) else -1)
                turns += 1

        return 1e6 * seconds(turns_of_game) / turns

    return one_game
