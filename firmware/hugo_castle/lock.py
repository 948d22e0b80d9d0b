"""One service per state folder: a second one would throw dice into the same game."""

import fcntl
import os
from pathlib import Path
from types import TracebackType

from hugo_castle.errors import HugoError

LOCK_NAME = "service.lock"


class AlreadyRunning(HugoError):
    """Another process holds the state folder."""


class FolderLock:
    """A held lock; it lasts until `release` or until the process ends, however that happens."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path = path
        self._descriptor: int | None = descriptor

    def release(self) -> None:
        """Let the next service in; a second call does nothing.

        The file stays: a newcomer may have opened it already, and would lock a file without a name.
        """
        if self._descriptor is not None:
            os.ftruncate(self._descriptor, 0)
            os.close(self._descriptor)
            self._descriptor = None

    def __enter__(self) -> "FolderLock":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def hold_lock(folder: Path) -> FolderLock:
    """Take the state folder for this process, at once or not at all; keep what is returned.

    The kernel drops an flock with its process, so a file left by a killed service does not matter. The
    folder is created when it is missing.

    Raises AlreadyRunning (naming the process that holds it), or HugoError when the folder cannot be
    created or written.
    """
    path = folder / LOCK_NAME
    try:
        folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as exc:
        raise _unusable(folder, exc) from exc
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        _write_holder(descriptor)
    except BlockingIOError as exc:
        holder = _read_holder(descriptor)
        os.close(descriptor)
        raise AlreadyRunning(
            f"another hugo-castle{holder} is using {folder}; "
            "stop it (a service: sudo systemctl stop hugo-castle; a demo: q) or choose another folder with --state"
        ) from exc
    except OSError as exc:
        os.close(descriptor)
        raise _unusable(folder, exc) from exc
    return FolderLock(path, descriptor)


def _unusable(folder: Path, exc: OSError) -> HugoError:
    return HugoError(
        f"the state folder {folder} cannot be used: {exc.strerror or exc}; "
        "check that it belongs to the user who runs hugo-castle, or choose another with --state"
    )


def _write_holder(descriptor: int) -> None:
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)


def _read_holder(descriptor: int) -> str:
    """ " (process 1234)", or nothing in the instant before the holder has written its number."""
    number = os.pread(descriptor, 32, 0).decode("ascii", "replace").strip()
    return f" (process {number})" if number.isdigit() else ""
