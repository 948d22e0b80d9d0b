"""`hugo-castle`: the commands and their options. What a command does lies in the module that it imports."""

import argparse
import os
import sys
from importlib.metadata import version
from pathlib import Path
from typing import NoReturn

from hugo_castle.errors import BadInput, HugoError

FAILED, BAD_INPUT = 1, 2  # exit statuses (contract 1)


def main(arguments: list[str] | None = None) -> int:
    """Run the command in `arguments` (default: the process's own) and return its exit status."""
    options = _parser().parse_args(arguments)
    try:
        try:
            return int(options.run(options) or 0)
        finally:
            _flush_output()
    except BadInput as exc:
        return _say(exc, BAD_INPUT)
    except HugoError as exc:
        return _say(exc, FAILED)
    except BrokenPipeError:  # whoever read our output (head, less) has seen enough
        _drop_output()
        return FAILED
    except OSError as exc:
        _drop_output()
        print(f"hugo-castle: {exc.strerror or exc}: the output is not complete", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return 130


def _flush_output() -> None:
    """Here, because Python's own flush at the end could only complain in its own words."""
    if sys.stdout is not None:
        sys.stdout.flush()


def _drop_output() -> None:
    """What could not be written is not tried again at exit."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _say(error: HugoError, status: int) -> int:
    print(error if isinstance(error, BadInput) and error.stands_alone else f"hugo-castle: {error}", file=sys.stderr)
    return status


class _Parser(argparse.ArgumentParser):
    """Says what is wrong with the arguments in one line (contract 1), without the usage before it."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{self.prog}: {message} (see {self.prog} --help)\n")


def _parser() -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = _Parser(
        prog="hugo-castle", description="The electronic heart of a HUGO / Midnight Party castle board."
    )
    parser.add_argument("--version", action="version", version=f"hugo-castle {version('hugo-castle')}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add_run(commands)
    _add_demo(commands)
    _add_replay(commands)
    _add_history(commands)
    _add_config(commands)
    _add_screens(commands)
    _add_soak(commands)
    return parser


def _add_run(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    run = commands.add_parser("run", help="the service of a castle board")
    run.add_argument("--virtual", action="store_true", help="on emulated chips instead of real ones")
    run.add_argument("--state", type=Path, metavar="DIR", help="folder of the journal; one service per folder")
    run.add_argument("--config", type=Path, metavar="FILE", help="default: /etc/hugo-castle/config.toml")
    run.add_argument("--control", type=Path, metavar="PATH", help="virtual only: the control socket's place")
    run.add_argument("--game", choices=("hugo", "midnight-party"), help="begin this game instead of asking")
    run.add_argument("--players", type=int, choices=range(2, 9), metavar="N", help="begin with 2 to 8 players")
    run.add_argument("--speed", type=_speed, metavar="X", help="virtual only: wait only 1/X as long everywhere")
    run.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    if not options.virtual:
        for name in ("control", "speed"):
            if getattr(options, name) is not None:
                raise BadInput(f"--{name} needs --virtual: it acts on emulated chips")
    from hugo_castle.running import run

    return run(options)


def _add_demo(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    demo = commands.add_parser(
        "demo",
        help="the castle in this terminal, without any hardware",
        description="A virtual castle in this terminal: the OLED as it is, keys for the button and the figures.",
    )
    demo.add_argument("--game", choices=("hugo", "midnight-party"), help="begin this game instead of asking")
    demo.add_argument("--players", type=int, choices=range(2, 9), metavar="N", help="begin with 2 to 8 players")
    demo.add_argument("--state", type=Path, metavar="DIR", help="folder of the journal: the game goes on next time")
    demo.add_argument("--speed", type=_speed, metavar="X", help="wait only 1/X as long everywhere")
    demo.set_defaults(run=_demo)


def _demo(options: argparse.Namespace) -> int:
    from hugo_castle.demo import demo

    return demo(options)


def _add_replay(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    replay = commands.add_parser("replay", help="check a game record", description="Print a state a line.")
    replay.add_argument("file", metavar="FILE", help="the record; - reads standard input")
    replay.add_argument("--board", type=Path, metavar="FILE", help="the board that it was played on")
    replay.set_defaults(run=_replay)


def _replay(options: argparse.Namespace) -> None:
    from hugo_castle.replaying import replay_file

    replay_file(options.file, options.board)


def _add_history(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    history = commands.add_parser("history", help="finished and unfinished games on this Pi")
    history.add_argument("--state", type=Path, metavar="DIR", help="folder of the journal")
    history.add_argument("--virtual", action="store_true", help="the games of run --virtual, where it has no --state")
    history.add_argument("--export", type=int, metavar="ID", help="print the record of that game")
    history.set_defaults(run=_history)


def _history(options: argparse.Namespace) -> None:
    from hugo_castle.history import print_history, print_record
    from hugo_castle.places import state_folder

    folder = options.state or state_folder(virtual=options.virtual)
    if options.export is None:
        print_history(folder)
    else:
        print_record(folder, options.export)


def _add_config(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    config = commands.add_parser("config", help="check a configuration")
    actions = config.add_subparsers(title="actions", metavar="ACTION", required=True)
    check = actions.add_parser("check", help="list every error in a file")
    check.add_argument("file", type=Path, metavar="FILE")
    check.set_defaults(run=_check_config)


def _check_config(options: argparse.Namespace) -> None:
    from hugo_castle.config import load_config

    load_config(options.file)
    print(f"{options.file}: fine")


def _add_screens(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    screens = commands.add_parser("screens", help="pictures of what the OLED shows")
    screens.add_argument("--sheet", type=Path, metavar="FILE", required=True, help="write all of them to this PNG")
    screens.add_argument("--scale", type=int, choices=range(1, 9), metavar="N", default=2, help="1 to 8, default 2")
    screens.set_defaults(run=_screens)


def _screens(options: argparse.Namespace) -> None:
    from hugo_castle.screens.samples import sample_sheet

    try:
        sample_sheet(options.scale).save(options.sheet, "PNG")
    except OSError as exc:
        raise BadInput(f"--sheet {options.sheet}: cannot be written: {exc.strerror or exc}") from exc


def _add_soak(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    soak = commands.add_parser("soak", help="clumsy hands play many games in simulated time")
    soak.add_argument("--games", type=_count, default=100, metavar="N", help="how many, default 100")
    soak.add_argument("--seed", type=int, default=1, metavar="S", help="of the first game, default 1")
    soak.add_argument("--jobs", type=_count, metavar="N", help="processes; default: one for each processor")
    soak.add_argument("--noise", type=float, default=1.0, metavar="X", help="how clumsy, default 1; 0 is neat")
    soak.add_argument("--sensors", choices=("all", "gallery", "none"), default="all", help="spaces that have a sensor")
    soak.add_argument("--dead", type=int, choices=range(49), default=0, metavar="N", help="sensors that never close")
    soak.add_argument("--faults", action="store_true", help="an expander fails about every 20 s of play")
    soak.add_argument("--replay", type=Path, metavar="FILE", help="show a failed game's trace instead")
    soak.set_defaults(run=_soak)


def _soak(options: argparse.Namespace) -> int:
    from hugo_castle.soak.command import soak

    return soak(options)


def _count(text: str) -> int:
    try:
        count = int(text)
    except ValueError:
        count = 0
    if count < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number, 1 or more, got {text}")
    return count


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not 0 < speed <= 1000:
        raise argparse.ArgumentTypeError(f"expected a number above 0, at most 1000, got {text}")
    return speed


if __name__ == "__main__":
    sys.exit(main())
