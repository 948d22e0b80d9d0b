"""One expander chip with its spaces: what changed at it since the last look, and is it well."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field

from hugo_castle.devices.mcp23017 import INPUT_PINS, MCP23017, Burst, CombinedBus
from hugo_castle.errors import DeviceLost

RETRY_FIRST_MS = 500.0
RETRY_LONGEST_MS = 8000.0

_ATTEMPTS = 3  # a spark on a long cable spoils one transfer, a loose wire all of them

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ExpanderWiring:
    """Which space's switch is at which pin (0 to 15, not 7 and 15) of the chip at `address`."""

    address: int
    spaces: Mapping[int, str] = field(hash=False)

    def __post_init__(self) -> None:
        for pin, space in self.spaces.items():
            if pin not in INPUT_PINS:
                raise ValueError(
                    f"expander {self.address:#04x}, {space}: expected a pin from 0 to 14 except 7, got {pin}"
                    " (pins A7 and B7 of the MCP23017 are outputs only)"
                )


@dataclass(frozen=True, slots=True)
class Look:
    """What one look found: levels by space, True closed, None unknown; only what changed.

    `captured` are the levels at the moment of the interrupt, `present` what has changed since then.
    `asked`: the chip had asked for an interrupt.
    """

    captured: Mapping[str, bool | None] = field(default_factory=dict)
    present: Mapping[str, bool | None] = field(default_factory=dict)
    asked: bool = False


class WiredExpander:
    """Looks at one chip, sets it up again after a reset, and gives it rest when it does not answer."""

    def __init__(self, bus: CombinedBus, wiring: ExpanderWiring) -> None:
        self.name = f"expander {wiring.address:#04x}"
        self.spaces = dict(wiring.spaces)
        self.trouble: str | None = None
        self.resets = 0
        self._chip = MCP23017(bus, wiring.address)
        self._mask = sum(1 << pin for pin in self.spaces)
        self._levels: int | None = None
        self._set_up = False
        self._retry_ms = 0.0
        self._retry_at_ms = 0.0

    def quieten(self) -> None:
        """See `MCP23017.quieten`; a chip that does not answer is left to the first look."""
        try:
            self._chip.quieten()
        except DeviceLost as lost:
            logger.debug("%s: %s", self.name, lost)

    def rest_ms(self, now_ms: float) -> float | None:
        """Milliseconds until a lost chip is tried again; None when it is not lost."""
        return None if self.trouble is None else max(0.0, self._retry_at_ms - now_ms)

    def look(self, now_ms: float, *, thorough: bool = False) -> Look:
        """Read the chip, unless it is lost and its rest is not over yet.

        `thorough` compares all its settings, not only those that a reset must have changed.
        """
        if self.trouble is not None and now_ms < self._retry_at_ms:
            return Look()
        try:
            burst = self._read_patiently(thorough)
        except DeviceLost as lost:
            return self._lose(str(lost), now_ms)
        self.trouble = None
        return self._compare(burst)

    def _read_patiently(self, thorough: bool) -> Burst:
        for _ in range(_ATTEMPTS - 1):
            try:
                return self._read_trusted(thorough)
            except DeviceLost:
                if self.trouble is not None:
                    raise  # known to be away: one try is enough
        return self._read_trusted(thorough)

    def _read_trusted(self, thorough: bool) -> Burst:
        """A burst from a chip that has its settings; without pull-ups its levels mean nothing."""
        if self._set_up:
            burst = self._chip.read_burst()
            if burst.configured and not (thorough and not self._chip.is_configured()):
                return burst
            self._note_reset()
        self._chip.configure(self._mask)
        burst = self._chip.read_burst()
        if not (burst.configured and self._chip.is_configured()):
            raise DeviceLost("it does not keep its settings: check its supply, RESET pin and I2C wires")
        self._set_up = True
        return burst

    def _note_reset(self) -> None:
        self._set_up = False
        self.resets += 1
        if self.resets & (self.resets - 1) == 0:  # 1st, 2nd, 4th, 8th ...: no flood in the log
            logger.warning("%s lost its settings (a dip in its supply?), %d so far", self.name, self.resets)

    def _lose(self, trouble: str, now_ms: float) -> Look:
        first = self.trouble is None
        self._retry_ms = RETRY_FIRST_MS if first else min(2 * self._retry_ms, RETRY_LONGEST_MS)
        self._retry_at_ms = now_ms + self._retry_ms
        self.trouble = trouble
        self._levels = None
        self._set_up = False
        return Look(present=dict.fromkeys(self.spaces.values())) if first else Look()

    def _compare(self, burst: Burst) -> Look:
        before, self._levels = self._levels, burst.levels
        if before is None:
            return Look(present=self._closed(burst.levels, self._mask))
        # INTCAP counts for a port that has a flag; else it is old (section 3.5.9).
        ports = (0x00FF if burst.flags & 0x00FF else 0) | (0xFF00 if burst.flags & 0xFF00 else 0)
        captured = (burst.captured & ports) | (before & ~ports)
        return Look(
            captured=self._closed(captured, captured ^ before),
            present=self._closed(burst.levels, burst.levels ^ captured),
            asked=bool(burst.flags & self._mask),
        )

    def _closed(self, levels: int, changed: int) -> dict[str, bool | None]:
        """The changed spaces; a closed switch pulls its pin low."""
        return {space: not levels >> pin & 1 for pin, space in sorted(self.spaces.items()) if changed >> pin & 1}
