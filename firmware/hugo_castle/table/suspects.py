"""Sensors that contradict the game again and again: found out by what players say, left out, and taken back in."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from hugo_castle.rules.board import Space
from hugo_castle.table.pictures import Picture, spaces_in

STRIKES = 2  # once may be a figure that stood askew
# More spaces than that differ when the board was knocked over, not when sensors fail.
MOST_AT_ONCE = 3
PROOFS = 3


class Proof(NamedTuple):
    """How often in a row a broken sensor has shown a level that it had to change to; `level` is the last one."""

    space: Space
    level: bool
    times: int


@dataclass(frozen=True, slots=True)
class Suspects:
    """`broken`: spaces whose sensor is not believed. `named`: those that players have to be told of now."""

    broken: Picture = 0
    named: Picture = 0
    strikes: tuple[tuple[Space, int], ...] = ()
    proofs: tuple[Proof, ...] = ()

    def contradicted(self, differing: Picture) -> "Suspects":
        """Players said that the board is right although these spaces show something else."""
        if differing.bit_count() > MOST_AT_ONCE:
            return self
        strikes, broken = dict(self.strikes), self.broken
        for space in spaces_in(differing):
            strikes[space] = strikes.get(space, 0) + 1
            if strikes[space] >= STRIKES:
                broken |= 1 << space
                del strikes[space]
        return replace(self, broken=broken, named=self.named | (broken & ~self.broken), strikes=tuple(strikes.items()))

    def noticed(self, noisy: Picture) -> "Suspects":
        """These have begun to chatter, which players are told of once."""
        return replace(self, named=self.named | noisy)

    def told(self) -> "Suspects":
        """Players have seen the names."""
        return replace(self, named=0)

    def compared(self, on: Picture, expected: Picture) -> "Suspects":
        """The board is as it should be: whoever shows the right level, both ways and again, is believed again."""
        before = {proof.space: proof for proof in self.proofs}
        proofs, broken = [], self.broken
        for space in spaces_in(self.broken):
            level = bool(expected >> space & 1)
            known = before.get(space, Proof(space, not level, 0))
            if bool(on >> space & 1) != level:
                continue
            count = known.times + (known.level != level)
            if count >= PROOFS:
                broken &= ~(1 << space)
            else:
                proofs.append(Proof(space, level, count))
        return replace(self, broken=broken, proofs=tuple(proofs))
