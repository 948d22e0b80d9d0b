"""Every duration that the session waits, in one place."""

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class Timing:
    """Durations in milliseconds."""

    # Sparks that a long wire picks up last microseconds; whatever is longer may be a finger.
    press_ms: float = 0.2
    # Worn contacts open for 10 ms and more while held (case B2), and bounce for 12 (B3).
    release_ms: float = 25.0
    hold_ms: float = 600.0  # contract 4
    long_ms: float = 3000.0  # contract 4
    # A figure set down rocks on its magnet, and a reed contact bounces: a level counts when it has held this long.
    sensor_ms: float = 60.0
    # A space that chatters without end is left out until it has been quiet for this long.
    quiet_ms: float = 3000.0
    # The picture equals one outcome and a figure was put: nobody sets down and lifts again faster.
    put_ms: float = 200.0
    # It equals one outcome, but lies on the way to another: longer than a figure rests on a space while counting.
    passing_ms: float = 900.0
    # Only lifts were seen: the figure stands beside another, or it is still in the air.
    lift_ms: float = 2000.0
    # What a picture must last that would undo something: while a new round is set up, a guest that leaves its room
    # looks like a move taken back; once the next die is thrown, a figure in the air is rather the next player's. Also
    # what it must last to end the game, which cannot be undone by the board.
    undo_ms: float = 4000.0
    # After this the screen says what differs, at a move.
    guide_ms: float = 1500.0
    # After this a board that differs while something else is due is put right first.
    fix_ms: float = 2000.0

    def scaled(self, speed: float) -> "Timing":
        """Every duration divided by `speed` (above 0)."""
        return Timing(*(getattr(self, field.name) / speed for field in fields(self)))
