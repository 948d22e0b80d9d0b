"""The service's hand on the journal: writes each step, and keeps what could not be written until it can."""

import logging
from collections import deque

from hugo_castle.clock import Clock
from hugo_castle.complaints import Complaints
from hugo_castle.inputs import DeviceChanged, Post
from hugo_castle.journal import GameId, Journal, JournalLost
from hugo_castle.rules import event_to_json
from hugo_castle.table.effects import Begin, Remember, Save

log = logging.getLogger(__name__)

DEVICE = "journal"
BROKEN_SENSORS = "broken-sensors"  # a setting: names of spaces, with a blank between
RETRY_MS = 5000.0


class Keeper:
    """Carries out `Begin` and `Save` effects in order.

    While the card is full or failing the game goes on: what is not written waits here, players and log are told
    once, and it is tried again with every step and every 5 s.

    game_id: the journaled game that goes on, None before the first `Begin`. post: gets a `DeviceChanged` of device
    "journal" when it is lost and when it is back. `retry_at_ms`: when `write_waiting` wants to be called, if at all.
    """

    def __init__(self, journal: Journal, game_id: GameId | None, post: Post, clock: Clock) -> None:
        self._journal = journal
        self._game_id = game_id
        self._post = post
        self._clock = clock
        self._waiting: deque[Begin | Save | Remember] = deque()
        self._is_lost = False
        self._complaints = Complaints(log)
        self.retry_at_ms: float | None = None

    def keep(self, effect: Begin | Save | Remember) -> None:
        """Write an effect; when this returns it is on the card, or reported and waiting."""
        if isinstance(effect, Remember):
            log.warning("sensors that are not believed: %s", ", ".join(effect.broken_sensors) or "none any more")
        self._waiting.append(effect)
        self.write_waiting()

    def write_waiting(self) -> None:
        """Write what waits, in order, as far as it goes."""
        try:
            while self._waiting:
                self._write(self._waiting[0])
                self._waiting.popleft()
        except Exception as exc:
            # Also what only a bug can raise: the game is on the table, not in the file.
            if not isinstance(exc, JournalLost):
                self._complaints.tell("not saved", exc)
            self.retry_at_ms = self._clock() + RETRY_MS
            self._report(exc)
            return
        self.retry_at_ms = None
        self._report(None)

    def _write(self, effect: Begin | Save | Remember) -> None:
        if isinstance(effect, Begin):
            self._begin(effect)
        elif isinstance(effect, Save):
            self._save(effect)
        else:
            self._journal.set_setting(BROKEN_SENSORS, " ".join(effect.broken_sensors))

    def _begin(self, effect: Begin) -> None:
        self._game_id = self._journal.begin(effect.game.header())

    def _save(self, effect: Save) -> None:
        assert self._game_id is not None
        events = [event_to_json(effect.game.board, event) for event in effect.events]
        self._journal.save(self._game_id, effect.keep, events, effect.standing, effect.finished)

    def _report(self, trouble: Exception | None) -> None:
        if (trouble is not None) == self._is_lost:
            return
        self._is_lost = trouble is not None
        if trouble:
            log.error("%s; the game goes on and is saved as soon as it can be", trouble)
        else:
            log.info("the journal is written again")
        self._post(DeviceChanged(DEVICE, str(trouble) if trouble else None, self._clock()))
