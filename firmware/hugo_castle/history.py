"""`hugo-castle history`: the games in the journal, and their records."""

import sys
import time
from pathlib import Path

from hugo_castle.errors import BadInput
from hugo_castle.journal import GameSummary, Journal, NoSuchGame

_COLUMNS = "{:>4}  {:<16}  {:<15}  {:<10}  {:>6}  {}"


def print_history(folder: Path) -> None:
    """One line a game, the oldest first; what is wrong with the journal goes to standard error."""
    with Journal.read(folder) as journal:
        games = journal.games()
        for notice in journal.notices:
            print(notice, file=sys.stderr)
    if not games:
        print(f"No games yet in {folder}.")
        return
    print(_COLUMNS.format("ID", "begun", "game", "state", "events", "players"))
    for game in games:
        print(_line(game))


def _line(game: GameSummary) -> str:
    begun, players = _local_time(game.begun_at), " ".join(game.players)
    return _COLUMNS.format(game.id, begun, game.game, game.status, game.events, players)


def _local_time(seconds: float) -> str:
    try:
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))
    except (OverflowError, ValueError, OSError):
        return "?"  # no time that a clock has shown: the file was damaged there


def print_record(folder: Path, number: int) -> None:
    """The record of one game (contract 2), as far as it was played.

    Raises BadInput when there is no such game, JournalLost at a damaged line.
    """
    with Journal.read(folder) as journal:
        try:
            for line in journal.record(number):
                print(line)
        except NoSuchGame as exc:
            raise BadInput(str(exc)) from exc
