"""What a session was told in a game that came out wrong, kept in a file that replays it."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hugo_castle.errors import BadInput
from hugo_castle.inputs import ButtonChanged, SensorsChanged
from hugo_castle.rules import Face, Game, RulesError, game_from_header


@dataclass(frozen=True, slots=True)
class Trace:
    """Inputs with their times (ms), and the faces that were thrown, up to the failure.

    `events` are the game's before the first input (none: from the very start); the first input holds all sensors.
    `end_ms` is when the failure was noticed.
    """

    game: Game
    events: tuple[dict[str, Any], ...]
    inputs: tuple[ButtonChanged | SensorsChanged, ...]
    faces: tuple[Face, ...]
    end_ms: float

    def write(self, path: Path) -> None:
        """Keep it as JSON Lines: header, faces, end, then one input a line."""
        lines: list[dict[str, Any]] = [
            self.game.header() | {"events": self.events, "faces": self.faces, "end_ms": self.end_ms}
        ]
        for event in self.inputs:
            if isinstance(event, ButtonChanged):
                lines.append({"at_ms": event.at_ms, "down": event.down})
            else:
                lines.append({"at_ms": event.at_ms, "levels": dict(event.levels)})
        path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


def read_trace(path: Path) -> Trace:
    """A trace from its file. Raises BadInput when it is none."""
    try:
        header, *lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        events, faces, end_ms = (header.pop(key) for key in ("events", "faces", "end_ms"))
        inputs = tuple(_input(line) for line in lines)
        return Trace(game_from_header(header), tuple(events), inputs, tuple(faces), float(end_ms))
    except (OSError, ValueError, KeyError, TypeError, RulesError) as exc:
        raise BadInput(f"{path}: not a trace of hugo-castle soak: {exc}") from exc


def _input(line: dict[str, Any]) -> ButtonChanged | SensorsChanged:
    if "down" in line:
        return ButtonChanged(line["down"], line["at_ms"])
    return SensorsChanged(line["levels"], line["at_ms"])
