"""The power goes off in the middle of a game, and hands go on meanwhile."""

import random

import pytest

from hugo_castle.rules import GHOST
from table.hands import GoodHand
from table.simulated import SimulatedBoard
from table.tables import begun, figures


def restarted(events: tuple[str, ...], placed: int, meanwhile: dict[str, str]) -> SimulatedBoard:
    """A two-player game is gone on with; figures went from space to space (or came) while the power was off."""
    play = begun(*events, placed=placed)
    standing = [meanwhile.get(space, space) for space in figures(play.state)]
    standing += [meanwhile["hand"]] if "hand" in meanwhile else []
    table = SimulatedBoard(unfinished=play, standing=tuple(standing), chance=random.Random(1))
    assert table.prompt == {"kind": "resume", "options": ["continue", "new-game"], "index": 0}
    table.hold()
    return table


@pytest.mark.parametrize(
    ("events", "placed", "meanwhile", "kind", "then", "recorded"),
    [
        pytest.param((), 0, {}, "place", "place", [], id="at the very start, as it was"),
        pytest.param((), 0, {"C10": "G1"}, "settle", "settle", [], id="at the very start, Hugo is elsewhere"),
        pytest.param((), 3, {}, "place", "place", [], id="placing, as it was"),
        pytest.param((), 3, {"G9": "G10"}, "fix", "fix", [], id="placing, one is elsewhere"),
        pytest.param((), 3, {"hand": "G22"}, "fix", "place", [{"place": "G22"}], id="placing, done meanwhile"),
        pytest.param((), 12, {}, "roll", "roll", [], id="rolling, as it was"),
        pytest.param((), 12, {"G9": "G10"}, "fix", "fix", [], id="rolling, one is elsewhere: no move any more"),
        pytest.param(("roll 1",), 12, {}, "move", "move", [], id="moving, as it was"),
        pytest.param(("roll 1",), 12, {"G9": "G10"}, "move", "roll", [{"move": ["G9", "G10"]}], id="moving, made"),
        pytest.param(("roll 1",), 12, {"G9": "G12"}, "move", "move", [], id="moving, wrongly"),
        pytest.param(("roll ghost",), 12, {}, "roll", "roll", [], id="after a walk that was set"),
        pytest.param(("roll ghost",), 12, {"C7": "C10"}, "settle", "settle", [], id="before a walk was set"),
    ],
)
def test_a_restart_in_every_phase(
    events: tuple[str, ...], placed: int, meanwhile: dict, kind: str, then: str, recorded: list
) -> None:
    table = restarted(events, placed, meanwhile)
    assert table.kind == kind
    table.wait(4000)
    assert (table.kind, table.journal) == (then, recorded)
    GoodHand(table, random.Random(1)).finish()


def test_a_ghost_thrown_before_the_power_cut_is_not_thrown_again() -> None:
    table = restarted(("roll ghost",), 12, {"C7": "C10"})
    table.follow()
    assert (table.kind, table.prompt["player"], table.state["hugo"]["at"]) == ("roll", "blue", "C7")
    table.roll(GHOST)
    assert table.state["hugo"]["at"] == "C4"
