"""The picture while it is drawn; it notes every text with its box, so that tests can prove that nothing collides."""

from typing import NamedTuple

from PIL import Image, ImageDraw

from hugo_castle.screens.fonts import Font
from hugo_castle.screens.frame import HEIGHT, WIDTH, Frame

Box = tuple[int, int, int, int]  # left, top, right, bottom; right and bottom are outside


class Written(NamedTuple):
    """A text on the picture: `box` around its lit pixels, `says` what Frame.text gives for it."""

    box: Box
    text: str
    says: str
    font: Font


class Canvas:
    """A black 128x64 picture with one bit per pixel."""

    def __init__(self) -> None:
        self.image = Image.new("1", (WIDTH, HEIGHT))
        self.pen = ImageDraw.Draw(self.image)
        self.pen.fontmode = "1"
        self.written: list[Written] = []
        self.icons: list[Box] = []

    def write(self, left: int, top: int, text: str, font: Font, *, ink: int = 1, says: str | None = None) -> None:
        """Draws one line of text with its line box's corner at (left, top)."""
        self.pen.text((left, top + font.lift), text, font=font.face, fill=ink)
        x0, y0, x1, y1 = font.ink(text)
        said = text if says is None else says
        self.written.append(Written((left + x0, top + y0, left + x1, top + y1), text, said, font))

    def stamp(self, icon: Image.Image, left: int, top: int, *, ink: int = 1) -> None:
        """Draws the icon's lit pixels with `ink`; no text may lie on it."""
        self.pen.bitmap((left, top), icon, fill=ink)
        self.icons.append((left, top, left + icon.width, top + icon.height))

    def bar(self, box: Box, *, ink: int = 1) -> None:
        """Fills a box, with its corners taken off."""
        left, top, right, bottom = box
        self.pen.rectangle((left, top, right - 1, bottom - 1), fill=ink)
        self.pen.point([(left, top), (right - 1, top), (left, bottom - 1), (right - 1, bottom - 1)], fill=1 - ink)

    def frame(self, next_ms: float | None = None) -> Frame:
        """The finished picture."""
        return Frame(self.image, tuple(written.says for written in self.written if written.says), next_ms)
