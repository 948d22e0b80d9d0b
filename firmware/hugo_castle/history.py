"""`hugo-castle history`: the games in the journal, and their records."""

import time
from pathlib import Path

from hugo_castle.errors import BadInput
from hugo_castle.journal import GameSummary, Journal, NoSuchGame

_COLUMNS = "{:>4}  {:<16}  {:<15}  {:<10}  {:>6}  {}"


def print_history(folder: Path) -> None:
    """One line a game, the oldest first."""
    with Journal.read(folder) as journal:
        games = journal.games()
        for notice in journal.notices:
            print(notice)
    if not games:
        print(f"No games yet in {folder}.")
        return
    print(_COLUMNS.format("ID", "begun", "game", "state", "events", "players"))
    for game in games:
        print(_line(game))


def _line(game: GameSummary) -> str:
    begun = time.strftime("%Y-%m-%d %H:%M", time.localtime(game.begun_at))
    return _COLUMNS.format(game.id, begun, game.game, game.status, game.events, " ".join(game.players))


def print_record(folder: Path, number: int) -> None:
    """The record of one game (contract 2).

    Raises BadInput when there is no such game.
    """
    with Journal.read(folder) as journal:
        try:
            for line in journal.record(number):
                print(line.rstrip("\n"))
        except NoSuchGame as exc:
            raise BadInput(str(exc)) from exc
