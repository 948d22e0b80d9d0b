"""kill -9 in the middle of saving loses nothing that was acknowledged."""

import random
import signal
import time
from pathlib import Path

from hugo_castle.journal import Journal
from journal.saving_process import events_after, saving


def _kill_after(folder: Path, acknowledged: int, delay_s: float) -> int:
    """Run the saving process until it has acknowledged so many saves, and kill it; returns the last step."""
    with saving(folder) as process:
        steps = [int(process.stdout.readline()) for _ in range(acknowledged)]
        time.sleep(delay_s)
        process.send_signal(signal.SIGKILL)
        return max([*steps, *(int(line) for line in process.stdout if line.endswith("\n"))], default=0)


def test_kill_9_loses_nothing_that_was_acknowledged(tmp_path):
    chance = random.Random(9)
    folder, step = tmp_path / "state", 0
    for acknowledged in [0, 0, 1, 7, 30, 60]:
        acknowledged_step = _kill_after(folder, acknowledged, chance.uniform(0, 0.01))
        with Journal(folder) as journal:
            game = journal.unfinished()
            reached = game.standing[0] if game and game.standing else 0
            assert reached in (max(step, acknowledged_step), max(step, acknowledged_step) + 1)
            assert (list(game.events) if game else []) == events_after(reached)
            assert not any("set aside" in notice for notice in journal.notices)
            step = reached
    assert step > 95
    assert not list(folder.glob("games.*-1.*"))
