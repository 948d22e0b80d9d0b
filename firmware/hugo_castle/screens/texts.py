"""Every text that players see passes through here: whole sentences with named placeholders, never joined from parts.

English for now; a language is a mapping from these sentences to its own.
"""

from collections.abc import Mapping, Sequence

from hugo_castle.rules import State
from hugo_castle.table.prompts import HUGO_FIGURE

# From the English sentence to the players' own; what is missing stays English.
_catalogue: Mapping[str, str] = {}


def _(message: str, **values: object) -> str:
    """The message in the players' language, with its placeholders filled in."""
    return _catalogue.get(message, message).format(**values)


def n_(one: str, many: str, count: int, **values: object) -> str:
    """The message in the form that `count` needs; both forms know the placeholder {count}."""
    return _(one if count == 1 else many, count=count, **values)


def color_name(color: str) -> str:
    """A player's name: the colour."""
    names = {
        "red": _("Red"),
        "blue": _("Blue"),
        "turquoise": _("Turquoise"),
        "yellow": _("Yellow"),
        "black": _("Black"),
        "green": _("Green"),
        "white": _("White"),
        "violet": _("Violet"),
    }
    return names[color]


def player_name(state: State, player: int) -> str:
    """The name of a player, or of Hugo for HUGO_FIGURE."""
    return _("Hugo") if player == HUGO_FIGURE else color_name(state.game.players[player])


def names_list(names: Sequence[str]) -> str:
    """Several names, each once; a name that comes more often with its number."""
    once = list(dict.fromkeys(names))
    counted = [
        name if names.count(name) == 1 else _("{count} {name}", count=names.count(name), name=name) for name in once
    ]
    if len(counted) == 1:
        return counted[0]
    return _("{some} and {last}", some=", ".join(counted[:-1]), last=counted[-1])


def game_name(kind: str) -> str:
    """A game's name; one that is not known here is shown as it is."""
    return {"hugo": _("Hugo"), "midnight-party": _("Midnight Party")}.get(kind, kind)


def trouble_texts(troubles: Sequence[str]) -> list[str]:
    """The first device that does not answer, in words, longest first."""
    if troubles[0] == "configuration":
        return [_("Configuration broken: using the defaults."), _("Configuration broken"), _("configuration?")]
    if troubles[0].startswith("sensor "):
        space = troubles[0].removeprefix("sensor ")
        return [_("Sensor {space} fails: play on.", space=space), _("{space}: sensor?", space=space)]
    device = _device_name(troubles[0])
    return [_("No answer: {device}.", device=device), _("{device}?", device=device)]


def _device_name(device: str) -> str:
    return {"journal": _("memory card"), "button": _("button"), "sensors": _("sensors")}.get(device, device)
