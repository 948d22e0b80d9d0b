"""Whole games of both kinds against the real process, through the control socket alone."""

import json
import random
from pathlib import Path

import pytest

from e2e.castle import Castle, export, replay
from e2e.hands import Hands
from hugo_castle.rules import load_board, new_game, new_state, state_to_json


@pytest.mark.parametrize(("kind", "players"), [("hugo", 2), ("hugo", 5), ("midnight-party", 3), ("midnight-party", 8)])
def test_a_game_from_power_on_to_the_winner(tmp_path: Path, kind: str, players: int) -> None:
    game = new_game(kind, players, load_board("castle"))
    with Castle(tmp_path, "--game", kind, "--players", str(players)) as castle:
        assert castle.get()["prompt"] == {"kind": "settle", "missing": ["C10"], "extra": [], "player": "red"}
        hands = Hands(castle, new_state(game), random.Random(f"{kind} {players}"))
        hands.play()
        answer = castle.get()
        assert answer["state"] == state_to_json(hands.state)
        assert sorted(answer["sensors"]) == sorted(answer["expected"])
        picture, text = castle.screen()
        assert picture.getbbox() is not None
        assert any(answer["state"]["winners"][0] in line.lower() for line in text), text
        assert castle.stop() == 0
    record = export(tmp_path, 1)
    assert [json.loads(line) for line in record[1:]] == hands.record
    assert replay(record)[-1] == state_to_json(hands.state)
