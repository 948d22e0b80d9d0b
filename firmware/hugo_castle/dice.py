"""The die: the operating system's randomness, never timing; and faces ordered beforehand, for tests and demos."""

import random
from collections import deque
from collections.abc import Callable, Sequence

from hugo_castle.rules import GHOST, Face

FACES: tuple[Face, ...] = (1, 2, 4, 5, GHOST, GHOST)  # T1
MAX_ORDERED = 10_000


# What `secrets.choice` is; importing `secrets` itself would bring OpenSSL into memory (3.4 MB), for its comparisons.
_CHANCE = random.SystemRandom()


def throw_die() -> Face:
    """One of the six faces, each as likely."""
    return _CHANCE.choice(FACES)


class Dice:
    """Throws the faces that were ordered, then `chance`."""

    def __init__(self, chance: Callable[[], Face] = throw_die) -> None:
        self._chance = chance
        self._ordered: deque[Face] = deque()

    def order(self, faces: Sequence[object]) -> None:
        """The next faces to be thrown. Raises ValueError for what the die does not have, or for too many."""
        for face in faces:
            if face not in FACES or type(face) not in (int, str):
                raise ValueError(f'dice: expected 1, 2, 4, 5 or "ghost", got {face!r:.40}')
        if len(self._ordered) + len(faces) > MAX_ORDERED:
            raise ValueError(f"dice: at most {MAX_ORDERED} faces can be ordered")
        self._ordered.extend(faces)  # type: ignore[arg-type]

    def __call__(self) -> Face:
        """Throw."""
        return self._ordered.popleft() if self._ordered else self._chance()
