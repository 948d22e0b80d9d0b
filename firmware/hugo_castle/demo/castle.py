"""The virtual castle as the demo sees and touches it."""

import base64
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image

from hugo_castle.demo.figures import Table, figure_to_lift, figure_to_put
from hugo_castle.demo.keys import Touch
from hugo_castle.errors import HugoError
from hugo_castle.journal import Journal
from hugo_castle.rules import Board, RulesError, State, game_from_header, legal_moves, state_from_json

Ask = Callable[..., dict[str, Any]]


class Refused(HugoError):
    """The castle did not do what a hand wanted; the text is for the status line."""


class Castle:
    """What was last seen, and hands to change it. `ask`: the control socket; `folder`: the service's state folder."""

    def __init__(self, ask: Ask, folder: Path, board: Board) -> None:
        self._ask = ask
        self._folder = folder
        self.board = board
        self.table = Table()
        self.state: dict[str, Any] | None = None
        self.prompt: dict[str, Any] = {}
        self.sensors: frozenset[str] = frozenset()
        self.picture = Image.new("1", (128, 64))
        self.example = ""  # a legal move or placing as it is typed, while one is awaited

    @property
    def kind(self) -> str:
        """The prompt's kind (virtual/CONTROL.md)."""
        return str(self.prompt.get("kind", ""))

    def look(self) -> None:
        """See what the service and its display show now."""
        report = self._ask(get="state")
        is_new = (report["state"], report["prompt"]["kind"]) != (self.state, self.kind)
        self.state, self.prompt = report["state"], report["prompt"]
        self.sensors = frozenset(report["sensors"])
        if self.state and self.kind not in ("move", "choose", "resume"):
            self.table.recognise(self.state)
        if is_new:
            self.example = self._example()
        self.picture = Image.open(io.BytesIO(base64.b64decode(self._ask(get="screen")["png"])))

    def _example(self) -> str:
        if self.kind == "place":
            middle = self.board.names[self.board.gallery // 3 : self.board.gallery]
            return next((space.lower() for space in middle if space not in self.sensors), "")
        position = self.position() if self.kind == "move" else None
        moves = legal_moves(position) if position and position.roll else []
        return " ".join(self.board.names[space].lower() for space in moves[0]) if moves else ""

    def position(self) -> State | None:
        """The position as the rules know it; None before a game. The game's kind and options are in the journal."""
        if self.state is None:
            return None
        with Journal.read(self._folder) as journal:
            stored = journal.unfinished()
        if stored is None:
            return None
        try:
            return state_from_json(game_from_header(stored.header, self.board), self.state)
        except RulesError:
            return None  # a new game has begun in between

    # Hands -------------------------------------------------------------------------------------------

    def button(self, down: bool) -> None:
        """The roll button is pressed, or let go."""
        self._ask(button="roll", down=down)

    def put(self, space: str, figure: str) -> None:
        """A figure, from the hand if it is there, is put on a space. Raises Refused."""
        self._do(put=space, figure=figure)
        self.table.put(space, figure)

    def lift(self, space: str, figure: str) -> None:
        """A figure is taken from a space into the hand. Raises Refused."""
        self._do(lift=space, figure=figure)
        self.table.lift(space, figure)

    def _do(self, **request: Any) -> None:
        reply = self._ask(**request)
        if not reply["ok"]:
            raise Refused(reply["error"])

    def touch(self, touch: Touch) -> None:
        """Put down what is in the hand; with an empty hand lift what stands there, or put one from the box.

        Raises Refused for a space that is not there or is empty.
        """
        sign, space = touch
        if space not in self.board.names:
            raise Refused(f"the castle has no space {space}")
        standing, hand = self.table.standing_on(space), self.table.hand
        if sign == "-" and not standing:
            raise Refused(f"no figure stands on {space}")
        if sign != "+" and standing and (sign == "-" or not hand):
            self.lift(space, figure_to_lift(standing, self.state["turn"] if self.state else None))
        else:
            self.put(space, hand[-1] if hand else figure_to_put(space, self.table.figures, self.state))
