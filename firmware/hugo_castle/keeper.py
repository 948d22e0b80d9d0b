"""The service's hand on the journal: writes each step, and keeps what could not be written until it can."""

import logging
from collections import deque
from collections.abc import Callable

from hugo_castle.clock import Clock
from hugo_castle.inputs import DeviceChanged, Post
from hugo_castle.journal import GameId, Journal, JournalLost
from hugo_castle.rules import event_to_json
from hugo_castle.table.effects import Begin, Save

log = logging.getLogger(__name__)

DEVICE = "journal"
RETRY_MS = 5000.0


class Keeper:
    """Carries out `Begin` and `Save` effects in order.

    While the card is full or failing the game goes on: what is not written waits here, players and log are told
    once, and it is tried again with every step and every 5 s. `game_id` is the journaled game that goes on.
    """

    def __init__(self, journal: Journal, game_id: GameId | None, post: Post, clock: Clock) -> None:
        self._journal = journal
        self._game_id = game_id
        self._post = post
        self._clock = clock
        self._waiting: deque[Callable[[], None]] = deque()
        self._is_lost = False
        self.retry_at_ms: float | None = None

    def keep(self, effect: Begin | Save) -> None:
        """Write an effect; when this returns it is on the card, or reported and waiting."""
        self._waiting.append((lambda: self._begin(effect)) if isinstance(effect, Begin) else lambda: self._save(effect))
        self.write_waiting()

    def write_waiting(self) -> None:
        """Write what waits, in order, as far as it goes."""
        try:
            while self._waiting:
                self._waiting[0]()
                self._waiting.popleft()
        except JournalLost as exc:
            self.retry_at_ms = self._clock() + RETRY_MS
            self._report(exc)
            return
        self.retry_at_ms = None
        self._report(None)

    def _begin(self, effect: Begin) -> None:
        self._game_id = self._journal.begin(effect.game.header())

    def _save(self, effect: Save) -> None:
        assert self._game_id is not None
        events = [event_to_json(effect.game.board, event) for event in effect.events]
        self._journal.save(self._game_id, effect.keep, events, effect.standing, effect.finished)

    def _report(self, trouble: JournalLost | None) -> None:
        if (trouble is not None) == self._is_lost:
            return
        self._is_lost = trouble is not None
        if trouble:
            log.error("%s; the game goes on and is saved as soon as it can be", trouble)
        else:
            log.info("the journal is written again")
        self._post(DeviceChanged(DEVICE, str(trouble) if trouble else None, self._clock()))
