"""`--regen` rewrites the golden pictures; look at what changed before you commit it."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regen", action="store_true", help="rewrite the golden pictures; look at what changed")


@pytest.fixture
def regen(request: pytest.FixtureRequest) -> bool:
    """Whether golden pictures are to be rewritten instead of compared."""
    return bool(request.config.getoption("--regen"))
