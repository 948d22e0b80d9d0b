"""Every rule of RULES.md is named by at least one test."""

import re
from importlib import resources
from pathlib import Path

import pytest

RULES = re.findall(
    r"^- ([BSTRHEM][1-9]) ", (resources.files("hugo_castle.rules") / "RULES.md").read_text("utf-8"), re.M
)
TESTS = "\n".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))
NAMES = " ".join(re.findall(r'id=f?"([^"]*)"', TESTS) + re.findall(r"def test_(\w+)", TESTS))


def test_rules_are_found() -> None:
    assert len(RULES) == 41


@pytest.mark.parametrize("rule", RULES)
def test_is_named_in_a_test(rule: str) -> None:
    assert re.search(rf"(?<![A-Za-z0-9]){rule}(?![A-Za-z0-9])", NAMES.replace("_", " "), re.I)
