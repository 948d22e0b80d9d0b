"""What a player may do (T3 to T7, R1 to R6, M3, M4), and why something else may not be done."""

from hugo_castle.rules.board import Entry, Move, Space
from hugo_castle.rules.state import State


def legal_moves(state: State) -> list[Move]:
    """Every move that the player whose turn it is may make with the roll; guests on one space count once.

    Only for a state in phase `moving`. Moves come by source (gallery, rooms, cellar): along the gallery first,
    then into rooms by their number.
    """
    assert state.roll is not None, "legal_moves is asked only while a move is awaited"
    reach = state.game.board.reach[state.roll]
    moves = []
    occupied = None
    for source in movable(state):
        along, entries = reach[source]
        moves.append(along)
        if entries and state.out:  # R1
            if occupied is None:
                occupied = occupied_spaces(state)
            moves += [entry.move for entry in entries if _is_open(state, entry, occupied)]
    return moves


def movable(state: State) -> list[Space]:
    """Spaces from which the player whose turn it is may move a guest, each once (T3, T6, M3)."""
    assert state.turn is not None
    board = state.game.board
    guests = state.guests[state.turn]
    spaces = dict.fromkeys(guests)
    if state.game.is_midnight_party:
        return [space for space in spaces if space < board.first_room]
    if not state.game.options.highest_step_first:
        return list(spaces)
    # Guests are sorted, so the last one stands on the highest-valued step of all.
    highest = guests[-1]
    return [space for space in spaces if space < board.top_step or space == highest]


def can_move(state: State) -> bool:
    """Whether the player whose turn it is has a guest that may move (M4); every roll can then move it."""
    assert state.turn is not None
    return not state.game.is_midnight_party or state.game.board.is_gallery(state.guests[state.turn][0])


def occupied_spaces(state: State) -> set[Space]:
    """Every space with at least one guest on it."""
    return {space for guests in state.guests for space in guests}


def _is_open(state: State, entry: Entry, occupied: set[Space]) -> bool:
    return entry.room not in occupied or (entry.exact and not state.game.is_midnight_party)  # R3, R4, M3


def is_legal(state: State, move: Move) -> bool:
    """Whether `move` is one of `legal_moves(state)`, without making the list."""
    assert state.roll is not None
    if move.source not in movable(state):
        return False
    along, entries = state.game.board.reach[state.roll][move.source]
    if move == along:
        return True
    return state.out and any(move == entry.move and _is_open(state, entry, occupied_spaces(state)) for entry in entries)


def why_illegal(state: State, move: Move) -> str:
    """Why a move is not legal, in words: the spaces, the roll and the rule."""
    assert state.turn is not None and state.roll is not None
    board = state.game.board
    said = f"{board.names[move.source]} -> {board.names[move.target]}"
    color = state.game.players[state.turn]
    if move.source not in state.guests[state.turn]:
        return f"{said}: {color} has no guest on {board.names[move.source]} (rule T3)"
    if move.source not in movable(state):
        return f"{said}: {_why_not_movable(state, move.source)}"
    if board.is_step(move.target):
        return f"{said}: guests come into the cellar only when Hugo captures them (rule H3)"
    if board.is_gallery(move.target):
        right = board.names[board.reach[state.roll][move.source].along.target]
        return f"{said}: along the gallery a roll of {state.roll} leads from there to {right} (rule T3)"
    return f"{said}: {_why_room_is_shut(state, move)}"


def _why_not_movable(state: State, source: Space) -> str:
    board = state.game.board
    if state.game.is_midnight_party:
        where = "in rooms" if board.is_room(source) else "in the cellar"
        return f"guests {where} do not move in Midnight Party (rule M3)"
    highest = board.names[state.guests[state.turn or 0][-1]]
    return f"of one player's guests in the cellar, one on the highest step leaves first: {highest} (rule T6)"


def _why_room_is_shut(state: State, move: Move) -> str:
    board = state.game.board
    name, roll = board.names[move.target], state.roll
    needed = board.steps_needed(move.source, move.target)
    assert roll is not None
    if not state.out:
        return "rooms open when Hugo first steps onto the gallery (rule R1)"
    if move.source == move.target:
        return f"a guest cannot enter the room again that it is leaving, {name} (rule R6)"
    if needed > roll:
        return f"entering {name} takes {needed} from there, the roll is {roll} (rule R2)"
    if board.room(move.target).green and needed != roll:
        return f"{name} is green and needs exactly {needed}, the roll is {roll} (rule R3)"
    if state.game.is_midnight_party:
        return f"{name} is occupied (rule M3)"
    return f"{name} is occupied and needs exactly {needed}, the roll is {roll} (rule R3)"
