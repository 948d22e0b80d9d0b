"""What the OLED shows: a view of the session becomes a picture of 128x64 pixels, one bit each. Pure."""

from hugo_castle.screens.drawing import draw
from hugo_castle.screens.frame import Frame

__all__ = ["Frame", "draw"]
