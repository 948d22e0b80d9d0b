"""What is typed: bytes from the terminal to keys, and the line in which spaces are named. Pure."""

import re
from typing import NamedTuple

SPACE, ENTER, ESCAPE, BACKSPACE, INTERRUPT = " ", "enter", "escape", "backspace", "interrupt"

_SPECIAL = {
    b"\r": ENTER,
    b"\n": ENTER,
    b"\x1b": ESCAPE,
    b"\x7f": BACKSPACE,
    b"\x08": BACKSPACE,
    b"\x03": INTERRUPT,  # Ctrl-C
    b"\x04": INTERRUPT,  # Ctrl-D
}
# ECMA-48: arrow and function keys send ESC, [ or O, parameters, and one final byte.
_TOKEN = re.compile(rb"\x1b[\[O][0-?]*[ -/]*[@-~]|.", re.DOTALL)
_TYPED = re.compile(r"[grc0-9+\- ]")
_BEGINS = re.compile(r"[grc+\-]")
_TOUCH = re.compile(r"\s*([+-]?)\s*([grc][0-9]{1,3})")

MAX_LINE = 40


def keys_in(data: bytes) -> list[str]:
    """The keys in what a terminal sent; letters in lower case. Arrow keys and what is not ASCII are left out."""
    keys = []
    for token in _TOKEN.findall(data):
        if token in _SPECIAL:
            keys.append(_SPECIAL[token])
        elif len(token) == 1 and 0x20 <= token[0] < 0x7F:
            keys.append(token.decode().lower())
    return keys


class Touch(NamedTuple):
    """A space that the hand goes to; `sign` "+" puts, "-" lifts, "" does what is near at hand."""

    sign: str
    space: str


class Line:
    """The line being typed."""

    def __init__(self) -> None:
        self.text = ""

    def take(self, key: str) -> bool:
        """Whether the key belongs to the line; if so, it is in it now."""
        if key == ESCAPE:
            self.text = ""
            return True
        if key == BACKSPACE:
            self.text = self.text[:-1]
            return True
        if not (_TYPED if self.text else _BEGINS).fullmatch(key):
            return bool(self.text) and key not in (ENTER, INTERRUPT)
        self.text = (self.text + key)[:MAX_LINE]
        return True

    def touches(self) -> list[Touch]:
        """The spaces in the line, which is empty then. Raises ValueError when there is something else in it."""
        text, self.text = self.text, ""
        found = list(_TOUCH.finditer(text))
        if _TOUCH.sub("", text).strip() or not found:
            raise ValueError(f"{text.strip()}: expected spaces such as g5, r3 or c10")
        return [Touch(match[1], match[2].upper()) for match in found]
