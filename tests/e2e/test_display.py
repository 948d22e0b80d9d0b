"""A display that is unplugged and plugged in again, and the other display chip."""

import random
from pathlib import Path

import pytest

from e2e.castle import Castle
from e2e.hands import Hands
from hugo_castle.rules import load_board, new_game, new_state

TWO = ("--game", "hugo", "--players", "2")


def hands_at(castle: Castle) -> Hands:
    return Hands(castle, new_state(new_game("hugo", 2, load_board("castle"))), random.Random("display"))


def pixels(castle: Castle) -> bytes:
    return castle.screen()[0].tobytes()


@pytest.mark.parametrize(
    ("driver", "plugged_at"),
    [
        pytest.param("ssd1306", 8, id="SSD1306 for five steps"),
        pytest.param("sh1106", 8, id="SH1106 for five steps"),
        # The chip has lost its memory, and the bus never failed.
        pytest.param("ssd1306", 3, id="SSD1306 for a moment"),
    ],
)
def test_a_display_plugged_in_again_shows_what_one_never_unplugged_shows(
    tmp_path: Path, driver: str, plugged_at: int
) -> None:
    config = tmp_path / "config.toml"
    config.write_text(f'[display]\ndriver = "{driver}"\n')
    folders = [tmp_path / "unplugged", tmp_path / "always"]
    for folder in folders:
        folder.mkdir()
    with (
        Castle(folders[0], "--config", str(config), *TWO) as castle,
        Castle(folders[1], "--config", str(config), *TWO) as other,
    ):
        hands = [hands_at(castle), hands_at(other)]
        for number in range(9):
            if number == 3:
                castle.ask(fault="display", kind="unplug")
            if number == plugged_at:
                if number > 3:
                    castle.wait_for_log("WARNING hugo_castle.devices.painter: display:")
                castle.ask(fault="display", kind="plug")
            for each in hands:
                each.step()
        assert castle.get()["state"] == other.get()["state"]
        # Both may still be moving; they come to rest at the same picture.
        castle.wait_until(lambda: pixels(castle) == pixels(other), "the same picture")
        assert castle.screen()[0].getbbox() is not None
        assert castle.screen()[1] == other.screen()[1]
        assert castle.read_log().count("painter: display:") == (2 if plugged_at > 3 else 0)
        assert (castle.stop(), other.stop()) == (0, 0)
