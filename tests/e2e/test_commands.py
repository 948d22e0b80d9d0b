"""`replay` and `history` as commands: what goes in, what comes out, exit statuses."""

import contextlib
import itertools
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from e2e.castle import PATIENCE_S, Castle, export, hugo_castle
from e2e.hands import Hands
from hugo_castle.journal import Journal
from hugo_castle.rules import load_board, new_game, new_state

HEADER = '{"game":"hugo","players":["red","blue"]}\n'
RECORD = HEADER + '{"place":"G5"}\n'
COMMAND = [sys.executable, "-m", "hugo_castle"]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_text(RECORD)
    return path


def test_a_record_from_a_file_and_from_standard_input_is_the_same(record: Path) -> None:
    done = hugo_castle("replay", record)
    assert (done.returncode, done.stderr) == (0, "")
    assert [json.loads(line)["turn"] for line in done.stdout.splitlines()] == ["red", "blue"]
    assert hugo_castle("replay", "-", input=RECORD).stdout == done.stdout


@pytest.mark.parametrize(
    ("lines", "printed", "said"),
    [
        pytest.param("", 0, "line 1: missing", id="empty"),
        pytest.param("\n", 0, "line 1: empty", id="blank"),
        pytest.param(RECORD + "nonsense\n" + '{"place":"G6"}\n', 2, "line 3: not JSON", id="not JSON"),
        pytest.param(RECORD + '{"place":"G5"}\n', 2, "line 3: ", id="against the rules"),
        pytest.param(RECORD + '{"place":', 2, "line 3: not JSON", id="cut short"),
        pytest.param(HEADER.replace("blue", "pink"), 0, "line 1: ", id="header"),
    ],
)
def test_the_first_bad_line_ends_it(lines: str, printed: int, said: str) -> None:
    done = hugo_castle("replay", "-", input=lines)
    assert (done.returncode, len(done.stdout.splitlines())) == (2, printed)
    [line] = done.stderr.splitlines()
    assert line.startswith(said)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        pytest.param("missing", "No such file or directory", id="missing"),
        pytest.param(".", "Is a directory", id="a folder"),
    ],
)
def test_a_file_that_cannot_be_read_is_bad_input(tmp_path: Path, name: str, reason: str) -> None:
    done = hugo_castle("replay", tmp_path / name)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"hugo-castle: {tmp_path / name}: cannot be read: {reason}\n"


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        pytest.param([], "hugo-castle: the following arguments are required: COMMAND", id="no command"),
        pytest.param(["run", "--nope"], "hugo-castle: unrecognized arguments: --nope", id="unknown option"),
        pytest.param(["replay"], "hugo-castle replay: the following arguments are required: FILE", id="no file"),
        pytest.param(
            ["run", "--speed", "fast"],
            "hugo-castle run: argument --speed: expected a number above 0, at most 1000, got fast",
            id="speed",
        ),
        pytest.param(
            ["soak", "--games", "many"],
            "hugo-castle soak: argument --games: expected a whole number, 1 or more, got many",
            id="count",
        ),
    ],
)
def test_bad_usage_is_one_line(arguments: list[str], line: str) -> None:
    done = hugo_castle(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    program = line.partition(":")[0]
    assert done.stderr == f"{line} (see {program} --help)\n"


def test_closed_standard_input_is_bad_input() -> None:
    done = subprocess.run(["sh", "-c", '"$@" <&-', "sh", *COMMAND, "replay", "-"], capture_output=True, text=True)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)


def test_output_that_cannot_be_written_is_a_failure(record: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([*COMMAND, "replay", str(record)], stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 1
    assert done.stderr == "hugo-castle: No space left on device: the output is not complete\n"


def endless_record() -> Iterator[str]:
    """One guest of each player follows the other round the gallery, one space at a time; Hugo never wakes up."""
    yield HEADER
    for number in range(12):
        yield f'{{"place":"G{2 * number + 1}"}}\n'
    spaces = [1, 3]
    for turn in itertools.count():
        space = spaces[turn % 2]
        spaces[turn % 2] = space % 28 + 1
        yield '{"roll":1}\n'
        yield f'{{"move":["G{space}","G{space % 28 + 1}"]}}\n'


def peak_kb(folder: Path, count: int) -> int:
    """The peak of `replay`'s resident memory over a record of `count` lines."""
    path = folder / f"{count}.jsonl"
    with path.open("w") as file:
        file.writelines(itertools.islice(endless_record(), count))
    with (folder / f"{count}.states").open("w+") as states:
        process = subprocess.Popen([*COMMAND, "replay", str(path)], stdout=states)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == 0
        states.seek(0)
        assert sum(1 for _ in states) == count
    return usage.ru_maxrss


def test_a_long_record_needs_no_more_memory_than_a_short_one(tmp_path: Path) -> None:
    short, long = peak_kb(tmp_path, 1_000), peak_kb(tmp_path, 20_000)  # 6 MB of states
    assert long < short + 3_000


@pytest.mark.parametrize("command", [["replay", "-"], ["history"]])
def test_a_reader_that_has_seen_enough_is_no_error_worth_a_word(tmp_path: Path, command: list[str]) -> None:
    if command == ["history"]:
        with Journal(tmp_path / "state") as journal:
            journal.begin(json.loads(HEADER))
        command = ["history", "--state", str(tmp_path / "state")]
    process = subprocess.Popen(
        [*COMMAND, *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin
    assert process.stdout
    assert process.stderr
    process.stdout.close()
    with contextlib.suppress(BrokenPipeError):
        process.stdin.write(RECORD.encode())
        process.stdin.close()
    assert process.wait(PATIENCE_S) == 1
    assert process.stderr.read() == b""


def test_history_and_export_while_the_service_runs(tmp_path: Path) -> None:
    with Castle(tmp_path, "--game", "hugo", "--players", "2") as castle:
        hands = Hands(castle, new_state(new_game("hugo", 2, load_board("castle"))), random.Random("history"))
        for number in range(3):
            hands.step()
            assert [json.loads(line) for line in export(tmp_path, 1)[1:]] == hands.record
            done = hugo_castle("history", "--state", tmp_path / "state")
            assert (done.returncode, done.stderr) == (0, "")
            assert done.stdout.splitlines()[-1].split()[3:] == ["hugo", "unfinished", str(number + 1), "red", "blue"]
        assert castle.stop() == 0


def test_history_without_games_and_export_of_none(tmp_path: Path) -> None:
    done = hugo_castle("history", "--state", tmp_path / "none")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"No games yet in {tmp_path / 'none'}.\n", "")
    assert not (tmp_path / "none").exists()
    done = hugo_castle("history", "--state", tmp_path / "none", "--export", 7)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("hugo-castle: there is no game 7 in ")
