"""The plug is pulled at random moments; whatever had been acknowledged is there again."""

import json
import random
import threading
from pathlib import Path

import pytest

from e2e.castle import Castle, Gone, export, newest_game, replay
from e2e.hands import Hands, figures_of
from hugo_castle.rules import OVER, load_board, new_game, new_state, state_to_json

KILLS_EACH = 50
LONGEST_LIFE_S = 1.6  # from start: in the start itself, at the question whether to go on, in presses, moves and walks
BOARD = load_board("castle")


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("kind", "players"), [("hugo", 3), ("midnight-party", 4)])
def test_killed_games_go_on_where_they_were(tmp_path: Path, kind: str, players: int, seed: int) -> None:
    rng = random.Random(f"{kind} {players} {seed}")
    start = new_state(new_game(kind, players, BOARD))
    family = Family(tmp_path, ["--game", kind, "--players", str(players)], Hands(None, start, rng), rng)
    for _ in range(KILLS_EACH):
        family.live(killed_after_s=rng.uniform(0.0, LONGEST_LIFE_S))
    family.live(killed_after_s=None)
    record = export(tmp_path, newest_game(tmp_path))
    assert [json.loads(line) for line in record[1:]] == family.hands.record
    assert replay(record)[-1] == state_to_json(family.hands.state)


class Family:
    """Hands that outlive their castle's processes. `has_begun`: whether a first game is known to be journaled."""

    def __init__(self, folder: Path, arguments: list[str], hands: Hands, rng: random.Random) -> None:
        self.folder = folder
        self.arguments = arguments
        self.hands = hands
        self.rng = rng
        self.has_begun = False
        self.start = hands.state
        self.before = (hands.state, list(hands.record))

    def live(self, killed_after_s: float | None) -> None:
        """One life of the process: begun, gone on with, and played until it is killed (or the game is over)."""
        killed = threading.Event()
        try:
            with Castle(self.folder, *self.arguments, killed_after_s=killed_after_s, killed=killed) as castle:
                self.hands.castle = castle
                self._find_the_game_again(castle)
                while killed_after_s is not None or self.hands.state.phase != OVER:
                    self._step(castle)
                assert castle.stop() == 0
        except Gone:
            assert killed.is_set(), "the process ended by itself"

    def _step(self, castle: Castle) -> None:
        if self.hands.state.phase == OVER:
            self.hands.arrange()
            castle.wait_for_prompt("over")
            self._new_game()
            castle.hold()
            castle.wait_for(lambda answer: answer["state"] == state_to_json(self.start), "the new game")
        self.before = (self.hands.state, list(self.hands.record))
        self.hands.step()
        self.before = (self.hands.state, list(self.hands.record))

    def _new_game(self) -> None:
        self.hands.state, self.hands.record = self.start, []
        self.before = (self.start, [])

    def _find_the_game_again(self, castle: Castle) -> None:
        """The state is the last one acknowledged, or the one that was on its way when the plug was pulled."""
        answer = castle.get()
        if answer["prompt"]["kind"] != "resume":
            # Nothing is unfinished: the very first start, or the last game had ended (and the next one was only asked
            # for); the arguments began a new one.
            assert not self.has_begun or self.hands.state.phase == OVER or not self.hands.record
            self._new_game()
        self.has_begun = True
        acknowledged, under_way = state_to_json(self.before[0]), state_to_json(self.hands.state)
        assert answer["state"] in (acknowledged, under_way)
        if answer["state"] == acknowledged:
            self.hands.state, self.hands.record = self.before[0], list(self.before[1])
        self.before = (self.hands.state, list(self.hands.record))
        # Figures go where the screen says before anybody goes on: one left where a move was under way would be taken
        # for that move, rightly, and hands that have forgotten it would not know.
        self.hands.figures = figures_of(self.hands.state)
        self.hands.set_up()
        if answer["prompt"]["kind"] == "resume":
            castle.hold()
            castle.wait_for(lambda answer: answer["prompt"]["kind"] != "resume", "going on")
