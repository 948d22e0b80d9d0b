"""`--regen` (or REGEN=1, where the option is not known: pytest without a path) rewrites the golden pictures."""

import os

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regen", action="store_true", help="rewrite the golden pictures; look at what changed")


@pytest.fixture
def regen(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--regen", default=False)) or os.environ.get("REGEN") == "1"
