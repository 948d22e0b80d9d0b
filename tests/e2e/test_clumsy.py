"""The clumsy hand on the real process: the same hand as in the soak, through the control socket, in real time."""

import json
import random
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from e2e.castle import Castle, export
from hugo_castle.rules import Face, event_to_json, load_board, new_game, new_state
from hugo_castle.virtual.clumsy_hand import ClumsyHand, Habits

SPEED = 12.0


class ProcessTable:
    """What the hand touches (`clumsy_hand.Table`), on a process; the record is read from its journal."""

    def __init__(self, castle: Castle) -> None:
        self._castle = castle
        self._journal = sqlite3.connect(f"file:{castle.folder}/state/games.sqlite3?mode=ro", uri=True)
        self._taken: tuple[int, float] = (0, 0.0)

    def put(self, space: str) -> None:
        self._castle.put(space)

    def lift(self, space: str) -> None:
        self._castle.lift(space)

    def button(self, down: bool) -> None:
        self._castle.ask(button="roll", down=down)

    def wait(self, ms: float) -> None:
        self._castle.sleep(ms)

    def look(self) -> tuple[dict[str, Any] | None, dict[str, Any]]:
        answer = self._castle.get()
        return answer["state"], answer["prompt"]

    def thrown(self) -> Sequence[Face]:
        ((standing,),) = self._journal.execute("SELECT standing FROM games ORDER BY id DESC LIMIT 1")
        rolled = [event["roll"] for event in self.recorded() if "roll" in event]
        return [*rolled, *json.loads(standing)]

    def recorded(self) -> Sequence[dict[str, Any]]:
        rows = self._journal.execute(
            "SELECT event FROM events WHERE game = (SELECT max(id) FROM games) ORDER BY number"
        ).fetchall()
        if len(rows) != self._taken[0]:
            self._taken = len(rows), self.now_ms
        return [json.loads(event) for (event,) in rows]

    def taken_ms(self) -> float:
        return self._taken[1]

    @property
    def now_ms(self) -> float:
        return time.monotonic() * 1000 * SPEED


@pytest.mark.parametrize(("kind", "players"), [("hugo", 2), ("midnight-party", 2)])
def test_a_clumsy_game_comes_out_right(tmp_path: Path, kind: str, players: int) -> None:
    game = new_game(kind, players, load_board("castle"))
    with Castle(tmp_path, "--game", kind, "--players", str(players), speed=SPEED) as castle:
        rng = random.Random(f"{kind} {players}")
        hand = ClumsyHand(ProcessTable(castle), new_state(game), rng, Habits(), attentive=True)
        hand.play()
        assert castle.stop() == 0
    assert [json.loads(line) for line in export(tmp_path, 1)[1:]] == [
        event_to_json(game.board, event) for event in hand.record
    ]
