"""Many screens on one picture, to look at."""

from collections.abc import Mapping

from PIL import Image, ImageDraw

from hugo_castle.screens.fonts import PLAIN
from hugo_castle.screens.frame import HEIGHT, WIDTH, Frame

_GAP = 8
_COLUMNS = 4


def sheet(frames: Mapping[str, Frame], scale: int = 1, columns: int = _COLUMNS) -> Image.Image:
    """All frames in rows, each under its name, `scale` times enlarged (1 or more)."""
    if scale < 1 or columns < 1:
        raise ValueError(f"scale and columns: expected 1 or more, got {scale} and {columns}")
    wide, tall = WIDTH * scale + _GAP, HEIGHT * scale + PLAIN.height + _GAP
    rows = -(-len(frames) // columns)
    image = Image.new("L", (wide * min(columns, max(1, len(frames))) + _GAP, max(1, rows) * tall + _GAP), 64)
    pen = ImageDraw.Draw(image)
    pen.fontmode = "1"
    for number, (name, frame) in enumerate(frames.items()):
        left, top = _GAP + number % columns * wide, _GAP + number // columns * tall
        pen.text((left, top), name, font=PLAIN.face, fill=255)
        larger = frame.image.resize((WIDTH * scale, HEIGHT * scale), Image.Resampling.NEAREST)
        image.paste(larger.convert("L"), (left, top + PLAIN.height))
    return image
