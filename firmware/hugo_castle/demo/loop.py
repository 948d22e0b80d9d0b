"""The demo's loop: keys in, errands on, the castle looked at, the screen painted."""

import argparse
import random
import select
import signal
from collections import deque
from pathlib import Path

from hugo_castle.clock import Clock, now_ms
from hugo_castle.demo import layout
from hugo_castle.demo.castle import Castle
from hugo_castle.demo.helper import Doing, Helper, Wait
from hugo_castle.demo.keys import ENTER, INTERRUPT, SPACE, Line, keys_in
from hugo_castle.demo.link import ServiceEnded, ServiceLink
from hugo_castle.demo.signals import Signals
from hugo_castle.demo.terminal import Terminal, TerminalGone, check_terminal
from hugo_castle.errors import BadInput, HugoError
from hugo_castle.places import state_folder
from hugo_castle.rules import load_board

# As often as the eye sees a flickering window as alive; a changed OLED costs some hundred bytes over ssh.
LOOK_MS = 80.0
# Fingers are faster than figures: so many key presses are remembered.
REMEMBERED = 4
BOARD = "castle"


def run_demo(options: argparse.Namespace) -> int:
    """See `demo`."""
    check_terminal()
    if options.players is not None and options.game is None:
        raise BadInput("--players needs --game")
    folder = (options.state or state_folder(virtual=True)).absolute()
    with Signals() as signals:
        link = ServiceLink(_arguments(options, folder))
        try:
            with Terminal() as terminal:
                return Loop(terminal, signals, link, folder, options.speed or 1.0).run()
        finally:
            link.stop()


def _arguments(options: argparse.Namespace, folder: Path) -> list[str]:
    # The castle as it is built by the guide, whatever this machine is configured for.
    arguments = ["--state", str(folder), "--config", str(Path(layout.__file__).parents[1] / "default.toml")]
    for name in ("game", "players", "speed"):
        if getattr(options, name) is not None:
            arguments += [f"--{name}", str(getattr(options, name))]
    return arguments


class Loop:
    """One demo from its first screen to its last. `speed`: what the service was told."""

    def __init__(
        self,
        terminal: Terminal,
        signals: Signals,
        link: ServiceLink,
        folder: Path,
        speed: float,
        clock: Clock = now_ms,
    ) -> None:
        self._terminal = terminal
        self._signals = signals
        self._link = link
        self._speed = speed
        self._clock = clock
        self._castle = Castle(link.ask, folder, load_board(BOARD))
        self._helper = Helper(self._castle, random.Random())
        self._line = Line()
        self._message = ""
        self._waiting: deque[str] = deque(maxlen=REMEMBERED)
        self._doing: Doing | None = None
        self._wait = Wait(0)
        self._wait_until_ms = 0.0
        self._connected = False
        self._look_at_ms = 0.0
        self._quit = False

    def run(self) -> int:
        """The exit status: 0 for `q`, 128 and the signal's number for a signal."""
        while not self._quit:
            self._notice_signals()
            if self._signals.ending is not None:
                return 128 + self._signals.ending
            try:
                self._turn()
            except TerminalGone:
                return 128 + signal.SIGHUP  # it is on its way, or somebody ignores it
        return 0

    def _turn(self) -> None:
        due_ms = min(self._look_at_ms, self._wait_until_ms) if self._doing else self._look_at_ms
        sleep_s = max(0.0, due_ms - self._clock()) / 1000
        ready, _, _ = select.select([self._terminal.source, self._signals.wake], [], [], sleep_s)
        if self._terminal.source in ready:
            self._take_keys()
        if not self._connected:
            self._connect()
        elif self._clock() >= self._look_at_ms or (self._doing and self._clock() >= self._wait_until_ms):
            self._castle.look()
            self._look_at_ms = self._clock() + LOOK_MS
            self._go_on()
        self._paint()

    def _connect(self) -> None:
        self._look_at_ms = self._clock() + LOOK_MS
        if self._link.connect():
            self._connected = True
            self._castle.look()
            if self._castle.kind == "resume":
                self._begin(self._helper.set_up())

    def _notice_signals(self) -> None:
        self._signals.drain()
        if self._signals.continued:
            self._signals.continued = False
            self._terminal.restart()
        if self._signals.resized:
            self._signals.resized = False
            self._terminal.clear()

    def _paint(self) -> None:
        columns, rows = self._terminal.size()
        if self._connected:
            lines = layout.screen(self._castle, self._line.text, self._message, columns, rows)
        else:
            lines = layout.waiting(columns, rows, "The castle is waking up ..")
        self._terminal.paint(lines)

    # Keys --------------------------------------------------------------------------------------------

    def _take_keys(self) -> None:
        for key in keys_in(self._terminal.read()):
            self._take_key(key)
        self._next_errand()

    def _take_key(self, key: str) -> None:
        self._message = ""
        if key == INTERRUPT or (key == "q" and not self._line.text):
            self._quit = True
        elif self._connected and not self._line.take(key):
            if key == ENTER and self._line.text:
                self._touch()
            elif key in (ENTER, "d", SPACE, "h", "m"):
                self._waiting.append(key)

    def _touch(self) -> None:
        try:
            for touch in self._line.touches():
                self._castle.touch(touch)
        except ServiceEnded:
            raise
        except (HugoError, ValueError) as exc:
            self._message = str(exc)

    # Errands -----------------------------------------------------------------------------------------

    def _next_errand(self) -> None:
        if self._doing is None and self._waiting:
            key = self._waiting.popleft()
            helper = self._helper
            errands = {SPACE: helper.tap, "h": helper.hold, "m": helper.long}
            self._castle.look()
            self._begin(errands.get(key, helper.help)())

    def _begin(self, doing: Doing) -> None:
        self._doing, self._wait = doing, Wait(0)
        self._wait_until_ms = self._clock()

    def _go_on(self) -> None:
        """Whatever of the errand is due now."""
        while self._doing and (self._clock() >= self._wait_until_ms or (self._wait.until and self._wait.until())):
            try:
                self._wait = next(self._doing)
                self._wait_until_ms = self._clock() + self._wait.ms / self._speed
            except StopIteration:
                self._doing = None
            except ServiceEnded:
                raise
            except HugoError as exc:
                self._doing, self._message = None, str(exc)
            self._next_errand()
