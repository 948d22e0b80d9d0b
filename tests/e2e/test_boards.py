"""Boards with a handful of sensors on GPIO pins, and with none: whole games of both kinds."""

import json
import random
from pathlib import Path

import pytest

from e2e.castle import Castle, export, replay
from e2e.hands import Hands
from hugo_castle.rules import load_board, new_game, new_state, state_to_json

BOARD = load_board("castle")
FREE_PINS = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27]
SENSED = [*BOARD.names[:12], "R1", "R2", "R3", "C8", "C9", "C10"]
PINS = ", ".join(f"{space} = {pin}" for space, pin in zip(SENSED, FREE_PINS, strict=False))


@pytest.mark.parametrize(
    ("sensors", "sensed"),
    [
        pytest.param(f'driver = "gpio"\ngpio.pins = {{ {PINS} }}', SENSED, id="GPIO"),
        pytest.param('driver = "none"', [], id="none"),
    ],
)
@pytest.mark.parametrize(("kind", "players"), [("hugo", 2), ("midnight-party", 3)])
def test_a_whole_game(tmp_path: Path, sensors: str, sensed: list[str], kind: str, players: int) -> None:
    config = tmp_path / "config.toml"
    config.write_text(f"[sensors]\n{sensors}\n")
    arguments = ("--config", str(config), "--game", kind, "--players", str(players))
    with Castle(tmp_path, *arguments, speed=10.0) as castle:
        start = new_state(new_game(kind, players, BOARD))
        hands = Hands(castle, start, random.Random(f"{kind} {len(sensed)}"), sensed)
        hands.play()
        assert castle.get()["state"] == state_to_json(hands.state)
        assert "starting with the defaults" not in castle.read_log()
        assert castle.stop() == 0
    record = export(tmp_path, 1)
    assert [json.loads(line) for line in record[1:]] == hands.record
    assert replay(record)[-1] == state_to_json(hands.state)
