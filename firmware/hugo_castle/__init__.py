"""hugo-castle: the electronic heart of a HUGO / Midnight Party castle board."""
