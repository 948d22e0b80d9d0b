"""What just happened, in words: the most important first."""

from collections.abc import Sequence
from dataclasses import dataclass

from hugo_castle.rules import GHOST, State
from hugo_castle.rules.facts import (
    Captured,
    Expelled,
    Fact,
    Rolled,
    RoomsOpened,
    RoundEnded,
    Scored,
    SpedUp,
    Walked,
)
from hugo_castle.screens.castle_map import NO_MARKS, Marks
from hugo_castle.screens.texts import _, n_, names_list, player_name

_RANK: tuple[type, ...] = (RoundEnded, Captured, Expelled, RoomsOpened, SpedUp, Scored, Walked, Rolled)
NEWS_MS = 3000.0  # so long each of several news is shown
_FILLERS = (Walked, Rolled)  # told only when there is nothing else


@dataclass(frozen=True, slots=True)
class News:
    """One thing that happened: the ways to say it, longest first, and where on the map."""

    texts: tuple[str, ...]
    marks: Marks = NO_MARKS


def tell(facts: Sequence[Fact], state: State) -> list[News]:
    """All that is worth telling of one event, the most important first."""
    told = [fact for fact in facts if isinstance(fact, _RANK) and not _is_told_elsewhere(fact, facts)]
    told.sort(key=lambda fact: _RANK.index(type(fact)))
    main = [fact for fact in told if not isinstance(fact, _FILLERS)]
    return [_news(fact, state) for fact in main or told[:1]]


def _is_told_elsewhere(fact: Fact, facts: Sequence[Fact]) -> bool:
    if isinstance(fact, Scored):
        return fact.why != "room"  # a capture and a round's end say their points themselves
    if isinstance(fact, Rolled):
        return fact.face == GHOST or any(not isinstance(other, Rolled) for other in facts)
    return False


def _news(fact: Fact, state: State) -> News:
    match fact:
        case Captured():
            return _captured(fact, state)
        case Expelled():
            return _expelled(fact, state)
        case RoomsOpened():
            return News((_("Hugo is out: all rooms are open!"), _("All rooms are open!")))
        case SpedUp(speed):
            text = _("Hugo gets faster: {speed} steps!", speed=speed)
            return News((text, _("Hugo's speed: {speed}", speed=speed)))
        case Scored(player, points, _total, _why):
            return News((_scored(player_name(state, player), points),))
        case RoundEnded():
            return News((_round_ended(fact, state), _("Round {round} is over.", round=fact.round)))
        case Walked(source, path):
            text = n_("Hugo walks {count} step.", "Hugo walks {count} steps.", len(path))
            return News((text,), Marks((source,), path[-1:]))
        case Rolled(player, face):
            who = player_name(state, player)
            return News((_("{player} rolled {number}, but no guest can move.", player=who, number=face),))
    raise TypeError(f"no words for {fact!r}")


def _captured(fact: Captured, state: State) -> News:
    board = state.game.board
    names = [player_name(state, player) for player in fact.players]
    space, step, points = board.names[fact.space], board.names[fact.step], board.value(fact.step)
    marks = Marks((fact.space,), (fact.step,))
    if len(names) == 1:
        text = _(
            "Hugo caught {player} on {space}: {points} points, to {step}.",
            player=names[0],
            space=space,
            points=points,
            step=step,
        )
        return News((text, _("{player}: {points} points!", player=names[0], points=points)), marks)
    text = _(
        "Hugo caught {players} on {space}: {points} points each, to {step}.",
        players=names_list(names),
        space=space,
        points=points,
        step=step,
    )
    shorter = _(
        "Hugo caught {count} guests on {space}: {points} points each.", count=len(names), space=space, points=points
    )
    return News((text, shorter, _("{count} guests: {points} points each!", count=len(names), points=points)), marks)


def _expelled(fact: Expelled, state: State) -> News:
    names = state.game.board.names
    who, room, door = player_name(state, fact.player), names[fact.room], names[fact.door]
    text = _("{player} is thrown out of {room}, back to {door}.", player=who, room=room, door=door)
    shorter = _("{player} is thrown out of {room}.", player=who, room=room)
    return News(
        (text, shorter, _("{player}: out of {room}!", player=who, room=room)), Marks((fact.room,), (fact.door,))
    )


def _scored(name: str, points: int) -> str:
    if points < 0:
        return n_("{player}: {count} point less!", "{player}: {count} points less!", -points, player=name)
    return n_("{player}: {count} point more.", "{player}: {count} points more.", points, player=name)


def _round_ended(fact: RoundEnded, state: State) -> str:
    if fact.first is None:
        return _("The last round is over.")
    outside = len(fact.left_outside)
    first = player_name(state, fact.first)
    if not outside:
        return _("Round {round} is over. {player} begins.", round=fact.round, player=first)
    return n_(
        "Round {round} is over. {count} guest was left outside. {player} begins.",
        "Round {round} is over. {count} guests were left outside. {player} begins.",
        outside,
        round=fact.round,
        player=first,
    )
