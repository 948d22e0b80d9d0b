"""What the session knows at one moment. Only data and the questions that it answers by itself."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import NamedTuple

from hugo_castle.rules import MOVING, OVER, PLACING, ROLLING, Board, Event, State
from hugo_castle.rules import Options as GameOptions
from hugo_castle.rules.facts import RoundEnded, Walked
from hugo_castle.table.button import Button
from hugo_castle.table.pictures import Picture
from hugo_castle.table.play import Play
from hugo_castle.table.prompts import (
    CHOOSE,
    FIX,
    MENU,
    MOVE,
    PLACE,
    RESUME,
    ROLL,
    SETTLE,
    SETUP,
    Option,
)
from hugo_castle.table.prompts import OVER as OVER_PROMPT
from hugo_castle.table.recognition import Look
from hugo_castle.table.sensors import Sensors
from hugo_castle.table.suspects import Suspects
from hugo_castle.table.timing import Timing
from hugo_castle.table.view import View


class Stage(Enum):
    """What the session is about."""

    SETUP = auto()
    RESUME = auto()
    PLAYING = auto()


class Purpose(Enum):
    """What a choice is for."""

    MOVE = auto()
    PLACE = auto()
    REPLACE = auto()  # of the open event
    PATIENCE = auto()  # wait for the board, or play on without it


class Preset(NamedTuple):
    """The game, and perhaps the number of players, given at the start, so that nobody has to be asked."""

    kind: str
    players: int | None = None


@dataclass(frozen=True, slots=True)
class Options:
    """A list on top of everything else: the menu (`purpose` None) or a choice.

    `asked`: it opened by itself, because the picture fits several candidates; it goes when it fits none any more.
    `under`: the choice that the menu was opened over, and that going on comes back to.
    """

    options: tuple[Option, ...]
    purpose: Purpose | None = None
    index: int = 0
    asked: bool = False
    under: "Options | None" = None

    def without(self, is_stale: "Callable[[Options], bool]") -> "Options | None":
        """What is left of it when lists that are about something gone are dropped."""
        under = None if self.under is None or is_stale(self.under) else self.under
        return under if is_stale(self) else replace(self, under=under)


class TakenBack(NamedTuple):
    """What was last taken back from the menu; `again`: for at least the second time in a row."""

    event: Event
    again: bool


class PromptKey(NamedTuple):
    """What makes two prompts the same for a finger that went down at one and comes up at the other."""

    kind: str
    player: int | None
    options: tuple[Option, ...]


class Session(NamedTuple):
    """The whole physical side of one castle board.

    `settling`, `fixing`, `guided`: the board is to be put as the game says / has differed for too long / differs from
    all outcomes of the move. `touched`: the picture has changed since the last event, `stirred`: since the open one.
    `since_ms`: from when the present picture has meant what it means now. `asked`: the picture that the players were
    asked about. `ignored`: spaces that differ and were accepted as they are. `hint`: which of the things to do is
    shown. `pressed`: the prompt at which the button went down. `done_ms`: when a "done" given while figures still rock
    will be looked at. `undone`: the event that was taken back from the menu, until the board shows the position before
    it, `taken_back`: what was taken back last. `suspects`: sensors that are not believed, `remembered`: those of them
    that are kept for the next start. `troubles`: devices that do not answer. `shown`: the view that was shown last.
    `due_ms`: when something will happen by itself.
    """

    timing: Timing
    board: Board
    rules: GameOptions = GameOptions()
    preset: Preset | None = None
    now_ms: float = 0.0
    button: Button = Button()
    sensors: Sensors = Sensors()
    stage: Stage = Stage.SETUP
    play: Play | None = None
    top: Options | None = None
    setup_game: str | None = None
    list_index: int = 0
    settling: bool = False
    fixing: bool = False
    guided: bool = False
    touched: bool = False
    stirred: bool = False
    since_ms: float = 0.0
    asked: Picture | None = None
    ignored: Picture = 0
    suspects: Suspects = Suspects()
    remembered: Picture = 0
    hint: int = 0
    pressed: PromptKey | None = None
    done_ms: float | None = None
    throwing: bool = False
    undone: Event | None = None
    taken_back: TakenBack | None = None
    troubles: tuple[str, ...] = ()
    shown: View | None = None
    due_ms: float | None = None

    @property
    def state(self) -> State | None:
        """The game's position; None at `setup`."""
        return self.play.state if self.play and self.stage is not Stage.SETUP else None

    @property
    def mask(self) -> Picture:
        """The spaces that count when pictures are compared."""
        return self.sensors.reliable & ~self.ignored & ~self.suspects.broken

    @property
    def look(self) -> Look:
        mask = self.mask
        return Look(self.sensors.on & mask, mask, self.touched, self.stirred, self.undone)

    @property
    def expected(self) -> Picture:
        """What the board should show now, or showed before the move while a move is awaited."""
        return self.play.picture if self.play and self.stage is not Stage.SETUP else 0

    @property
    def agrees(self) -> bool:
        return self.look.shows(self.expected)

    @property
    def kind(self) -> str:
        """The prompt's kind (contract 4)."""
        if self.top:
            return CHOOSE if self.top.purpose else MENU
        return self.base_kind

    @property
    def base_kind(self) -> str:
        """The prompt's kind when no list lies on top of it."""
        if self.stage is not Stage.PLAYING or self.play is None:
            return RESUME if self.stage is Stage.RESUME else SETUP
        if self.settling:
            return SETTLE
        return FIX if self.fixing else _PROMPT_OF_PHASE[self.play.state.phase]


_PROMPT_OF_PHASE = {PLACING: PLACE, ROLLING: ROLL, MOVING: MOVE, OVER: OVER_PROMPT}


def _is_same_open(before: Play | None, after: Play) -> bool:
    """Whether the event that was open before is open still: rolling the die does not end a hand's movement."""
    return bool(before and before.open and after.open and before.open.step is after.open.step)


def with_play(session: Session, play: Play, *, confirmed: bool = False, undone: Event | None = None) -> Session:
    """The session after an event, or after one was taken back.

    `confirmed`: players chose it from a list, so that the board has yet to follow, and is asked for at once.
    `undone`: the event that they took back from the menu.
    """
    begins = play.length == 0 and undone is None
    asked_for_settling = begins or any(isinstance(fact, Walked | RoundEnded) for fact in play.news)
    after = session._replace(
        play=play,
        stage=Stage.PLAYING,
        top=session.top.without(lambda options: options.purpose is not None) if session.top else None,
        settling=False,
        fixing=False,
        guided=False,
        touched=False,
        stirred=session.stirred and _is_same_open(session.play, play),
        since_ms=session.now_ms,
        asked=None,
        hint=0,
        done_ms=None,
        undone=undone,
    )
    if after.agrees:
        return after
    return after._replace(
        settling=asked_for_settling,
        fixing=confirmed and not asked_for_settling and play.state.phase != MOVING,
    )
