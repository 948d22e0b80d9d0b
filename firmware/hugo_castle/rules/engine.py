"""Applying an event to a state: the rules themselves. Pure; chance comes in as the face that was thrown."""

from typing import Any, NamedTuple

from hugo_castle.rules.board import FACES, MAX_SPEED, Board, Move, Space
from hugo_castle.rules.errors import IllegalEvent, Malformed, WrongPhase
from hugo_castle.rules.facts import (
    Captured,
    Expelled,
    Fact,
    GameOver,
    Moved,
    Placed,
    Rolled,
    RoomsOpened,
    RoundEnded,
    Scored,
    SpedUp,
    Walked,
)
from hugo_castle.rules.game import ROUNDS
from hugo_castle.rules.moves import can_move, is_legal, occupied_spaces, why_illegal
from hugo_castle.rules.state import GHOST, MOVING, OVER, PLACING, ROLLING, Face, Guests, State

END_SCORE = 46  # E1


class Place(NamedTuple):
    """The player whose turn it is puts a guest on a gallery space (S3, M7)."""

    space: Space


class Roll(NamedTuple):
    """The die shows a face (T1)."""

    face: Face


Event = Place | Roll | Move


class Outcome(NamedTuple):
    """What an event led to.

    `after_action` is the position once guests and Hugo have gone where the event sends them, but before a new
    round or the last round's end rearranges the board (M6, M7): what the board shows first. Else it is `state`.
    """

    state: State
    facts: tuple[Fact, ...]
    after_action: State


def apply(state: State, event: Event) -> Outcome:
    """The position after `event`, and what happened.

    Raises WrongPhase when it is not the event's time, IllegalEvent when the rules forbid it, Malformed when it
    is no event.
    """
    if type(event) is Move:
        _expect(state, MOVING, "move")
        return _move(state, event)
    if type(event) is Roll:
        _expect(state, ROLLING, "roll")
        return _roll(state, event.face)
    if type(event) is Place:
        _expect(state, PLACING, "place")
        return _place(state, event.space)
    raise Malformed(f"not an event: {event!r:.60}")


_AWAITED = {
    PLACING: "a guest is to be placed",
    ROLLING: "the die is to be rolled",
    MOVING: "a guest is to be moved",
}


def _expect(state: State, phase: str, event: str) -> None:
    if state.phase == phase:
        return
    if state.phase == OVER:
        raise WrongPhase(f"{event}: the game is over (rule {'M9' if state.game.is_midnight_party else 'E1'})")
    assert state.turn is not None
    raise WrongPhase(f"{event}: not now, {_AWAITED[state.phase]} by {state.game.players[state.turn]}")


def _expect_space(board: Board, space: object) -> None:
    if not board.has(space):
        raise Malformed(f"not a space of board {board.name!r}: {space!r:.40}")


# Placing (S3, M7) ------------------------------------------------------------------------------------


def free_spaces(state: State) -> list[Space]:
    """Gallery spaces that a guest may be placed on: those without one (S3)."""
    occupied = occupied_spaces(state)
    return [space for space in range(state.game.board.gallery) if space not in occupied]


def source_to_place(state: State) -> Space | None:
    """The cellar step that the guest to be placed stands on; None when it is in its owner's hand (S3, M7)."""
    assert state.turn is not None
    return None if state.round == 1 else state.guests[state.turn][-1]


def _place(state: State, space: Space) -> Outcome:
    board = state.game.board
    assert state.turn is not None
    _expect_space(board, space)
    if not board.is_gallery(space):
        raise IllegalEvent(f"{board.names[space]}: guests are placed on the gallery (rule S3)")
    if space in occupied_spaces(state):
        raise IllegalEvent(f"{board.names[space]}: there is a guest already (rule S3)")
    source = source_to_place(state)
    guests = _relocate(state.guests, state.turn, source, space)
    placed = state._replace(guests=guests)
    after = _with_next_to_place(placed, (state.turn + 1) % len(guests))
    return Outcome(after, (Placed(state.turn, source, space),), after)


def _with_next_to_place(state: State, next_in_turn: int) -> State:
    if state.round == 1:
        if any(len(guests) < state.game.guests_each for guests in state.guests):
            return state._replace(turn=next_in_turn)
    else:
        highest = max(guests[-1] for guests in state.guests)
        if state.game.board.is_step(highest):
            turn = next(player for player in _from_first(state) if state.guests[player][-1] == highest)
            return state._replace(phase=PLACING, turn=turn)
    return state._replace(phase=ROLLING, turn=state.first)


def _from_first(state: State) -> list[int]:
    """All players in turn order, the round's first player first."""
    count = len(state.scores)
    return [(state.first + number) % count for number in range(count)]


# Rolling (T1, T2, M4) --------------------------------------------------------------------------------


def _roll(state: State, face: Face) -> Outcome:
    assert state.turn is not None
    rolled = Rolled(state.turn, face)
    if face == GHOST:
        return _walk(state, rolled)
    if face not in FACES or type(face) is not int:
        raise Malformed(f"the die has no {face!r:.40}: expected 1, 2, 4, 5 or ghost (rule T1)")
    if not can_move(state):
        return _finish_turn(state, [rolled])
    after = state._replace(phase=MOVING, roll=face)
    return Outcome(after, (rolled,), after)


# Moving (T3 to T7, R1 to R7) -------------------------------------------------------------------------


def _move(state: State, move: Move) -> Outcome:
    board = state.game.board
    player = state.turn
    assert player is not None and state.roll is not None
    source, target = move
    _expect_space(board, source)
    _expect_space(board, target)
    if not is_legal(state, move):
        raise IllegalEvent(why_illegal(state, move))
    facts: list[Fact] = [Moved(player, source, target, board.guest_paths[move])]
    guests, scores = state.guests, state.scores
    if board.is_room(target):
        points = board.room(target).points
        if points:
            scores = _score(scores, player, points, "room", facts)  # R5
        guests = _expel(state, target, facts)  # R4
    guests = _relocate(guests, player, source, target)
    if len(facts) > 1 or target == state.hugo:
        # Whoever now stands with Hugo is captured: the mover (T7), or a guest expelled onto him (R7).
        guests, scores = _capture(state, guests, scores, state.hugo, facts)
    return _finish_turn(state, facts, roll=None, guests=guests, scores=scores)


def _expel(state: State, room: Space, facts: list[Fact]) -> Guests:
    for player, guests in enumerate(state.guests):
        if room in guests:
            door = state.game.board.room(room).door
            facts.append(Expelled(player, room, door))
            return _relocate(state.guests, player, room, door)
    return state.guests


def _relocate(guests: Guests, player: int, source: Space | None, target: Space) -> Guests:
    own = list(guests[player])
    if source is not None:
        own.remove(source)
    own.append(target)
    own.sort()
    return (*guests[:player], tuple(own), *guests[player + 1 :])


def _score(scores: tuple[int, ...], player: int, points: int, why: str, facts: list[Fact]) -> tuple[int, ...]:
    total = scores[player] + points
    facts.append(Scored(player, points, total, why))
    return (*scores[:player], total, *scores[player + 1 :])


# Hugo (H1 to H5) -------------------------------------------------------------------------------------


def _walk(state: State, rolled: Rolled) -> Outcome:
    midnight = state.game.is_midnight_party
    path = state.game.board.hugo_paths[state.hugo][: state.speed]
    onto_arrow = 0 in path
    is_last_walk = onto_arrow and state.speed == MAX_SPEED and not midnight  # H5
    if is_last_walk:
        path = path[: path.index(0) + 1]
    facts: list[Fact] = [rolled, Walked(state.hugo, path)]
    guests, scores, speed = state.guests, state.scores, state.speed
    standing = occupied_spaces(state)
    for space in path:
        if space == 0:
            if not state.out:
                facts.append(RoomsOpened())  # R1
            if not midnight and not is_last_walk and (state.out or state.game.options.entry_speeds_up):
                speed += 1  # H4, from the next walk
                facts.append(SpedUp(speed))
        if space in standing and space < state.game.board.gallery:
            guests, scores = _capture(state, guests, scores, space, facts)
    after = state._replace(hugo=path[-1], speed=speed, out=state.out or onto_arrow, guests=guests, scores=scores)
    if is_last_walk:
        return _end(after, facts, after)
    return _finish_turn(after, facts)


def _capture(
    state: State, guests: Guests, scores: tuple[int, ...], space: Space, facts: list[Fact]
) -> tuple[Guests, tuple[int, ...]]:
    """Everybody on a gallery space goes to one step, and pays its value for each guest (H2, H3)."""
    board = state.game.board
    caught = tuple(player for player, own in enumerate(guests) for at in own if at == space)
    if not caught or not board.is_gallery(space):
        return guests, scores
    taken = {at for own in guests for at in own}
    step = next((step for step in range(board.bottom_step, board.top_step, -1) if step not in taken), board.top_step)
    facts.append(Captured(caught, space, step))
    for player in caught:
        guests = _relocate(guests, player, space, step)
        scores = _score(scores, player, board.value(step), "captured", facts)
    return guests, scores


# Ends of turns, rounds and games (T8, E1, E2, M5 to M9) ----------------------------------------------


def _finish_turn(state: State, facts: list[Fact], **changes: Any) -> Outcome:
    """The turn has led to `changes` of the state; the next one begins, unless the round or the game is over."""
    assert state.turn is not None
    after = state._replace(phase=ROLLING, turn=(state.turn + 1) % len(state.scores), **changes)
    if not _is_at_an_end(after):
        return Outcome(after, tuple(facts), after)
    acted = state._replace(**changes)
    return _end_round(acted, facts) if state.game.is_midnight_party else _end(acted, facts, acted)


def _is_at_an_end(state: State) -> bool:
    """Whether a round of Midnight Party (M5), or the game (E1), is over."""
    if state.game.is_midnight_party:
        return state.out and _round_is_over(state)
    return max(state.scores) >= END_SCORE


def _end(state: State, facts: list[Fact], after_action: State) -> Outcome:
    fewest = min(state.scores)
    winners = tuple(player for player, score in enumerate(state.scores) if score == fewest)
    after = state._replace(phase=OVER, turn=None, roll=None, winners=winners)
    return Outcome(after, (*facts, GameOver(winners)), after_action)


def _round_is_over(state: State) -> bool:
    """M5: nobody is left on the gallery, or every room is taken."""
    board = state.game.board
    if all(guests[0] >= board.first_room for guests in state.guests):
        return True
    rooms = range(board.first_room, board.top_step)
    return sum([space in rooms for guests in state.guests for space in guests]) == len(rooms)


def _end_round(state: State, facts: list[Fact]) -> Outcome:
    board = state.game.board
    outside = tuple(
        (player, space) for player, guests in enumerate(state.guests) for space in guests if board.is_gallery(space)
    )
    guests, scores = state.guests, state.scores
    scored: list[Fact] = []
    for player, space in outside:  # M6
        guests = _relocate(guests, player, space, board.top_step)
        scores = _score(scores, player, board.value(board.top_step), "left-outside", scored)
    ended = state._replace(guests=guests, scores=scores)
    if state.round == ROUNDS:  # M1, M9
        return _end(ended, [*facts, RoundEnded(state.round, outside, None), *scored], state)
    most = max(scores)
    first = next(player for player in _from_first(state) if scores[player] == most)  # M8
    started = ended._replace(
        phase=PLACING,
        round=state.round + 1,
        hugo=board.bottom_step,
        out=False,
        first=first,
        turn=first,
        guests=tuple(_out_of_rooms(state, own) for own in guests),
    )
    after = _with_next_to_place(started, first)
    return Outcome(after, (*facts, RoundEnded(state.round, outside, first), *scored), state)


def _out_of_rooms(state: State, guests: tuple[Space, ...]) -> tuple[Space, ...]:
    board = state.game.board
    return tuple(sorted(board.room(at).door if board.is_room(at) else at for at in guests))  # M7
