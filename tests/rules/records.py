"""A record to begin with, and how a replay of bytes ends."""

import io

import pytest

from hugo_castle.rules import State
from hugo_castle.rules.record import BadRecord, replay

HEADER = b'{"game":"hugo","players":["red","blue"]}\n'
PLACED = b"".join(b'{"place":"G%d"}\n' % number for number in range(1, 13))
START = HEADER + PLACED  # 13 lines; the next one is red's roll


def replayed(data: bytes) -> list[State]:
    return list(replay(io.BytesIO(data)))


def failure(data: bytes) -> tuple[int, str]:
    """How many states came before the refusal, and its text."""
    states = replay(io.BytesIO(data))
    count = 0
    try:
        for _ in states:
            count += 1
    except BadRecord as exc:
        return count, str(exc)
    pytest.fail(f"nothing was refused in {count} lines")
