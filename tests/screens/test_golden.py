"""Every kind of screen, pixel for pixel. Changed on purpose: `pytest tests/screens --regen`, then look."""

from pathlib import Path

import pytest
from PIL import Image, ImageChops

from hugo_castle.screens import draw
from hugo_castle.screens.samples import samples

GOLDEN = Path(__file__).parent / "golden"

# Samples that move, at a second moment of theirs (milliseconds).
LATER_MS = {
    "setup-game": 2900.0,
    "roll-pressed": 100.0,
    "roll-after-capture": 4600.0,
    "choose-middle-move": 1000.0,
    "settle-captured": 1500.0,
    "fix-back": 15_000.0,
}
CASES = {
    **{name: (name, 0.0) for name in samples()},
    **{f"{name}-later": (name, elapsed_ms) for name, elapsed_ms in LATER_MS.items()},
}


@pytest.mark.parametrize("case", CASES)
def test_picture_is_the_golden_one(case: str, regen: bool) -> None:
    name, elapsed_ms = CASES[case]
    image = draw(samples()[name], elapsed_ms).image
    path = GOLDEN / f"{case}.png"
    if regen:
        image.save(path, optimize=True)
    with Image.open(path) as golden:
        expected = golden.convert("1")
    assert (image.mode, image.size) == ("1", (128, 64))
    difference = ImageChops.logical_xor(image, expected).getbbox()
    assert difference is None, f"{path.name} differs within {difference}; if that is meant: --regen, and look at it"


def test_no_golden_picture_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(CASES)
