"""The start and the end of the service: second copies, signals, broken configurations, spoilt journals."""

import random
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from e2e.castle import Castle, export, hugo_castle
from e2e.hands import Hands
from hugo_castle.rules import load_board, new_game, new_state, state_to_json

TWO = ("--game", "hugo", "--players", "2")


def hands_at(castle: Castle, seed: str, kind: str = "hugo", players: int = 2) -> Hands:
    return Hands(castle, new_state(new_game(kind, players, load_board("castle"))), random.Random(seed))


def test_g4_a_second_service_is_refused_and_names_the_first(tmp_path: Path) -> None:
    with Castle(tmp_path, *TWO) as castle:
        before = castle.get()
        second = hugo_castle("run", "--virtual", "--state", tmp_path / "state", "--control", tmp_path / "other")
        assert (second.returncode, second.stdout) == (1, "")
        [line] = second.stderr.splitlines()
        assert f"another hugo-castle (process {castle.process.pid}) is using {tmp_path / 'state'}" in line
        assert castle.get() == before
        assert not (tmp_path / "other").exists()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_in_the_middle_of_a_game_ends_it_resumable(tmp_path: Path, number: signal.Signals) -> None:
    with Castle(tmp_path, *TWO) as castle:
        hands = hands_at(castle, "signal")
        for _ in range(9):
            hands.step()
        castle.send(button="roll", down=True)
        castle.process.send_signal(number)
        assert castle.wait_for_end() == 0
        assert not castle.socket_path.exists()
        assert "Traceback" not in castle.read_log()
    with Castle(tmp_path) as castle:
        answer = castle.get()
        assert (answer["prompt"]["kind"], answer["prompt"]["options"][0]) == ("resume", "continue")
        assert answer["state"] == state_to_json(hands.state)
        hands.castle = castle
        hands.set_up()
        castle.hold()
        castle.wait_for(lambda answer: answer["prompt"]["kind"] != "resume")
        hands.play()
        assert castle.stop() == 0
    assert len(export(tmp_path, 1)) == 1 + len(hands.record)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        pytest.param(b"", "the file is empty", id="empty"),
        pytest.param(b"\0" * 4096, "zero bytes instead of text from line 1", id="zero bytes"),
        pytest.param(b"[display]\nrotate = ", "not TOML", id="half a line"),
        pytest.param(b"\xff\xfe[\0", "zero bytes", id="UTF-16"),
        pytest.param(b"disply = 1\n[button]\npin = 99\n", "disply: unknown setting", id="unknown and out of range"),
        pytest.param(None, "cannot be read: No such file", id="missing"),
    ],
)
def test_a_broken_configuration_starts_with_the_defaults_and_says_so(
    tmp_path: Path, content: bytes | None, said: str
) -> None:
    config = tmp_path / "config.toml"
    if content is not None:
        config.write_bytes(content)
    with Castle(tmp_path, "--config", str(config), *TWO) as castle:
        assert castle.get()["prompt"]["kind"] == "settle"
        [line] = [line for line in castle.read_log().splitlines() if "starting with the defaults" in line]
        assert line.startswith("ERROR")
        assert f"{config}: " in line
        assert said in line
        castle.wait_for_text("configuration")
        castle.put("C10")
        castle.wait_for_prompt("place")
        assert castle.stop() == 0


def test_config_check_lists_every_error_at_once(tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text('disply = 1\n[button]\npin = 99\n[sensors]\ndriver = "magic"\n')
    done = hugo_castle("config", "check", config)
    assert (done.returncode, done.stdout) == (2, "")
    for said in (str(config), 'did you mean "display"', "button.pin", "sensors.driver"):
        assert said in done.stderr
    config.write_text("[button]\npin = 22\n")
    done = hugo_castle("config", "check", config)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{config}: fine\n", "")


def test_a_state_folder_that_cannot_be_used_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    done = hugo_castle("run", "--virtual", "--state", tmp_path / "file" / "state")
    assert (done.returncode, done.stdout) == (1, "")
    [line] = done.stderr.splitlines()
    assert line.startswith(f"hugo-castle: the state folder {tmp_path}/file/state cannot be used: Not a directory")


def _noise(journal: Path) -> None:
    journal.write_bytes(random.Random(1).randbytes(5000))


def _cut(journal: Path) -> None:
    journal.write_bytes(journal.read_bytes()[:1000])


def _from_the_future(journal: Path) -> None:
    with closing(sqlite3.connect(journal)) as connection:
        connection.execute("PRAGMA user_version = 99")


@pytest.mark.parametrize(
    ("spoil", "aside"),
    [
        pytest.param(_noise, "games.damaged-1.sqlite3", id="noise"),
        pytest.param(_cut, "games.damaged-1.sqlite3", id="cut"),
        pytest.param(_from_the_future, "games.newer-1.sqlite3", id="a newer version's"),
    ],
)
def test_an_unusable_journal_is_set_aside_and_the_castle_is_played(
    tmp_path: Path, spoil: Callable[[Path], None], aside: str
) -> None:
    with Castle(tmp_path, *TWO) as castle:
        hands_at(castle, "old").step()
        assert castle.stop() == 0
    journal = tmp_path / "state" / "games.sqlite3"
    spoil(journal)
    spoilt = journal.read_bytes()
    with Castle(tmp_path, *TWO) as castle:
        assert castle.get()["prompt"]["kind"] == "settle"
        assert f"set aside as {tmp_path}/state/{aside}" in castle.read_log()
        assert (tmp_path / "state" / aside).read_bytes() == spoilt
        hands = hands_at(castle, "new")
        for _ in range(3):
            hands.step()
        assert castle.stop() == 0
    assert len(export(tmp_path, 1)) == 4
