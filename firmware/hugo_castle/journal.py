"""The journal: games outlive the pulled plug, in one SQLite file in the state folder.

It knows no rules: header and events are JSON objects as in the game record (contract 2), stored as
compact ASCII JSON. What `begin`, `save` and `set_setting` have returned from is on the card. Numbers of games
give their order, never the time: the clock of a Pi without a battery jumps.

One process writes (see `lock`), one thread at a time; any number may read beside it. Every trouble is
a `JournalLost`; a file that cannot be used is set aside under a new name, never overwritten.
"""

import errno
import json
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, TypeVar

from hugo_castle.errors import HugoError

JOURNAL_NAME = "games.sqlite3"
APPLICATION_ID = 0x4875676F  # "Hugo"; SQLite keeps it at byte 68 of the file, where file(1) looks, too

# What leads from version n to n + 1 of the format is entry n; PRAGMA user_version counts those done.
# Add to the end, never change an entry that was released.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        f"PRAGMA application_id = {APPLICATION_ID}",
        # AUTOINCREMENT: the number of a game is never given twice.
        """CREATE TABLE games (id INTEGER PRIMARY KEY AUTOINCREMENT, header TEXT NOT NULL,
        standing TEXT NOT NULL, finished INTEGER NOT NULL, begun_at REAL NOT NULL, saved_at REAL NOT NULL)
        STRICT""",
        """CREATE TABLE events (game INTEGER NOT NULL, number INTEGER NOT NULL, event TEXT NOT NULL,
        PRIMARY KEY (game, number)) STRICT, WITHOUT ROWID""",
        "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
    ),
)
FORMAT_VERSION = len(MIGRATIONS)
_PROBES = (
    "SELECT id, header, standing, finished, begun_at, saved_at FROM games LIMIT 0",
    "SELECT game, number, event FROM events LIMIT 0",
    "SELECT name, value FROM settings LIMIT 0",
)

# The smallest page, because a commit writes whole pages and, with psow=0 below, whole sectors of them: measured
# 4 to 8 kB a save (pages of 4096: 12 kB). After 1000 pages SQLite folds the log into the main file by
# itself, so the log stays near 0.5 MB.
PAGE_BYTES = 512
# SQLite's files beside the main one; "-journal" only exists while a new file is being made.
_SIDES = ("", "-wal", "-shm", "-journal")
# SQLite's file format, section 4.1: the write-ahead log's header and the header of each of its frames.
_WAL_HEADER_BYTES = 32
_WAL_FRAME_HEADER_BYTES = 24
_RECORD_CHUNK = 200
_SNAPSHOT_TRIES = 5

GameId = int
JsonObject = dict[str, Any]
Status = Literal["unfinished", "finished", "abandoned"]
T = TypeVar("T", bound="JournalReader")


class JournalLost(HugoError):
    """The journal cannot be opened, read or written now. The text says which file, why, and what to do."""


class NoSuchGame(HugoError):
    """No game has that number."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game to go on with; `standing` are the rolls already thrown that come next. Seconds since 1970."""

    id: GameId
    header: JsonObject
    events: tuple[JsonObject, ...]
    standing: tuple[int | str, ...]
    begun_at: float


@dataclass(frozen=True, slots=True)
class GameSummary:
    """One line of the history. Times in seconds since 1970, as the wall clock was then."""

    id: GameId
    game: str
    players: tuple[str, ...]
    begun_at: float
    saved_at: float
    events: int
    status: Status


class JournalReader:
    """The journal as it is now, for reading only; the service may run, in a process of its own.

    Nothing in the folder is created, renamed or changed (it is a copy elsewhere that is read).
    A folder without a journal reads as an empty one. `notices` are sentences for people about what was
    found at opening. Raises JournalLost if the journal cannot be read or is damaged.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / JOURNAL_NAME
        self._held = ExitStack()
        try:
            with _translated(self.path, "read"):
                self._connection = self._open()
            self.notices: tuple[str, ...] = tuple(self._newest()[1])
        except BaseException:
            self._held.close()
            raise

    def _open(self) -> sqlite3.Connection:
        if _is_new(self.path):
            connection = self._held.enter_context(_closing(":memory:"))
            _migrate(connection)
            return connection
        trouble = _trouble_at(self.path)
        if trouble:
            raise JournalLost(
                f"the journal {self.path} cannot be read: {trouble.reason}; "
                "hugo-castle run sets it aside and begins a new one"
            )
        return _connect_to_read(self.path, self._held)

    def close(self) -> None:
        """Let go of the files; a second call does nothing."""
        self._held.close()

    def __enter__(self: T) -> T:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def unfinished(self) -> StoredGame | None:
        """The newest game, unless it is finished. Of a damaged one, the events before the damage."""
        return self._newest()[0]

    def games(self) -> list[GameSummary]:
        """Every game, oldest first. A header that cannot be read shows as game "?" without players."""
        rows = self._rows(
            "SELECT id, header, begun_at, saved_at, finished, id = (SELECT max(id) FROM games),"
            " (SELECT count(*) FROM events WHERE game = id) FROM games ORDER BY id"
        )
        return [_summary(*row) for row in rows]

    def record(self, game_id: GameId) -> Iterator[str]:
        """The lines of a game record (contract 2), without line ends, read piece by piece.

        Raises NoSuchGame at once; JournalLost at the first damaged line, after those before it.
        """
        return self._lines(game_id, self._header(game_id))

    def get_setting(self, name: str) -> str | None:
        """The value last set on this installation, or None."""
        rows = self._rows("SELECT value FROM settings WHERE name = ?", name)
        return str(rows[0][0]) if rows else None

    def _rows(self, question: str, *values: object) -> list[tuple[Any, ...]]:
        with _translated(self.path, "read"):
            return self._connection.execute(question, values).fetchall()

    def _header(self, game_id: GameId) -> str:
        # SQLite's integers have 64 bits; a longer one is no game's number.
        rows = self._rows("SELECT header FROM games WHERE id = ?", game_id) if 0 < game_id < 2**63 else []
        if not rows:
            raise NoSuchGame(f"there is no game {game_id} in {self.path}; hugo-castle history lists them")
        return str(rows[0][0])

    def _lines(self, game_id: GameId, header: str) -> Iterator[str]:
        yield self._checked(header, f"the header of game {game_id}")
        done = 0
        while chunk := self._chunk(game_id, done):
            for number, text in chunk:
                done += 1
                yield self._checked(text if number == done else "", f"record {done} of game {game_id}")

    def _checked(self, text: str, what: str) -> str:
        if _parsed(text) is None:
            raise JournalLost(f"{what} in {self.path} is damaged; what comes before it was read")
        return text

    def _chunk(self, game_id: GameId, after: int) -> list[tuple[Any, ...]]:
        # Short reads: one left open would keep the log from being folded into the main file.
        return self._rows(
            "SELECT number, event FROM events WHERE game = ? AND number > ? ORDER BY number LIMIT ?",
            game_id,
            after,
            _RECORD_CHUNK,
        )

    def _newest(self) -> tuple[StoredGame | None, list[str]]:
        """The newest game if it is unfinished, and what is wrong with it."""
        rows = self._rows("SELECT id, header, standing, begun_at, finished FROM games ORDER BY id DESC LIMIT 1")
        if not rows or rows[0][4]:
            return None, []
        game_id, header_text, standing_text, begun_at, _ = rows[0]
        header, standing = _parsed(header_text), _parsed_rolls(standing_text)
        if header is None:
            return None, [f"game {game_id} cannot go on: its header in {self.path} is damaged"]
        events, count = self._whole_events(game_id)
        notices = []
        if len(events) < count:
            notices.append(
                f"game {game_id} in {self.path}: record {len(events) + 1} of {count} is damaged; "
                f"the game goes on after record {len(events)}"
            )
        if standing is None:
            notices.append(f"game {game_id} in {self.path}: the rolls that were to come are damaged and left out")
        return StoredGame(game_id, header, events, standing or (), begun_at), notices

    def _whole_events(self, game_id: GameId) -> tuple[tuple[JsonObject, ...], int]:
        """The events before the first that is torn or missing, and how many there should be."""
        rows = self._rows("SELECT number, event FROM events WHERE game = ? ORDER BY number", game_id)
        events: list[JsonObject] = []
        for number, text in rows:
            event = _parsed(text)
            if event is None or number != len(events) + 1:
                break
            events.append(event)
        return tuple(events), rows[-1][0] if rows else 0


class Journal(JournalReader):
    """The journal of the service, for reading and writing.

    Args:
        folder: the state folder; created when it is missing.
        clock: the wall clock, in seconds since 1970; only shown to people.

    A damaged, foreign or newer file is set aside with all its parts and a new one begun; `notices` says
    so. Raises JournalLost if the folder or file cannot be written.
    """

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._found: list[str] = []
        super().__init__(folder)
        self.notices = (*self._found, *self.notices)

    @staticmethod
    def read(folder: Path) -> JournalReader:
        """Open the journal for reading only; see JournalReader."""
        return JournalReader(folder)

    def _open(self) -> sqlite3.Connection:
        with _translated(self.path, "written"):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            trouble = _trouble_at(self.path)
            if trouble:
                aside = _set_aside(self.path, trouble.kind)
                self._found.append(
                    f"the journal {self.path} cannot be used: {trouble.reason}; "
                    f"it was set aside as {aside} and a new one begun"
                )
            connection = self._held.enter_context(_connect_to_write(self.path))
            self._found += _fold_log(self.path, connection)
            _migrate(connection)
            return connection

    def begin(self, header: JsonObject) -> GameId:
        """Begin a new game and return its number; an older unfinished one is abandoned, but kept.

        Raises JournalLost if it could not be written.
        """
        text, now = _compact(header), self._clock()
        with self._writing():
            cursor = self._connection.execute(
                "INSERT INTO games (header, standing, finished, begun_at, saved_at) VALUES (?, '[]', 0, ?, ?)",
                (text, now, now),
            )
        # Older games go to the main file now, where damage to the log cannot reach them. It is no loss if
        # that fails: SQLite tries again by itself.
        with suppress(sqlite3.Error):
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    def save(
        self,
        game_id: GameId,
        keep: int,
        events: Sequence[JsonObject],
        standing: Sequence[int | str],
        finished: bool,
    ) -> None:
        """Write what has happened, all of it or nothing; the work does not grow with the game.

        Args:
            game_id: from `begin` or `unfinished`.
            keep: how many of the stored events stay, 0 to their number; a take-back drops the others.
            events: what comes after them.
            standing: rolls already thrown that will be applied next; replaces the list before.
            finished: whether the game is over; a take-back may say no again.

        Saving the same once more changes nothing. Raises JournalLost if it could not be written (nothing
        has changed then, and a later save works), NoSuchGame, and ValueError if events would be missing.
        """
        rows = [(game_id, number, _compact(event)) for number, event in enumerate(events, keep + 1)]
        rolls, now = _compact(list(standing)), self._clock()
        with self._writing():
            self._check_keep(game_id, keep)
            self._connection.execute("DELETE FROM events WHERE game = ? AND number > ?", (game_id, keep))
            self._connection.executemany("INSERT INTO events VALUES (?, ?, ?)", rows)
            self._connection.execute(
                "UPDATE games SET standing = ?, finished = ?, saved_at = ? WHERE id = ?",
                (rolls, finished, now, game_id),
            )

    def set_setting(self, name: str, value: str) -> None:
        """Keep a setting of this installation. Raises JournalLost if it could not be written."""
        with self._writing():
            self._connection.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, value))

    def _check_keep(self, game_id: GameId, keep: int) -> None:
        self._header(game_id)
        [(stored,)] = self._rows("SELECT coalesce(max(number), 0) FROM events WHERE game = ?", game_id)
        if not 0 <= keep <= stored:
            raise ValueError(f"keep: expected 0 to {stored} events of game {game_id}, got {keep}")

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with _translated(self.path, "written"), _transaction(self._connection):
            yield


@dataclass(frozen=True, slots=True)
class _Trouble:
    kind: Literal["damaged", "newer"]
    reason: str


@contextmanager
def _translated(path: Path, done: Literal["read", "written"]) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as exc:
        reason = exc.strerror if isinstance(exc, OSError) and exc.strerror else str(exc)
        advice = (
            "check that the folder belongs to the user who runs hugo-castle, "
            "and that the card is neither full nor read-only"
            if done == "written"
            else "check that this user may read it, or use sudo"
        )
        raise JournalLost(f"the journal {path} cannot be {done}: {reason}; {advice}") from exc


@contextmanager
def _closing(name: str, uri: bool = False) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(name, uri=uri, isolation_level=None, check_same_thread=False)
    # Damaged text must reach `_parsed`, which refuses it, instead of failing in the library.
    connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
    try:
        yield connection
    finally:
        connection.close()


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    try:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


@contextmanager
def _connect_to_write(path: Path) -> Iterator[sqlite3.Connection]:
    # psow=0: a memory card may lose the whole sector that was being written when the power went. SQLite then
    # begins every commit in a sector of its own, so that what was acknowledged is not touched again.
    with _closing(f"{path.absolute().as_uri()}?psow=0", uri=True) as connection:
        connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        [(mode,)] = connection.execute("PRAGMA journal_mode = WAL").fetchall()
        if mode != "wal":
            raise sqlite3.OperationalError(f"its file system allows no write-ahead log (got {mode!r})")
        connection.execute("PRAGMA synchronous = FULL")
        if not os.access(path, os.W_OK):
            # SQLite opens it for reading then, and would only say so at the first write.
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        yield connection


def _connect_to_read(path: Path, held: ExitStack) -> sqlite3.Connection:
    """A connection to a copy, so that the folder stays as it is, byte for byte.

    Opened in place, even for reading, SQLite leaves side files behind (with sudo as root's, which locks
    the service out); and told not to, it cannot read what a killed service left ("locking protocol").
    """
    folder = Path(held.enter_context(tempfile.TemporaryDirectory(prefix="hugo-castle-")))
    for number in range(_SNAPSHOT_TRIES):
        copy = folder / str(number) / JOURNAL_NAME
        copy.parent.mkdir()
        # While the log stays the same one it only grows, and overrides every page that a checkpoint writes
        # to the main file meanwhile: together they are a whole state of the journal.
        log = _log_header(path)
        _copy(path, copy)
        if _log_header(path) == log:
            return held.enter_context(_closing(copy.as_uri(), uri=True))
    raise OSError(errno.EBUSY, "the service is writing much just now; try again")


def _log_header(path: Path) -> bytes | None:
    """The header of the log, which has a new salt each time that SQLite begins the log anew."""
    try:
        with _side(path, "-wal").open("rb") as file:
            return file.read(_WAL_HEADER_BYTES)
    except FileNotFoundError:
        return None


def _side(path: Path, side: str) -> Path:
    return path.with_name(path.name + side)


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _copy(path: Path, to: Path) -> None:
    for side in ("", "-wal"):
        with suppress(FileNotFoundError):  # a service that stops removes its log
            shutil.copyfile(_side(path, side), _side(to, side))


def _is_new(path: Path) -> bool:
    return _size(path) == 0 and _size(_side(path, "-wal")) == 0


def _trouble_at(path: Path) -> _Trouble | None:
    """Why the file cannot be used; None if it can, or is new. Changes nothing."""
    if _is_new(path):
        return None
    if _size(path) == 0:
        # SQLite would take the log for a stale one and delete it.
        return _Trouble("damaged", "the main file is missing or empty, only its log is there")
    with path.open("rb") as file:
        head = file.read(20)
    if head.startswith(b"SQLite format 3") and max(head[18:], default=0) > 2:
        # The versions of the format, 1.3.3 of its description: SQLite would take the file for read-only.
        return _Trouble("damaged", "its header is damaged")
    try:
        with ExitStack() as held:
            return _verdict(_connect_to_read(path, held))
    except sqlite3.Error as exc:
        # Permissions, a full card or a failing one are no reason to give up a file.
        damage = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
        if getattr(exc, "sqlite_errorcode", 0) & 0xFF not in damage:
            raise
        return _Trouble("damaged", str(exc))


def _verdict(connection: sqlite3.Connection) -> _Trouble | None:
    application_id, version = _pragma(connection, "application_id"), _pragma(connection, "user_version")
    [(tables,)] = connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
    if (application_id, version, tables) == (0, 0, 0):
        return None  # the plug was pulled while the file was being made
    if application_id != APPLICATION_ID:
        return _Trouble("damaged", "it is not a journal of hugo-castle")
    if version > FORMAT_VERSION:
        return _Trouble("newer", f"its format {version} is newer than {FORMAT_VERSION}, which this version knows")
    if version < 1:
        return _Trouble("damaged", f"there is no format {version}")
    [(found,), *_] = connection.execute("PRAGMA quick_check(1)").fetchall()
    if found != "ok":
        return _Trouble("damaged", " ".join(found.split()))
    for probe in _PROBES:
        connection.execute(probe)
    return None


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    [(value,)] = connection.execute(f"PRAGMA {name}").fetchall()
    return int(value)


def _migrate(connection: sqlite3.Connection) -> None:
    for version in range(_pragma(connection, "user_version"), FORMAT_VERSION):
        with _transaction(connection):
            for statement in MIGRATIONS[version]:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {version + 1}")


def _free_name(path: Path, kind: str) -> Path:
    number = 1
    while True:
        name = path.with_name(f"{path.stem}.{kind}-{number}{path.suffix}")
        if not any(_side(name, side).exists() for side in _SIDES):
            return name
        number += 1


def _set_aside(path: Path, kind: str) -> Path:
    """Rename the file and its parts, and return the new name.

    The main file goes first: what a pulled plug then leaves behind has no main file, and is set aside at
    the next start instead of being taken for the log of a new one.
    """
    aside = _free_name(path, kind)
    for side in _SIDES:
        if _side(path, side).exists():
            _side(path, side).rename(_side(aside, side))
    _sync_folder(path.parent)
    return aside


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _fold_log(path: Path, connection: sqlite3.Connection) -> list[str]:
    """Fold what the log holds into the main file; say so when SQLite had to leave some of it out."""
    log = _side(path, "-wal")
    if _size(log) == 0:
        return []
    connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()  # SQLite recovers the log here
    [(_, frames, _)] = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
    state = _end_of_log(log.read_bytes(), max(frames, 0))
    if state == "whole":
        return []
    if state == "torn":
        return [
            f"the end of {log} was cut short, as by a power cut while writing: "
            "at most the record that was being written is missing"
        ]
    kept = _free_name(path, "damaged")
    _copy(path, kept)
    _sync_folder(path.parent)
    return [
        f"{log} is damaged after {frames} pages: the newest records may be missing; "
        f"what is before them goes on, and a copy of everything was kept as {kept}"
    ]


def _end_of_log(log: bytes, frames: int) -> Literal["whole", "torn", "damaged"]:
    """What follows the `frames` that SQLite accepted, which are those before the first bad checksum.

    Frames of this pass over the file carry the header's salt; others are left from an earlier pass, and are
    in the main file already. Frames without a commit were never acknowledged (SQLite's file format, 4.1).
    """
    if len(log) < _WAL_HEADER_BYTES:
        return "torn"
    if not _is_log_header(log[:_WAL_HEADER_BYTES]):
        return "damaged"
    page_bytes, salt = int.from_bytes(log[8:12], "big"), log[16:24]
    frame_bytes = _WAL_FRAME_HEADER_BYTES + page_bytes
    starts = range(_WAL_HEADER_BYTES + frames * frame_bytes, len(log), frame_bytes)
    rest = [log[start : start + frame_bytes] for start in starts]
    left = [frame for frame in rest if salt.startswith(frame[8:16])]
    if any(_is_commit(frame) for frame in left[:-1]):
        return "damaged"
    # A killed process can leave one frame with a header but the page of an earlier pass.
    return "torn" if left and (len(left[-1]) < frame_bytes or _is_commit(left[-1])) else "whole"


def _is_commit(frame: bytes) -> bool:
    return frame[4:8] != bytes(4)


def _is_log_header(header: bytes) -> bool:
    """Whether its two checksums are right (SQLite's file format, 4.2)."""
    order: Literal["big", "little"] = "big" if header[3] & 1 else "little"
    words = [int.from_bytes(header[at : at + 4], order) for at in range(0, 24, 4)]
    first = second = 0
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return header[24:] == first.to_bytes(4, "big") + second.to_bytes(4, "big")


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def _loaded(text: str) -> object:
    # We write ASCII only, so anything else is damage.
    try:
        return json.loads(text) if text.isascii() else None
    except (ValueError, RecursionError):
        return None


def _parsed(text: str) -> JsonObject | None:
    value = _loaded(text)
    return value if isinstance(value, dict) else None


def _parsed_rolls(text: str) -> tuple[int | str, ...] | None:
    value = _loaded(text)
    if not isinstance(value, list) or not all(isinstance(roll, int | str) for roll in value):
        return None
    return tuple(value)


def _summary(
    game_id: int, header_text: str, begun_at: float, saved_at: float, finished: int, newest: int, events: int
) -> GameSummary:
    header = _parsed(header_text) or {}
    players = header.get("players")
    status: Status = "finished" if finished else "unfinished" if newest else "abandoned"
    return GameSummary(
        game_id,
        str(header.get("game", "?")),
        tuple(str(player) for player in players) if isinstance(players, list) else (),
        begun_at,
        saved_at,
        events,
        status,
    )
