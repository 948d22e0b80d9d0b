"""The service as a child process, and the connection to its control socket."""

import contextlib
import json
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hugo_castle.errors import HugoError

# An answer takes milliseconds; a machine that swaps may take seconds.
ANSWERS_WITHIN_S = 20.0
STOPS_WITHIN_S = 10.0


class ServiceEnded(HugoError):
    """The service has ended, or answers no more; the text says what it said last."""


class ServiceLink:
    """A running service. `arguments` are further options of `hugo-castle run`."""

    def __init__(self, arguments: Sequence[str]) -> None:
        # Not in the state folder: a socket's path has at most 107 bytes (unix(7)).
        self._folder = Path(tempfile.mkdtemp(prefix="hugo-castle-"))
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 (closed by `stop`)
        self._connection: socket.socket | None = None
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "hugo_castle.demo.child", str(self._folder), *arguments],
            stdin=subprocess.PIPE,
            stdout=self._log,
            stderr=self._log,
            start_new_session=True,  # Ctrl-C and hang-ups are for the demo, which then stops it in order
        )

    @property
    def pid(self) -> int:
        return self._process.pid

    def connect(self) -> bool:
        """Whether the service can be asked now; it takes a moment to start.

        Raises ServiceEnded.
        """
        if self._process.poll() is not None:
            raise self._ended()
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.settimeout(ANSWERS_WITHIN_S)
        try:
            connection.connect(str(self._folder / "control"))
        except OSError:
            connection.close()
            return False
        self._connection = connection
        self._stream = connection.makefile("rb")
        return True

    def ask(self, **request: Any) -> dict[str, Any]:
        """The answer to a request of the control socket (virtual/CONTROL.md), `ok` or not.

        Raises ServiceEnded.
        """
        assert self._connection is not None, "asked before connect"
        try:
            self._connection.sendall(json.dumps(request).encode() + b"\n")
            line = self._stream.readline()
        except TimeoutError as exc:
            raise ServiceEnded(f"the castle's service has not answered for {ANSWERS_WITHIN_S:.0f} s") from exc
        except OSError as exc:
            raise self._ended() from exc
        if not line.endswith(b"\n"):
            raise self._ended()
        reply: dict[str, Any] = json.loads(line)
        return reply

    def stop(self) -> None:
        """End the service and wait for it; a second call does nothing."""
        if self._connection:
            self._stream.close()
            self._connection.close()
            self._connection = None
        self._process.terminate()
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(STOPS_WITHIN_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._log.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _ended(self) -> ServiceEnded:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(STOPS_WITHIN_S)
        status = self._process.returncode
        self._log.seek(0)
        said = last_words(self._log.read().decode(errors="replace"))
        how = f"was killed by signal {-status}" if status is not None and status < 0 else f"ended with status {status}"
        return ServiceEnded(said if said and status in (1, 2) else f"the castle's service {how}. {said}".strip())


def last_words(log: str) -> str:
    """What a process said when it failed: its own error message, else the last line of its log."""
    _, found, message = log.rpartition("hugo-castle: ")
    if found:
        return message.strip()
    lines = log.strip().splitlines()
    return lines[-1] if lines else ""
