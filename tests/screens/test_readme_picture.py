"""The README shows the screens as they are."""

from pathlib import Path

from PIL import Image, ImageChops

from hugo_castle.screens.samples import sample_sheet

PICTURE = Path(__file__).parents[2] / "hardware/pictures/screens.png"
SHOWN = (
    *("setup-8-players", "place-first", "roll-first"),
    *("move-5", "choose-middle-move", "settle-captured"),
    *("roll-after-expelled", "fix-put", "over-shared"),
)


def test_the_picture_in_the_readme_is_what_the_renderer_draws(regen: bool) -> None:
    drawn = sample_sheet(3, SHOWN, columns=3)
    if regen:
        drawn.save(PICTURE, "PNG")
    committed = Image.open(PICTURE)
    assert ImageChops.difference(committed.convert("L"), drawn).getbbox() is None
