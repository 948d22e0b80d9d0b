"""Games survive the pulled plug: take-backs, resuming, kill -9, torn and foreign files, a full card."""

import itertools
import json
import os
import random
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from hugo_castle import journal as journal_module
from hugo_castle.journal import (
    APPLICATION_ID,
    FORMAT_VERSION,
    GameSummary,
    Journal,
    JournalLost,
    JournalReader,
    NoSuchGame,
    StoredGame,
)

HEADER = {"game": "hugo", "players": ["red", "blue"], "board": "castle", "options": {"entry_speeds_up": True}}
PLACE, ROLL, GHOST, MOVE = {"place": "G5"}, {"roll": 4}, {"roll": "ghost"}, {"move": ["G5", "G9"]}
EVENTS = (PLACE, ROLL, MOVE)


class WallClock:
    """A Pi's clock: one second on at each look, and where it is put."""

    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        self.now_s += 1
        return self.now_s


def stored(events=EVENTS, standing=(), game_id=1, header=HEADER, begun_at=1001.0) -> StoredGame:
    return StoredGame(game_id, header, tuple(events), tuple(standing), begun_at)


def contents(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Every file with its bytes and its time."""
    return {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in sorted(folder.iterdir())}


def copied(folder: Path, to: Path) -> Path:
    """What a pulled plug would leave: the main file and its log."""
    to.mkdir()
    for name in ("games.sqlite3", "games.sqlite3-wal"):
        if (folder / name).exists():
            shutil.copy(folder / name, to / name)
    return to


def write_game(folder: Path, events=EVENTS, standing=(), finished=False) -> None:
    with Journal(folder, WallClock()) as journal:
        journal.save(journal.begin(HEADER), 0, events, standing, finished)


def change(folder: Path, *statements: str) -> None:
    """What no hugo-castle did to the file."""
    with closing(sqlite3.connect(folder / "games.sqlite3")) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


# --- saving and resuming ---


@pytest.mark.parametrize(
    ("saves", "expected"),
    [
        pytest.param([], stored(()), id="begun only"),
        pytest.param([(0, EVENTS, [], False)], stored(), id="several at once"),
        pytest.param([(0, [PLACE], [], False), (1, [GHOST], [], False)], stored([PLACE, GHOST]), id="appended"),
        pytest.param([(0, EVENTS, [], False), (1, [], [4], False)], stored([PLACE], [4]), id="taken back"),
        pytest.param(
            [(0, EVENTS, [], False), (1, [], [4, "ghost"], False), (1, [ROLL], ["ghost"], False)],
            stored([PLACE, ROLL], ["ghost"]),
            id="a standing roll used",
        ),
        pytest.param([(0, EVENTS, [], False), (2, [GHOST], [], False)], stored([PLACE, ROLL, GHOST]), id="replaced"),
        pytest.param([(0, EVENTS, [], False), (0, [], [], False)], stored(()), id="all taken back"),
        pytest.param([(0, EVENTS, [], False)] * 2, stored(), id="the same twice"),
        pytest.param([(0, EVENTS, [], True)], None, id="finished"),
        pytest.param(
            [(0, EVENTS, [], True), (2, [], [], False)], stored([PLACE, ROLL]), id="unfinished by a take-back"
        ),
    ],
)
def test_what_was_saved_is_there_after_a_restart(tmp_path, saves, expected):
    with Journal(tmp_path, WallClock()) as journal:
        game_id = journal.begin(HEADER)
        for save in saves:
            journal.save(game_id, *save)
        assert journal.unfinished() == expected
    with Journal(tmp_path) as journal:
        assert (journal.unfinished(), journal.notices) == (expected, ())


@pytest.mark.parametrize(
    ("game_id", "keep", "error"),
    [
        pytest.param(1, 4, ValueError, id="more kept than there are"),
        pytest.param(1, -1, ValueError, id="negative"),
        pytest.param(2, 0, NoSuchGame, id="no such game"),
        pytest.param(2**70, 0, NoSuchGame, id="no number of SQLite's"),
    ],
)
def test_a_save_that_would_leave_a_gap_is_refused_and_changes_nothing(tmp_path, game_id, keep, error):
    write_game(tmp_path)
    with Journal(tmp_path) as journal:
        with pytest.raises(error):
            journal.save(game_id, keep, [GHOST], [6], True)
        assert journal.unfinished() == stored()
        journal.save(1, 3, [GHOST], [], False)
    assert Journal.read(tmp_path).unfinished() == stored((*EVENTS, GHOST))


def test_history_goes_by_number_even_if_the_clock_jumps_back(tmp_path):
    clock = WallClock()
    with Journal(tmp_path, clock) as journal:
        journal.save(journal.begin(HEADER), 0, EVENTS, [], True)
        clock.now_s = 50.0
        journal.begin({"game": "midnight-party", "players": ["white", "green", "violet"]})
        journal.save(journal.begin(HEADER), 0, [PLACE], [], False)
        expected = [
            GameSummary(1, "hugo", ("red", "blue"), 1001.0, 1002.0, 3, "finished"),
            GameSummary(2, "midnight-party", ("white", "green", "violet"), 51.0, 51.0, 0, "abandoned"),
            GameSummary(3, "hugo", ("red", "blue"), 52.0, 53.0, 1, "unfinished"),
        ]
        assert journal.games() == expected
    assert Journal.read(tmp_path).games() == expected


def test_an_abandoned_game_is_not_offered_when_the_newer_one_is_finished(tmp_path):
    with Journal(tmp_path, WallClock()) as journal:
        journal.begin(HEADER)
        journal.save(journal.begin(HEADER), 0, EVENTS, [], True)
        assert journal.unfinished() is None
        assert [game.status for game in journal.games()] == ["abandoned", "finished"]


@pytest.mark.parametrize(
    "count", [pytest.param(n, id=f"{n} events") for n in (0, 1, journal_module._RECORD_CHUNK, 1001)]
)
def test_record_is_the_lines_of_a_game_record(tmp_path, count):
    events = [{"roll": number} for number in range(count)]
    write_game(tmp_path, events)
    with Journal(tmp_path) as journal:
        lines = list(journal.record(1))
    assert lines[0] == ('{"game":"hugo","players":["red","blue"],"board":"castle","options":{"entry_speeds_up":true}}')
    assert [json.loads(line) for line in lines[1:]] == events


def test_a_record_half_read_does_not_hold_up_saving(tmp_path):
    write_game(tmp_path)
    with Journal(tmp_path) as journal:
        lines = journal.record(1)
        next(lines)
        journal.save(1, 3, [GHOST], [], False)
        assert [json.loads(line) for line in lines] == [*EVENTS, GHOST]


@pytest.mark.parametrize("game_id", [0, 2, -1, 2**63])
def test_record_of_no_game_is_refused_at_once(tmp_path, game_id):
    write_game(tmp_path)
    with Journal(tmp_path) as journal, pytest.raises(NoSuchGame, match=f"no game {game_id} in"):
        journal.record(game_id)


def test_settings_outlive_a_restart(tmp_path):
    with Journal(tmp_path) as journal:
        journal.set_setting("language", "en")
        journal.set_setting("language", "Português")
    with Journal(tmp_path) as journal:
        assert (journal.get_setting("language"), journal.get_setting("mood")) == ("Português", None)


# --- opening what cannot be used ---


def _text_file(folder: Path) -> None:
    (folder / "games.sqlite3").write_text("not a database at all\n" * 100)


def _foreign(folder: Path) -> None:
    change(folder, "CREATE TABLE recipes (soup TEXT)", "PRAGMA application_id = 7")


def _anonymous(folder: Path) -> None:
    change(folder, "CREATE TABLE recipes (soup TEXT)")


def _newer(folder: Path) -> None:
    write_game(folder)
    change(folder, f"PRAGMA user_version = {FORMAT_VERSION + 1}")


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
    assert (int.from_bytes(head[68:72], "big"), int.from_bytes(head[60:64], "big")) == (
        APPLICATION_ID,
        FORMAT_VERSION,
    )


def test_an_older_format_is_migrated(tmp_path, monkeypatch):
    write_game(tmp_path)
    step = ("ALTER TABLE games ADD COLUMN note TEXT",)
    monkeypatch.setattr(journal_module, "MIGRATIONS", (*journal_module.MIGRATIONS, step))
    monkeypatch.setattr(journal_module, "FORMAT_VERSION", FORMAT_VERSION + 1)
    with Journal(tmp_path) as journal:
        assert (journal.unfinished(), journal.notices) == (stored(), ())
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as connection:
        assert connection.execute("SELECT id, note FROM games").fetchall() == [(1, None)]
        assert connection.execute("PRAGMA user_version").fetchall() == [(FORMAT_VERSION + 1,)]


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


# --- records cut short (P1) ---


@pytest.mark.parametrize(
    ("damage", "expected", "notice"),
    [
        pytest.param(
            'UPDATE events SET event = \'{"move":["G5\' WHERE number = 3',
            stored(EVENTS[:2], [6]),
            "record 3 of 3 is damaged; the game goes on after record 2",
            id="P1 newest record cut short",
        ),
        pytest.param(
            "UPDATE events SET event = '[4]' WHERE number = 3",
            stored(EVENTS[:2], [6]),
            "record 3 of 3",
            id="no object",
        ),
        pytest.param(
            "UPDATE events SET event = CAST(x'7b2272ff223a347d' AS TEXT) WHERE number = 3",
            stored(EVENTS[:2], [6]),
            "record 3 of 3",
            id="no text",
        ),
        pytest.param("DELETE FROM events WHERE number = 2", stored(EVENTS[:1], [6]), "record 2 of 3", id="a gap"),
        pytest.param(
            "UPDATE games SET standing = '[6'", stored(EVENTS), "rolls that were to come", id="standing rolls"
        ),
        pytest.param("UPDATE games SET header = '{' WHERE id = 1", None, "game 1 cannot go on", id="header"),
    ],
)
def test_p1_a_torn_record_costs_only_itself(tmp_path, damage, expected, notice):
    write_game(tmp_path, EVENTS, [6])
    change(tmp_path, damage)
    with Journal.read(tmp_path) as reader:
        assert reader.unfinished() == expected
    with Journal(tmp_path) as journal:
        [told] = journal.notices
        assert notice in told
        assert journal.unfinished() == expected
        assert [game.id for game in journal.games()] == [1]
        if expected:
            journal.save(1, len(expected.events), [GHOST], [], False)
            assert journal.unfinished() == stored((*expected.events, GHOST))


def test_p1_the_rest_of_a_record_comes_out_before_the_torn_line(tmp_path):
    write_game(tmp_path)
    change(tmp_path, "UPDATE events SET event = '{' WHERE number = 3")
    with Journal(tmp_path) as journal:
        lines = journal.record(1)
        assert [json.loads(line) for line in itertools.islice(lines, 3)] == [HEADER, PLACE, ROLL]
        with pytest.raises(JournalLost, match=r"record 3 of game 1 .* is damaged"):
            next(lines)


# --- reading beside the service ---


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

        monkeypatch.setattr(journal_module.shutil, "copyfile", copy_then_write)
        with Journal.read(tmp_path) as reader:
            assert reader.unfinished() == journal.unfinished()


def test_a_reader_beside_a_busy_service_sees_whole_states(tmp_path):
    """The log begins anew all the time here, between and under the reader's looks."""
    with _saving(tmp_path) as process:
        seen = []
        for _ in range(20):
            process.stdout.readline()
            with suppress(JournalLost), Journal.read(tmp_path) as reader:
                game = reader.unfinished()
                assert list(game.events) == events_after(max(game.standing, default=0))
                seen.append(len(game.events))
        process.kill()
    assert len(seen) > 2
    assert seen == sorted(seen)


# --- a full card ---


@contextmanager
def _no_more_pages(journal: Journal):
    connection = journal._connection
    [(pages,)] = connection.execute("PRAGMA page_count").fetchall()
    connection.execute(f"PRAGMA max_page_count = {pages}").fetchall()
    yield
    connection.execute("PRAGMA max_page_count = 1000000").fetchall()


@contextmanager
def _no_longer_files(journal: Journal):
    """The kernel refuses what would make the log longer (Python ignores SIGXFSZ, so write() fails)."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = journal.path.with_name("games.sqlite3-wal").stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 700, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize(
    ("full", "reason"),
    [
        pytest.param(_no_more_pages, "database or disk is full", id="no space"),
        pytest.param(_no_longer_files, "disk I/O error", id="write fails in the middle of a commit"),
    ],
)
def test_a_failed_write_loses_nothing_and_works_later(tmp_path, full, reason):
    with Journal(tmp_path, WallClock()) as journal:
        game_id = journal.begin(HEADER)
        journal.save(game_id, 0, EVENTS, [4], False)
        more = [{"roll": number} for number in range(2000)]
        with full(journal):
            failed = [
                (lambda: journal.save(game_id, 3, more, [], True)),
                (lambda: journal.set_setting("language", "x" * 5000)),
                (lambda: journal.begin({"game": "x" * 5000})),
            ]
            for write in failed * 2:
                with pytest.raises(JournalLost, match=f"cannot be written: {reason}; check .* full"):
                    write()
            assert journal.unfinished() == stored(EVENTS, [4])
        journal.save(game_id, 3, more, [6], False)
    with Journal(tmp_path) as journal:
        assert (journal.unfinished(), journal.notices) == (stored((*EVENTS, *more), [6]), ())
        assert (journal.get_setting("language"), len(journal.games())) == (None, 1)


# --- kill -9 ---

SAVING = """
import sys
from pathlib import Path
from test_journal import save_on
from hugo_castle.journal import Journal
print("ready", flush=True)
save_on(Journal(Path(sys.argv[1])), lambda step: print(step, flush=True))
"""


def events_after(step: int) -> list[dict]:
    """Every step adds an event; every fifth takes two back and puts another in their place."""
    events: list[dict] = []
    for number in range(1, step + 1):
        if number % 5 == 0:
            events = events[:-2]
        events.append({"roll": number})
    return events


def save_on(journal: Journal, acknowledge) -> None:
    """Save step after step; the standing roll is the number of the step."""
    game = journal.unfinished()
    game_id, step = (game.id, max(game.standing, default=0)) if game else (journal.begin(HEADER), 0)
    while True:
        step += 1
        events = events_after(step)
        journal.save(game_id, len(events) - 1, events[-1:], [step], False)
        acknowledge(step)


@contextmanager
def _saving(folder: Path):
    """A process that saves step after step and says so; whoever uses it kills it."""
    command = [sys.executable, "-c", SAVING, str(folder)]
    environment = {"PYTHONPATH": str(Path(__file__).parent), "TMPDIR": str(folder.parent)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True) as process:
        assert process.stdout.readline() == "ready\n"
        yield process


def _kill_after(folder: Path, acknowledged: int, delay_s: float) -> int:
    """Run the saving process until it has acknowledged so many saves, and kill it; returns the last step."""
    with _saving(folder) as process:
        steps = [int(process.stdout.readline()) for _ in range(acknowledged)]
        time.sleep(delay_s)
        process.send_signal(signal.SIGKILL)
        return max([*steps, *(int(line) for line in process.stdout if line.endswith("\n"))], default=0)


def test_kill_9_loses_nothing_that_was_acknowledged(tmp_path):
    chance = random.Random(9)
    folder, step = tmp_path / "state", 0
    for acknowledged in [0] * 4 + [1, 7, 30, 130] * 2:
        acknowledged_step = _kill_after(folder, acknowledged, chance.uniform(0, 0.01))
        with Journal(folder) as journal:
            game = journal.unfinished()
            reached = game.standing[0] if game and game.standing else 0
            assert reached in (max(step, acknowledged_step), max(step, acknowledged_step) + 1)
            assert (list(game.events) if game else []) == events_after(reached)
            assert not any("set aside" in notice for notice in journal.notices)
            step = reached
    assert step > 300
    assert not list(folder.glob("games.*-1.*"))


# --- files cut and flipped ---


@pytest.fixture(scope="module")
def pulled(tmp_path_factory) -> Path:
    """A state folder after the plug was pulled: an older game in the main file, the newest in the log."""
    folder = tmp_path_factory.mktemp("running")
    with Journal(folder, WallClock()) as journal:
        journal.save(journal.begin(HEADER), 0, [{"roll": number} for number in range(300)], [], True)
        game_id = journal.begin(HEADER)
        for number in range(30):
            journal.save(game_id, number, [{"roll": number}], [], False)
        return copied(folder, tmp_path_factory.mktemp("pulled") / "state")


def _check_after_damage(folder: Path) -> tuple[list[int], tuple[str, ...]]:
    """Whatever was done to the file, only our errors come out, and the journal can be used afterwards."""
    with suppress(JournalLost):
        JournalReader(folder).close()
    with Journal(folder) as journal:
        games, game, notices = journal.games(), journal.unfinished(), journal.notices
        for summary in games:
            with suppress(JournalLost):
                list(journal.record(summary.id))
        new_id = journal.begin(HEADER)
        journal.save(new_id, 0, EVENTS, [4], False)
        assert journal.unfinished() is not None
        assert journal.unfinished().events == EVENTS
    return [event["roll"] for event in game.events] if game else [], notices


def test_the_plug_pulled_without_damage(pulled, tmp_path):
    assert _check_after_damage(copied(pulled, tmp_path / "state")) == (list(range(30)), ())


def _tail_cuts() -> list[int]:
    return [1, 12, 100, 512, 536, 537, 700, 1500, 4096, 5000, 9000, 40000]


@pytest.mark.parametrize("cut", [pytest.param(cut, id=f"{cut} bytes") for cut in _tail_cuts()])
def test_p1_a_log_cut_short_gives_the_state_before(pulled, tmp_path, cut):
    folder = copied(pulled, tmp_path / "state")
    log = folder / "games.sqlite3-wal"
    whole = log.read_bytes()
    log.write_bytes(whole[:-cut])
    rolls, notices = _check_after_damage(folder)
    assert rolls == list(range(len(rolls)))
    assert len(rolls) >= 30 - 1 - cut // 4096
    on_a_page_end = cut % (journal_module.PAGE_BYTES + 24) == 0
    assert bool(notices) is not on_a_page_end


def test_a_log_cut_anywhere_raises_nothing_and_keeps_a_beginning(pulled, tmp_path):
    whole = (pulled / "games.sqlite3-wal").read_bytes()
    for number, length in enumerate([0, 1, 31, 32, 33, 56, *range(100, len(whole), len(whole) // 20)]):
        folder = copied(pulled, tmp_path / str(number))
        (folder / "games.sqlite3-wal").write_bytes(whole[:length])
        rolls, _ = _check_after_damage(folder)
        assert rolls == list(range(len(rolls)))


def test_a_flipped_byte_in_the_log_is_never_silent(pulled, tmp_path):
    whole = (pulled / "games.sqlite3-wal").read_bytes()
    chance = random.Random(3)
    places = [*range(0, 56, 4), *(chance.randrange(len(whole)) for _ in range(30))]
    for number, place in enumerate(places):
        folder = copied(pulled, tmp_path / str(number))
        flipped = bytearray(whole)
        flipped[place] ^= 1 << chance.randrange(8)
        (folder / "games.sqlite3-wal").write_bytes(flipped)
        rolls, notices = _check_after_damage(folder)
        assert rolls == list(range(len(rolls))), place
        assert len(rolls) == 30 or notices, place
        for kept in folder.glob("games.damaged-1.sqlite3-wal"):
            assert kept.read_bytes() == flipped


def test_a_main_file_cut_or_flipped_anywhere_raises_nothing(pulled, tmp_path):
    whole = (pulled / "games.sqlite3").read_bytes()
    chance = random.Random(4)
    cuts = [whole[:length] for length in [0, 1, 50, 100, *range(512, len(whole), len(whole) // 10)]]
    flips = []
    for place in [*range(16, 100, 4), *(chance.randrange(len(whole)) for _ in range(30))]:
        flipped = bytearray(whole)
        flipped[place] ^= 0xFF
        flips.append(bytes(flipped))
    for number, data in enumerate(cuts + flips):
        folder = copied(pulled, tmp_path / str(number))
        (folder / "games.sqlite3").write_bytes(data)
        _, notices = _check_after_damage(folder)
        for kept in folder.glob("games.*-1.sqlite3"):
            assert notices
            assert kept.read_bytes() == data
