"""The end of the write-ahead log, where a power cut leaves its traces.

SQLite takes the log up to the last good commit and says nothing of the rest. Nobody is to lose what was
acknowledged without a word, so the rest is looked at here (SQLite's file format, section 4).
"""

import sqlite3
from pathlib import Path
from typing import Literal

from hugo_castle.journal.files import LOG_HEADER_BYTES, keep_copy, log_of, size_of

_FRAME_HEADER_BYTES = 24

End = Literal["whole", "torn", "damaged"]


def fold_log(path: Path, connection: sqlite3.Connection) -> list[str]:
    """Fold what the log holds into the main file; say so when SQLite had to leave some of it out."""
    log = log_of(path)
    if size_of(log) == 0:
        return []
    connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()  # SQLite recovers the log here
    [(_, frames, _)] = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
    end = end_of_log(log.read_bytes(), max(frames, 0))
    if end == "whole":
        return []
    if end == "torn":
        return [
            f"the end of {log} was cut short, as by a power cut while writing: "
            "at most the record that was being written is missing"
        ]
    return [
        f"{log} is damaged after {frames} pages: the newest records may be missing; "
        f"what is before them goes on, and a copy of everything was kept as {keep_copy(path, 'damaged')}"
    ]


def end_of_log(log: bytes, frames: int) -> End:
    """What follows the `frames` that SQLite accepted, which are those before the first bad checksum.

    Frames of this pass over the file carry the header's salt; others are left from an earlier pass, and are
    in the main file already. Frames without a commit were never acknowledged.
    """
    if len(log) < LOG_HEADER_BYTES:
        return "torn"
    if not _is_log_header(log[:LOG_HEADER_BYTES]):
        return "damaged"
    page_bytes, salt = int.from_bytes(log[8:12], "big"), log[16:24]
    frame_bytes = _FRAME_HEADER_BYTES + page_bytes
    starts = range(LOG_HEADER_BYTES + frames * frame_bytes, len(log), frame_bytes)
    rest = [log[start : start + frame_bytes] for start in starts]
    left = [frame for frame in rest if salt.startswith(frame[8:16])]
    if any(_is_commit(frame) for frame in left[:-1]):
        return "damaged"
    # A killed process can leave one frame with a header but the page of an earlier pass.
    return "torn" if left and (len(left[-1]) < frame_bytes or _is_commit(left[-1])) else "whole"


def _is_commit(frame: bytes) -> bool:
    return frame[4:8] != bytes(4)


def _is_log_header(header: bytes) -> bool:
    """Whether its two checksums are right (section 4.2)."""
    order: Literal["big", "little"] = "big" if header[3] & 1 else "little"
    words = [int.from_bytes(header[at : at + 4], order) for at in range(0, 24, 4)]
    first = second = 0
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return header[24:] == first.to_bytes(4, "big") + second.to_bytes(4, "big")
