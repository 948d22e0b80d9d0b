"""All that a screen may show of the session at one moment; a screen is a function of this and the time since."""

from dataclasses import dataclass

from hugo_castle.rules import State
from hugo_castle.rules.facts import Fact
from hugo_castle.table.prompts import Instruction, Prompt


@dataclass(frozen=True, slots=True)
class View:
    """One moment of the session.

    `state` is None while nothing is played (`setup`). `news` is what the last event did, in order. `instruction` is
    the next thing to do with the hands (`settle`, `fix`, and `move` after a while), `later` those after it, in order.
    `pressed`: the roll button is down and belongs to this prompt (the die shakes at `roll`). `setup_game` is the game
    chosen on the first page of the set-up menu, while the number of players is asked. `troubles` names the devices
    that do not answer now ("display", "expander 0x20", "journal", ...), and once each sensor that was found to fail
    ("sensor G5").
    """

    prompt: Prompt
    state: State | None = None
    news: tuple[Fact, ...] = ()
    instruction: Instruction | None = None
    later: tuple[Instruction, ...] = ()
    pressed: bool = False
    setup_game: str | None = None
    troubles: tuple[str, ...] = ()

    @property
    def steps_left(self) -> int:
        """How many things there are to do with the hands in all."""
        return (self.instruction is not None) + len(self.later)
