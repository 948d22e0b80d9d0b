"""A picture is a function of the view and the time, and changes only when it said that it would."""

import pytest

from hugo_castle.screens import draw
from hugo_castle.screens.samples import samples


@pytest.mark.parametrize("name", samples())
def test_next_change_is_announced(name: str) -> None:
    view = samples()[name]
    elapsed_ms = 0.0
    for _ in range(30):
        frame = draw(view, elapsed_ms)
        later_ms = 3_600_000.0 if frame.next_ms is None else frame.next_ms
        assert later_ms > elapsed_ms
        before = draw(view, later_ms - 0.5)
        assert (before.image.tobytes(), before.text) == (frame.image.tobytes(), frame.text)
        if frame.next_ms is None:
            return
        elapsed_ms = frame.next_ms


MOVING = {"setup-game", "roll-pressed", "roll-after-capture", "settle-captured", "fix-back", "choose-room"}
STILL = {"setup-2-players", "roll-first", "move-4", "menu", "resume", "over", "place-first"}


def test_what_moves_and_what_stands_still() -> None:
    still = {name for name, view in samples().items() if draw(view, 0.0).next_ms is None}
    assert (MOVING & still, STILL - still) == (set(), set())


def test_the_die_tumbles_while_the_button_is_down() -> None:
    pictures = {draw(samples()["roll-pressed"], 90.0 * number).image.tobytes() for number in range(6)}
    assert len(pictures) == 6
