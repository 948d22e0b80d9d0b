"""A process that saves one step after another, to be killed or read beside."""

import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

from hugo_castle.journal import Journal
from journal.samples import HEADER

SAVING = """
import sys
from pathlib import Path
from journal.saving_process import save_on
from hugo_castle.journal import Journal
print("ready", flush=True)
save_on(Journal(Path(sys.argv[1])), lambda step: print(step, flush=True))
"""


def events_after(step: int) -> list[dict]:
    """Every step adds an event; every fifth takes two back and puts another in their place."""
    events: list[dict] = []
    for number in range(1, step + 1):
        if number % 5 == 0:
            events = events[:-2]
        events.append({"roll": number})
    return events


def save_on(journal: Journal, acknowledge) -> None:
    """Save step after step; the standing roll is the number of the step."""
    game = journal.unfinished()
    game_id, step = (game.id, max(game.standing, default=0)) if game else (journal.begin(HEADER), 0)
    while True:
        step += 1
        events = events_after(step)
        journal.save(game_id, len(events) - 1, events[-1:], [step], False)
        acknowledge(step)


@contextmanager
def saving(folder: Path):
    """A process that saves step after step and says so; whoever uses it kills it."""
    command = [sys.executable, "-c", SAVING, str(folder)]
    environment = {"PYTHONPATH": str(Path(__file__).parents[1]), "TMPDIR": str(folder.parent)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True) as process:
        assert process.stdout.readline() == "ready\n"
        yield process
