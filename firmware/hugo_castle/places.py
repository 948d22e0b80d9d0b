"""Where things are kept when nobody says otherwise."""

import os
from pathlib import Path

CONFIG_FILE = Path("/etc/hugo-castle/config.toml")


def state_folder(*, virtual: bool) -> Path:
    """The journal's folder: systemd's, /var/lib/hugo-castle on a Pi, or the user's own for virtual castles."""
    if virtual:
        home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
        return Path(home) / "hugo-castle-virtual"
    return Path(os.environ.get("STATE_DIRECTORY") or "/var/lib/hugo-castle")
