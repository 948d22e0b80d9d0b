"""The code itself: style, types, the direction of imports, and words that do not belong here."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(["ruff", "check", "."], id="ruff check"),
        pytest.param(["ruff", "format", "--check", "."], id="ruff format"),
        pytest.param(["mypy"], id="mypy"),
        pytest.param(["lint-imports", "--no-cache"], id="imports point one way"),
    ],
)
def test_checker_is_content(command: list[str]) -> None:
    tool = Path(sys.executable).with_name(command[0])
    done = subprocess.run([str(tool), *command[1:]], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_rules_of_the_package_are_numbered_as_tests_name_them() -> None:
    """Every rule number of RULES.md stands in a test's id or name."""
    rules = (ROOT / "firmware/hugo_castle/rules/RULES.md").read_text(encoding="utf-8")
    numbers = set(re.findall(r"^- ([BSTRHEM]\d+)\b", rules, re.MULTILINE))
    tests = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests/rules").glob("*.py"))
    assert len(numbers) == 41
    assert {number for number in numbers if not re.search(rf"\b{number}\b", tests)} == set()
