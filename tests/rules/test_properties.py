"""What holds in every game, whatever is played: seen over random games of both kinds."""

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings

from hugo_castle.rules import (
    GHOST,
    MOVING,
    OVER,
    PLACING,
    ROLLING,
    IllegalEvent,
    Move,
    Outcome,
    Place,
    Roll,
    State,
    WrongPhase,
    apply,
    free_spaces,
    legal_moves,
    new_state,
    state_from_json,
    state_to_json,
)
from hugo_castle.rules.facts import Captured, Expelled, GameOver, Moved, Placed, RoundEnded, Scored, SpedUp, Walked
from rules.games import AS_DRAWN, Hand, game_of, hands, play_through, tables

Table = tuple[dict[str, Any], dict[str, Any]]


def retold(before: State, outcome: Outcome) -> State:
    """The position that the facts alone lead to, for what guests, points, Hugo and the end are concerned."""
    board = before.game.board
    guests = [list(own) for own in before.guests]
    scores, hugo, speed, winners = list(before.scores), before.hugo, before.speed, before.winners
    new_round = False
    for fact in outcome.facts:
        match fact:
            case Placed(player, source, space):
                if source is not None:
                    guests[player].remove(source)
                guests[player].append(space)
            case Moved(player, source, target, path):
                assert path[-1] == target
                guests[player].remove(source)
                guests[player].append(target)
            case Expelled(player, room, door):
                guests[player].remove(room)
                guests[player].append(door)
            case Captured(players, space, step):
                for player in players:
                    guests[player].remove(space)
                    guests[player].append(step)
            case Walked(source, path):
                assert source == hugo
                hugo = path[-1]
            case SpedUp(faster):
                assert faster == speed + 1
                speed = faster
            case Scored(player, points, total, _):
                scores[player] += points
                assert scores[player] == total
            case RoundEnded(number, outside, first):
                assert number == before.round
                for player, space in outside:
                    guests[player].remove(space)
                    guests[player].append(board.top_step)
                new_round = first is not None
            case GameOver(winning):
                winners = winning
    if new_round:
        hugo = board.bottom_step
        guests = [[board.room(at).door if board.is_room(at) else at for at in own] for own in guests]
    return outcome.state._replace(
        guests=tuple(tuple(sorted(own)) for own in guests),
        scores=tuple(scores),
        hugo=hugo,
        speed=speed,
        winners=winners,
    )


def expected_points(before: State, outcome: Outcome) -> list[tuple[int, int, str]]:
    """R5, H3 and M6: who gets how many points for what happened."""
    board = before.game.board
    expected = []
    for fact in outcome.facts:
        match fact:
            case Moved(player, _, target, _) if board.is_room(target) and board.room(target).points:
                expected.append((player, board.room(target).points, "room"))
            case Captured(players, _, step):
                expected += [(player, board.value(step), "captured") for player in players]
            case RoundEnded(_, outside, _):
                expected += [(player, board.value(board.top_step), "left-outside") for player, _ in outside]
    return sorted(expected)


@settings(max_examples=50, deadline=None, phases=AS_DRAWN)
@given(tables(), hands())
def test_whole_games(table: Table, hand: Hand) -> None:
    game = game_of(*table)
    for before, _, outcome in play_through(new_state(game), hand):
        after = outcome.state
        assert retold(before, outcome) == after
        scored = sorted((fact.player, fact.points, fact.why) for fact in outcome.facts if isinstance(fact, Scored))
        assert scored == expected_points(before, outcome)
        assert state_from_json(game, json.loads(json.dumps(state_to_json(after)))) == after
        assert_in_order(after)
        assert_no_room_is_shared(after)
        if after.phase == before.phase == PLACING and before.round == 1:
            assert sum(map(len, after.guests)) == sum(map(len, before.guests)) + 1
        else:
            assert [len(own) for own in after.guests if before.phase != PLACING] in (
                [],
                [game.guests_each] * len(game.players),
            )
        if not any(isinstance(fact, RoundEnded) for fact in outcome.facts):
            assert outcome.after_action == after or after.phase == OVER


def assert_in_order(state: State) -> None:
    """Contract 3: sorted; nobody stands with Hugo on the gallery."""
    assert all(list(own) == sorted(own) for own in state.guests)
    if state.out and state.phase != OVER:
        assert not any(state.hugo in own for own in state.guests)


def assert_no_room_is_shared(state: State) -> None:
    inside = Counter(space for own in state.guests for space in own if state.game.board.is_room(space))
    assert set(inside.values()) <= {1}


@settings(max_examples=40, deadline=None, phases=AS_DRAWN)
@given(tables(), hands())
def test_hugo_follows_from_the_rolls(table: Table, hand: Hand) -> None:
    """H1, H4: where he is and how fast, from nothing but the faces thrown; he stands still otherwise."""
    game = game_of(*table)
    board = game.board
    path = [*range(board.bottom_step, board.top_step - 1, -1), *list(range(board.gallery)) * 100]
    stairs = len(board.step_values)
    at, speed, laps = 0, game.first_speed, 0
    for before, event, outcome in play_through(new_state(game), hand):
        if outcome.state.round != before.round:
            at, laps = 0, 0
            continue
        if event == Roll(GHOST):
            at += speed
            arrivals = 0 if at < stairs else 1 + (at - stairs) // board.gallery
            if arrivals > laps and speed == 7:
                at = stairs + (arrivals - 1) * board.gallery
            elif arrivals > laps and not game.is_midnight_party:
                speed += game.options.entry_speeds_up or laps > 0
            laps = arrivals
        assert (outcome.state.hugo, outcome.state.speed, outcome.state.out) == (path[at], speed, laps > 0)


@settings(max_examples=12, deadline=None, phases=AS_DRAWN)
@given(tables(), hands())
def test_every_legal_event_applies_and_no_other_does(table: Table, hand: Hand) -> None:
    game = game_of(*table)
    spaces = range(len(game.board.names))
    for number, (state, _, _) in enumerate(play_through(new_state(game), hand)):
        if number % 16:
            continue
        applied = []
        if state.phase == MOVING:
            moves = [Move(source, target) for source in spaces for target in spaces]
            applied = [move for move in moves if applies(state, move)]
            assert sorted(legal_moves(state)) == applied
        elif state.phase == PLACING:
            applied = [space for space in spaces if applies(state, Place(space))]
            assert free_spaces(state) == applied
        assert applied or state.phase == ROLLING


def applies(state: State, event: Move | Place) -> bool:
    try:
        apply(state, event)
    except IllegalEvent:
        return False
    return True


@settings(max_examples=15, deadline=None, phases=AS_DRAWN)
@given(tables(), hands())
def test_wrong_times_are_refused_and_change_nothing(table: Table, hand: Hand) -> None:
    game = game_of(*table)
    events = {PLACING: Place(0), ROLLING: Roll(4), MOVING: Move(0, 4)}
    for _, _, outcome in play_through(new_state(game), hand):
        state = outcome.state
        kept = json.dumps(state_to_json(state))
        for phase, event in events.items():
            if phase != state.phase:
                with pytest.raises(WrongPhase):
                    apply(state, event)
        assert json.dumps(state_to_json(state)) == kept
