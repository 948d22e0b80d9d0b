"""The roll button: bounce, gaps and gestures (contract 4; cases B1, B2, B3, B5, B7)."""

from itertools import product
from re import fullmatch

import pytest

from hugo_castle.table.button import Button
from hugo_castle.table.model import Preset
from hugo_castle.table.timing import Timing
from table.simulated import TIMING, SimulatedBoard
from table.tables import menu

Edges = list[tuple[float, bool]]


def gestures(edges: Edges, timing: Timing = TIMING, *, first: bool = False) -> list[str]:
    """What the button says to contact edges (time in ms, down), its first level being `first` at 0."""
    button, said = Button().edge(first, 0.0), []
    for at_ms, down in [*edges, (1e9, None)]:
        while (due_ms := button.deadline_ms(timing)) is not None and due_ms <= at_ms:
            button, gesture = button.advance(timing)
            said += [gesture] if gesture else []
        if down is not None:
            button = button.edge(down, at_ms)
    return said


def pressed(down_ms: float, up_ms: float) -> Edges:
    return [(down_ms, True), (up_ms, False)]


LONG = ["press", "long", "let-go"]


@pytest.mark.parametrize(
    ("held_ms", "expected"),
    [
        pytest.param(30, ["press", "tap"], id="as quick as a finger can"),
        pytest.param(599, ["press", "tap"], id="tap before 0.6 s"),
        pytest.param(600, ["press", "hold"], id="hold from 0.6 s"),
        pytest.param(601, ["press", "hold"], id="hold after 0.6 s"),
        pytest.param(2999, ["press", "hold"], id="hold before 3 s"),
        pytest.param(3001, LONG, id="long after 3 s"),
        pytest.param(600_000, LONG, id="long once however long"),
    ],
)
def test_gestures_are_told_apart_by_how_long_the_button_is_down(held_ms: float, expected: list[str]) -> None:
    assert gestures(pressed(100, 100 + held_ms)) == expected


@pytest.mark.parametrize("speed", [1, 10, 50])
@pytest.mark.parametrize(("held_ms", "expected"), [(590, "tap"), (610, "hold"), (2990, "hold"), (3010, "let-go")])
def test_speed_divides_the_limits(speed: float, held_ms: float, expected: str) -> None:
    timing = TIMING.scaled(speed)
    assert gestures(pressed(1000, 1000 + held_ms / speed), timing)[-1] == expected


@pytest.mark.parametrize(
    ("edges", "expected"),
    [
        pytest.param([*pressed(0, 100), *pressed(5000, 5100)], ["press", "tap"] * 2, id="B1 two presses 5 s apart"),
        pytest.param([*pressed(0, 300), *pressed(310, 500)], ["press", "tap"], id="B2 10 ms gap while held"),
        pytest.param([*pressed(0, 2995), *pressed(3005, 4000)], LONG, id="B2 gap over the limit of long"),
        pytest.param([*pressed(0, 595), *pressed(605, 1000)], ["press", "hold"], id="B2 gap over the limit of hold"),
        pytest.param(
            [(at, at % 4 == 0) for at in (0, 2, 4, 6, 8, 10, 12)] + [(200 + at, at % 4 == 2) for at in range(0, 13, 2)],
            ["press", "tap"],
            id="B3 12 ms bounce at each edge",
        ),
        pytest.param([(0, True), (0.1, False), (1, True), (1.1, False)], [], id="a spike on a long wire"),
        pytest.param([(0, True), (50, True), (90, False), (95, False)], ["press", "tap"], id="a level told twice"),
        pytest.param([(10, False), (20, False)], [], id="B4 released without a press"),
        pytest.param([(0, True), (700, True), (800, False)], ["press", "hold"], id="B4 an up edge that never came"),
        pytest.param(
            [edge for number in range(5) for edge in pressed(150 * number, 150 * number + 75)],
            ["press", "tap"] * 5,
            id="B5 five taps 150 ms apart",
        ),
    ],
)
def test_contacts_bounce_and_gape(edges: Edges, expected: list[str]) -> None:
    assert gestures(edges) == expected


@pytest.mark.parametrize(
    ("edges", "expected"),
    [
        pytest.param([], [], id="B7 stuck"),
        pytest.param([(9000, False)], [], id="B7 let go"),
        pytest.param([(9000, False), *pressed(9100, 9200)], ["press", "tap"], id="B7 pressed again"),
        pytest.param([(9000, False), *pressed(9010, 9200)], [], id="B7 a gap is not letting go"),
    ],
)
def test_a_button_that_is_down_at_power_on_is_ignored_until_it_was_up(edges: Edges, expected: list[str]) -> None:
    assert gestures(edges, first=True) == expected


@pytest.mark.parametrize("first", [False, True])
def test_every_order_of_edges_gives_whole_presses(first: bool) -> None:
    gaps_ms = (1.0, 10.0, 30.0, 650.0, 3100.0)
    whole = r"(press (tap|hold|long let-go) )*"
    for waits in product(gaps_ms, repeat=5):
        at_ms, down, edges = 0.0, first, []
        for wait_ms in waits:
            at_ms += wait_ms
            down = not down
            edges.append((at_ms, down))
        edges.append((at_ms + 5000, False))
        said = "".join(f"{gesture} " for gesture in gestures(edges, first=first))
        assert fullmatch(whole, said), edges


# At the table ----------------------------------------------------------------------------------------


def rolling(faces: tuple[int, ...]) -> SimulatedBoard:
    """Two players have placed their guests, by button alone."""
    table = SimulatedBoard(Preset("hugo", 2), sensors=frozenset())
    for _ in range(12):
        table.press()
        table.hold()
    table.faces.extend(faces)
    return table


def test_b1_two_presses_are_two_rolls() -> None:
    table = rolling((1, 2))
    table.press()
    assert (table.kind, table.state["roll"]) == ("move", 1)
    table.press()
    table.hold()
    table.wait(5000)
    table.press()
    assert (table.kind, table.state["roll"], table.prompt["player"]) == ("move", 2, "blue")


def test_b5_five_taps_150_ms_apart_are_five_steps() -> None:
    table = rolling((4,))
    table.press()
    table.press()
    options = table.prompt["options"]
    assert table.kind == "choose"
    for tap in range(1, 6):
        table.button(True)
        table.wait(75)
        table.button(False)
        table.wait(75)
        assert table.prompt["index"] == tap % len(options)


@pytest.mark.parametrize("held_ms", [100, 1000])
def test_the_die_is_thrown_at_the_release(held_ms: float) -> None:
    table = rolling((4,))
    table.button(True)
    table.wait(held_ms)
    assert (table.kind, table.view.pressed) == ("roll", True)
    table.button(False)
    table.wait(50)
    assert (table.kind, table.state["roll"], table.view.pressed) == ("move", 4, False)


def test_long_opens_the_menu_while_it_is_down_and_letting_go_does_nothing() -> None:
    table = rolling((4,))
    table.button(True)
    table.wait(2990)
    assert table.kind == "roll"
    table.wait(20)
    opened = table.prompt
    assert opened == {"kind": "menu", "options": ["continue", "take-back", "new-game"], "index": 0}
    table.wait(2000)
    table.button(False)
    table.wait(100)
    assert table.prompt == opened
    menu_again = table.prompt
    table.long_press()
    assert table.prompt == menu_again


def test_a_long_press_over_the_menu_does_nothing() -> None:
    table = rolling((4,))
    table.long_press()
    table.press()
    table.long_press()
    assert table.prompt["index"] == 1
    menu(table, "continue")
    assert table.kind == "roll"
