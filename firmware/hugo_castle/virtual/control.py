"""The control socket (CONTROL.md beside this file): programs play on a virtual castle through it."""

import base64
import contextlib
import io
import json
import logging
import os
import queue
import socket
import threading
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

from hugo_castle.clock import now_ms
from hugo_castle.dice import Dice
from hugo_castle.errors import HugoError
from hugo_castle.virtual.castle import VirtualCastle

log = logging.getLogger(__name__)

MAX_LINE_BYTES = 65_536
MAX_PATH_BYTES = 107  # unix(7): sun_path without its final zero
MAX_WAITING = 1000  # requests of one client that are read before they are answered

Request = Mapping[str, Any]
Reply = dict[str, Any]


class BadRequest(HugoError):
    """A request that the control socket refuses; the text is its `error`."""


class ControlSocket:
    """Serves clients on a Unix socket until `close`.

    get_state: the service's `state`, `prompt` and `expected`, which change together. get_text: the lines last drawn.
    spaces: the names that `put` and `lift` take.
    """

    def __init__(
        self,
        path: Path,
        castle: VirtualCastle,
        dice: Dice,
        get_state: Callable[[], Reply],
        get_text: Callable[[], tuple[str, ...]],
        spaces: Collection[str],
    ) -> None:
        self._path = path
        self._castle = castle
        self._dice = dice
        self._get_state = get_state
        self._get_text = get_text
        self._spaces = spaces
        self._lock = threading.Lock()  # requests of several clients are carried out one by one
        self._clients: set[socket.socket] = set()
        self._closing = threading.Event()
        self._socket = self._listen()
        self._inode = path.stat().st_ino
        threading.Thread(target=self._accept, name="control", daemon=True).start()

    def _listen(self) -> socket.socket:
        """Listen at the path, in place of the socket that a killed service left there."""
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        # Bound beside its place and renamed, so that whoever sees the file can connect.
        hidden = self._path.with_name(f".{os.getpid()}")
        try:
            _check_place(self._path)
            hidden.unlink(missing_ok=True)
            listener.bind(str(hidden))
            listener.listen(128)
            hidden.rename(self._path)
        except (HugoError, OSError) as exc:
            listener.close()
            hidden.unlink(missing_ok=True)
            if isinstance(exc, HugoError):
                raise
            raise HugoError(f"--control {self._path}: cannot listen there: {exc.strerror or exc}") from exc
        return listener

    def close(self) -> None:
        """Stop listening, drop the clients, remove the socket's file."""
        self._closing.set()
        with contextlib.suppress(OSError):
            if self._path.stat().st_ino == self._inode:  # not another service's, which has taken the place
                self._path.unlink()
        for connection in (self._socket, *self._clients):
            _hang_up(connection)

    def _accept(self) -> None:
        while not self._closing.is_set():
            try:
                connection, _ = self._socket.accept()
            except OSError as exc:
                # Too many open files, most likely: whoever waits gets in when another has gone.
                if not self._closing.wait(0.2):
                    log.warning("control socket: %s", exc.strerror or exc)
                continue
            self._clients.add(connection)
            threading.Thread(target=self._serve, args=(connection,), name="control-client", daemon=True).start()
        self._socket.close()

    def _serve(self, connection: socket.socket) -> None:
        """Lines are read, and get their time, on a thread of their own: a busy service does not age them."""
        arrived: queue.Queue[tuple[float, bytes] | None] = queue.Queue(MAX_WAITING)
        threading.Thread(target=_read_lines, args=(connection, arrived), name="control-reader", daemon=True).start()
        while (item := arrived.get()) is not None:
            at_ms, line = item
            reply = json.dumps(self._answer(line, at_ms), separators=(",", ":")) + "\n"
            try:
                connection.sendall(reply.encode())
            except OSError:
                _hang_up(connection)
        self._clients.discard(connection)
        connection.close()

    def _answer(self, line: bytes, at_ms: float) -> Reply:
        try:
            with self._lock, self._castle.clock.standing_at(at_ms):
                return {"ok": True, **self._carry_out(_parse(line))}
        except (HugoError, ValueError) as exc:
            return {"ok": False, "error": str(exc)}
        except Exception as exc:
            log.exception("control request failed")
            return {"ok": False, "error": f"{type(exc).__name__}: {exc}"}

    def _carry_out(self, request: Request) -> Reply:
        for key, action in (
            ("button", self._button),
            ("put", self._put),
            ("lift", self._lift),
            ("dice", self._order_dice),
            ("get", self._get),
            ("fault", self._fault),
        ):
            if key in request:
                return action(request) or {}
        raise BadRequest("unknown request: expected one of button, put, lift, dice, get, fault")

    def _button(self, request: Request) -> None:
        if request["button"] != "roll":
            raise BadRequest(f'button: expected "roll", got {request["button"]!r:.40}')
        down = request.get("down")
        if not isinstance(down, bool):
            raise BadRequest(f"down: expected true or false, got {down!r:.40}")
        self._castle.press(down)

    def _put(self, request: Request) -> None:
        self._castle.put(self._space(request["put"]))

    def _lift(self, request: Request) -> None:
        self._castle.lift(self._space(request["lift"]))

    def _order_dice(self, request: Request) -> None:
        if not isinstance(request["dice"], list):
            raise BadRequest(f"dice: expected a list of faces, got {request['dice']!r:.40}")
        self._dice.order(request["dice"])

    def _get(self, request: Request) -> Reply:
        if request["get"] == "state":
            return {**self._get_state(), "sensors": self._castle.sensors_on()}
        if request["get"] == "screen":
            return self._screen()
        raise BadRequest(f'get: expected "state" or "screen", got {request["get"]!r:.40}')

    def _screen(self) -> Reply:
        png = io.BytesIO()
        self._castle.picture().save(png, "PNG")
        return {
            "png": base64.b64encode(png.getvalue()).decode(),
            "text": list(self._get_text()),
            "wire_bytes": self._castle.wire_bytes(),
        }

    def _fault(self, request: Request) -> None:
        what = request["fault"]
        if what == "display":
            _kind(request, {"unplug": self._castle.unplug_display, "plug": self._castle.plug_display})()
        elif what == "expander":
            self._expander_fault(request)
        elif what == "sensor":
            kinds = {kind: kind for kind in ("stuck-on", "stuck-off", "chatter", "ok")}
            self._castle.break_sensor(self._space(request.get("space")), _kind(request, kinds))
        else:
            raise BadRequest(f"fault: expected display, expander or sensor, got {what!r:.40}")

    def _expander_fault(self, request: Request) -> None:
        castle = self._castle
        act = _kind(
            request,
            {"reset": castle.reset_expander, "unplug": castle.unplug_expander, "plug": castle.plug_expander},
        )
        chip = request.get("chip")
        if type(chip) is not int or chip not in range(castle.expanders):
            raise BadRequest(f"chip: expected a number below {castle.expanders}, got {chip!r:.40}")
        act(chip)

    def _space(self, name: object) -> str:
        if not isinstance(name, str) or name not in self._spaces:
            raise BadRequest(f"unknown space {name!r:.40}")
        return name


def _kind(request: Request, known: Mapping[str, Any]) -> Any:
    kind = request.get("kind")
    if not isinstance(kind, str) or kind not in known:
        raise BadRequest(f"kind: expected {', '.join(known)}, got {kind!r:.40}")
    return known[kind]


def _parse(line: bytes) -> Request:
    if len(line) > MAX_LINE_BYTES:
        raise BadRequest(f"a request has at most {MAX_LINE_BYTES} bytes")
    try:
        request = json.loads(line)
    except (ValueError, RecursionError) as exc:
        raise BadRequest(f"not JSON: {exc}") from exc
    if not isinstance(request, dict):
        raise BadRequest("a request is a JSON object")
    return request


def _check_place(path: Path) -> None:
    if len(os.fsencode(path)) > MAX_PATH_BYTES:
        raise HugoError(f"--control {path}: the path is too long; at most {MAX_PATH_BYTES} bytes can be connected to")
    try:
        is_there = path.exists()
    except OSError as exc:
        raise HugoError(f"--control {path}: cannot listen there: {exc.strerror or exc}") from exc
    if is_there and not path.is_socket():
        raise HugoError(f"--control {path}: there is another file; choose another place")
    if is_there and _is_served(path):
        raise HugoError(f"--control {path}: another hugo-castle answers there; stop it or choose another place")


def _is_served(path: Path) -> bool:
    """Whether somebody listens at the socket; one that a killed service left refuses."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as caller:
        caller.setblocking(False)
        try:
            caller.connect(os.fspath(path))
        except (ConnectionRefusedError, FileNotFoundError):
            return False
        except OSError:  # so many callers that more have to wait, or not ours to call
            return True
    return True


def _hang_up(connection: socket.socket) -> None:
    """Whoever waits for this connection wakes up. (`close` alone leaves them waiting.)"""
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)


def _read_lines(connection: socket.socket, arrived: "queue.Queue[tuple[float, bytes] | None]") -> None:
    with contextlib.suppress(OSError), connection.makefile("rb") as stream:
        while line := stream.readline(MAX_LINE_BYTES + 1):
            arrived.put((now_ms(), line))
            if len(line) > MAX_LINE_BYTES:
                break  # where the next request begins nobody can know
    arrived.put(None)
