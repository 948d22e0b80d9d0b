"""From the raw contact of the roll button to its gestures: debounced, and told apart by how long it was down."""

from dataclasses import dataclass, replace
from typing import Literal

from hugo_castle.table.timing import Timing

Gesture = Literal["press", "tap", "hold", "long", "let-go"]


@dataclass(frozen=True, slots=True)
class Button:
    """The button as it stands.

    `armed`: it was seen up once, so that one that is held, or stuck, at power-on is no press (case B7).
    `pressed_ms`: when the press that is going on began, None while it is up.
    """

    raw_down: bool | None = None
    raw_ms: float = 0.0
    armed: bool = False
    pressed_ms: float | None = None
    is_long: bool = False

    def edge(self, down: bool, at_ms: float) -> "Button":
        """The contact changed to `down`; nothing is concluded before it has held."""
        if self.raw_down is None:
            return replace(self, raw_down=down, raw_ms=at_ms, armed=not down)
        return self if down == self.raw_down else replace(self, raw_down=down, raw_ms=at_ms)

    def deadline_ms(self, timing: Timing) -> float | None:
        """When `advance` will have something to say, if no edge comes before."""
        if self.pressed_ms is None:
            if not self.raw_down:
                return None if self.armed or self.raw_down is None else self.raw_ms + timing.release_ms
            return self.raw_ms + timing.press_ms if self.armed else None
        if not self.raw_down:
            return self.raw_ms + timing.release_ms
        if self.is_long:
            return None
        return max(self.pressed_ms + timing.long_ms, self.raw_ms)

    def advance(self, timing: Timing) -> tuple["Button", Gesture | None]:
        """The button at its deadline, and the gesture that is complete then."""
        if self.pressed_ms is None:
            if not self.raw_down:
                return replace(self, armed=True), None
            return replace(self, pressed_ms=self.raw_ms, is_long=False), "press"
        if self.raw_down:
            return replace(self, is_long=True), "long"
        return replace(self, pressed_ms=None), self._gesture(timing)

    def _gesture(self, timing: Timing) -> Gesture:
        assert self.pressed_ms is not None
        if self.is_long:
            return "let-go"
        held_ms = self.raw_ms - self.pressed_ms
        if held_ms < timing.hold_ms:
            return "tap"
        return "hold" if held_ms < timing.long_ms else "long"
