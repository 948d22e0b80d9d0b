"""The configuration: what a builder may set, checked strictly, every fault told at once.

Each setting stands with its default and its explanation in default.toml beside this package.
"""

from hugo_castle.config.load import default_config, load_config
from hugo_castle.config.problems import ConfigError
from hugo_castle.config.settings import (
    ButtonSettings,
    Config,
    DisplayConfig,
    ExpanderChip,
    ExpanderSettings,
    GpioSensorSettings,
    I2CSettings,
    SensorSettings,
    board_of,
)

__all__ = [
    "ButtonSettings",
    "Config",
    "ConfigError",
    "DisplayConfig",
    "ExpanderChip",
    "ExpanderSettings",
    "GpioSensorSettings",
    "I2CSettings",
    "SensorSettings",
    "board_of",
    "default_config",
    "load_config",
]
