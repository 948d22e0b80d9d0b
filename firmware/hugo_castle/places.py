"""Where things are kept when nobody says otherwise."""

import os
from pathlib import Path

CONFIG_FILE = Path("/etc/hugo-castle/config.toml")


def state_folder(*, virtual: bool) -> Path:
    """The journal's folder.

    On a Pi systemd's (StateDirectory= in the unit), without systemd /var/lib/hugo-castle; for virtual castles a folder
    of the user's own, so that games of both kinds never mix.
    """
    if virtual:
        home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
        return Path(home) / "hugo-castle-virtual"
    return Path(os.environ.get("STATE_DIRECTORY") or "/var/lib/hugo-castle")
