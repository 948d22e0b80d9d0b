"""Boards as data (RULES.md, B1 to B6), compiled once into the tables that moves are looked up in.

A space is a small integer: the gallery G1.. first, then the rooms R1.., then the cellar steps by
rising value (top step first). So a player's sorted guests are already in the order of contract 3, and
the last one stands on its highest-valued step.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard

from hugo_castle.rules.errors import BoardError, Malformed

MIN_GALLERY = 16  # B6: so that all guests of any number of players can be placed
FACES = (1, 2, 4, 5)  # T1: the die's numbers; the other two faces are ghosts
MAX_SPEED = 7  # H5
MAX_NUMBER = 999  # for every number in a board's file: three digits still fit onto a board and a small screen

Space = int


class Move(NamedTuple):
    """One guest goes from `source` to `target`; what follows from it is not part of the move."""

    source: Space
    target: Space


class Entry(NamedTuple):
    """A room within reach: `exact` when the whole roll is used up by entering (R2, R3)."""

    room: Space
    move: Move
    exact: bool


class Reach(NamedTuple):
    """Where a guest on a space may go with a roll, rooms' guests and the time of game left aside."""

    along: Move
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Room:
    """A room: its door (a gallery space), whether it needs the exact number, its coat of arms."""

    door: Space
    green: bool = False
    points: int = 0


@dataclass(frozen=True)
class Board:
    """A checked board. Compare and hash by value; the tables are made when first asked for."""

    name: str
    gallery: int
    rooms: tuple[Room, ...]
    step_values: tuple[int, ...]  # from the bottom up, strictly falling
    columns: int
    rows: int
    names: tuple[str, ...] = field(init=False, compare=False)
    by_name: Mapping[str, Space] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        faults = list(_faults(self))
        if faults:
            raise BoardError(f"board {self.name!r}: " + "; ".join(faults))
        names = (
            *(f"G{number}" for number in range(1, self.gallery + 1)),
            *(f"R{number}" for number in range(1, len(self.rooms) + 1)),
            *(f"C{value}" for value in reversed(self.step_values)),
        )
        object.__setattr__(self, "names", names)
        object.__setattr__(self, "by_name", {name: space for space, name in enumerate(names)})

    # Kinds of spaces -----------------------------------------------------------------------------

    @cached_property
    def first_room(self) -> Space:
        """The space of R1; all spaces below it are the gallery."""
        return self.gallery

    @cached_property
    def top_step(self) -> Space:
        """The lowest-valued step, the one below the arrow; all spaces from it on are the cellar."""
        return self.gallery + len(self.rooms)

    @cached_property
    def bottom_step(self) -> Space:
        """The highest-valued step, where Hugo starts (S2)."""
        return len(self.names) - 1

    def has(self, space: object) -> bool:
        """Whether this is one of the board's spaces at all."""
        return type(space) is int and 0 <= space < len(self.names)

    def is_gallery(self, space: Space) -> bool:
        return space < self.first_room

    def is_room(self, space: Space) -> bool:
        return self.first_room <= space < self.top_step

    def is_step(self, space: Space) -> bool:
        return space >= self.top_step

    def room(self, space: Space) -> Room:
        """The room at a room's space."""
        return self.rooms[space - self.first_room]

    def value(self, step: Space) -> int:
        """What being captured onto this step costs (H3)."""
        return self.step_values[self.bottom_step - step]

    def space(self, name: object) -> Space:
        """The space of that name.

        Raises Malformed when there is none.
        """
        try:
            return self.by_name[name]  # type: ignore[index]
        except (KeyError, TypeError):
            raise Malformed(
                f"unknown space {_short(name)}: expected G1 to G{self.gallery}, R1 to R{len(self.rooms)} or "
                f"C{self.step_values[0]} to C{self.step_values[-1]}"
            ) from None

    # Tables --------------------------------------------------------------------------------------

    @cached_property
    def reach(self) -> Mapping[int, tuple[Reach, ...]]:
        """Per face and space: the move along the gallery, and the rooms within reach (T3, T5, T6, R2, R3, R6)."""
        return {face: tuple(self._reach_from(space, face) for space in range(len(self.names))) for face in FACES}

    def _reach_from(self, space: Space, face: int) -> Reach:
        # From a room the first step is its door, from the cellar the arrow: one step is then used up.
        start, used = (space, 0) if self.is_gallery(space) else (self.way_out(space), 1)
        along = Move(space, (start + face - used) % self.gallery)
        entries = []
        for room_space in range(self.first_room, self.top_step):
            room = self.room(room_space)
            needed = used + (room.door - start) % self.gallery + 1
            if room_space == space or needed > face or (room.green and needed != face):
                continue
            entries.append(Entry(room_space, Move(space, room_space), needed == face))
        return Reach(along, tuple(entries))

    @cached_property
    def guest_paths(self) -> Mapping[Move, tuple[Space, ...]]:
        """Per move in `reach`: every space that the guest steps on, the last one included (T3, T5, T6, R2)."""
        reaches = [reach for of_face in self.reach.values() for reach in of_face]
        moves = {move for along, entries in reaches for move in (along, *(entry.move for entry in entries))}
        return {move: self._guest_path(move) for move in moves}

    def _guest_path(self, move: Move) -> tuple[Space, ...]:
        source, target = move
        last = self.room(target).door if self.is_room(target) else target
        start, path = (source, []) if self.is_gallery(source) else (self.way_out(source), [self.way_out(source)])
        path += [(start + step) % self.gallery for step in range(1, (last - start) % self.gallery + 1)]
        if self.is_room(target):
            path.append(target)
        return tuple(path)

    def way_out(self, space: Space) -> Space:
        """The gallery space that a guest leaving this room or cellar step comes to first (T5, T6)."""
        return self.room(space).door if self.is_room(space) else 0

    def steps_needed(self, space: Space, room: Space) -> int:
        """How many steps entering `room` takes from `space` (R2), at least 1."""
        start, used = (space, 0) if self.is_gallery(space) else (self.way_out(space), 1)
        return used + (self.room(room).door - start) % self.gallery + 1

    @cached_property
    def hugo_paths(self) -> Mapping[Space, tuple[Space, ...]]:
        """The next MAX_SPEED spaces that Hugo steps on, from any space that he can stand on (H1)."""
        paths = {}
        for space in (*range(self.gallery), *range(self.top_step, self.bottom_step + 1)):
            path = []
            at = space
            for _ in range(MAX_SPEED):
                at = self._hugo_next(at)
                path.append(at)
            paths[space] = tuple(path)
        return paths

    def _hugo_next(self, space: Space) -> Space:
        if self.is_gallery(space):
            return (space + 1) % self.gallery
        return 0 if space == self.top_step else space - 1

    @cached_property
    def positions(self) -> tuple[tuple[int, int], ...]:
        """Column and row of each space on the map; rooms lie one square outside the ring (B5).

        The gallery spans (0, 0) to (columns - 1, rows - 1); a room at a corner lies above or below it.
        """
        rim = self._rim()
        arrow = rim.index((0, self.rows // 2))
        gallery = tuple(rim[(arrow + number) % len(rim)] for number in range(self.gallery))
        rooms = tuple(self._outside(gallery[room.door]) for room in self.rooms)
        steps = tuple((1 + number, self.rows // 2) for number in range(len(self.step_values)))
        return gallery + rooms + steps

    def _rim(self) -> list[tuple[int, int]]:
        right, bottom = self.columns - 1, self.rows - 1
        return [
            *((column, 0) for column in range(right)),
            *((right, row) for row in range(bottom)),
            *((column, bottom) for column in range(right, 0, -1)),
            *((0, row) for row in range(bottom, 0, -1)),
        ]

    def _outside(self, square: tuple[int, int]) -> tuple[int, int]:
        column, row = square
        if row == 0:
            return column, -1
        if row == self.rows - 1:
            return column, self.rows
        return (-1, row) if column == 0 else (self.columns, row)


def _faults(board: Board) -> list[str]:
    faults = []
    if board.gallery < MIN_GALLERY:
        faults.append(f"gallery.spaces: expected {MIN_GALLERY} or more, got {board.gallery}")
    if board.columns < 3 or board.rows < 3 or 2 * (board.columns + board.rows) - 4 != board.gallery:
        faults.append(
            f"gallery: {board.columns} columns and {board.rows} rows have a rim of "
            f"{2 * (board.columns + board.rows) - 4} squares, but there are {board.gallery} spaces"
        )
    owners: dict[Space, int] = {}
    for number, room in enumerate(board.rooms, start=1):
        if not 0 <= room.door < board.gallery:
            faults.append(f"R{number}: its door is not on the gallery (G1 to G{board.gallery})")
        elif room.door in owners:
            faults.append(f"R{number}: its door G{room.door + 1} is the door of R{owners[room.door]} already")
        owners.setdefault(room.door, number)
    if not board.rooms:
        faults.append("rooms: expected at least one")
    if not board.step_values or board.step_values[-1] < 1:
        faults.append("cellar.steps: expected at least one step, each worth 1 or more")
    for below, above in pairwise(board.step_values):
        if above >= below:
            faults.append(f"cellar.steps: values must fall from the bottom up, but {above} follows {below}")
    if len(board.step_values) > board.columns - 2:
        faults.append(f"cellar.steps: {len(board.step_values)} steps do not fit into {board.columns} columns")
    return faults


# Reading a board's file ------------------------------------------------------------------------------

_KEYS: Mapping[str, frozenset[str]] = {
    "": frozenset({"name", "gallery", "cellar", "rooms"}),
    "gallery": frozenset({"spaces", "columns", "rows"}),
    "cellar": frozenset({"steps"}),
    "rooms": frozenset({"door", "green", "points"}),
}


def parse_board(text: str, source: str) -> Board:
    """The board defined by TOML text (see boards/castle.toml); `source` names it in errors.

    Raises BoardError for anything but a board that can be played on.
    """
    try:
        return _board(tomllib.loads(text))
    except tomllib.TOMLDecodeError as exc:
        raise BoardError(f"{source}: not TOML: {exc}") from exc
    except BoardError as exc:
        raise BoardError(f"{source}: {exc}") from exc
    except ValueError as exc:  # a number of thousands of digits, which Python refuses to convert
        raise BoardError(f"{source}: a number is far out of range: expected at most {MAX_NUMBER}") from exc
    except RecursionError as exc:
        raise BoardError(f"{source}: nested too deeply") from exc


def _board(data: Mapping[str, Any]) -> Board:
    gallery = _table(data, "gallery")
    spaces = _number(gallery, "spaces", "gallery.spaces")
    if set(data) - _KEYS[""]:
        raise BoardError(f"unknown key {_short(min(set(data) - _KEYS['']))}")
    name = data.get("name")
    if not isinstance(name, str) or not name:
        raise BoardError("name: expected a word")
    rooms = data.get("rooms", [])
    steps = _table(data, "cellar").get("steps")
    if not isinstance(steps, list) or not all(_is_number(value) for value in steps):
        raise BoardError(f"cellar.steps: expected a list of whole numbers, each at most {MAX_NUMBER}")
    if not isinstance(rooms, list) or not all(isinstance(room, dict) for room in rooms):
        raise BoardError("rooms: expected [[rooms]] tables")
    return Board(
        name=name,
        gallery=spaces,
        rooms=tuple(_room(room, number) for number, room in enumerate(rooms, start=1)),
        step_values=tuple(steps),
        columns=_number(gallery, "columns", "gallery.columns"),
        rows=_number(gallery, "rows", "gallery.rows"),
    )


def _room(data: Mapping[str, Any], number: int) -> Room:
    where = f"rooms[R{number}]"
    if set(data) - _KEYS["rooms"]:
        raise BoardError(f"{where}: unknown key {_short(min(set(data) - _KEYS['rooms']))}")
    door, green, points = data.get("door"), data.get("green", False), data.get("points", 0)
    if not isinstance(door, str) or not re.fullmatch("G[1-9][0-9]{0,2}", door):
        raise BoardError(f"{where}.door: expected a gallery space such as 'G3', got {_short(door)}")
    if not isinstance(green, bool):
        raise BoardError(f"{where}.green: expected true or false, got {_short(green)}")
    if not _is_number(points):
        raise BoardError(
            f"{where}.points: expected a whole number from -{MAX_NUMBER} to {MAX_NUMBER}, got {_short(points)}"
        )
    return Room(int(door[1:]) - 1, green, points)


def _table(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    table = data.get(key)
    if not isinstance(table, dict):
        raise BoardError(f"{key}: expected a table [{key}]")
    if set(table) - _KEYS[key]:
        raise BoardError(f"{key}: unknown key {_short(min(set(table) - _KEYS[key]))}")
    return table


def _number(table: Mapping[str, Any], key: str, where: str) -> int:
    value = table.get(key)
    if not _is_number(value):
        raise BoardError(f"{where}: expected a whole number up to {MAX_NUMBER}, got {_short(value)}")
    return value


def _is_number(value: object) -> TypeGuard[int]:
    """Not a bool, which Python counts as a whole number, and of a size that means something."""
    return type(value) is int and abs(value) <= MAX_NUMBER


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


@cache
def load_board(name: str) -> Board:
    """A board that comes with the package, by name.

    Raises Malformed, naming those that there are, when it is none of them.
    """
    folder = resources.files("hugo_castle.rules") / "boards"
    known = sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))
    if name not in known:
        raise Malformed(f"unknown board {_short(name)}: expected {', '.join(known)}")
    return parse_board((folder / f"{name}.toml").read_text(encoding="utf-8"), f"board {name}")


def read_board(path: Path) -> Board:
    """The board defined in a file.

    Raises BoardError when the file cannot be read or its board cannot be played on.
    """
    try:
        return parse_board(path.read_text(encoding="utf-8"), str(path))
    except (OSError, ValueError) as exc:  # not UTF-8, or no path at all
        raise BoardError(f"{path}: cannot be read: {getattr(exc, 'strerror', None) or exc}") from exc
