"""The journal: games outlive the pulled plug, in one SQLite file in the state folder.

It knows no rules: header and events are JSON objects as in the game record (contract 2), stored as
compact ASCII JSON. What `begin`, `save` and `set_setting` have returned from is on the card. Numbers of games
give their order, never the time: the clock of a Pi without a battery jumps.

One process writes (see `lock`), one thread at a time; any number may read beside it. Every trouble is
a `JournalLost`. Damage is met at opening, the worst first, and each is told in `notices`:

1. A file that is no journal, is damaged, or was written by a newer version is set aside under a new name
   with all its parts, and a new one begun (`checking`, `files`).
2. A write-ahead log whose end is damaged gives the state before; a copy of everything is kept (`log_end`).
3. A torn record in the newest game gives the game as it was before that record (`reader`).
"""

from hugo_castle.journal.games import GameId, GameSummary, JournalLost, NoSuchGame, StoredGame
from hugo_castle.journal.reader import JournalReader
from hugo_castle.journal.writer import Journal

__all__ = ["GameId", "GameSummary", "Journal", "JournalLost", "JournalReader", "NoSuchGame", "StoredGame"]
