"""A second referee, written from RULES.md alone: slow, plain, and with nothing in common with the engine.

Spaces are strings, every figure is an object of its own that walks one step at a time, and the order of
placing is a queue. Where the engine and this page disagree, RULES.md decides.
"""

from typing import Any

ALL_FACES = (1, 2, 4, 5, "ghost")
GUESTS_EACH = {2: 6, 3: 5, 4: 4, 5: 3, 6: 2, 7: 2, 8: 2}  # S1
ARROW = "G1"


class Figure:
    """One guest: whose it is and where it stands."""

    def __init__(self, owner: str, at: str) -> None:
        self.owner = owner
        self.at = at


class Referee:
    """One game in progress. `header` is a record's first line, `layout` a board: see `games.CASTLE_LAYOUT`."""

    def __init__(self, header: dict[str, Any], layout: dict[str, Any]) -> None:
        options = header.get("options", {})
        self.midnight = header["game"] == "midnight-party"
        self.colors: list[str] = header["players"]
        self.entry_speeds_up = options.get("entry_speeds_up", True)
        self.highest_step_first = options.get("highest_step_first", True)
        self.ring = [f"G{number}" for number in range(1, layout["spaces"] + 1)]  # B1
        self.rooms = {f"R{number}": room for number, room in enumerate(layout["rooms"], start=1)}
        self.stairs = [f"C{value}" for value in layout["steps"]]  # B4, bottom first

        self.phase = "placing"
        self.round = 1
        self.roll: int | None = None
        self.hugo = self.stairs[0]
        self.speed = 3  # S2
        if self.midnight and len(self.colors) >= options.get("two_step_from", 7):
            self.speed = 2  # M2
        self.out = False
        self.scores = dict.fromkeys(self.colors, 10)  # S2
        self.figures: list[Figure] = []
        self.first = self.turn = self.colors[0]
        self.winners: list[str] = []
        guests_each = GUESTS_EACH[len(self.colors)]
        self.queue = [Figure(color, "hand") for _ in range(guests_each) for color in self.colors]  # S3

    # Events ------------------------------------------------------------------------------------------

    def play(self, event: dict[str, Any]) -> None:
        """Carries out one legal event of a game record."""
        ((kind, value),) = event.items()
        {"place": self._place, "roll": self._roll, "move": self._move}[kind](value)

    def _place(self, name: str) -> None:
        figure = self.queue.pop(0)
        if figure not in self.figures:
            self.figures.append(figure)
        figure.at = name
        self._next_to_place()

    def _next_to_place(self) -> None:
        if self.queue:
            self.phase, self.turn = "placing", self.queue[0].owner
        else:
            self.phase, self.turn = "rolling", self.first

    def _roll(self, face: int | str) -> None:
        if face == "ghost":
            if self._hugo_walks():
                self._game_over()
            else:
                self._turn_ends()
        elif self.midnight and not any(figure.at in self.ring for figure in self._figures_of(self.turn)):
            self._turn_ends()  # M4
        else:
            assert isinstance(face, int)
            self.phase, self.roll = "moving", face

    def _move(self, spaces: list[str]) -> None:
        source, target = spaces
        mover = next(figure for figure in self._figures_of(self.turn) if figure.at == source)
        if target in self.rooms:
            for inside in self._figures_at(target):
                inside.at = self.rooms[target]["door"]  # R4
            self.scores[mover.owner] += self.rooms[target]["points"]  # R5
        mover.at = target
        self._capture_at(self.hugo)  # T7, R7
        self.roll = None
        self._turn_ends()

    # What may be done ----------------------------------------------------------------------------------

    def legal(self) -> set[tuple[str, ...]]:
        """In phase moving pairs of spaces, at placing spaces."""
        if self.phase == "placing":
            return {(name,) for name in self.ring if not self._figures_at(name)}
        return {(figure.at, end) for figure in self._movable() for end in self._ends(figure.at)}

    def _movable(self) -> list[Figure]:
        own = self._figures_of(self.turn)
        if self.midnight:
            return [figure for figure in own if figure.at in self.ring]  # M3
        if self.highest_step_first:
            steps = [name for name in self.stairs if any(figure.at == name for figure in own)]
            return [figure for figure in own if figure.at not in self.stairs or figure.at == steps[0]]  # T6
        return own

    def _ends(self, start: str) -> set[str]:
        """Walks step by step, and looks at every space whether a room can be entered from there."""
        assert self.roll is not None
        ends = set()
        here = start
        for left in range(self.roll, 0, -1):
            ends |= {name for name in self.rooms if name != start and self._can_enter(name, here, left)}  # R6
            here = self._next_for_guest(here)
        return ends | {here}

    def _can_enter(self, room: str, here: str, left: int) -> bool:
        if not self.out or self.rooms[room]["door"] != here:  # R1, R2
            return False
        occupied = bool(self._figures_at(room))
        if occupied and self.midnight:
            return False  # M3
        return left == 1 or not (occupied or self.rooms[room]["green"])  # R3

    def _next_for_guest(self, here: str) -> str:
        if here in self.rooms:
            return self.rooms[here]["door"]  # T5
        if here in self.stairs:
            return ARROW  # T6
        return self._clockwise(here)

    def _clockwise(self, here: str) -> str:
        return self.ring[(self.ring.index(here) + 1) % len(self.ring)]

    # Hugo ----------------------------------------------------------------------------------------------

    def _hugo_walks(self) -> bool:
        """One whole walk; true when it ends the game (H5)."""
        speed_now = self.speed
        for _ in range(speed_now):
            self.hugo = self._next_for_hugo()
            if self.hugo == ARROW:
                first_time, self.out = not self.out, True
                if speed_now == 7 and not self.midnight:
                    self._capture_at(ARROW)
                    return True
                if not self.midnight and (self.entry_speeds_up or not first_time):
                    self.speed += 1  # H4
            self._capture_at(self.hugo)  # H2
        return False

    def _next_for_hugo(self) -> str:
        if self.hugo in self.ring:
            return self._clockwise(self.hugo)
        return [*self.stairs, ARROW][self.stairs.index(self.hugo) + 1]  # H1

    def _capture_at(self, name: str) -> None:
        if name not in self.ring:
            return
        caught = self._figures_at(name)
        free = [step for step in self.stairs[:-1] if not self._figures_at(step)]
        step = free[0] if free else self.stairs[-1]  # H3
        for figure in caught:
            figure.at = step
            self.scores[figure.owner] += int(step[1:])

    # Ends ----------------------------------------------------------------------------------------------

    def _turn_ends(self) -> None:
        self.phase, self.turn = "rolling", self._clockwise_from(self.turn)[1]  # T8
        if self.midnight:
            nobody_outside = not any(figure.at in self.ring for figure in self.figures)
            rooms_full = all(self._figures_at(room) for room in self.rooms)
            if self.out and (nobody_outside or rooms_full):  # M5
                self._round_ends()
        elif any(score >= 46 for score in self.scores.values()):  # E1
            self._game_over()

    def _round_ends(self) -> None:
        for figure in self.figures:  # M6
            if figure.at in self.ring:
                figure.at = self.stairs[-1]
                self.scores[figure.owner] += int(self.stairs[-1][1:])
        if self.round == 3:
            self._game_over()  # M9
            return
        self.round += 1
        self.hugo, self.out = self.stairs[0], False  # M7
        for figure in self.figures:
            if figure.at in self.rooms:
                figure.at = self.rooms[figure.at]["door"]
        order = self._clockwise_from(self.first)
        self.first = next(color for color in order if self.scores[color] == max(self.scores.values()))  # M8
        self.queue = [
            figure
            for step in self.stairs
            for color in self._clockwise_from(self.first)
            for figure in self._figures_of(color)
            if figure.at == step
        ]
        self._next_to_place()

    def _game_over(self) -> None:
        self.phase, self.roll = "over", None
        self.winners = [color for color in self.colors if self.scores[color] == min(self.scores.values())]  # E2

    # Looking -------------------------------------------------------------------------------------------

    def _figures_at(self, name: str) -> list[Figure]:
        return [figure for figure in self.figures if figure.at == name]

    def _figures_of(self, color: str) -> list[Figure]:
        return [figure for figure in self.figures if figure.owner == color]

    def _clockwise_from(self, color: str) -> list[str]:
        number = self.colors.index(color)
        return self.colors[number:] + self.colors[:number]

    def state(self) -> dict[str, Any]:
        """The position as contract 3 has it, and the round's first player."""
        return {
            "phase": self.phase,
            "round": self.round,
            "turn": None if self.phase == "over" else self.turn,
            "roll": self.roll,
            "hugo": {"at": self.hugo, "speed": self.speed, "out": self.out},
            "players": [
                {
                    "color": color,
                    "score": self.scores[color],
                    "guests": sorted((figure.at for figure in self._figures_of(color)), key=in_order),
                }
                for color in self.colors
            ],
            "winners": self.winners,
            "first": self.first,
        }

    def set_up(self, state: dict[str, Any]) -> None:
        """Takes over a position of contract 3 in which nobody is placing."""
        self.phase, self.round, self.turn, self.roll = state["phase"], state["round"], state["turn"], state["roll"]
        self.hugo, self.speed, self.out = state["hugo"]["at"], state["hugo"]["speed"], state["hugo"]["out"]
        self.scores = {player["color"]: player["score"] for player in state["players"]}
        self.figures = [Figure(player["color"], at) for player in state["players"] for at in player["guests"]]
        self.first, self.winners, self.queue = state["first"], state["winners"], []


def in_order(name: str) -> tuple[int, int]:
    """Contract 3's order of spaces: gallery, rooms, cellar, each by number."""
    return "GRC".index(name[0]), int(name[1:])
