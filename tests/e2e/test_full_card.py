"""The card takes nothing more in the middle of a game: it goes on, and is saved when it can be."""

import json
import random
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from e2e.castle import Castle, export
from e2e.hands import Hands
from hugo_castle.rules import load_board, new_game, new_state, state_to_json

TWO = ("--game", "hugo", "--players", "2")


def hands_at(castle: Castle) -> Hands:
    return Hands(castle, new_state(new_game("hugo", 2, load_board("castle"))), random.Random("card"))


@contextmanager
def full_card(castle: Castle) -> Iterator[None]:
    """The kernel refuses what would make the journal's log longer. (The service's own log is shorter.)"""
    _, hard = resource.prlimit(castle.process.pid, resource.RLIMIT_FSIZE)
    size = (castle.folder / "state" / "games.sqlite3-wal").stat().st_size
    assert size > 4 * len(castle.read_log())
    resource.prlimit(castle.process.pid, resource.RLIMIT_FSIZE, (size + 100, hard))
    yield
    if castle.process.poll() is None:
        resource.prlimit(castle.process.pid, resource.RLIMIT_FSIZE, (hard, hard))


def test_the_game_goes_on_and_is_saved_later(tmp_path: Path) -> None:
    with Castle(tmp_path, *TWO) as castle:
        hands = hands_at(castle)
        for _ in range(6):
            hands.step()
        saved = len(hands.record)
        with full_card(castle):
            for _ in range(6):
                hands.step()
            castle.wait_for_text("memory card")
            assert castle.read_log().count("the game goes on and is saved as soon as it can be") == 1
            assert len(export(tmp_path, 1)) == 1 + saved
        hands.step()
        castle.wait_for_log("the journal is written again")
        castle.wait_until(lambda: len(export(tmp_path, 1)) == 1 + len(hands.record), "the saved game")
        assert castle.get()["state"] == state_to_json(hands.state)
        assert castle.stop() == 0
    assert [json.loads(line) for line in export(tmp_path, 1)[1:]] == hands.record


def test_what_waits_is_saved_at_the_end_if_it_can_be(tmp_path: Path) -> None:
    with Castle(tmp_path, *TWO) as castle:
        hands = hands_at(castle)
        for _ in range(6):
            hands.step()
        with full_card(castle):
            hands.step()
            castle.wait_for_log("the game goes on")
        assert castle.stop() == 0
    assert [json.loads(line) for line in export(tmp_path, 1)[1:]] == hands.record


def test_killed_with_a_full_card_the_game_goes_on_from_what_was_saved(tmp_path: Path) -> None:
    with Castle(tmp_path, *TWO) as castle:
        hands = hands_at(castle)
        for _ in range(6):
            hands.step()
        saved = state_to_json(hands.state)
        with full_card(castle):
            hands.step()
            hands.step()
            castle.process.kill()
            castle.wait_for_end()
    with Castle(tmp_path) as castle:
        assert (castle.get()["prompt"]["kind"], castle.get()["state"]) == ("resume", saved)
        assert castle.stop() == 0
