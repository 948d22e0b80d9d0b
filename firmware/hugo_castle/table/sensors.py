"""From raw sensor levels to the picture of the board: debounced, with spaces that nobody can see left out."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from hugo_castle.rules.board import Space
from hugo_castle.table.timing import Timing


@dataclass(frozen=True, slots=True)
class Sensors:
    """What is known of the spaces, as bit sets (bit n: space n).

    `on`: something stands there, bounce left out. `known`: the space has a sensor that answers. `changing`: spaces
    whose raw level differs from `on`, with the time since which it has held. `changed_ms`: when `on` last changed.
    """

    raw: int = 0
    on: int = 0
    known: int = 0
    changing: tuple[tuple[Space, float], ...] = ()
    changed_ms: float = 0.0

    def levels(self, levels: Mapping[Space, bool | None], at_ms: float) -> "Sensors":
        """Raw levels came in: True on, False off, None unknown from now on."""
        raw, on, known = self.raw, self.on, self.known
        changing = dict(self.changing)
        for space, level in levels.items():
            bit = 1 << space
            was_known, was_raw = known & bit, raw & bit
            raw = raw | bit if level else raw & ~bit
            known = known & ~bit if level is None else known | bit
            if level is None or not was_known:
                # What a chip says when it comes back is old news, not an edge that could bounce.
                on = (on & ~bit) | (raw & bit)
            if not (raw ^ on) & bit:
                changing.pop(space, None)
            elif raw & bit != was_raw:
                # A level that is only told again (by a poll, or a chip read anew) has held since it changed.
                changing[space] = at_ms
        changed_ms = at_ms if (on, known) != (self.on, self.known) else self.changed_ms
        return Sensors(raw, on, known, tuple(changing.items()), changed_ms)

    def deadline_ms(self, timing: Timing) -> float | None:
        """When the next level will have held long enough to count."""
        return (
            min((since_ms for _, since_ms in self.changing), default=0.0) + timing.sensor_ms if self.changing else None
        )

    def advance(self, now_ms: float, timing: Timing) -> "Sensors":
        """The picture at `now_ms`: every level that has held long enough counts."""
        on, still = self.on, []
        for space, since_ms in self.changing:
            if since_ms + timing.sensor_ms <= now_ms:
                on ^= 1 << space
            else:
                still.append((space, since_ms))
        return replace(self, on=on, changing=tuple(still), changed_ms=self.changed_ms if on == self.on else now_ms)
