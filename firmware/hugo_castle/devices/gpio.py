"""Access to the Pi's pins: one gpiozero pin factory, handed to every device that needs pins."""

import os
import tempfile
import warnings
from typing import Any

from hugo_castle.errors import DeviceLost


def open_pin_factory(name: str) -> Any:
    """gpiozero's pin factory of that name: lgpio, rpigpio, pigpio, native, or auto for the best there is.

    Raises DeviceLost, saying what to install, when there is none.
    """
    # lgpio puts a FIFO into the working directory, which is / under systemd and cannot be written (case G1).
    os.environ.setdefault("LG_WD", os.environ.get("RUNTIME_DIRECTORY") or tempfile.gettempdir())
    from gpiozero import BadPinFactory, Device

    if name != "auto":
        os.environ["GPIOZERO_PIN_FACTORY"] = name
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of every library that is tried and missing
            Device.ensure_pin_factory()
    except (BadPinFactory, ImportError, OSError) as exc:
        raise DeviceLost(
            f"no access to the Pi's pins ({exc}): install lgpio (sudo apt install python3-lgpio), "
            "or try the virtual castle (hugo-castle run --virtual)"
        ) from exc
    return Device.pin_factory
