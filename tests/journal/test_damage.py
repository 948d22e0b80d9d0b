"""Files cut and flipped anywhere: only our errors, nothing lost without a word."""

import random
from contextlib import suppress
from pathlib import Path

import pytest

from hugo_castle.journal import Journal, JournalLost, JournalReader
from hugo_castle.journal.connections import PAGE_BYTES
from journal.samples import EVENTS, HEADER, WallClock, copied


@pytest.fixture(scope="module")
def pulled(memory: Path) -> Path:
    """A state folder after the plug was pulled: an older game in the main file, the newest in the log."""
    folder = memory / "running"
    with Journal(folder, WallClock()) as journal:
        journal.save(journal.begin(HEADER), 0, [{"roll": number} for number in range(300)], [], True)
        game_id = journal.begin(HEADER)
        for number in range(30):
            journal.save(game_id, number, [{"roll": number}], [], False)
        return copied(folder, memory / "pulled")


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
    assert _check_after_damage(copied(pulled, tmp_path / "cut")) == (list(range(30)), ())


def _tail_cuts() -> list[int]:
    return [1, 12, 100, 512, 536, 537, 700, 1500, 4096, 5000, 9000, 40000]


@pytest.mark.parametrize("cut", [pytest.param(cut, id=f"{cut} bytes") for cut in _tail_cuts()])
def test_p1_a_log_cut_short_gives_the_state_before(pulled, tmp_path, cut):
    folder = copied(pulled, tmp_path / "cut")
    log = folder / "games.sqlite3-wal"
    whole = log.read_bytes()
    log.write_bytes(whole[:-cut])
    rolls, notices = _check_after_damage(folder)
    assert rolls == list(range(len(rolls)))
    assert len(rolls) >= 30 - 1 - cut // 4096
    on_a_page_end = cut % (PAGE_BYTES + 24) == 0
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
