"""The control socket under attack: whatever comes, one answer a request, and the castle plays on."""

import contextlib
import json
import random
import resource
import socket
import tempfile
import threading
from pathlib import Path

import pytest

from e2e.castle import PATIENCE_S, Castle, export, hugo_castle, replay

TWO = ("--game", "hugo", "--players", "2")


def connect(castle: Castle) -> socket.socket:
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.settimeout(PATIENCE_S)
    connection.connect(str(castle.socket_path))
    return connection


def is_alive(castle: Castle) -> bool:
    with connect(castle) as connection:
        connection.sendall(b'{"get":"state"}\n')
        return bool(json.loads(connection.makefile().readline())["ok"])


@pytest.fixture(scope="module")
def castle(tmp_path_factory: pytest.TempPathFactory):
    """One castle for all attacks: it has to survive them one after the other."""
    with Castle(tmp_path_factory.mktemp("attacked"), *TWO) as attacked:
        yield attacked
        assert "Traceback" not in attacked.read_log()
        assert attacked.stop() == 0


@pytest.mark.parametrize(
    ("line", "error"),
    [
        pytest.param(b"", "not JSON", id="empty line"),
        pytest.param(b"\x00\xff\xfe\x80", "not JSON", id="bytes"),
        pytest.param(b"GET / HTTP/1.1", "not JSON", id="a browser"),
        pytest.param(b'{"put":"G5"', "not JSON", id="half an object"),
        pytest.param(b"[" * 60_000, "not JSON", id="nested"),
        pytest.param(b"9" * 6_000, "not JSON", id="a huge number"),
        pytest.param(b"[1]", "a request is a JSON object", id="a list"),
        pytest.param(b"null", "a request is a JSON object", id="null"),
        pytest.param(b"{}", "unknown request", id="nothing asked"),
        pytest.param(b'{"shoot":"G5"}', "unknown request", id="unknown"),
        pytest.param(b'{"put":5}', "unknown space 5", id="a number for a space"),
        pytest.param(b'{"put":["G5"]}', "unknown space", id="a list for a space"),
        pytest.param(b'{"put":"G99"}', "unknown space 'G99'", id="no such space"),
        pytest.param(b'{"put":"\\ud800"}', "unknown space", id="half a surrogate"),
        pytest.param(b'{"lift":"G5"}', "no figure stands on G5", id="lift nothing"),
        pytest.param(b'{"button":"roll"}', "down: expected true or false", id="button without down"),
        pytest.param(b'{"button":"roll","down":1}', "down: expected true or false", id="down as number"),
        pytest.param(b'{"button":{},"down":true}', 'button: expected "roll"', id="button as object"),
        pytest.param(b'{"dice":4}', "dice: expected a list", id="dice as number"),
        pytest.param(b'{"dice":[3]}', "dice: expected 1, 2, 4, 5", id="a face that the die lacks"),
        pytest.param(b'{"dice":[4,true]}', "dice: expected 1, 2, 4, 5", id="true as a face"),
        pytest.param(b'{"dice":[[1]]}', "dice: expected 1, 2, 4, 5", id="a list as a face"),
        pytest.param(b'{"dice":[1.0]}', "dice: expected 1, 2, 4, 5", id="a fraction as a face"),
        pytest.param(b'{"get":["state"]}', 'get: expected "state" or "screen"', id="get a list"),
        pytest.param(b'{"fault":"expander","chip":true,"kind":"reset"}', "chip: expected", id="chip as boolean"),
        pytest.param(b'{"fault":"expander","chip":4,"kind":"reset"}', "chip: expected", id="chip out of range"),
        pytest.param(b'{"fault":"expander","chip":-1,"kind":"reset"}', "chip: expected", id="negative chip"),
        pytest.param(b'{"fault":"display","kind":[]}', "kind: expected unplug, plug", id="kind as list"),
        pytest.param(b'{"fault":"sensor","kind":"ok"}', "unknown space None", id="sensor without space"),
        pytest.param(b'{"fault":{},"kind":"ok"}', "fault: expected display", id="fault as object"),
    ],
)
def test_a_bad_request_gets_one_error_and_changes_nothing(castle: Castle, line: bytes, error: str) -> None:
    before = castle.get()
    with connect(castle) as connection:
        stream = connection.makefile("rb")
        connection.sendall(line + b'\n{"get":"state"}\n')
        refused, after = json.loads(stream.readline()), json.loads(stream.readline())
    assert not refused["ok"]
    assert error in refused["error"]
    assert after == before


def test_a_line_without_end_is_refused_and_the_connection_closed(castle: Castle) -> None:
    with connect(castle) as connection:
        with contextlib.suppress(OSError):  # it hangs up
            for _ in range(200):
                connection.sendall(b"x" * 100_000)
        lines = []
        with contextlib.suppress(OSError):
            lines = connection.makefile("rb").readlines()
        assert [json.loads(line)["ok"] for line in lines] in ([], [False])
    assert is_alive(castle)


def test_garbage_and_sudden_ends(castle: Castle) -> None:
    chance = random.Random(7)
    for _ in range(60):
        with connect(castle) as connection:
            connection.sendall(chance.randbytes(chance.randrange(2000)))
            if chance.random() < 0.5:
                connection.sendall(b'\n{"get":"screen"}\n' * chance.randrange(20))
    assert is_alive(castle)


def test_a_client_that_never_reads_stops_nobody(castle: Castle) -> None:
    with connect(castle) as connection:
        connection.settimeout(0.5)
        with contextlib.suppress(TimeoutError):
            while True:
                connection.sendall(b'{"get":"screen"}\n' * 100)
        assert is_alive(castle)
    assert is_alive(castle)


def test_a_hundred_clients_are_answered_each_in_order(castle: Castle) -> None:
    connections = [connect(castle) for _ in range(100)]
    for connection in connections:
        connection.sendall(b'{"get":"state"}\n{"nonsense":1}\n{"get":"state"}\n')
    for connection in connections:
        stream = connection.makefile("rb")
        assert [json.loads(stream.readline())["ok"] for _ in range(3)] == [True, False, True]
        connection.close()
    assert is_alive(castle)


def test_clients_beyond_the_limit_of_open_files_wait_until_others_have_gone(castle: Castle) -> None:
    _, hard = limits = resource.prlimit(castle.process.pid, resource.RLIMIT_NOFILE)
    resource.prlimit(castle.process.pid, resource.RLIMIT_NOFILE, (40, hard))
    connections = [connect(castle) for _ in range(60)]
    castle.wait_for_log("control socket: Too many open files")
    for connection in connections:
        connection.close()
    assert is_alive(castle)
    resource.prlimit(castle.process.pid, resource.RLIMIT_NOFILE, limits)


def test_two_clients_pressing_at_once_press_one_button(tmp_path: Path) -> None:
    with Castle(tmp_path, *TWO) as castle:
        castle.put("C10")
        castle.wait_for_prompt("place")

        def press() -> None:
            with connect(castle) as connection:
                stream = connection.makefile("rb")
                for number in range(100):
                    connection.sendall(json.dumps({"button": "roll", "down": number % 2 == 0}).encode() + b"\n")
                    assert json.loads(stream.readline()) == {"ok": True}

        threads = [threading.Thread(target=press) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        castle.ask(button="roll", down=False)
        castle.sleep(1000)
        state = castle.get()["state"]  # a hold at a list may have placed a guest
        assert castle.stop() == 0
    assert replay(export(tmp_path, 1))[-1] == state


# --- the socket's place ---


def test_the_socket_that_a_killed_service_left_is_replaced(tmp_path: Path) -> None:
    with Castle(tmp_path, *TWO) as castle:
        castle.process.kill()
        castle.process.wait()
        assert castle.socket_path.is_socket()
        stale = castle.socket_path.stat().st_ino
    arguments = ("run", "--virtual", "--state", str(tmp_path / "state"), "--control", str(castle.socket_path))
    with Castle(tmp_path, keep_socket=True) as castle:
        castle.wait_until(lambda: castle.socket_path.stat().st_ino != stale, "a new socket")
        assert is_alive(castle)
        assert hugo_castle(*arguments).returncode == 1
        assert is_alive(castle)
        assert castle.stop() == 0
        assert sorted(path.name for path in tmp_path.iterdir()) == ["log", "state"]


def test_the_socket_of_a_service_that_lives_is_left_to_it(tmp_path: Path) -> None:
    with Castle(tmp_path, *TWO) as castle:
        done = hugo_castle("run", "--virtual", "--state", tmp_path / "other", "--control", castle.socket_path, *TWO)
        assert done.returncode == 1
        assert done.stderr.splitlines()[-1] == (
            f"hugo-castle: --control {castle.socket_path}: another hugo-castle answers there; "
            "stop it or choose another place"
        )
        with connect(castle) as newcomer, newcomer.makefile("rwb") as stream:
            stream.write(b'{"get":"state"}\n')
            stream.flush()
            assert json.loads(stream.readline())["ok"]
        assert castle.stop() == 0


def _make_file(path: Path) -> None:
    path.write_text("precious")


@pytest.mark.parametrize(
    ("make", "name", "reason"),
    [
        pytest.param(_make_file, "file", "there is another file", id="a file in its place"),
        pytest.param(Path.mkdir, "folder", "there is another file", id="a folder in its place"),
        pytest.param(lambda path: None, "no/folder", "No such file or directory", id="no folder"),
        pytest.param(lambda path: None, "x" * 100, "too long", id="too long"),
    ],
)
def test_a_place_that_cannot_be_used_is_one_line(tmp_path: Path, make, name: str, reason: str) -> None:
    path = tmp_path / name
    make(path)
    done = hugo_castle("run", "--virtual", "--state", tmp_path / "state", "--control", path, *TWO)
    assert done.returncode == 1
    line = done.stderr.splitlines()[-1]
    assert line.startswith(f"hugo-castle: --control {path}: ")
    assert reason in line
    assert "Traceback" not in done.stderr
    assert not [left for left in tmp_path.iterdir() if left.name.startswith(".")]
    assert not path.is_file() or path.read_text() == "precious"


def test_the_longest_path_that_the_kernel_takes_can_be_used(tmp_path: Path) -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        path = Path(folder) / ("x" * (107 - len(folder) - 1))
        with Castle(tmp_path, *TWO, socket_path=path) as castle:
            assert is_alive(castle)
            assert castle.stop() == 0
