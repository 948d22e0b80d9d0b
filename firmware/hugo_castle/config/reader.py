"""Reads one table of the file after the other: types, ranges, and what nobody asked for."""

import difflib
from collections.abc import Mapping, Sequence
from typing import Any

from hugo_castle.config.problems import Problems, joined, one_of, quoted, shown, shown_hex

_MISSING = object()
_LONGEST_MISTAKE = 60  # difflib takes time by the square of the length


class Reader:
    """A table of the file. A setting that is missing or refused has its default, so that reading goes on."""

    def __init__(
        self, data: Mapping[str, Any], problems: Problems, path: str = "", elsewhere: dict[str, str] | None = None
    ) -> None:
        self.problems = problems
        self.path = path
        self._data = data
        self._known: dict[str, None] = {}
        self._tables: list[Reader] = []
        # Where a setting of that name stands, shared by all tables: what follows a [table] line belongs to
        # that table, which people who add a line at the end of the file do not know.
        self._elsewhere: dict[str, str] = {} if elsewhere is None else elsewhere

    def at(self, key: str) -> str:
        """The full name of setting `key`."""
        return joined(self.path, key)

    def has(self, key: str) -> bool:
        """Whether the file has `key`, of whatever kind."""
        return key in self._data

    def table(self, key: str) -> "Reader":
        """The table `key`, which is empty when the file has none."""
        return self.item(self.mapping(key), self.at(key))

    def item(self, data: Mapping[str, Any], path: str) -> "Reader":
        """A reader for a table that stands in a list; it is finished with this one."""
        child = Reader(data, self.problems, path, self._elsewhere)
        self._tables.append(child)
        return child

    def mapping(self, key: str) -> Mapping[str, Any]:
        """The table `key` as it is, whose keys are not settings of ours."""
        value = self._take(key, {})
        if isinstance(value, dict):
            return value
        self.problems.expected(self.at(key), "a table", shown(value))
        return {}

    def items(self, key: str) -> list[Any]:
        """The list `key` as it is."""
        value = self._take(key, [])
        if isinstance(value, list):
            return value
        self.problems.expected(self.at(key), "a list", shown(value))
        return []

    def number(self, key: str, default: int, lowest: int, highest: int) -> int:
        """A whole number; true and false are none."""
        value = self._take(key, default)
        if type(value) is int and lowest <= value <= highest:
            return value
        self.problems.expected(self.at(key), f"a whole number from {lowest} to {highest}", shown(value))
        return default

    def address(self, key: str, default: int | None, addresses: Sequence[int]) -> int | None:
        """An I2C address; without a `default` the file must have it."""
        value = self._take(key, default)
        if type(value) is int and value in addresses:
            return value
        span = f"{addresses[0]:#04x} to {addresses[-1]:#04x}"
        wanted = one_of(map(shown_hex, addresses)) if len(addresses) < 3 else span
        self.problems.expected(self.at(key), wanted, "nothing" if value is None else shown_hex(value))
        return default

    def duration_ms(self, key: str, default: float, lowest: int, highest: int) -> float:
        """Milliseconds; fractions are allowed."""
        value = self._take(key, default)
        if type(value) in (int, float) and lowest <= value <= highest:  # NaN is in no range
            return float(value)
        self.problems.expected(self.at(key), f"milliseconds from {lowest} to {highest}", shown(value))
        return default

    def flag(self, key: str, default: bool) -> bool:
        """True or false."""
        value = self._take(key, default)
        if isinstance(value, bool):
            return value
        self.problems.expected(self.at(key), "true or false", shown(value))
        return default

    def choice(self, key: str, default: str, choices: Sequence[str]) -> str:
        """One word of `choices`."""
        value = self._take(key, default)
        if isinstance(value, str) and value in choices:
            return value
        self.problems.expected(self.at(key), one_of(map(quoted, choices)), shown(value))
        return default

    def text(self, key: str) -> str | None:
        """Any text that is not empty; None when the file has none."""
        value = self._take(key, _MISSING)
        if isinstance(value, str) and value:
            return value
        if value is not _MISSING:
            self.problems.expected(self.at(key), "a name", shown(value))
        return None

    def raw(self, key: str, default: Any) -> Any:
        """Whatever the file has; the caller checks it."""
        return self._take(key, default)

    def finish(self) -> None:
        """Refuse what nobody asked for, here and in the tables within."""
        for key in self._data:
            if key not in self._known:
                self.problems.refuse(self.at(key), f"unknown setting{self._hint(key)}")
        for table in self._tables:
            table.finish()

    def _take(self, key: str, default: Any) -> Any:
        self._known[key] = None
        self._elsewhere.setdefault(key, self.at(key))
        return self._data.get(key, default)

    def _hint(self, key: str) -> str:
        near = difflib.get_close_matches(key[:_LONGEST_MISTAKE].lower(), self._known, n=1)
        if near:
            return f', did you mean "{self.at(near[0])}"?'
        if key not in self._elsewhere:
            return ""
        path = self._elsewhere[key]
        return f', did you mean "{path}"{"" if "." in path else " at the top of the file"}?'
