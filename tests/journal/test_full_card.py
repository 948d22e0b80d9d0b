"""A full card: a failed write loses nothing, and works later."""

import resource
from contextlib import contextmanager

import pytest

from hugo_castle.journal import Journal, JournalLost
from journal.samples import EVENTS, HEADER, WallClock, stored


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
