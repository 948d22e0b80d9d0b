"""One service per state folder (G4)."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from hugo_castle.errors import HugoError
from hugo_castle.lock import LOCK_NAME, AlreadyRunning, hold_lock

HOLDER = """
import sys, time
from pathlib import Path
from hugo_castle.lock import hold_lock
held = hold_lock(Path(sys.argv[1]))
print("held", flush=True)
time.sleep(600)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "state" / "hugo"


@pytest.fixture
def other_service(folder: Path):
    with subprocess.Popen([sys.executable, "-c", HOLDER, str(folder)], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        yield process
        process.kill()


def test_g4_second_service_is_refused_and_names_the_first(folder, other_service):
    with pytest.raises(AlreadyRunning) as refused:
        hold_lock(folder)
    assert str(refused.value) == (
        f"another hugo-castle (process {other_service.pid}) is using {folder}; "
        "stop it (a service: sudo systemctl stop hugo-castle; a demo: q) or choose another folder with --state"
    )
    assert (folder / LOCK_NAME).read_text() == f"{other_service.pid}\n"


def test_a_killed_service_leaves_no_lock_behind(folder, other_service):
    other_service.send_signal(signal.SIGKILL)
    other_service.wait()
    with hold_lock(folder):
        assert (folder / LOCK_NAME).read_text() == f"{os.getpid()}\n"


def test_released_lock_is_free_again_and_release_twice_is_harmless(folder):
    first = hold_lock(folder)
    first.release()
    with hold_lock(folder):
        first.release()
        with pytest.raises(AlreadyRunning):
            hold_lock(folder)


@pytest.mark.parametrize(
    ("content", "named"),
    [
        pytest.param(b"", "another hugo-castle is using", id="number not written yet"),
        pytest.param(b"\xff\x00nonsense", "another hugo-castle is using", id="nonsense"),
        pytest.param(b"1234\n", "another hugo-castle (process 1234) is using", id="a number"),
    ],
)
def test_what_the_file_says_is_only_a_hint(folder, content, named):
    with hold_lock(folder) as held:
        held.path.write_bytes(content)
        with pytest.raises(AlreadyRunning) as refused:
            hold_lock(folder)
    assert named in str(refused.value)


def test_a_longer_number_of_an_earlier_holder_is_overwritten(folder):
    folder.mkdir(parents=True)
    (folder / LOCK_NAME).write_text("12345678901234567890\n")
    with hold_lock(folder) as held:
        assert held.path.read_text() == f"{os.getpid()}\n"


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(HugoError, match=r"the state folder .*/file/state cannot be used: Not a directory; check"):
        hold_lock(tmp_path / "file" / "state")
