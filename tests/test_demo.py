"""`hugo-castle demo` in a pseudo-terminal, as a person sees it, and its pure parts."""

import base64
import fcntl
import io
import json
import os
import pty
import random
import select
import signal
import socket
import struct
import subprocess
import sys
import termios
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pyte
import pytest
from PIL import Image

from hugo_castle.demo.castle import Castle
from hugo_castle.demo.figures import Errand, Table, errands_between, figure_to_lift, figure_to_put
from hugo_castle.demo.helper import Helper
from hugo_castle.demo.hints import hint_row
from hugo_castle.demo.keys import BACKSPACE, ENTER, ESCAPE, INTERRUPT, Line, Touch, keys_in
from hugo_castle.demo.link import ServiceEnded, ServiceLink, last_words
from hugo_castle.demo.looks import width_of
from hugo_castle.demo.pixels import braille, half_blocks
from hugo_castle.journal import Journal
from hugo_castle.lock import AlreadyRunning, hold_lock
from hugo_castle.rules import load_board

PATIENCE_S = 90.0  # a shared machine may be busy; nothing here asserts how long it took
LARGE, SMALL, TALL, FLAT, TINY = (140, 50), (80, 24), (80, 34), (90, 18), (60, 10)
GAME = ("--game", "hugo", "--players", "2")


class Person:
    """One demo in a terminal of its own. `folder`: where its game and its service's lock are kept."""

    def __init__(self, folder: Path, size: tuple[int, int], *arguments: str) -> None:
        self.folder = folder
        self.state = folder / "state"
        self._master, self._slave = pty.openpty()
        self._output = b""
        self.resize(*size)
        self.before = termios.tcgetattr(self._slave)
        environment = {**os.environ, "TERM": "xterm-256color", "TMPDIR": str(folder)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "hugo_castle", "demo", "--state", str(self.state), "--speed", "5", *arguments],
            stdin=self._slave,
            stdout=self._slave,
            stderr=self._slave,
            env=environment,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # hang-ups and resizing reach it then
        )

    def resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)

    def make_tidy(self) -> None:
        """The terminal's settings are as before."""
        termios.tcsetattr(self._slave, termios.TCSANOW, self.before)

    def type(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    def look(self, seconds: float = 0.05) -> None:
        """Take in what is shown within that time."""
        while select.select([self._master], [], [], seconds)[0]:
            data = os.read(self._master, 65536)
            self._output += data
            self._stream.feed(data)
            seconds = 0.0

    def wait_for(self, what: Callable[[], object], describe: str) -> None:
        until = time.monotonic() + PATIENCE_S
        while not what():
            assert time.monotonic() < until, f"{describe} never came:\n{self.text}"
            assert self.process.poll() is None, f"the demo has ended before {describe}:\n{self.text}"
            self.look()

    def wait_for_text(self, *texts: str) -> None:
        self.wait_for(lambda: all(text in self.text for text in texts), f"{texts}")

    def events(self) -> int:
        with Journal.read(self.state) as journal:
            game = journal.unfinished()
        return len(game.events) if game else 0

    def help_until(self, events: int) -> None:
        """Press Enter, look, and press it again, until the game has so many events."""
        until = time.monotonic() + PATIENCE_S
        while (now := self.events()) < events:
            assert time.monotonic() < until, f"no way on:\n{self.text}"
            shown = self.hint
            self.type("\r")
            for _ in range(40):
                self.look()
                if self.events() != now or self.hint != shown:
                    break

    def oled(self) -> list[str]:
        """What stands in the frame of the large OLED."""
        return [row.split("┃")[1] for row in self.screen.display if "┃" in row]

    @property
    def hint(self) -> str:
        """The rows under the map."""
        return "\n".join(self.screen.display[-4:])

    def end(self) -> int:
        """The exit status, once it has ended by itself."""
        until = time.monotonic() + PATIENCE_S
        while self.process.poll() is None:
            assert time.monotonic() < until, f"the demo does not end:\n{self.text}"
            self.look()
        self.look()
        return self.process.returncode

    def assert_nothing_is_left(self) -> None:
        """The terminal is as it was, the service is gone, and so is its socket's folder."""
        assert termios.tcgetattr(self._slave) == self.before
        assert b"\x1b[?25h\x1b[?7h\x1b[?1049l" in self._output
        assert not self.screen.cursor.hidden
        self.assert_service_has_gone()

    def assert_service_has_gone(self) -> None:
        """The kernel drops its lock when it has ended."""
        until = time.monotonic() + PATIENCE_S
        while True:
            try:
                hold_lock(self.state).release()
            except AlreadyRunning:
                assert time.monotonic() < until, "the service is still there"
                time.sleep(0.05)
                continue
            break
        while list(self.folder.glob("hugo-castle-*")):
            assert time.monotonic() < until, "the socket's folder is still there"
            time.sleep(0.05)

    def service(self) -> int:
        """The service's process."""
        return int((self.state / "service.lock").read_text())

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._master)
        os.close(self._slave)


@contextmanager
def person(folder: Path, size: tuple[int, int], *arguments: str) -> Iterator[Person]:
    someone = Person(folder, size, *arguments)
    try:
        yield someone
    finally:
        someone.close()


# In a terminal ---------------------------------------------------------------------------------------


def test_a_first_visitor_plays_ten_steps_with_enter_and_goes_on_another_day(tmp_path: Path) -> None:
    with person(tmp_path, LARGE) as visitor:
        visitor.wait_for_text("HUGO castle", "do it for me", "Enter", "takes hugo", "█", "G28", "C10")
        visitor.help_until(events=10)
        visitor.type("q")
        assert visitor.end() == 0
        visitor.assert_nothing_is_left()
    with person(tmp_path, SMALL) as visitor:
        visitor.wait_for_text("takes continue", "⣿", "●")
        before = visitor.events()
        assert before >= 10
        assert visitor.text.count("●") == visitor.text.count("■") > 3
        visitor.help_until(events=before + 6)
        visitor.type("q")
        assert visitor.end() == 0
        visitor.assert_nothing_is_left()


def test_the_oled_is_shown_pixel_by_pixel(tmp_path: Path) -> None:
    with person(tmp_path, LARGE, *GAME) as visitor:
        visitor.wait_for_text("put on C10")
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(str(next(tmp_path.glob("hugo-castle-*/control"))))
            stream = connection.makefile("rwb")

            def glass() -> list[str]:
                stream.write(b'{"get":"screen"}\n')
                stream.flush()
                return half_blocks(Image.open(io.BytesIO(base64.b64decode(json.loads(stream.readline())["png"]))))

            visitor.wait_for(lambda: visitor.oled() == glass(), "the picture in the chip's memory")
            assert [len(row) for row in visitor.oled()] == [128] * 32


def test_figures_are_put_lifted_and_named(tmp_path: Path) -> None:
    with person(tmp_path, SMALL, *GAME) as visitor:
        visitor.wait_for_text("put on C10")
        visitor.type("C10\r")
        visitor.wait_for_text("C10H", "red places a guest")
        visitor.type("g5")
        visitor.wait_for_text("Spaces: g5")
        visitor.type("\r")
        visitor.wait_for_text("G5●", "blue places a guest")
        visitor.type("g5 \r")
        visitor.wait_for_text("In hand: ●")
        visitor.type("g7\r")
        visitor.wait_for_text("G7●")
        visitor.type("g99\r")
        visitor.wait_for_text("no space G99")
        visitor.type("-r1\r")
        visitor.wait_for_text("no figure stands on R1")


def test_the_button_opens_the_menu_and_taps_through_it(tmp_path: Path) -> None:
    with person(tmp_path, SMALL, *GAME) as visitor:
        visitor.wait_for_text("put on C10")
        visitor.type("m")
        visitor.wait_for_text("takes continue")
        visitor.type("h")
        visitor.wait_for_text("put on C10")


def test_every_size_shows_what_fits(tmp_path: Path) -> None:
    with person(tmp_path, LARGE, *GAME) as visitor:
        visitor.wait_for_text("put on C10", "┏━", "roll button")
        for size, shown, hidden in (
            (SMALL, ["⣿", "G28", "button", "put on C10"], "┏"),
            (TALL, ["⣿", "G28", "HUGO castle", "rules; here it", "button", "put on C10"], "┏"),
            (FLAT, ["⣿", "button", "put on C10"], "G28"),
            (TINY, ["Make this terminal 78 x 17 or larger (it is 60 x 10)"], "G28"),
            (LARGE, ["┏━", "█", "G28", "roll button", "put on C10"], "⣿"),
        ):
            visitor.resize(*size)
            visitor.wait_for_text(*shown)
            assert hidden not in visitor.text


@pytest.mark.parametrize(
    ("end", "status"),
    [
        pytest.param(lambda visitor: visitor.type("q"), 0, id="q"),
        pytest.param(lambda visitor: visitor.type("\x03"), 0, id="Ctrl-C"),
        pytest.param(lambda visitor: visitor.type("g5\x04"), 0, id="Ctrl-D while typing"),
        pytest.param(lambda visitor: visitor.process.terminate(), 128 + signal.SIGTERM, id="SIGTERM"),
        pytest.param(lambda visitor: visitor.process.send_signal(signal.SIGHUP), 128 + signal.SIGHUP, id="SIGHUP"),
        pytest.param(lambda visitor: visitor.process.send_signal(signal.SIGINT), 128 + signal.SIGINT, id="SIGINT"),
    ],
)
def test_every_way_out_leaves_nothing_behind(tmp_path: Path, end: Callable[[Person], None], status: int) -> None:
    with person(tmp_path, SMALL, *GAME) as visitor:
        visitor.wait_for_text("put on C10")
        end(visitor)
        assert visitor.end() == status
        visitor.assert_nothing_is_left()


def test_a_stopped_demo_takes_the_terminal_again_when_it_goes_on(tmp_path: Path) -> None:
    with person(tmp_path, SMALL, *GAME) as visitor:
        visitor.wait_for_text("put on C10")
        visitor.process.send_signal(signal.SIGSTOP)
        visitor.make_tidy()  # as a shell does
        visitor.resize(*SMALL)
        visitor.process.send_signal(signal.SIGCONT)
        visitor.wait_for_text("put on C10", "G28", "button")
        visitor.type("q")
        assert visitor.end() == 0
        visitor.assert_nothing_is_left()


def test_quitting_while_the_castle_wakes_up(tmp_path: Path) -> None:
    with person(tmp_path, SMALL, *GAME) as visitor:
        visitor.wait_for_text("HUGO castle")
        visitor.type("q")
        assert visitor.end() == 0
        visitor.assert_nothing_is_left()


def test_a_killed_demo_takes_its_service_along(tmp_path: Path) -> None:
    with person(tmp_path, SMALL, *GAME) as visitor:
        visitor.wait_for_text("put on C10")
        with pytest.raises(AlreadyRunning):
            hold_lock(visitor.state)
        visitor.process.kill()
        visitor.process.wait()
        visitor.assert_service_has_gone()


def test_a_service_that_dies_is_told(tmp_path: Path) -> None:
    with person(tmp_path, SMALL, *GAME) as visitor:
        visitor.wait_for_text("put on C10")
        os.kill(visitor.service(), signal.SIGKILL)
        assert visitor.end() == 1
        assert "hugo-castle: the castle's service was killed by signal 9" in visitor.text
        visitor.assert_nothing_is_left()


def test_a_service_that_cannot_start_says_why(tmp_path: Path) -> None:
    with hold_lock(tmp_path / "state"), person(tmp_path, LARGE, *GAME) as visitor:
        assert visitor.end() == 1
        assert "hugo-castle: another hugo-castle (process" in visitor.text


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        pytest.param([], "hugo-castle: demo: standard input and output must be a terminal", id="no terminal"),
        pytest.param(["--players", "9"], "argument --players: invalid choice", id="nine players"),
    ],
)
def test_bad_usage(tmp_path: Path, arguments: list[str], error: str) -> None:
    command = [sys.executable, "-m", "hugo_castle", "demo", "--state", str(tmp_path / "state"), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stdout) == (2, "")
    assert error in done.stderr
    assert not (tmp_path / "state").exists()


def test_players_without_a_game_is_bad_usage(tmp_path: Path) -> None:
    with person(tmp_path, SMALL, "--players", "3") as visitor:
        assert visitor.end() == 2
        assert "--players needs --game" in visitor.text


# Do it for me ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "players"), [("hugo", 2), ("midnight-party", 8)])
def test_do_it_for_me_plays_to_the_end(tmp_path: Path, kind: str, players: int) -> None:
    speed = 20
    link = ServiceLink(["--state", str(tmp_path), "--speed", str(speed), "--game", kind, "--players", str(players)])
    try:
        _connect(link)
        castle = Castle(link.ask, tmp_path, load_board("castle"))
        helper = Helper(castle, random.Random(f"{kind} {players}"))
        castle.look()
        idle = 0
        while castle.kind != "over":
            before = (castle.state, castle.prompt)
            for wait in helper.help():
                end_s = time.monotonic() + wait.ms / speed / 1000
                castle.look()
                while time.monotonic() < end_s and not (wait.until and wait.until()):
                    time.sleep(0.005)
                    castle.look()
            castle.look()
            idle = idle + 1 if (castle.state, castle.prompt) == before else 0
            assert idle < 20, f"no way on: {castle.prompt} {castle.state} {castle.table.figures}"
        assert castle.state is not None
        assert castle.state["winners"]
    finally:
        link.stop()


# Pure parts ------------------------------------------------------------------------------------------

PICTURE = ["#...", "....", "##.#", "..##"]


@pytest.mark.parametrize(
    ("draw", "shown"),
    [
        pytest.param(half_blocks, ["▀   ", "▀▀▄█"], id="half blocks"),
        # Dots by Unicode 10.8: 1, 3 and 6 are bits 0x01, 0x04, 0x20; 6, 7 and 8 are 0x20, 0x40, 0x80.
        pytest.param(braille, ["\u2825", "\u28e0"], id="braille"),
    ],
)
def test_pixels(draw: Callable[[Image.Image], list[str]], shown: list[str]) -> None:
    picture = Image.new("1", (4, 4))
    picture.putdata([255 if pixel == "#" else 0 for row in PICTURE for pixel in row])
    assert "".join(draw(picture)) == "".join(shown)


@pytest.mark.parametrize(
    ("data", "keys"),
    [
        pytest.param(b"G5\r", ["g", "5", ENTER], id="capital letters"),
        pytest.param(b"\x1b[A\x1bOB\x1b[1;5C ", [" "], id="arrow keys are left out"),
        pytest.param(b"\x1b", [ESCAPE], id="escape"),
        pytest.param(b"\x7f\x08\x03\x04", [BACKSPACE, BACKSPACE, INTERRUPT, INTERRUPT], id="control keys"),
        pytest.param("é\x00h".encode(), ["h"], id="what is not ASCII is left out"),
    ],
)
def test_keys(data: bytes, keys: list[str]) -> None:
    assert keys_in(data) == keys


@pytest.mark.parametrize(
    ("typed", "touches"),
    [
        pytest.param("g5 g9", [Touch("", "G5"), Touch("", "G9")], id="a move"),
        pytest.param("g5g9", [Touch("", "G5"), Touch("", "G9")], id="without a space"),
        pytest.param("+c10 -r3", [Touch("+", "C10"), Touch("-", "R3")], id="signs"),
    ],
)
def test_typed_spaces(typed: str, touches: list[Touch]) -> None:
    line = Line()
    assert all(line.take(key) for key in typed)
    assert line.touches() == touches
    assert line.text == ""


@pytest.mark.parametrize("typed", ["g", "5g", "+", "g5 6"])
def test_typed_nonsense(typed: str) -> None:
    line = Line()
    line.text = typed
    with pytest.raises(ValueError, match="expected spaces such as"):
        line.touches()


@pytest.mark.parametrize("key", [" ", "h", "m", "d", "q", "5", ENTER])
def test_keys_that_begin_no_line(key: str) -> None:
    assert not Line().take(key)


@pytest.mark.parametrize(
    ("now", "wanted", "errands"),
    [
        pytest.param([], [("C10", "hugo")], [Errand("hugo", None, "C10")], id="from the box"),
        pytest.param(
            [("G1", "red"), ("C2", "hugo")],
            [("C10", "red"), ("G3", "hugo")],
            [Errand("hugo", "C2", "G3"), Errand("red", "G1", "C10")],
            id="Hugo first",
        ),
        pytest.param(
            [("G1", "red"), ("G1", "red"), ("G1", "blue")],
            [("G1", "red")],
            [Errand("blue", "G1", None), Errand("red", "G1", None)],
            id="shared space",
        ),
        pytest.param([("G1", "red")], [("G1", "red")], [], id="nothing to do"),
    ],
)
def test_errands(now: list[tuple[str, str]], wanted: list[tuple[str, str]], errands: list[Errand]) -> None:
    assert errands_between(Counter(now), Counter(wanted)) == errands


@pytest.mark.parametrize(
    "prompt",
    [
        {"kind": "setup", "options": ["midnight-party"], "index": 0},
        {"kind": "choose", "player": "turquoise", "options": [["G28", "R11"]], "index": 0},
        {"kind": "place", "player": "turquoise"},
        {"kind": "roll", "player": "turquoise"},
        {"kind": "move", "player": "turquoise"},
        {"kind": "settle", "missing": ["G10"] * 9, "extra": ["G10"] * 9},
        {"kind": "over"},
    ],
    ids=lambda prompt: prompt["kind"],
)
def test_the_longest_hints_fit_into_80_columns(prompt: dict[str, object]) -> None:
    castle = Castle(dict, Path(), load_board("castle"))
    castle.state, castle.prompt, castle.example = {"roll": 5}, prompt, "g28 r11"
    castle.table.hand = [] if prompt["kind"] in ("setup", "settle") else ["red"]
    assert 20 < width_of(hint_row(castle, "", "")) <= 80


STATE = {
    "phase": "placing",
    "turn": "blue",
    "hugo": {"at": "C10"},
    "players": [{"color": "red", "guests": ["G5"]}, {"color": "blue", "guests": []}],
}


def test_a_table_recognises_figures_when_their_number_is_right() -> None:
    table = Table()
    table.put("G5", "unknown")
    table.recognise(STATE)
    assert table.standing_on("G5") == ["unknown"]
    table.put("C10", "unknown")
    table.recognise(STATE)
    assert (table.standing_on("G5"), table.standing_on("C10")) == (["red"], ["hugo"])


def test_a_lifted_figure_is_in_the_hand_until_it_is_put() -> None:
    table = Table()
    table.put("G5", "red")
    table.lift("G5", "red")
    assert (table.standing_on("G5"), table.hand) == ([], ["red"])
    table.put("G6", "red")
    assert (table.standing_on("G6"), table.hand) == (["red"], [])


def test_which_figure_a_hand_means() -> None:
    assert figure_to_lift(["hugo", "red", "blue"], "red") == "red"
    assert figure_to_lift(["hugo", "blue"], "red") == "blue"
    assert figure_to_put("C10", Counter(), STATE) == "hugo"
    assert figure_to_put("G9", Counter(), STATE) == "blue"
    assert figure_to_put("G9", Counter(), {**STATE, "phase": "rolling"}) == "unknown"
    assert figure_to_put("G9", Counter(), None) == "unknown"


@pytest.mark.parametrize(
    ("log", "said"),
    [
        pytest.param("INFO x: fine\nhugo-castle: a.toml: two\n  faults\n", "a.toml: two\n  faults", id="our own"),
        pytest.param("Traceback\nValueError: bug\n", "ValueError: bug", id="a bug"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_last_words(log: str, said: str) -> None:
    assert last_words(log) == said


def test_a_link_tells_why_its_service_ended(tmp_path: Path) -> None:
    link = ServiceLink(["--state", str(tmp_path), "--players", "3"])
    try:
        with pytest.raises(ServiceEnded, match=r"^--players needs --game$"):
            _connect(link)
    finally:
        link.stop()
        link.stop()


def _connect(link: ServiceLink) -> None:
    until = time.monotonic() + PATIENCE_S
    while not link.connect():
        assert time.monotonic() < until, "the service does not start"
        time.sleep(0.05)
