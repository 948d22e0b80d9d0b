"""`hugo-castle run`: the service put together from configuration, hardware (real or emulated) and journal."""

import argparse
import logging
import queue
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from hugo_castle.assembly import Devices, Hardware, Queue, open_devices, real_hardware, virtual_castle
from hugo_castle.config import Config, ConfigError, board_of, default_config, load_config
from hugo_castle.dice import Dice, throw_die
from hugo_castle.errors import BadInput
from hugo_castle.inputs import DeviceChanged, Input
from hugo_castle.journal import Journal, StoredGame
from hugo_castle.keeper import BROKEN_SENSORS, Keeper
from hugo_castle.lock import hold_lock
from hugo_castle.places import CONFIG_FILE, state_folder
from hugo_castle.rules import Board, RulesError, game_events, read_face
from hugo_castle.service import Service
from hugo_castle.table.model import Preset
from hugo_castle.table.play import Play, restore
from hugo_castle.table.session import start

if TYPE_CHECKING:  # a real castle does not load the emulation
    from hugo_castle.virtual.castle import VirtualCastle
    from hugo_castle.virtual.control import ControlSocket

log = logging.getLogger(__name__)


def run(options: argparse.Namespace) -> int:
    """Serve one castle board until SIGTERM or Ctrl-C.

    Raises HugoError when it cannot even begin: the state folder is in use or unwritable, or there are no pins.
    """
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    if options.players is not None and options.game is None:
        raise BadInput("--players needs --game")
    with _ended_by_signals(_leave), ExitStack() as held:
        folder = options.state or state_folder(virtual=options.virtual)
        held.enter_context(hold_lock(folder))
        service = _service(options, folder, held)
        with _ended_by_signals(service.stop):
            service.run()
    return 0


def _service(options: argparse.Namespace, folder: Path, held: ExitStack) -> Service:
    """The service with its first prompt on the display; `held` closes everything that it uses."""
    config, trouble = _configuration(options.config)
    board = board_of(config)
    journal = held.enter_context(Journal(folder))
    for notice in journal.notices:
        log.warning("%s", notice)
    castle = virtual_castle(config) if options.virtual else None
    hardware = Hardware(castle.bus, castle.pin_factory, castle.clock) if castle else real_hardware(config)
    inputs: Queue = queue.SimpleQueue()
    if trouble:
        inputs.put(DeviceChanged("configuration", trouble, hardware.clock()))
    devices = open_devices(config, hardware, inputs, held)
    stored, unfinished = _unfinished(journal, board)
    keeper = Keeper(journal, stored.id if stored else None, inputs.put, hardware.clock)
    dice = Dice(throw_die)
    service = Service(inputs, keeper, devices.show, hardware.clock, dice, devices.looked_at)
    service.begin(
        *start(
            board,
            config.timing.scaled(options.speed) if options.speed else config.timing,
            hardware.clock(),
            unfinished=unfinished,
            preset=Preset(options.game, options.players) if options.game else None,
            rules=config.rules,
            first_inputs=tuple(_drained(inputs)),
            broken_sensors=(journal.get_setting(BROKEN_SENSORS) or "").split(),
        )
    )
    if castle:
        held.callback(castle.close)
        if options.control:
            control = _control(options.control, castle, dice, service, devices, board)
            held.callback(control.close)
    return service


def _control(
    path: Path, castle: "VirtualCastle", dice: Dice, service: Service, devices: Devices, board: Board
) -> "ControlSocket":
    from hugo_castle.virtual.control import ControlSocket

    return ControlSocket(path, castle, dice, service.report, lambda: devices.last_text, board.names)


def _configuration(path: Path | None) -> tuple[Config, str | None]:
    """The configuration; a broken one is told, and the defaults are used: the board must come up (contract 1)."""
    if path is None and not CONFIG_FILE.exists():
        return default_config(), None
    try:
        return load_config(path or CONFIG_FILE), None
    except ConfigError as exc:
        log.error("%s; starting with the defaults", exc)
        return default_config(), str(exc)


def _unfinished(journal: Journal, board: Board) -> tuple[StoredGame | None, Play | None]:
    """The game to go on with, as far as it can be understood."""
    stored = journal.unfinished()
    if stored is None:
        return None, None
    try:
        game, events = game_events(stored.header, stored.events, board)
        standing = [read_face(face) for face in stored.standing]
    except RulesError as exc:
        log.error("game %d in the journal cannot be gone on with (%s); it is kept as it is", stored.id, exc)
        return None, None
    play, error = restore(game, events, standing)
    if error:
        log.error("game %d in the journal is whole up to event %d only: %s", stored.id, play.length, error)
    return stored, play


def _drained(inputs: Queue) -> Iterator[Input]:
    """What the devices have seen at their start."""
    while True:
        try:
            event = inputs.get_nowait()
        except queue.Empty:
            return
        if event is not None:
            yield event


def _leave() -> None:
    """There is no loop yet (or any more) that could end: leave at once, letting go of everything."""
    raise SystemExit(0)


@contextmanager
def _ended_by_signals(end: Callable[[], None]) -> Iterator[None]:
    """SIGTERM (systemd) and SIGINT (Ctrl-C) call `end`, in the main thread."""
    before = {number: signal.signal(number, lambda *_: end()) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
