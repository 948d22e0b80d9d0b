"""What the screens say."""

import pytest

from hugo_castle.rules import GHOST, HUGO, KINDS, MIDNIGHT_PARTY
from hugo_castle.rules.facts import (
    Captured,
    Expelled,
    Fact,
    GameOver,
    Moved,
    Placed,
    Rolled,
    RoomsOpened,
    RoundEnded,
    Scored,
    SpedUp,
    Walked,
)
from hugo_castle.screens import draw
from hugo_castle.screens.hands import instruction_text
from hugo_castle.screens.news import tell
from hugo_castle.screens.samples import at, position, samples
from hugo_castle.table.prompts import HUGO_FIGURE, ROLL, Instruction, Prompt
from hugo_castle.table.view import View
from screens.views import game_views


def said(name: str, elapsed_ms: float = 0.0) -> tuple[str, ...]:
    return draw(samples()[name], elapsed_ms).text


MOVED = Moved(0, at("G2"), at("G6"), (at("G6"),))
CAUGHT = Captured((0,), at("G5"), at("C10"))
NEWS = [
    pytest.param((), [], id="nothing"),
    pytest.param((Placed(0, None, 3),), [], id="placing needs no words"),
    pytest.param((MOVED,), [], id="a plain move needs no words"),
    pytest.param((CAUGHT,), ["Hugo caught Red on G5: 10 points, to C10."], id="captured"),
    pytest.param(
        (Captured((0, 1, 1), at("G28"), at("C2")),),
        ["Hugo caught Red and 2 Blue on G28: 2 points each, to C2."],
        id="captured together",
    ),
    pytest.param(
        (Rolled(0, GHOST), Walked(44, (27, 0)), RoomsOpened(), SpedUp(4), CAUGHT, Scored(0, 10, 20, "captured")),
        [
            "Hugo caught Red on G5: 10 points, to C10.",
            "Hugo is out: all rooms are open!",
            "Hugo gets faster: 4 steps!",
        ],
        id="a walk: captures first, no points twice",
    ),
    pytest.param(
        (MOVED, Scored(0, -3, 7, "room"), Expelled(2, at("R3"), at("G6"))),
        ["Turquoise is thrown out of R3, back to G6.", "Red: 3 points less!"],
        id="expelled before points",
    ),
    pytest.param((Scored(1, 1, 9, "room"),), ["Blue: 1 point more."], id="coat of arms"),
    pytest.param((Rolled(0, GHOST), Walked(46, (45, 44, 43))), ["Hugo walks 3 steps."], id="only a walk"),
    pytest.param((Rolled(1, 5),), ["Blue rolled 5, but no guest can move."], id="M4"),
    pytest.param(
        (MOVED, RoundEnded(1, ((0, 1), (1, 2)), 2), Scored(0, 2, 12, "left-outside")),
        ["Round 1 is over. 2 guests were left outside. Turquoise begins."],
        id="round",
    ),
    pytest.param((RoundEnded(3, (), None), GameOver((0,))), ["The last round is over."], id="last round"),
]


@pytest.mark.parametrize(("facts", "expected"), NEWS)
def test_news(facts: tuple[Fact, ...], expected: list[str]) -> None:
    assert [news.texts[0] for news in tell(facts, position(4))] == expected


INSTRUCTIONS = [
    pytest.param(Instruction((0,), at("G5"), at("C10")), "Move Red: G5 to C10.", id="move"),
    pytest.param(Instruction((2, 2, 0), at("G5"), at("C9")), "Move 2 Turquoise and Red: G5 to C9.", id="several"),
    pytest.param(Instruction((HUGO_FIGURE,), None, at("C10")), "Put Hugo on C10.", id="put Hugo"),
    pytest.param(Instruction((1,), at("R3"), None), "Take Blue off R3.", id="take away"),
    pytest.param(Instruction((), at("G5"), at("G6")), "Move a figure: G5 to G6.", id="whose is not known"),
    pytest.param(Instruction((), None, at("G6")), "Put a figure on G6.", id="put whose is not known"),
    pytest.param(Instruction((), at("G5"), None), "Take all off G5.", id="clear"),
    pytest.param(Instruction((0,), None, None), "Look where Red stands.", id="nothing known"),
    pytest.param(Instruction((), None, None), "Put all figures where they belong.", id="nothing at all"),
]


@pytest.mark.parametrize(("instruction", "expected"), INSTRUCTIONS)
def test_instruction(instruction: Instruction, expected: str) -> None:
    assert instruction_text(instruction, position(4)) == expected


SCREENS = [
    pytest.param("setup-game", ("Which game?", "Hugo", "Midnight Party", "Tap: next · Hold: take"), id="game"),
    pytest.param(
        "roll-midnight",
        (
            *("Hugo 2", "Round 1 of 3", "Red 33", "Blue 8", "Turquoise 14", "Yellow 46", "Black 5", "Green 27"),
            *("White 103", "Violet -9", "Black: press to roll!"),
        ),
        id="roll",
    ),
    pytest.param("move-1", ("Hugo 4", "Red 33", "Blue 8", "Red:", "move 1!", "Moved? Press"), id="move"),
    pytest.param(
        "choose-middle-move",
        (
            *("Hugo 4", "Red 33", "Blue 8", "Turquoise 14", "Yellow 46"),
            *("Turquoise: move 4. Which?", "3/5", "G28 > G4", "C10 > G4", "G15 > R10", "Tap: next · Hold: take"),
        ),
        id="choose",
    ),
    pytest.param(
        "over-shared",
        (
            *("Hugo 4", "Red 33", "Blue 4", "Turquoise 14", "Yellow 46", "Black 4"),
            "Blue and Black win!",
            "Hold: new game",
        ),
        id="over",
    ),
]


@pytest.mark.parametrize(("name", "expected"), SCREENS)
def test_text_of_a_screen(name: str, expected: tuple[str, ...]) -> None:
    assert said(name) == expected


def test_several_news_take_turns() -> None:
    shown = ["".join(said("roll-after-capture", 3000.0 * page)[5:]) for page in range(4)]
    assert [text[:9] for text in shown] == ["Hugo caug", "Hugo is o", "Hugo gets", "Hugo caug"]


@pytest.mark.parametrize("name", ["settle-captured", "fix-back"])
def test_the_way_out_is_offered_after_a_while(name: str) -> None:
    assert "Stuck? Hold the button." not in " ".join(said(name, 14_999.0))
    assert "Stuck? Hold the button." in " ".join(said(name, 15_000.0))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("players", [2, 4, 8])
def test_speed_scores_and_round_are_always_there(kind: str, players: int) -> None:
    for view in game_views(kind, players, seed=7):
        assert view.state is not None
        text = draw(view, 0.0).text
        speed = f"Hugo {view.state.speed}"
        scores = [
            f"{color.capitalize()} {score}"
            for color, score in zip(view.state.game.players, view.state.scores, strict=True)
        ]
        rounds = [f"Round {view.state.round} of 3"] if kind == MIDNIGHT_PARTY else []
        assert list(text[: 1 + len(rounds) + players]) == [speed, *rounds, *scores]


@pytest.mark.parametrize("kind", KINDS)
def test_a_prompt_names_the_player_and_the_number(kind: str) -> None:
    for view in game_views(kind, 5, seed=11):
        if view.prompt.player is None or view.state is None:
            continue
        text = " ".join(draw(view, 0.0).text[6 if kind == HUGO else 7 :])
        assert view.state.game.players[view.prompt.player].capitalize() in text
        if view.state.roll is not None:
            assert str(view.state.roll) in text


def test_no_rule_numbers_for_players() -> None:
    for view in samples().values():
        assert "rule" not in " ".join(draw(view, 0.0).text).lower()


def test_a_trouble_is_named_where_there_is_room() -> None:
    view = View(Prompt(ROLL, player=0), position(2), troubles=("expander 0x21",))
    assert " ".join(draw(view, 0.0).text).endswith("No answer: expander 0x21.")
