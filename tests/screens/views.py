"""Views as they come up in real random games, and every prompt with the longest values."""

import random
from collections.abc import Iterator
from dataclasses import replace

from hugo_castle.rules import (
    COLORS,
    GHOST,
    KINDS,
    MOVING,
    OVER,
    PLACING,
    Event,
    Game,
    Move,
    Outcome,
    Place,
    Roll,
    State,
    apply,
    free_spaces,
    legal_moves,
    load_board,
    new_state,
)
from hugo_castle.rules.facts import Captured, Expelled, Fact, RoundEnded, Scored, Walked
from hugo_castle.table import prompts
from hugo_castle.table.prompts import BACK, HUGO_FIGURE, Instruction, Option, Prompt
from hugo_castle.table.view import View

BOARD = load_board("castle")
FACES = (1, 2, 4, 5, GHOST, GHOST)
TROUBLES = ((), ("expander 0x23",), ("journal", "mirror"))


def at(name: str) -> int:
    return BOARD.space(name)


def game_views(kind: str, players: int, seed: int) -> Iterator[View]:
    """Every prompt that a random game leads to, in colours that were drawn too."""
    chance = random.Random(seed)
    colors = tuple(chance.sample(COLORS, players))
    state = new_state(Game(kind, colors, BOARD))
    news: tuple[Fact, ...] = ()
    while True:
        yield from _prompts(state, news, chance)
        if state.phase == OVER:
            return
        outcome = apply(state, _event(state, chance))
        yield from _settling(outcome, chance)
        state, news = outcome.state, outcome.facts


def _event(state: State, chance: random.Random) -> Event:
    if state.phase == PLACING:
        return Place(chance.choice(free_spaces(state)))
    if state.phase == MOVING:
        return chance.choice(legal_moves(state))
    return Roll(chance.choice(FACES))


def _prompts(state: State, news: tuple[Fact, ...], chance: random.Random) -> Iterator[View]:
    troubles = chance.choice(TROUBLES)
    if state.phase == OVER:
        yield View(Prompt(prompts.OVER), state, news, troubles=troubles)
        return
    kind = {PLACING: prompts.PLACE, MOVING: prompts.MOVE}.get(state.phase, prompts.ROLL)
    view = View(Prompt(kind, state.turn), state, news, troubles=troubles)
    yield view
    if kind == prompts.ROLL:
        yield replace(view, pressed=True)
        return
    options: list[Option] = [*(legal_moves(state) if kind == prompts.MOVE else free_spaces(state)), BACK]
    index = chance.randrange(len(options))
    yield replace(view, prompt=Prompt(prompts.CHOOSE, state.turn, tuple(options), index), news=())


def _settling(outcome: Outcome, chance: random.Random) -> Iterator[View]:
    """The walk's steps, as `settle` and `fix`."""
    instructions = []
    for fact in outcome.facts:
        if isinstance(fact, Walked):
            instructions.append(Instruction((HUGO_FIGURE,), fact.source, fact.path[-1]))
        elif isinstance(fact, Captured):
            instructions.append(Instruction(fact.players, fact.space, fact.step))
        elif isinstance(fact, Expelled):
            instructions.append(Instruction((fact.player,), fact.room, fact.door))
        elif isinstance(fact, RoundEnded):
            instructions += [Instruction((player,), space, BOARD.top_step) for player, space in fact.left_outside]
    for number, instruction in enumerate(instructions):
        kind = chance.choice((prompts.SETTLE, prompts.FIX))
        yield View(
            Prompt(kind, None, missing=(instruction.target or 0,)),
            outcome.state,
            outcome.facts,
            instruction,
            tuple(instructions[number + 1 :]),
            troubles=chance.choice(TROUBLES),
        )


def long_views(players: int, kind: str) -> Iterator[View]:
    """All prompt kinds with the widest names, scores and spaces that there can be; the longest name is on."""
    colors = ("turquoise", *(color for color in reversed(COLORS) if color != "turquoise"))[:players]
    game = Game(kind, colors, BOARD)
    guests = tuple(tuple(at(name) for name in ("G28", "C10")[: game.guests_each]) for _ in colors)
    state = new_state(game)._replace(round=2, hugo=at("G24"), out=True, guests=guests)
    state = state._replace(phase="rolling", scores=tuple(range(-99, players - 99)))
    for scores in ((188,) * players, (-88,) * players, tuple(range(99, 99 + players)), (0,) * players):
        for turn in range(players):
            yield View(Prompt(prompts.ROLL, turn), state._replace(turn=turn, scores=scores), troubles=("journal",))
    yield from _long_prompts(state._replace(turn=0), 0)


def _long_prompts(state: State, turn: int) -> Iterator[View]:
    count = len(state.scores)
    everybody = tuple(range(count))
    moving, placing = state._replace(phase="moving", roll=5), state._replace(phase="placing")
    news: tuple[tuple[Fact, ...], ...] = (
        (),
        (Captured((turn,), at("G28"), at("C10")),),
        (Captured(everybody * 2, at("G28"), at("C10")),),
        (Captured((0, 1, 1), at("G28"), at("C10")), Expelled(turn, at("R10"), at("G24"))),
        (Expelled(turn, at("R10"), at("G24")), Scored(turn, -3, -88, "room")),
        (RoundEnded(2, ((turn, at("G28")),) * 9, turn),),
        (Scored(turn, -3, -88, "room"),),
    )
    moves: tuple[Option, ...] = (Move(at("G28"), at("R10")), Move(at("C10"), at("G28")), Move(at("G24"), at("G28")))
    instructions = (
        Instruction((turn,), at("G28"), at("C10")),
        Instruction((0, 1), at("G28"), at("C10")),
        Instruction((turn,), None, at("G28")),
        Instruction((turn,), at("G28"), None),
        Instruction((HUGO_FIGURE,), at("C10"), at("G28")),
        Instruction((), at("G28"), at("C10")),
        Instruction((), at("G28"), None),
        Instruction((), None, at("G28")),
        Instruction((turn,), None, None),
        Instruction((), None, None),
    )
    for troubles in ((), ("expander 0x23",)):
        yield View(Prompt(prompts.PLACE, turn), placing, troubles=troubles)
        yield View(Prompt(prompts.MOVE, turn), moving, troubles=troubles)
        yield View(Prompt(prompts.ROLL, turn), state, pressed=True, troubles=troubles)
        yield View(Prompt(prompts.RESUME, options=("continue", "new-game"), index=1), state, troubles=troubles)
        for index in range(len(moves)):
            yield View(Prompt(prompts.CHOOSE, turn, (*moves, BACK), index), moving, troubles=troubles)
        for index in range(2):
            choice = Prompt(prompts.CHOOSE, None, ("wait", "accept"), index, (at("G28"),), (at("C10"),))
            yield View(choice, state, troubles=troubles)
        menu = ("continue", "take-back", "new-game", "shut-down", "an-option-that-is-much-too-long-for-this")
        for index in range(len(menu)):
            yield View(Prompt(prompts.MENU, options=menu, index=index), state, troubles=troubles)
        for facts in news:
            yield View(Prompt(prompts.ROLL, turn), state, facts, troubles=troubles)
        for instruction in instructions:
            yield View(Prompt(prompts.MOVE, turn, missing=(0,)), moving, (), instruction, troubles=troubles)
            for later in ((), (instruction,) * 11):
                yield View(Prompt(prompts.FIX), state, (), instruction, later, troubles=troubles)
                for facts in news if not troubles else ():
                    yield View(Prompt(prompts.SETTLE), state, facts, instruction, later)
    for winners in ((turn,), everybody[:2], everybody[:3], everybody):
        over = state._replace(phase="over", turn=None, winners=winners)
        yield View(Prompt(prompts.OVER), over, troubles=("expander 0x23",))


def setup_views() -> Iterator[View]:
    for troubles in ((), ("expander 0x23",)):
        for index in range(2):
            yield View(Prompt(prompts.SETUP, options=KINDS, index=index), troubles=troubles)
        numbers = ("2", "3", "4", "5", "6", "7", "8", BACK)
        for index in range(len(numbers)):
            prompt = Prompt(prompts.SETUP, options=numbers, index=index)
            yield View(prompt, setup_game=KINDS[1], troubles=troubles)
