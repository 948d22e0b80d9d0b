"""JSON as it stands in the journal, which may have been damaged since."""

import json

from hugo_castle.journal.games import JsonObject


def compact(value: object) -> str:
    """A value as it is stored: ASCII, without blanks."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def read_object(text: str) -> JsonObject | None:
    """The stored object; None for anything else, which is damage."""
    value = _loaded(text)
    return value if isinstance(value, dict) else None


def read_rolls(text: str) -> tuple[int | str, ...] | None:
    """The stored list of rolls; None for anything else, which is damage."""
    value = _loaded(text)
    if not isinstance(value, list) or not all(isinstance(roll, int | str) for roll in value):
        return None
    return tuple(value)


def _loaded(text: str) -> object:
    # We write ASCII only, so anything else is damage.
    try:
        return json.loads(text) if text.isascii() else None
    except (ValueError, RecursionError):
        return None
