"""The terminal as a screen: raw keys in, changed lines out, and everything as it was at the end."""

import contextlib
import os
import sys
import termios
import tty
from collections.abc import Sequence
from types import TracebackType

from hugo_castle.errors import BadInput, HugoError

# xterm's control sequences: the alternate screen keeps what was there; no wrapping, so that the last cell of
# the last line can be written without scrolling; no cursor.
_ENTER = "\x1b[?1049h\x1b[?7l\x1b[?25l\x1b[2J"
_LEAVE = "\x1b[0m\x1b[2J\x1b[?25h\x1b[?7h\x1b[?1049l"


class TerminalGone(HugoError):
    """The terminal was closed: nobody types or looks any more."""


def check_terminal() -> None:
    """Raises BadInput unless standard input and output are a terminal that can place text."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise BadInput("demo: standard input and output must be a terminal; run it in one, without pipes")
    if os.environ.get("TERM", "") in ("", "dumb"):
        raise BadInput("demo: this terminal cannot place text (TERM is dumb or not set); use another one")


class Terminal:
    """The full screen, while it is entered. What it does raises TerminalGone once the terminal is closed."""

    def __init__(self, source: int = 0, target: int = 1) -> None:
        self.source = source
        self._target = target
        self._shown: list[str] = []
        self._before = termios.tcgetattr(source)

    def __enter__(self) -> "Terminal":
        try:
            self.restart()
        except BaseException:
            self._leave()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._leave()

    def restart(self) -> None:
        """Take the terminal (again, after the process was stopped and continued)."""
        try:
            tty.setraw(self.source)
        except termios.error as exc:
            raise _gone(exc) from exc
        self._write(_ENTER)
        self._shown = []

    def _leave(self) -> None:
        # Whoever closed the terminal does not miss its settings.
        with contextlib.suppress(TerminalGone):
            self._write(_LEAVE)
        with contextlib.suppress(OSError, termios.error):
            termios.tcsetattr(self.source, termios.TCSAFLUSH, self._before)

    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        try:
            size = os.get_terminal_size(self._target)
        except OSError as exc:
            raise _gone(exc) from exc
        return size.columns, size.lines

    def read(self) -> bytes:
        """What was typed; blocks until there is something."""
        try:
            data = os.read(self.source, 1024)
        except OSError as exc:
            raise _gone(exc) from exc
        if not data:
            raise TerminalGone("the terminal was closed")
        return data

    def clear(self) -> None:
        """Forget what is shown: a resized terminal may show anything."""
        self._write("\x1b[0m\x1b[2J")
        self._shown = []

    def paint(self, lines: Sequence[str]) -> None:
        """Show these lines from the top; only those that changed are sent."""
        shown = self._shown + [""] * (len(lines) - len(self._shown))
        changed = (
            f"\x1b[{number};1H{line}"
            for number, (line, old) in enumerate(zip(lines, shown, strict=False), start=1)
            if line != old
        )
        self._write("".join(changed))
        self._shown = list(lines)

    def _write(self, text: str) -> None:
        data = text.encode()
        while data:
            try:
                data = data[os.write(self._target, data) :]
            except OSError as exc:
                raise _gone(exc) from exc


def _gone(exc: Exception) -> TerminalGone:
    return TerminalGone(f"the terminal was closed: {exc}")
