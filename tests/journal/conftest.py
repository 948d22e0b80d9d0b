"""Folders in memory: no test here depends on what reaches the card, and waiting for it takes most of the time."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

MEMORY = Path("/dev/shm")


@pytest.fixture(scope="module")
def memory() -> Iterator[Path]:
    """A folder for what all tests of a file share."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        yield Path(folder)


@pytest.fixture
def tmp_path(memory: Path) -> Iterator[Path]:
    """Instead of pytest's, on the card."""
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        yield Path(folder)
