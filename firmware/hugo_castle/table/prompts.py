"""What the players are asked to do, as values: prompts (contract 4) and the instruction for the next hand movement."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from hugo_castle.rules import Move, State
from hugo_castle.rules.board import Space

SETUP, RESUME, PLACE, ROLL, MOVE, CHOOSE = "setup", "resume", "place", "roll", "move", "choose"
SETTLE, FIX, MENU, OVER = "settle", "fix", "menu", "over"
KINDS = (SETUP, RESUME, PLACE, ROLL, MOVE, CHOOSE, SETTLE, FIX, MENU, OVER)

# Options that are words; moves and spaces are the others.
BACK = "back"  # choose, setup: leave it without choosing
WAIT, ACCEPT = "wait", "accept"  # choose at settle and fix: keep waiting, or play on as if the board agreed
GO_ON, NEW_GAME = "continue", "new-game"  # resume and menu
TAKE_BACK = "take-back"  # menu

Option = str | Move | Space

HUGO_FIGURE = -1  # in an Instruction, beside the players 0..7


class Instruction(NamedTuple):
    """One thing to do with the hands.

    `figures`: players (or HUGO_FIGURE) whose figures are meant, one entry for each figure; empty when nobody can
    know which figure it is. `source` None: from the hand or from wherever it is. `target` None: take it away.
    """

    figures: tuple[int, ...]
    source: Space | None
    target: Space | None


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is awaited now. Which fields mean something depends on `kind`, as contract 4's table says."""

    kind: str
    player: int | None = None
    options: tuple[Option, ...] = ()
    index: int = 0
    missing: tuple[Space, ...] = ()
    extra: tuple[Space, ...] = ()

    @property
    def chosen(self) -> Option:
        """The option that a hold would take now."""
        return self.options[self.index]


def prompt_to_json(prompt: Prompt, state: State | None) -> dict[str, Any]:
    """The prompt as contract 4 has it; `state` is the position that it belongs to."""
    data: dict[str, Any] = {"kind": prompt.kind}
    names = state.game.board.names if state else ()
    if prompt.player is not None and state:
        data["player"] = state.game.players[prompt.player]
    elif prompt.kind == CHOOSE:
        data["player"] = None
    if prompt.kind in (SETUP, RESUME, CHOOSE, MENU):
        data["options"] = [_option_to_json(option, names) for option in prompt.options]
        data["index"] = prompt.index
    if prompt.kind in (SETTLE, FIX) or prompt.missing or prompt.extra:
        data["missing"] = [names[space] for space in prompt.missing]
        data["extra"] = [names[space] for space in prompt.extra]
    return data


def _option_to_json(option: Option, names: tuple[str, ...]) -> str | list[str]:
    if isinstance(option, str):
        return option
    if isinstance(option, Move):
        return [names[option.source], names[option.target]]
    return names[option]
