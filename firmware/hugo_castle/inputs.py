"""What the world tells the session. Devices only make these and enqueue them.

Times are milliseconds of one monotonic clock (`clock.now_ms`), taken where the edge was seen: an
input that had to wait in the queue still says when it happened.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True)
class ButtonChanged:
    """The raw level of the roll button's contact changed (bounce included)."""

    down: bool
    at_ms: float


@dataclass(frozen=True, slots=True)
class SensorsChanged:
    """Raw sensor levels, by space name: True on, False off, None unknown (its chip does not answer).

    Only what changed; the first one after the start holds every space that has a sensor.
    """

    levels: Mapping[str, bool | None] = field(hash=False)
    at_ms: float


@dataclass(frozen=True, slots=True)
class DeviceChanged:
    """A device stopped answering (`trouble` says what and why, in one line) or is back (None)."""

    device: str
    trouble: str | None
    at_ms: float


@dataclass(frozen=True, slots=True)
class Thrown:
    """The face that the service threw for the session's `ThrowDie` effect."""

    face: int | Literal["ghost"]
    at_ms: float


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed; nothing else happened."""

    at_ms: float


Input = ButtonChanged | SensorsChanged | DeviceChanged | Thrown | Tick
Post = Callable[[Input], None]
