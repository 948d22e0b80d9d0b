"""Simulated boards that begin in a position of one's choice, written in the players' words."""

from collections.abc import Iterable

from hugo_castle.rules import PLACING, Face, State, new_game
from hugo_castle.table.candidates import candidates
from hugo_castle.table.pictures import picture_of
from hugo_castle.table.play import Play, restore
from hugo_castle.table.prompts import Instruction
from rules.positions import event, position
from table.simulated import CASTLE, SimulatedBoard

ALL = frozenset(CASTLE.names)


def play_at(state: State) -> Play:
    """A game in this position, with no history."""
    return Play(state, candidates=candidates(state), picture=picture_of(state))


# With a 4 red goes G1 > G5 or G9 > G13; blue is next.
PLAIN = position(red="G1 G9", blue="G15 G20")
EMPTY = position(red="", blue="", phase=PLACING)
ENDED = position(red="G1", blue="G15", turn=None, winners=("red",))
# Hugo walks G2 > G5 and catches red's guest on G5 and blue's on G4.
HAUNTED = position(red="G1 G5", blue="G4 G20", hugo="G2")

# Where red and blue in turn place their twelve guests.
PLACED_ON = ("G1", "G15", "G9", "G20", "G3", "G16", "G4", "G17", "G6", "G18", "G7", "G22")


def begun(*events: str, placed: int = 12) -> Play:
    """A game of two as a journal holds it: the first guests are placed, then these events followed."""
    places = [f"place {space}" for space in PLACED_ON[:placed]]
    play, error = restore(new_game("hugo", 2, CASTLE), [event(text) for text in [*places, *events]], ())
    assert error is None
    return play


def figures(state: State) -> tuple[str, ...]:
    """Where each figure stands, Hugo's too."""
    names = state.game.board.names
    return (names[state.hugo], *(names[space] for guests in state.guests for space in guests))


def table_at(
    state: State,
    roll: Face | None = None,
    *,
    unseen: Iterable[str] = (),
    standing: tuple[str, ...] | None = None,
) -> SimulatedBoard:
    """The board in this position, gone on with; then, if given, the button rolls `roll`.

    `unseen`: spaces without a sensor. `standing`: what stands there, if it is not what the position says.
    """
    table = SimulatedBoard(
        unfinished=play_at(state),
        standing=figures(state) if standing is None else standing,
        sensors=ALL - frozenset(unseen),
    )
    table.hold()
    table.wait(400)
    if roll is not None:
        table.roll(roll)
    return table


def guests(table: SimulatedBoard) -> dict[str, str]:
    """Where everybody's guests stand in the state."""
    return {player["color"]: " ".join(player["guests"]) for player in table.state["players"]}


def said(table: SimulatedBoard, instruction: Instruction | None) -> str | None:
    """An instruction in short: `red G1 > G5`, `hugo C10 > C7`, `? G6 >` (away), `blue > G3` (from anywhere)."""
    if instruction is None:
        return None
    names, state = table.board.names, table.session.state
    who = " ".join("hugo" if figure < 0 else state.game.players[figure] for figure in instruction.figures) or "?"
    source = "" if instruction.source is None else f" {names[instruction.source]}"
    target = "" if instruction.target is None else f" {names[instruction.target]}"
    return f"{who}{source} >{target}"


def steps(table: SimulatedBoard) -> list[str | None]:
    """All that the screen would ask the hands to do, the next thing first."""
    view = table.view
    return [said(table, step) for step in (view.instruction, *view.later) if step is not None]


def choose(table: SimulatedBoard, option: object) -> None:
    """Tap to an option of the list that is shown, and take it."""
    prompt = table.prompt
    position = prompt["options"].index(option)
    for _ in range((position - prompt["index"]) % len(prompt["options"])):
        table.press()
    table.hold()


def menu(table: SimulatedBoard, option: str) -> None:
    table.long_press()
    choose(table, option)


def do(table: SimulatedBoard, script: str) -> None:
    """Hands at work: `-G1` lifts, `+G5` puts, a number waits so many ms, `G1>G5` moves with 300 ms in the air.

    Words: `tap hold long` for the button.
    """
    gestures = {"tap": table.press, "hold": table.hold, "long": table.long_press}
    for word in script.split():
        if word in gestures:
            gestures[word]()
        elif ">" in word:
            table.move(*word.split(">"))
        elif word[0] in "+-":
            (table.put if word[0] == "+" else table.lift)(word[1:])
        else:
            table.wait(float(word))


def options(kind: str, *options: object, index: int = 0, **more: str) -> dict:
    """A prompt that is a list, as contract 4 has it."""
    return {"kind": kind, "options": list(options), "index": index, **more}


def resumed() -> SimulatedBoard:
    """A game of two is found after its first roll, a 4."""
    play = begun("roll 4")
    return SimulatedBoard(unfinished=play, standing=figures(play.state))


def moved(state: State = PLAIN, hands: str = "G1>G5 1500") -> SimulatedBoard:
    """Red has rolled a 4 and moved, and the move was seen."""
    table = table_at(state, 4)
    do(table, hands)
    return table
