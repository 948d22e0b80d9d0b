"""How long a castle takes from `exec` until its first prompt stands, when the control socket appears.

Beside it, in turn: a Python that only imports the libraries which drive the hardware, and one that does nothing.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from figures import Figure, figure, in_turn, ratio, seconds

ROUNDS = 11
PATIENCE_S = 60.0
LIBRARIES = "import gpiozero, luma.oled.device, smbus2"


def figures() -> Iterator[Figure]:
    ready, libraries, python = in_turn(ROUNDS, _ms_until_ready, lambda: _ms(LIBRARIES), lambda: _ms("pass"))
    yield figure("start to first prompt, new game", "ms", ready)
    yield figure("imports of gpiozero, luma.oled, smbus2", "ms", libraries)
    yield figure("Python alone", "ms", python)
    yield ratio("start to first prompt / bare imports", ready, libraries)


def _ms(code: str) -> float:
    return 1000 * seconds(lambda: subprocess.run([sys.executable, "-c", code], check=True, cwd="/"))


def _ms_until_ready() -> float:
    with tempfile.TemporaryDirectory() as folder:
        control = Path(folder, "control")
        began = time.perf_counter()
        with subprocess.Popen(
            [
                *(sys.executable, "-m", "hugo_castle", "run", "--virtual", "--game", "hugo", "--players", "4"),
                *("--state", folder, "--control", str(control)),
            ],
            cwd="/",
            stderr=subprocess.DEVNULL,
        ) as process:
            try:
                while not control.exists():
                    if process.poll() is not None or time.perf_counter() - began > PATIENCE_S:
                        raise RuntimeError("the service did not become ready")
                    time.sleep(0.001)
                return 1000 * (time.perf_counter() - began)
            finally:
                process.terminate()
