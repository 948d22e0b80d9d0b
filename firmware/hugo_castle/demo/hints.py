"""What the demo says beside the OLED: what this is, the keys, and which one to press now."""

from hugo_castle.demo.castle import Castle
from hugo_castle.demo.looks import DIM, HINT, KEY, PLAIN, TITLE, TROUBLE, Row, Span, figure_span

KEYS = (
    ("Enter", "do it for me"),
    ("space", "roll button"),
    ("h", "hold it, 1 s"),
    ("m", "menu: hold it, 3 s"),
    ("g5", "move figures"),
    ("q", "quit"),
)

TITLE_ROW: Row = (
    Span(" HUGO castle ", TITLE),
    Span(" a board game whose board is die, referee and scoreboard; this one has no wood and no wires.", PLAIN),
)


def keys_row() -> list[Span]:
    """All keys in one row."""
    return [span for key, does in KEYS for span in (Span(f" {key} ", KEY), Span(f" {does}   "))]


def side_rows() -> list[list[Span]]:
    """What this is, and all keys, in a column of 14."""
    keys = [[Span(f"{key:>5}", TITLE), Span(f" {short}")] for key, short in _SHORT]
    about = [[Span("HUGO castle", TITLE)], *([Span(text, DIM)] for text in _ABOUT)]
    return [*about, [], *keys]


_ABOUT = ("A game board", "that knows its", "rules; here it", "has no wood,", "and no wires.")
_SHORT = (
    ("Enter", "do it"),
    ("", " for me"),
    ("space", "button"),
    ("h", "hold it"),
    ("m", "menu"),
    ("g5", "figure"),
    ("q", "quit"),
)


def hint_row(castle: Castle, typed: str, message: str) -> list[Span]:
    """The one row that changes: what is typed, what went wrong, or what may be done now."""
    if typed:
        return [
            Span(" Spaces: ", DIM),
            Span(typed, HINT),
            Span("▏", TITLE),
            Span("  Enter: done  Esc: never mind", DIM),
        ]
    if message:
        return [Span(f" {message}", TROUBLE)]
    hand = [Span("In hand: ", DIM), *map(figure_span, castle.table.hand[-4:]), Span("  ")] if castle.table.hand else []
    return [Span(" "), *hand, *_what_now(castle)]


def _what_now(castle: Castle) -> list[Span]:
    player = castle.prompt.get("player", "")
    who = [figure_span(player), Span(f" {player} ", HINT)] if player else []
    kind = castle.kind
    if kind == "place":
        return [*who, Span("places a guest: "), *_typed(castle.example or "g9"), *_or_enter()]
    if kind == "roll":
        return [*who, Span("rolls: "), Span(" space ", KEY), *_or_enter()]
    if kind == "move":
        roll = castle.state["roll"] if castle.state else ""
        return [*who, Span(f"moves by {roll}: "), *_typed(castle.example or "g5 g9"), *_or_enter()]
    if kind in ("settle", "fix"):
        return [*_what_differs(castle), *_or_enter()]
    if kind == "over":
        return [Span("Game over. Another one: "), Span(" Enter ", KEY)]
    shown = _shown_option(castle)
    choice = [Span(" Enter ", KEY), Span(f" takes {shown}  "), Span(" space ", KEY), Span(" next one")]
    if kind in ("setup", "resume"):
        choice.append(Span("   Enter on and on: it plays", HINT))
    return choice


def _shown_option(castle: Castle) -> str:
    options, index = castle.prompt.get("options", ()), castle.prompt.get("index", 0)
    if not options:
        return "it"
    option = options[index]
    return option if isinstance(option, str) else " ".join(option)


def _typed(text: str) -> list[Span]:
    return [Span("type "), Span(f" {text} ", KEY), Span(" Enter")]


def _or_enter() -> list[Span]:
    return [Span("  or just "), Span(" Enter ", KEY)]


def _what_differs(castle: Castle) -> list[Span]:
    missing, extra = (castle.prompt.get(key, ()) for key in ("missing", "extra"))
    said = [f"take from {_listed(extra)}"] if extra else []
    said += [f"put on {_listed(missing)}"] if missing else []
    return [Span("Figures: " + (", ".join(said) or "as the OLED says"), HINT)]


def _listed(spaces: list[str]) -> str:
    return " ".join(spaces[:3]) + (" .." if len(spaces) > 3 else "")
