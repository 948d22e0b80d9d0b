"""No text is clipped, lies on another or on a picture, or has a character that its font lacks."""

import gzip
from collections.abc import Iterable, Iterator
from importlib import resources
from itertools import islice

import pytest

from hugo_castle.rules import KINDS
from hugo_castle.screens import texts
from hugo_castle.screens.canvas import Box, Canvas
from hugo_castle.screens.drawing import paint
from hugo_castle.screens.fonts import ALL_FONTS, Font
from hugo_castle.screens.layout import ELLIPSIS
from hugo_castle.screens.samples import samples
from hugo_castle.table.view import View
from screens.pcf import characters
from screens.views import game_views, long_views, setup_views

MOMENTS_MS = (0.0, 3100.0, 15_000.0)
PLAYERS = range(2, 9)


def glyphs(font: Font) -> set[str]:
    packed = (resources.files("hugo_castle.screens") / "fonts" / font.file).read_bytes()
    return characters(gzip.decompress(packed))


GLYPHS = {font: glyphs(font) for font in ALL_FONTS}


def faults(view: View, touching: int = 0) -> Iterator[str]:
    """All that is wrong with the pictures of a view; boxes of texts may share `touching` rows."""
    for elapsed_ms in MOMENTS_MS:
        canvas, next_ms = paint(view, elapsed_ms)
        yield from faults_of(canvas, touching)
        if next_ms is None:
            return


def faults_of(canvas: Canvas, touching: int = 0) -> Iterator[str]:
    for number, written in enumerate(canvas.written):
        left, top, right, bottom = written.box
        if left < 0 or top < 0 or right > 128 or bottom > 64:
            yield f"{written.text!r} is clipped: {written.box}"
        if missing := set(written.text) - GLYPHS[written.font]:
            yield f"{written.text!r} needs glyphs that {written.font.file} lacks: {missing}"
        for other in canvas.written[number + 1 :]:
            if overlap(written.box, other.box, touching):
                yield f"{written.text!r} {written.box} lies on {other.text!r} {other.box}"
        for icon in canvas.icons:
            if overlap(written.box, icon):
                yield f"{written.text!r} {written.box} lies on a picture {icon}"


def overlap(one: Box, other: Box, touching: int = 0) -> bool:
    beside = one[0] < other[2] and other[0] < one[2]
    return beside and one[1] < other[3] - touching and other[1] < one[3] - touching


def all_faults(views: Iterable[View], touching: int = 0) -> dict[str, list[str]]:
    """The first faults of each kind of prompt."""
    found: dict[str, list[str]] = {}
    for view in views:
        if view_faults := list(faults(view, touching)):
            found.setdefault(view.prompt.kind, view_faults[:3])
    return found


def test_samples_fit() -> None:
    assert all_faults(samples().values()) == {}


def test_setup_fits() -> None:
    assert all_faults(setup_views()) == {}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("players", PLAYERS)
def test_longest_values_fit(kind: str, players: int) -> None:
    assert all_faults(long_views(players, kind)) == {}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("players", PLAYERS)
def test_random_games_fit(kind: str, players: int) -> None:
    assert all_faults(islice(game_views(kind, players, seed=players), 250)) == {}


@pytest.mark.parametrize("players", PLAYERS)
def test_nothing_real_is_cut_short(players: int) -> None:
    """English texts of a real game need no ellipsis."""
    cut = {
        written.text
        for kind in KINDS
        for view in islice(game_views(kind, players, seed=100 + players), 300)
        if not view.troubles
        for written in paint(view, 0.0)[0].written
        if ELLIPSIS in written.text
    }
    assert cut == set()


class Longwinded(dict[str, str]):
    """A language that says everything in twice as many letters, some of them tall."""

    def get(self, key: str, default: str = "") -> str:  # type: ignore[override]
        return " ".join(f"{word} Äßüñjç" if len(word) > 1 else word for word in key.split())


@pytest.mark.parametrize("players", [2, 5, 8])
def test_a_language_of_long_words_fits_too(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "_catalogue", Longwinded())
    # A cedilla may reach into the row of the next line's tallest accents.
    assert all_faults([*long_views(players, KINDS[1]), *setup_views()], touching=1) == {}


def test_every_font_has_the_letters_of_the_five_languages() -> None:
    letters = set("ÄÖÜäöüßÁÂÃÀÇÉÊÍÓÔÕÚáâãàçéêíóôõúÑñ¡¿ÈÎÏÛÙŒèëîïûùœ«»’…·–%>0123456789-+/!?.,:")
    assert {font.file: letters - known for font, known in GLYPHS.items() if letters - known} == {}


def test_faults_are_found() -> None:
    """The checks above can fail."""
    canvas = Canvas()
    font = ALL_FONTS[-1]
    canvas.write(100, 50, "clipped", font)
    canvas.write(0, 0, "one", font)
    canvas.write(5, 5, "→", font)
    said = " / ".join(faults_of(canvas))
    assert "'clipped' is clipped" in said and "'one' (" in said and "lacks: {'→'}" in said
