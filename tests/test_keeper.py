"""What the journal refuses waits, in order, and is told once."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from hugo_castle.inputs import DeviceChanged, Input
from hugo_castle.journal import JournalLost, NoSuchGame
from hugo_castle.keeper import RETRY_MS, Keeper
from hugo_castle.rules import Place, load_board, new_game
from hugo_castle.table.effects import Begin, Save

BOARD = load_board("castle")
GAME = new_game("hugo", 2, BOARD)
BEGIN = Begin(GAME)


def save(keep: int, *spaces: str) -> Save:
    return Save(GAME, keep, tuple(Place(BOARD.by_name[space]) for space in spaces), (4, "ghost"), False)


def saved(game_id: int, keep: int, *spaces: str) -> tuple[Any, ...]:
    return ("save", game_id, keep, [{"place": space} for space in spaces], (4, "ghost"), False)


@dataclass
class Card:
    """A journal that refuses with `trouble` while there is one."""

    trouble: Exception | None = None
    written: list[tuple[Any, ...]] = field(default_factory=list)
    games: int = 6

    def begin(self, header: dict[str, Any]) -> int:
        self._write("begin", header["players"])
        self.games += 1
        return self.games

    def save(self, *what: Any) -> None:
        self._write("save", *what)

    def _write(self, *what: Any) -> None:
        if self.trouble:
            raise self.trouble
        self.written.append(what)


class Desk:
    """A keeper with its card, its clock and what it posted."""

    def __init__(self, game_id: int | None = None) -> None:
        self.card = Card()
        self.now_ms = 100.0
        self.posted: list[Input] = []
        self.keeper = Keeper(self.card, game_id, self.posted.append, lambda: self.now_ms)  # type: ignore[arg-type]


BEGUN = ("begin", ["red", "blue"])


def test_effects_are_written_in_order_to_the_game_that_they_belong_to() -> None:
    desk = Desk()
    for effect in (BEGIN, save(0, "G5"), save(1, "G6", "G7"), BEGIN, save(0)):
        desk.keeper.keep(effect)
    assert desk.card.written == [
        BEGUN,
        saved(7, 0, "G5"),
        saved(7, 1, "G6", "G7"),
        BEGUN,
        saved(8, 0),
    ]
    assert (desk.posted, desk.keeper.retry_at_ms) == ([], None)


def test_a_game_gone_on_with_keeps_its_number() -> None:
    desk = Desk(game_id=3)
    desk.keeper.keep(save(5, "G5"))
    assert desk.card.written == [saved(3, 5, "G5")]


@pytest.mark.parametrize(
    "trouble",
    [
        pytest.param(JournalLost("the card is full"), id="full card"),
        pytest.param(NoSuchGame("the card is full"), id="a file that was exchanged"),
        pytest.param(ValueError("the card is full"), id="a bug"),
    ],
)
def test_what_cannot_be_written_waits_and_is_told_once(trouble: Exception) -> None:
    desk = Desk()
    desk.card.trouble = trouble
    for effect in (BEGIN, save(0, "G5"), save(1, "G6")):
        desk.keeper.keep(effect)
        desk.now_ms += 1
    assert desk.card.written == []
    assert desk.posted == [DeviceChanged("journal", "the card is full", 100.0)]
    assert desk.keeper.retry_at_ms == 102.0 + RETRY_MS
    desk.card.trouble = None
    desk.now_ms = 7000.0
    desk.keeper.write_waiting()
    assert desk.card.written == [BEGUN, saved(7, 0, "G5"), saved(7, 1, "G6")]
    assert desk.posted[1:] == [DeviceChanged("journal", None, 7000.0)]
    assert desk.keeper.retry_at_ms is None


def test_nothing_is_written_twice_when_the_card_fails_half_way() -> None:
    desk = Desk()
    desk.keeper.keep(BEGIN)
    desk.card.trouble = JournalLost("full")
    desk.keeper.keep(save(0, "G5"))
    desk.card.trouble = None
    desk.keeper.keep(save(1, "G6"))
    assert desk.card.written == [BEGUN, saved(7, 0, "G5"), saved(7, 1, "G6")]
