"""The figures on the virtual table: which stands where, which sensors cannot tell, and what has to be carried. Pure."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

HUGO_FIGURE = "hugo"
UNKNOWN = "unknown"  # put there by hand, and no player is known to have a figure there

Figures = Counter[tuple[str, str]]  # (space, colour or HUGO_FIGURE)


class Errand(NamedTuple):
    """One figure to carry; `source` None: from the box, `target` None: back into it."""

    figure: str
    source: str | None
    target: str | None


def figures_of(state: Mapping[str, Any]) -> Figures:
    """Where every figure of a state (contract 3) stands, Hugo included."""
    figures = Counter((space, player["color"]) for player in state["players"] for space in player["guests"])
    figures[state["hugo"]["at"], HUGO_FIGURE] += 1
    return figures


def errands_between(now: Figures, wanted: Figures) -> list[Errand]:
    """What to carry so that `now` becomes `wanted`: Hugo first, then the guests; each figure at most once."""
    extra, missing = list((now - wanted).elements()), list((wanted - now).elements())
    extra.sort(key=_hugo_first)
    errands = []
    for space, figure in extra:
        target = next((item for item in missing if item[1] == figure), None)
        if target:
            missing.remove(target)
        errands.append(Errand(figure, space, target[0] if target else None))
    return errands + [Errand(figure, None, space) for space, figure in sorted(missing, key=_hugo_first)]


def _hugo_first(item: tuple[str, str]) -> tuple[bool, str, str]:
    space, figure = item
    return figure != HUGO_FIGURE, figure, space


class Table:
    """Figures on spaces, and those in the hand, the last one on top."""

    def __init__(self) -> None:
        self.figures: Figures = Counter()
        self.hand: list[str] = []

    def standing_on(self, space: str) -> list[str]:
        """The figures on a space, Hugo first."""
        return [figure for _, figure in sorted(self._on(space).elements(), key=_hugo_first)]

    def _on(self, space: str) -> Figures:
        return Counter({item: count for item, count in self.figures.items() if item[0] == space and count > 0})

    def put(self, space: str, figure: str) -> None:
        """The figure stands there now; it may have been in the hand."""
        if figure in self.hand:
            self.hand.remove(figure)
        self.figures[space, figure] += 1

    def lift(self, space: str, figure: str) -> None:
        """The figure is in the hand now."""
        self.figures[space, figure] -= 1
        self.figures = +self.figures
        self.hand.append(figure)

    def recognise(self, state: Mapping[str, Any]) -> None:
        """When as many figures stand everywhere as the state says, they are those that it says; the hand is empty."""
        wanted = figures_of(state)
        if _counts(wanted) == _counts(self.figures):
            self.figures = wanted
            self.hand.clear()


def _counts(figures: Figures) -> Counter[str]:
    counts: Counter[str] = Counter()
    for (space, _), count in figures.items():
        counts[space] += count
    return +counts


def figure_to_lift(standing: list[str], turn: str | None) -> str:
    """Which of the figures on a space a hand means: one of the player whose turn it is, else the last."""
    return turn if turn in standing else standing[-1]


def figure_to_put(space: str, figures: Figures, state: Mapping[str, Any] | None) -> str:
    """Which figure from the box is meant for a space: the one that is missing there, or else the next guest."""
    if state is None:
        return UNKNOWN
    missing = [figure for at, figure in (figures_of(state) - figures).elements() if at == space]
    if missing:
        return missing[0]
    return str(state["turn"]) if state["phase"] == "placing" else UNKNOWN
