"""`hugo-castle demo`: the whole castle in a terminal, without wood and wires.

The service runs as a child process on emulated chips; this side is the players' hands (keys) and eyes (the OLED).
"""

import argparse


def demo(options: argparse.Namespace) -> int:
    """Show the castle in this terminal until `q`, Ctrl-C or a signal; returns the exit status.

    options: `game`, `players`, `state`, `speed`, each None for the default. Raises BadInput without a terminal, or
    for options that do not go together, and ServiceEnded when the service ends by itself.
    """
    from hugo_castle.demo.loop import run_demo  # the child process imports this package, and needs none of it

    return run_demo(options)
