"""Access to the Pi's pins: one gpiozero pin factory, handed to every device that needs pins."""

import os
import tempfile
import warnings
from typing import Any

from hugo_castle.errors import DeviceLost

_ADVICE = (
    "install lgpio (pip install lgpio in this virtual environment, or sudo apt install python3-lgpio), "
    "let this user into the group gpio, or try the virtual castle (hugo-castle run --virtual)"
)


def open_pin_factory(name: str) -> Any:
    """gpiozero's pin factory of that name: lgpio, rpigpio, pigpio, native, or auto for the best there is.

    Raises DeviceLost, saying what to install, when there is none.
    """
    # lgpio puts a FIFO into the working directory, which is / under systemd and cannot be written (case G1).
    os.environ.setdefault("LG_WD", os.environ.get("RUNTIME_DIRECTORY") or tempfile.gettempdir())
    from gpiozero import Device

    if name != "auto":
        os.environ["GPIOZERO_PIN_FACTORY"] = name
    with warnings.catch_warnings(record=True) as fallbacks:
        warnings.simplefilter("always")
        try:
            Device.ensure_pin_factory()
        except Exception as exc:  # gpiozero passes on what its libraries raise, which has no common root
            raise DeviceLost(f"no access to the Pi's pins ({_reason(exc, fallbacks)}): {_ADVICE}") from exc
    return Device.pin_factory


def _reason(exc: Exception, fallbacks: list[warnings.WarningMessage]) -> str:
    """Why there are no pins: gpiozero warns of each library that it tries, lgpio first; its error only says "none"."""
    first = str(fallbacks[0].message).removeprefix("Falling back from ") if fallbacks else str(exc)
    return " ".join(first.split()) or type(exc).__name__
