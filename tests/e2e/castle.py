"""A real `hugo-castle run --virtual` process, played through its control socket alone."""

import base64
import io
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image

PATIENCE_S = 60.0  # a shared machine may be busy; nothing here asserts how long it took
SPEED = 20.0


class Gone(Exception):
    """The process has ended (or was killed) in the middle of a conversation."""


class Castle:
    """One process and one connection to it. `folder` holds journal and socket, and outlives the process."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        speed: float = SPEED,
        killed_after_s: float | None = None,
        killed: threading.Event | None = None,
        socket_path: Path | None = None,
        keep_socket: bool = False,
    ) -> None:
        self.folder = folder
        self.speed = speed
        self.socket_path = socket_path or folder / "control"
        if not keep_socket:
            self.socket_path.unlink(missing_ok=True)
        self.log = (folder / "log").open("ab")
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", "hugo_castle", "run", "--virtual", "--speed", str(speed)),
                *("--state", str(folder / "state"), "--control", str(self.socket_path), *arguments),
            ],
            stdout=self.log,
            stderr=self.log,
            cwd="/",
        )
        self.killer: threading.Timer | None = None
        if killed_after_s is not None:
            self.killer = threading.Timer(killed_after_s, self._pull_the_plug, [killed])
            self.killer.start()
        self._connection = self._connect()
        self._stream = self._connection.makefile("rb")

    def _connect(self) -> socket.socket:
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until and self.process.poll() is None:
            connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                connection.connect(str(self.socket_path))
            except OSError:
                connection.close()
                time.sleep(0.02)
                continue
            connection.settimeout(PATIENCE_S)
            return connection
        if self.killer is not None:
            raise Gone
        raise AssertionError(f"no control socket; the log says:\n{self.read_log()}")

    def _pull_the_plug(self, killed: threading.Event) -> None:
        killed.set()
        self.process.kill()

    def read_log(self) -> str:
        return (self.folder / "log").read_text(errors="replace")

    # The socket ------------------------------------------------------------------------------------

    def send(self, **request: Any) -> None:
        try:
            self._connection.sendall(json.dumps(request).encode() + b"\n")
        except OSError as exc:
            raise Gone from exc

    def receive(self) -> dict[str, Any]:
        try:
            line = self._stream.readline()
        except OSError as exc:
            raise Gone from exc
        if not line.endswith(b"\n"):
            raise Gone
        return json.loads(line)

    def ask(self, **request: Any) -> dict[str, Any]:
        self.send(**request)
        reply = self.receive()
        assert reply["ok"], (request, reply)
        return reply

    def get(self) -> dict[str, Any]:
        return self.ask(get="state")

    def screen(self) -> tuple[Image.Image, list[str]]:
        reply = self.ask(get="screen")
        return Image.open(io.BytesIO(base64.b64decode(reply["png"]))), reply["text"]

    # Hands -----------------------------------------------------------------------------------------

    def sleep(self, ms: float) -> None:
        time.sleep(ms / 1000 / self.speed)

    def press(self, ms: float = 100.0) -> None:
        self.ask(button="roll", down=True)
        self.sleep(ms)
        self.ask(button="roll", down=False)
        self.sleep(60)

    def hold(self) -> None:
        self.press(1200.0)

    def put(self, space: str) -> None:
        self.ask(put=space)

    def lift(self, space: str) -> None:
        self.ask(lift=space)

    def move(self, source: str, target: str) -> None:
        self.lift(source)
        self.sleep(200)
        self.put(target)

    def wait_for(self, what: Any, describe: str = "what was waited for") -> dict[str, Any]:
        """The first answer to `get state` for which `what(answer)` holds."""
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            answer = self.get()
            if what(answer):
                return answer
            time.sleep(0.005)
        raise AssertionError(f"{describe} never came: {answer}\n{self.read_log()[-2000:]}")

    def wait_at_most(self, ms: float, what: Any) -> dict[str, Any]:
        """The first answer to `get state` for which `what(answer)` holds, or the last one in that time."""
        until = time.monotonic() + ms / 1000 / self.speed
        while not what(answer := self.get()) and time.monotonic() < until:
            time.sleep(0.005)
        return answer

    def wait_for_prompt(self, *kinds: str) -> dict[str, Any]:
        return self.wait_for(lambda answer: answer["prompt"]["kind"] in kinds, f"prompt {kinds}")

    def wait_for_text(self, *words: str) -> list[str]:
        """The first lines on the display in which all words stand (in any case)."""
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            lines = self.screen()[1]
            if all(word.lower() in " ".join(lines).lower() for word in words):
                return lines
            time.sleep(0.01)
        raise AssertionError(f"{words} never shown: {lines}\n{self.read_log()[-2000:]}")

    def wait_for_log(self, text: str) -> None:
        self.wait_until(lambda: text in self.read_log(), f"{text!r} in the log")

    @staticmethod
    def wait_until(true: Callable[[], bool], describe: str) -> None:
        until = time.monotonic() + PATIENCE_S
        while not true():
            assert time.monotonic() < until, f"{describe} never came"
            time.sleep(0.01)

    # Looking at the process ----------------------------------------------------------------------

    def cpu_s(self) -> float:
        """Processor time that the process has used so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    # Ends ------------------------------------------------------------------------------------------

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.wait_for_end()

    def wait_for_end(self) -> int:
        """The exit status of a process that is about to end."""
        status = self.process.wait(PATIENCE_S)
        self._stream.close()
        self._connection.close()
        self.log.close()
        return status

    def __enter__(self) -> "Castle":
        return self

    def __exit__(self, *_: object) -> None:
        if self.killer is not None:
            self.killer.cancel()
        if self.process.poll() is None:
            self.process.kill()
            self.wait_for_end()


def hugo_castle(*arguments: object, **options: Any) -> subprocess.CompletedProcess[str]:
    """A command that ends by itself."""
    command = [sys.executable, "-m", "hugo_castle", *(str(argument) for argument in arguments)]
    return subprocess.run(command, **{"capture_output": True, "text": True, "timeout": PATIENCE_S, **options})


def replay(lines: list[str]) -> list[dict[str, Any]]:
    """What `hugo-castle replay` prints for a record."""
    done = hugo_castle("replay", "-", input="".join(line + "\n" for line in lines), check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def export(folder: Path, number: int) -> list[str]:
    """What `hugo-castle history --export` prints."""
    done = hugo_castle("history", "--state", folder / "state", "--export", number, check=True)
    return done.stdout.splitlines()


def newest_game(folder: Path) -> int:
    """The number in the last line of `hugo-castle history`."""
    done = hugo_castle("history", "--state", folder / "state", check=True)
    return int(done.stdout.splitlines()[-1].split()[0])
