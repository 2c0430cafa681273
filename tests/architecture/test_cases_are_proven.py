"""Every stored bug report names the tests that prove its right outcome, and they are there."""

import ast
import tomllib
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
PAGE = TESTS.parent / "frontend" / "src"
CASES = tomllib.loads((TESTS / "proven_cases.toml").read_text("utf-8"))
HOW_MANY = 106
PROVEN: dict[str, list[str]] = {
    case: named for area in CASES["proven"].values() for case, named in area.items()
}
NEVER_RUN = ("skip", "skipif", "xfail", "it.skip", "it.todo", "it.fails")


@cache
def functions(path: str) -> dict[str, ast.AsyncFunctionDef | ast.FunctionDef]:
    """The functions of a module as pytest names them: "test_a", "TestB::test_c"."""
    module = ast.parse((TESTS / path).read_text("utf-8"))
    found = {}
    for outer in module.body:
        body = outer.body if isinstance(outer, ast.ClassDef) else [outer]
        prefix = f"{outer.name}::" if isinstance(outer, ast.ClassDef) else ""
        for inner in body:
            if isinstance(inner, ast.AsyncFunctionDef | ast.FunctionDef):
                found[f"{prefix}{inner.name}"] = inner
    return found


def test_no_report_is_left_out() -> None:
    assert len(PROVEN) == sum(map(len, CASES["proven"].values())) == HOW_MANY
    assert CASES["decided"].keys() <= PROVEN.keys()


@pytest.mark.parametrize("case", PROVEN)
def test_what_proves_a_report_is_a_test_that_runs(case: str) -> None:
    assert PROVEN[case]
    for named in PROVEN[case]:
        path, _, name = named.partition("::")
        if path.endswith(".ts"):
            line = next(
                line
                for line in (PAGE / path).read_text("utf-8").splitlines()
                if f"'{name}'" in line
            )
            assert not any(mark in line.partition("'")[0] for mark in NEVER_RUN), named
            continue
        test = functions(path)[name]
        assert test.name.startswith("test_")
        marks = [ast.unparse(mark) for mark in test.decorator_list]
        assert not [mark for mark in marks for never in NEVER_RUN if f"mark.{never}" in mark], named
