"""What cannot be used is set aside whole; an older format is migrated."""

import os
import random
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from hugo_castle.journal import Journal, JournalLost, schema
from journal.samples import EVENTS, HEADER, WallClock, change, contents, stored, write_game


def _text_file(folder: Path) -> None:
    (folder / "games.sqlite3").write_text("not a database at all\n" * 100)


def _foreign(folder: Path) -> None:
    change(folder, "CREATE TABLE recipes (soup TEXT)", "PRAGMA application_id = 7")


def _anonymous(folder: Path) -> None:
    change(folder, "CREATE TABLE recipes (soup TEXT)")


def _newer(folder: Path) -> None:
    write_game(folder)
    change(folder, f"PRAGMA user_version = {schema.newest_version() + 1}")


def _no_version(folder: Path) -> None:
    write_game(folder)
    change(folder, "PRAGMA user_version = 0")


def _no_events(folder: Path) -> None:
    write_game(folder)
    change(folder, "DROP TABLE events")


def _no_column(folder: Path) -> None:
    write_game(folder)
    change(folder, "ALTER TABLE games DROP COLUMN standing")


def _half(folder: Path) -> None:
    write_game(folder, EVENTS * 100)
    whole = (folder / "games.sqlite3").read_bytes()
    (folder / "games.sqlite3").write_bytes(whole[: len(whole) // 2])


def _page_of_noise(folder: Path) -> None:
    write_game(folder, EVENTS * 100)
    with (folder / "games.sqlite3").open("r+b") as file:
        file.seek(-2 * 4096, 2)
        file.write(random.Random(1).randbytes(4096))


def _header_from_the_future(folder: Path) -> None:
    write_game(folder)
    with (folder / "games.sqlite3").open("r+b") as file:
        file.seek(18)
        file.write(b"\x03")


def _log_only(folder: Path) -> None:
    with Journal(folder) as journal:
        journal.begin(HEADER)
        log = (folder / "games.sqlite3-wal").read_bytes()
    (folder / "games.sqlite3").unlink()
    (folder / "games.sqlite3-wal").write_bytes(log)


def _empty_beside_log(folder: Path) -> None:
    _log_only(folder)
    (folder / "games.sqlite3").touch()


@pytest.mark.parametrize(
    ("make", "kind", "reason"),
    [
        pytest.param(_text_file, "damaged", "file is not a database", id="not a database"),
        pytest.param(_foreign, "damaged", "it is not a journal of hugo-castle", id="another program's"),
        pytest.param(_anonymous, "damaged", "it is not a journal of hugo-castle", id="nobody's"),
        pytest.param(_newer, "newer", "its format 2 is newer than 1", id="a newer version's"),
        pytest.param(_no_version, "damaged", "there is no format 0", id="format 0"),
        pytest.param(_no_events, "damaged", "no such table: events", id="a table is missing"),
        pytest.param(_no_column, "damaged", "no such column: standing", id="a column is missing"),
        pytest.param(_half, "damaged", "malformed", id="cut in half"),
        pytest.param(_page_of_noise, "damaged", "quick_check|malformed|[Pp]age|[Tt]ree", id="a page of noise"),
        pytest.param(_header_from_the_future, "damaged", "its header is damaged", id="SQLite would not write it"),
        pytest.param(_log_only, "damaged", "only its log is there", id="main file missing"),
        pytest.param(_empty_beside_log, "damaged", "only its log is there", id="main file empty"),
    ],
)
def test_an_unusable_file_is_set_aside_whole_and_a_new_one_begun(tmp_path, make, kind, reason):
    make(tmp_path)
    before = {name: data for name, (data, _) in contents(tmp_path).items()}
    with pytest.raises(JournalLost, match=reason):
        Journal.read(tmp_path)
    with Journal(tmp_path, WallClock()) as journal:
        aside = tmp_path / f"games.{kind}-1.sqlite3"
        [notice] = journal.notices
        assert re.search(reason, notice)
        assert f"set aside as {aside}" in notice
        assert (journal.unfinished(), journal.games()) == (None, [])
        after = contents(tmp_path)
        assert before == {
            name.replace(f"{kind}-1.", ""): data for name, (data, _) in after.items() if f".{kind}-1." in name
        }
        journal.save(journal.begin(HEADER), 0, EVENTS, [], False)
    with Journal(tmp_path) as journal:
        assert (journal.notices, journal.unfinished()) == ((), stored())


@pytest.mark.parametrize(
    ("taken", "free"),
    [
        pytest.param(["games.damaged-1.sqlite3"], 2, id="next number"),
        pytest.param(["games.damaged-1.sqlite3-wal"], 2, id="a log alone takes its number, too"),
        pytest.param(["games.damaged-2.sqlite3"], 1, id="first gap"),
        pytest.param(["games.newer-1.sqlite3"], 1, id="numbers of another kind"),
    ],
)
def test_what_was_set_aside_before_is_not_overwritten(tmp_path, taken, free):
    for name in taken:
        (tmp_path / name).write_text("precious")
    _text_file(tmp_path)
    Journal(tmp_path).close()
    assert [(tmp_path / name).read_text() for name in taken] == ["precious"] * len(taken)
    assert (tmp_path / f"games.damaged-{free}.sqlite3").read_text().startswith("not a database")


@pytest.mark.parametrize(
    "statements",
    [
        pytest.param(None, id="zero bytes"),
        pytest.param(["PRAGMA journal_mode = WAL"], id="killed before the tables"),
    ],
)
def test_a_file_without_content_counts_as_new(tmp_path, statements):
    (tmp_path / "games.sqlite3").touch()
    change(tmp_path, *(statements or []))
    with Journal(tmp_path) as journal:
        assert (journal.notices, journal.games()) == ((), [])
    assert [path.name for path in tmp_path.iterdir()] == ["games.sqlite3"]


def test_the_file_says_whose_it_is(tmp_path):
    write_game(tmp_path)
    head = (tmp_path / "games.sqlite3").read_bytes()[:100]
    assert (head[68:72], int.from_bytes(head[60:64], "big")) == (b"Hugo", schema.newest_version())


def test_an_older_format_is_migrated(tmp_path, monkeypatch):
    write_game(tmp_path)
    step = ("ALTER TABLE games ADD COLUMN note TEXT",)
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, step))
    with Journal(tmp_path) as journal:
        assert (journal.unfinished(), journal.notices) == (stored(), ())
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as connection:
        assert connection.execute("SELECT id, note FROM games").fetchall() == [(1, None)]
        assert connection.execute("PRAGMA user_version").fetchall() == [(schema.newest_version(),)]


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        pytest.param("file/state", "Not a directory", id="under a file"),
        pytest.param("file", "File exists", id="a file in its place"),
        pytest.param("taken", "unable to open database file|Is a directory", id="a folder where the file goes"),
    ],
)
def test_a_folder_that_cannot_be_used_is_a_clear_line(tmp_path, place, reason):
    (tmp_path / "file").write_text("in the way")
    (tmp_path / "taken" / "games.sqlite3" / "more").mkdir(parents=True)
    with pytest.raises(JournalLost, match=f"the journal .*games.sqlite3 cannot be .*({reason}).*; check that"):
        Journal(tmp_path / place)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
@pytest.mark.parametrize(
    ("name", "mode"),
    [
        pytest.param("games.sqlite3", 0o444, id="the file may only be read"),
        pytest.param("games.sqlite3", 0o000, id="the file may not be read"),
        pytest.param(".", 0o555, id="the folder may only be read"),
    ],
)
def test_missing_rights_are_no_damage(tmp_path, name, mode):
    folder = tmp_path / "state"
    write_game(folder)
    (folder / name).chmod(mode)
    with pytest.raises(JournalLost, match=r"cannot be (read|written): .*; check"):
        Journal(folder)
    (folder / name).chmod(0o700)
    with Journal(folder) as journal:
        assert (journal.unfinished(), journal.notices) == (stored(), ())
