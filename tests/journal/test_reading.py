"""Reading beside the service: whole states, and nothing changed in the folder."""

import shutil
from contextlib import suppress
from pathlib import Path

import pytest

from hugo_castle.journal import Journal, JournalLost, files
from journal.samples import EVENTS, GHOST, HEADER, WallClock, contents, stored, write_game
from journal.saving_process import events_after, saving


def _nothing(folder: Path) -> None:
    folder.rmdir()


def _killed(folder: Path) -> None:
    other = folder.with_name("other")
    write_game(other)
    with Journal(other) as journal:
        journal.save(1, 3, [GHOST], [], False)
        for name in ("games.sqlite3", "games.sqlite3-wal", "games.sqlite3-shm"):
            shutil.copy(other / name, folder / name)


def _killed_without_index(folder: Path) -> None:
    _killed(folder)
    (folder / "games.sqlite3-shm").unlink()


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        pytest.param(_nothing, None, id="no folder"),
        pytest.param(lambda folder: None, None, id="empty folder"),
        pytest.param(lambda folder: (folder / "games.sqlite3").touch(), None, id="zero bytes"),
        pytest.param(write_game, stored(), id="service stopped"),
        pytest.param(_killed, stored((*EVENTS, GHOST)), id="service killed"),
        pytest.param(_killed_without_index, stored((*EVENTS, GHOST)), id="plug pulled"),
    ],
)
def test_reading_changes_nothing(tmp_path, make, expected):
    folder = tmp_path / "state"
    folder.mkdir()
    make(folder)
    before = contents(folder) if folder.exists() else None
    with Journal.read(folder) as reader:
        assert (reader.unfinished(), reader.notices, reader.get_setting("language")) == (expected, (), None)
        assert len(reader.games()) == (1 if expected else 0)
    assert (contents(folder) if folder.exists() else None) == before


def test_a_reader_sees_what_the_running_service_has_saved(tmp_path):
    with Journal(tmp_path, WallClock()) as journal:
        game_id = journal.begin(HEADER)
        for count in range(4):
            journal.save(game_id, 0, EVENTS[:count], [], False)
            before = contents(tmp_path)
            with Journal.read(tmp_path) as reader:
                assert (reader.unfinished(), reader.notices) == (stored(EVENTS[:count]), ())
                assert not hasattr(reader, "save")
            assert contents(tmp_path) == before
    assert Journal(tmp_path).notices == ()


def _checkpoint(journal: Journal) -> None:
    journal.save(1, 0, EVENTS * 400, [], False)
    journal._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()


def _begin_log_anew(journal: Journal) -> None:
    _checkpoint(journal)
    journal.save(1, 1200, [GHOST], [], False)


@pytest.mark.parametrize(
    "meanwhile",
    [
        pytest.param(_checkpoint, id="pages folded into the main file"),
        pytest.param(_begin_log_anew, id="log begun anew"),
    ],
)
def test_a_copy_made_while_the_service_writes_is_a_whole_state(tmp_path, monkeypatch, meanwhile):
    copy_file, still_to_do = shutil.copyfile, [meanwhile]
    with Journal(tmp_path, WallClock()) as journal:
        journal.save(journal.begin(HEADER), 0, EVENTS, [], False)

        def copy_then_write(source: Path, to: Path) -> None:
            copy_file(source, to)
            if still_to_do:
                still_to_do.pop()(journal)

        monkeypatch.setattr(files.shutil, "copyfile", copy_then_write)
        with Journal.read(tmp_path) as reader:
            assert reader.unfinished() == journal.unfinished()


def test_a_reader_beside_a_busy_service_sees_whole_states(tmp_path):
    """The log begins anew all the time here, between and under the reader's looks."""
    with saving(tmp_path) as process:
        seen = []
        for _ in range(12):
            process.stdout.readline()
            with suppress(JournalLost), Journal.read(tmp_path) as reader:
                game = reader.unfinished()
                assert list(game.events) == events_after(max(game.standing, default=0))
                seen.append(len(game.events))
        process.kill()
    assert len(seen) > 2
    assert seen == sorted(seen)
