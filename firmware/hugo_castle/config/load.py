"""Reads a configuration file, also one that a power cut has spoilt."""

import tomllib
from pathlib import Path
from typing import Any

from hugo_castle.config.problems import ConfigError
from hugo_castle.config.read import read_config
from hugo_castle.config.settings import Config

MAX_BYTES = 256 * 1024  # default.toml with its explanations has about 10 kB

# ext4 puts a file's new length on the card before its contents: what was being written when the power went comes
# back empty or filled with zeros.
_POWER_CUT = "as after a power cut while it was written; copy your backup or the packaged default.toml over it"


def default_config() -> Config:
    """The configuration of a castle built as the build guide says; default.toml states and explains it."""
    return Config()


def load_config(path: Path | None) -> Config:
    """The configuration in the TOML file at `path`, None for the defaults.

    The file needs to hold only what differs from default.toml; lists, and the tables that say what is wired
    where, are replaced as a whole.

    Raises ConfigError with every problem: the file cannot be read, is empty (no line at all, not even a comment),
    spoilt or not TOML, or has settings that are unknown or cannot be used.
    """
    if path is None:
        return default_config()
    tables = _parse(_text(path), path)
    config, problems = read_config(tables, path.parent)
    if problems:
        raise ConfigError(str(path), problems)
    return config


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as exc:  # ValueError: no path at all
        reason = exc.strerror if isinstance(exc, OSError) else None
        raise ConfigError(str(path), [f"cannot be read: {reason or exc}"]) from exc
    if len(content) > MAX_BYTES:
        raise ConfigError(str(path), [f"expected at most {MAX_BYTES // 1024} kB, it is larger"])
    if not content.strip():
        raise ConfigError(str(path), [f"the file is empty, {_POWER_CUT}"])
    if b"\0" in content:
        line = content[: content.index(b"\0")].count(b"\n") + 1
        raise ConfigError(str(path), [f"zero bytes instead of text from line {line} on, {_POWER_CUT}"])
    try:
        return content.decode("utf-8-sig")  # Windows' editor begins a file with U+FEFF
    except UnicodeDecodeError as exc:
        line = content[: exc.start].count(b"\n") + 1
        problem = f"line {line} is not UTF-8 text (byte {content[exc.start]:#04x}); save the file as UTF-8"
        raise ConfigError(str(path), [problem]) from exc


def _parse(text: str, path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as exc:
        raise ConfigError(str(path), [f"not TOML: {exc}"]) from exc
    except ValueError as exc:  # a number of thousands of digits, which Python refuses to convert
        raise ConfigError(str(path), ["not TOML: a number has far too many digits"]) from exc
    except RecursionError as exc:
        raise ConfigError(str(path), ["not TOML: nested too deeply"]) from exc
