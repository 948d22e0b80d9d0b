"""Pictures written down as rows of dots and hashes."""

from collections.abc import Sequence

from PIL import Image


def bitmap(rows: Sequence[str]) -> Image.Image:
    """A mask in which every `#` is lit."""
    image = Image.new("1", (len(rows[0]), len(rows)))
    image.putdata([255 * (dot == "#") for row in rows for dot in row])
    return image
