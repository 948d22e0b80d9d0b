"""`hugo-castle replay`: a record in, a state a line out (contract 1 to 3)."""

import json
import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import BinaryIO

from hugo_castle.errors import BadInput
from hugo_castle.rules import BadRecord, RulesError, read_board, replay, state_to_json


def replay_file(name: str, board_file: Path | None) -> None:
    """Print the state after each line of the record in the file `name` ("-": standard input).

    Raises BadInput with the first bad line, after which nothing more is printed, and OSError when the states cannot
    be printed.
    """
    try:
        board = read_board(board_file) if board_file else None
        with _opened(name) as record:
            for state in replay(record, board):
                print(json.dumps(state_to_json(state), separators=(",", ":")))
    except BadRecord as exc:
        raise BadInput(str(exc), stands_alone=True) from exc
    except RulesError as exc:
        raise BadInput(str(exc)) from exc


def _opened(name: str) -> AbstractContextManager[BinaryIO]:
    if name == "-":
        if sys.stdin is None:
            raise BadInput("standard input is closed: nothing to replay")
        return nullcontext(sys.stdin.buffer)
    try:
        return Path(name).open("rb")
    except OSError as exc:
        raise BadInput(f"{name}: cannot be read: {exc.strerror or exc}") from exc
