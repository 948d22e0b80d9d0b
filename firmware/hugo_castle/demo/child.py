"""The demo's service process: `hugo-castle run`, which ends when the demo does, however that ended.

Standard input is a pipe that nobody writes to. Its other end is the demo's, so the kernel closes it even when the
demo is killed, on any system.
"""

import os
import shutil
import signal
import sys
import threading

from hugo_castle.cli import main

# The service stops between two inputs; one that has not by then never will.
STOPS_WITHIN_S = 10.0


def watch_parent(folder: str) -> None:
    """Wait for the end of standard input, then stop this process and remove `folder`."""
    while os.read(0, 64):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
    threading.Event().wait(STOPS_WITHIN_S)
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(1)


def run(folder: str, arguments: list[str]) -> int:
    """`hugo-castle run --virtual` with its control socket in `folder`, which is removed at the end."""
    # Until the service has handlers of its own.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    threading.Thread(target=watch_parent, args=(folder,), name="parent", daemon=True).start()
    try:
        return main(["run", "--virtual", "--control", os.path.join(folder, "control"), *arguments])
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(run(sys.argv[1], sys.argv[2:]))
