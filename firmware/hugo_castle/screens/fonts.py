"""The bitmap fonts: Adobe's Helvetica of the X Window System (fonts/LICENSE), drawn pixel by pixel for small sizes."""

import gzip
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import resources
from io import BytesIO

from PIL import ImageFont


@dataclass(frozen=True)
class Font:
    """One size and weight. `height` is the pitch of its lines in pixels.

    `lift`: pixels by which accented capitals stand above the face's own top; `depth`: pixels by which cedillas and
    commas hang into the next line's accents, so that a last line needs so much more.
    """

    file: str
    pixels: int
    height: int
    lift: int = 0
    depth: int = 0

    @cached_property
    def face(self) -> ImageFont.FreeTypeFont:
        """The loaded face."""
        data = (resources.files("hugo_castle.screens") / "fonts" / self.file).read_bytes()
        # FreeType reads compressed PCF itself, but unpacks it anew for every glyph: fifty times slower.
        data = gzip.decompress(data)
        # The basic engine: raqm would bring shaping libraries into memory that these languages do not need.
        return ImageFont.truetype(BytesIO(data), self.pixels, layout_engine=ImageFont.Layout.BASIC)

    def width(self, text: str) -> int:
        """Pixels from the pen's start to its end, or to the last lit pixel where that is farther."""
        return _width(self, text)

    def ink(self, text: str) -> tuple[int, int, int, int]:
        """The box of lit pixels (left, top, right, bottom), relative to the line's top left corner."""
        return _ink(self, text)


@lru_cache(maxsize=1024)
def _width(font: Font, text: str) -> int:
    return max(round(font.face.getlength(text, mode="1")), font.ink(text)[2])


@lru_cache(maxsize=1024)
def _ink(font: Font, text: str) -> tuple[int, int, int, int]:
    mask, (left, top) = font.face.getmask2(text, mode="1")
    box = mask.getbbox() or (0, 0, 0, 0)
    top += font.lift
    return left + box[0], top + box[1], left + box[2], top + box[3]


SMALL = Font("helvR08.pcf.gz", 8, height=9, depth=1)
SMALL_BOLD = Font("helvB08.pcf.gz", 8, height=9, depth=1)
PLAIN = Font("helvR10.pcf.gz", 10, height=12)
BOLD = Font("helvB10.pcf.gz", 10, height=12)
HEAD = Font("helvB12.pcf.gz", 12, height=14)
LARGE = Font("helvB14.pcf.gz", 14, height=17, lift=1)

ALL_FONTS = (SMALL, SMALL_BOLD, PLAIN, BOLD, HEAD, LARGE)
FROM_LARGE = (LARGE, HEAD, BOLD, SMALL_BOLD)
FROM_HEAD = (HEAD, BOLD, SMALL_BOLD)
FROM_PLAIN = (PLAIN, SMALL)
