"""G3: without lgpio one line says what to install; G1: its FIFO goes where one may write."""

import os
from typing import Any

import gpiozero
import pytest

from hugo_castle.devices.gpio import open_pin_factory
from hugo_castle.errors import DeviceLost


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LG_WD", "GPIOZERO_PIN_FACTORY", "RUNTIME_DIRECTORY"):
        monkeypatch.setenv(name, "")  # so that it is put back
        monkeypatch.delenv(name)
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)


def fails(error: Exception, *fallbacks: str) -> Any:
    def ensure_pin_factory() -> None:
        for text in fallbacks:
            gpiozero.devices.warnings.warn(gpiozero.PinFactoryFallback(text), stacklevel=1)
        raise error

    return ensure_pin_factory


@pytest.mark.parametrize(
    ("error", "fallbacks", "reason"),
    [
        pytest.param(
            gpiozero.BadPinFactory("Unable to load any default pin factory!"),
            ["Falling back from lgpio: No module named 'lgpio'", "Falling back from rpigpio: No module named 'RPi'"],
            "lgpio: No module named 'lgpio'",
            id="G3 nothing installed",
        ),
        pytest.param(
            gpiozero.BadPinFactory("Unable to load any default pin factory!"),
            ["Falling back from lgpio: 'can not open gpiochip'"],
            "lgpio: 'can not open gpiochip'",
            id="no right to the pins",
        ),
        pytest.param(ModuleNotFoundError("No module named 'lgpio'"), [], "No module named 'lgpio'", id="G3 by name"),
        pytest.param(OSError(13, "Permission denied"), [], "[Errno 13] Permission denied", id="kernel"),
        pytest.param(RuntimeError("two\nlines"), [], "two lines", id="a library's own error"),
        pytest.param(KeyError(), [], "KeyError", id="an error without words"),
    ],
)
def test_no_pins_is_one_line_that_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, error: Exception, fallbacks: list[str], reason: str
) -> None:
    monkeypatch.setattr(gpiozero.Device, "ensure_pin_factory", fails(error, *fallbacks))
    with pytest.raises(DeviceLost) as lost:
        open_pin_factory("auto")
    assert str(lost.value).startswith(f"no access to the Pi's pins ({reason}): install lgpio (pip install lgpio")
    assert "\n" not in str(lost.value)
    assert lost.value.__cause__ is error


def test_a_named_factory_is_asked_for_and_handed_out(monkeypatch: pytest.MonkeyPatch) -> None:
    factory = open_pin_factory("mock")
    assert (type(factory).__name__, os.environ["GPIOZERO_PIN_FACTORY"]) == ("MockFactory", "mock")


@pytest.mark.parametrize(
    ("runtime", "preset", "expected"),
    [
        pytest.param("/run/hugo-castle", None, "/run/hugo-castle", id="G1 systemd's folder"),
        pytest.param("/run/hugo-castle", "/elsewhere", "/elsewhere", id="somebody's own choice"),
    ],
)
def test_g1_lgpio_does_not_write_into_the_working_folder(
    monkeypatch: pytest.MonkeyPatch, runtime: str, preset: str | None, expected: str
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", runtime)
    if preset:
        monkeypatch.setenv("LG_WD", preset)
    open_pin_factory("mock")
    assert os.environ["LG_WD"] == expected
