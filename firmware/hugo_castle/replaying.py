"""`hugo-castle replay`: a record in, a state a line out (contract 1 to 3)."""

import json
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import BinaryIO

from hugo_castle.errors import BadInput
from hugo_castle.rules import BadRecord, RulesError, read_board, replay, state_to_json


def replay_file(name: str, board_file: Path | None) -> None:
    """Print the state after each line of the record.

    Raises BadInput with the first bad line, after which nothing more is printed.
    """
    try:
        board = read_board(board_file) if board_file else None
        with nullcontext(sys.stdin.buffer) if name == "-" else _open(name) as lines:
            for state in replay(lines, board):
                sys.stdout.write(json.dumps(state_to_json(state), separators=(",", ":")) + "\n")
    except BadRecord as exc:
        raise BadInput(str(exc), stands_alone=True) from exc
    except RulesError as exc:
        raise BadInput(str(exc)) from exc
    except OSError as exc:
        if isinstance(exc, BrokenPipeError):
            raise
        raise BadInput(f"{name}: cannot be read: {exc.strerror or exc}") from exc
    finally:
        sys.stdout.flush()


def _open(name: str) -> BinaryIO:
    return Path(name).open("rb")
