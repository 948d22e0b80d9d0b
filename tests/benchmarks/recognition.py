"""From a sensor's change to what it means: the session's own work, and the waits that the settings ask for.

Whole games of both kinds by hands that follow the screen, 2 to 8 players, in simulated time. Every `session.handle`
of a sensor's edge, and of the tick at which a picture has stayed long enough, is timed. The wait is simulated time
from the last edge before a move to the moment at which it is taken without anybody's pressing.
"""

import random
from collections import defaultdict
from collections.abc import Iterator

from figures import Figure, figure, undisturbed_ms

from hugo_castle.inputs import ButtonChanged, Input, SensorsChanged, Tick
from hugo_castle.rules import KINDS, Move
from hugo_castle.table.model import Preset, Session
from hugo_castle.table.session import handle
from table.hands import GoodHand
from table.simulated import SimulatedBoard

LIMIT_MS = 2.0
PLAYERS = range(2, 9)


def figures() -> Iterator[Figure]:
    boards = [_played(kind, players) for kind in KINDS for players in PLAYERS]
    took_ms: dict[str, list[float]] = defaultdict(list)
    for board in boards:
        for phase, samples in board.took_ms.items():
            took_ms[phase] += samples
    for phase, samples in sorted(took_ms.items()):
        yield figure(f"handle, {phase}", "ms", samples, LIMIT_MS)
    yield figure(
        "worst handle of each game", "ms", [max(map(max, board.took_ms.values())) for board in boards], LIMIT_MS
    )
    yield from _by_number_of_players(boards)
    for last_edge in ("put", "lift"):
        waits_ms = [wait for board in boards for edge, wait in board.waits_ms if edge == last_edge]
        yield figure(f"wait until a move is taken, last edge a {last_edge}", "ms", waits_ms)


def _by_number_of_players(boards: "list[TimedBoard]") -> Iterator[Figure]:
    """8 players may cost no more than 2."""
    for number in (PLAYERS[0], PLAYERS[-1]):
        samples = [ms for board in boards if board.players == number for of in board.took_ms.values() for ms in of]
        yield figure(f"handle, {number} players", "ms", samples, LIMIT_MS)


class TimedBoard(SimulatedBoard):
    """Times what the session does with edges and time that passes."""

    def __init__(self, kind: str, players: int, chance: random.Random) -> None:
        self.players = players
        self.took_ms: dict[str, list[float]] = defaultdict(list)
        self.waits_ms: list[tuple[str, float]] = []
        self._last_edge: tuple[str, float] | None = None  # none once the button was touched after it
        super().__init__(Preset(kind, players), chance=chance)

    def tell(self, event: Input) -> None:
        before = self.session
        took_ms = undisturbed_ms(lambda: handle(before, event))
        self.session, effects = handle(before, event)
        if isinstance(event, SensorsChanged):
            self._last_edge = ("put" if any(event.levels.values()) else "lift", event.at_ms)
        if isinstance(event, ButtonChanged):
            self._last_edge = None
        if isinstance(event, SensorsChanged | Tick) and before.state:
            what = "edge" if isinstance(event, SensorsChanged) else "time passes"
            self.took_ms[f"{before.state.phase}: {what}"].append(took_ms)
        if isinstance(event, Tick):
            self._note_wait(before)
        self._do(effects)

    def _note_wait(self, before: Session) -> None:
        play = self.session.play
        if self._last_edge and play and before.play and play.last and play.length > before.play.length:
            edge, at_ms = self._last_edge
            if isinstance(play.last.event, Move):
                self.waits_ms.append((edge, self.now_ms - at_ms))


def _played(kind: str, players: int) -> TimedBoard:
    chance = random.Random(f"{kind} {players}")
    board = TimedBoard(kind, players, chance)
    GoodHand(board, chance).finish()
    return board
