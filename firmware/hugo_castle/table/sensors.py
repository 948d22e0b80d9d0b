"""From raw sensor levels to the picture of the board: debounced, with spaces that nobody can see left out."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from hugo_castle.rules.board import Space
from hugo_castle.table.timing import Timing

# A figure that rocks or a worn contact makes some dozens of edges; a loose wire goes on and on.
CHATTER_EDGES = 150


class Burst(NamedTuple):
    """Edges of one space that follow each other closely."""

    space: Space
    edges: int
    last_ms: float


@dataclass(frozen=True, slots=True)
class Sensors:
    """What is known of the spaces, as bit sets (bit n: space n).

    `on`: something stands there, bounce left out. `known`: the space has a sensor that answers. `changing`: spaces
    whose raw level differs from `on`, with the time since which it has held. `changed_ms`: when `on`, `known` or
    `noisy` last changed. `noisy`: spaces that chatter without end, until they are quiet; `bursts` counts towards that.
    """

    raw: int = 0
    on: int = 0
    known: int = 0
    changing: tuple[tuple[Space, float], ...] = ()
    changed_ms: float = 0.0
    noisy: int = 0
    bursts: tuple[Burst, ...] = ()

    @property
    def reliable(self) -> int:
        """Spaces whose level means something."""
        return self.known & ~self.noisy

    def levels(self, levels: Mapping[Space, bool | None], at_ms: float, timing: Timing) -> "Sensors":
        """Raw levels came in: True on, False off, None unknown from now on."""
        raw, on, known, noisy = self.raw, self.on, self.known, self.noisy
        changing = dict(self.changing)
        bursts = {burst.space: burst for burst in self.bursts if at_ms - burst.last_ms < timing.quiet_ms}
        for space, level in levels.items():
            bit = 1 << space
            was_known, was_raw = known & bit, raw & bit
            raw = raw | bit if level else raw & ~bit
            known = known & ~bit if level is None else known | bit
            if level is None or not was_known:
                # What a chip says when it comes back is old news, not an edge that could bounce.
                on = (on & ~bit) | (raw & bit)
            elif raw & bit != was_raw:
                edges = bursts[space].edges + 1 if space in bursts else 1
                bursts[space] = Burst(space, edges, at_ms)
                noisy |= bit if edges >= CHATTER_EDGES else 0
            if not (raw ^ on) & bit:
                changing.pop(space, None)
            elif raw & bit != was_raw:
                # A level that is only told again (by a poll, or a chip read anew) has held since it changed.
                changing[space] = at_ms
        changed = (on, known, noisy) != (self.on, self.known, self.noisy)
        changed_ms = at_ms if changed else self.changed_ms
        return Sensors(raw, on, known, tuple(changing.items()), changed_ms, noisy, tuple(bursts.values()))

    def deadline_ms(self, timing: Timing) -> float | None:
        """When a level will have held long enough to count, or a noisy space been quiet for long enough."""
        held = [since_ms + timing.sensor_ms for _, since_ms in self.changing]
        quiet = [burst.last_ms + timing.quiet_ms for burst in self.bursts if self.noisy >> burst.space & 1]
        return min(held + quiet, default=None)

    def advance(self, now_ms: float, timing: Timing) -> "Sensors":
        """The picture at `now_ms`: every level that has held long enough counts."""
        on, noisy, still = self.on, self.noisy, []
        for space, since_ms in self.changing:
            if since_ms + timing.sensor_ms <= now_ms:
                on ^= 1 << space
            else:
                still.append((space, since_ms))
        for burst in self.bursts:
            if burst.last_ms + timing.quiet_ms <= now_ms:
                noisy &= ~(1 << burst.space)
        changed_ms = self.changed_ms if (on, noisy) == (self.on, self.noisy) else now_ms
        return replace(self, on=on, changing=tuple(still), changed_ms=changed_ms, noisy=noisy)
