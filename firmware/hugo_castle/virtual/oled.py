"""The emulated display chips."""

from hugo_castle.virtual.sh1106 import VirtualSH1106
from hugo_castle.virtual.ssd1306 import VirtualSSD1306

__all__ = ["VirtualSH1106", "VirtualSSD1306"]
