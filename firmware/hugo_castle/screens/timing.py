"""When a picture changes next: the earliest of its moving parts."""

from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")


def earliest(*times_ms: float | None) -> float | None:
    """The first of the times at which something changes; None when nothing does."""
    known = [time_ms for time_ms in times_ms if time_ms is not None]
    return min(known) if known else None


def turn_pages(pages: Sequence[Item], page_ms: float, elapsed_ms: float) -> tuple[Item | None, float | None]:
    """The page that is shown now, each for `page_ms`, round and round; and when the next one comes."""
    if len(pages) < 2:
        return (pages[0] if pages else None), None
    number = int(elapsed_ms // page_ms)
    return pages[number % len(pages)], (number + 1) * page_ms
