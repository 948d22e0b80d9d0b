"""What is wrong with a configuration, in words for the person who wrote the file."""

import json
import re
from collections.abc import Iterable, Sequence

from hugo_castle.errors import BadInput

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]{1,40}")
_LONGEST = 40


class ConfigError(BadInput):
    """A configuration that cannot be used; the text is one line: the file's name and every problem.

    `problems` has one line for each fault, which begins with the setting's name.
    """

    def __init__(self, source: str, problems: Sequence[str]) -> None:
        super().__init__(f"{source}: {'; '.join(problems)}")
        self.source = source
        self.problems = tuple(problems)


class Problems:
    """The faults that were found so far, and the settings that have one."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._refused: set[str] = set()

    def refuse(self, path: str, text: str) -> None:
        """The setting at `path` cannot be used because of `text`."""
        self.texts.append(printable(f"{path}: {text}"))
        self._refused.add(path)

    def expected(self, path: str, wanted: str, got: str) -> None:
        """The setting at `path` should be `wanted`, but is `got`."""
        self.refuse(path, f"expected {wanted}, got {got}")

    def are_at(self, *paths: str) -> bool:
        """Whether one of these settings was refused, so that conclusions from it would be noise."""
        return not self._refused.isdisjoint(paths)


def joined(path: str, key: str) -> str:
    """The name of setting `key` in the table `path`, written as TOML writes it."""
    name = key if _BARE_KEY.fullmatch(key) else quoted(key)
    return f"{path}.{name}" if path else name


def quoted(text: str) -> str:
    """Text as a TOML string, on one line and not too long."""
    return printable(json.dumps(_short(text), ensure_ascii=False))


def printable(text: str) -> str:
    """Text with what would break the line, or move a terminal's cursor, written out."""
    return "".join(sign if sign.isprintable() else f"\\u{ord(sign):04x}" for sign in text)


def shown(value: object) -> str:
    """A value as a TOML file has it; tables and lists only by their kind."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    # Python refuses to write thousands of digits in tens, but not in sixteens.
    is_huge = isinstance(value, int) and abs(value) >= 10**_LONGEST
    return _short(f"{value:#x}" if is_huge else str(value))


def shown_hex(value: object) -> str:
    """As `shown`, but a whole number as I2C addresses are written."""
    return _short(f"{value:#04x}") if type(value) is int else shown(value)


def one_of(choices: Iterable[str]) -> str:
    """ "a, b or c"."""
    *first, last = choices
    return f"{', '.join(first)} or {last}" if first else last


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
