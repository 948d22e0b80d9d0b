"""One finished picture for the OLED."""

from dataclasses import dataclass

from PIL import Image

WIDTH, HEIGHT = 128, 64  # SSD1306 and SH1106 modules


@dataclass(frozen=True, slots=True)
class Frame:
    """What the display shows at one moment.

    `image`: 128x64, mode "1", 1 is lit. `text`: the lines drawn, in reading order; where an icon stands for a word
    (a player's symbol beside its score), the word is there. `next_ms`: the elapsed time at which the picture
    changes next, in milliseconds; None while it stands still.
    """

    image: Image.Image
    text: tuple[str, ...]
    next_ms: float | None = None
