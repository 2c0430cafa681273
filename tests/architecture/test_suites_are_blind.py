"""A contract suite does not know which adapter it runs on: it never asks, and never skips."""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from architecture.ports import CONTRACTS

SKIPPING = frozenset(
    {"skip", "skipif", "skipIf", "skipUnless", "skipTest", "xfail", "importorskip", "SkipTest"}
)
ASKING = frozenset({"isinstance", "issubclass", "type", "hasattr"})
# The clock that suites set; it stands beside what they run on.
TOOLS = frozenset({"adapters.memory.clock"})
TELLING = frozenset({"__class__", "__mro__", "__name__", "__qualname__"})

Function = ast.FunctionDef | ast.AsyncFunctionDef

PLANTED_SUITES = {
    "asks for the class": "assert isinstance(world, RealWorld)",
    "asks for the class of a part": "assert not isinstance(world.supersets, HttpSupersets)",
    "asks for the type": "assert type(world) is RealWorld",
    "asks what it can": "assert hasattr(world, 'url')",
    "reads the name": "assert world.__class__.__name__ == 'RealWorld'",
    "imports an adapter": "from adapters.superset_httpx.gateway import HttpSupersets",
    "imports a whole adapter": "import adapters.memory.superset.gateway",
    "skips": "pytest.skip('not on this one')",
    "expects a failure": "pytest.xfail('not on this one')",
}
PLANTED_RUNS = {
    "skips": "    @pytest.mark.skip(reason='x')\n    def more(self): ...",
    "skips on a condition": "    pytestmark = pytest.mark.skipif(True, reason='x')",
    "expects a failure": "    pytestmark = [pytest.mark.xfail]",
    "takes a test away": "    test_one = None",
    "replaces a test": "    async def test_one(self): ...",
    "is not collected": "    __test__ = False",
}


def _asked_in(function: Function) -> Iterator[str]:
    """Questions about what the function is given, or about a part of that."""
    given = {argument.arg for argument in ast.walk(function.args) if isinstance(argument, ast.arg)}
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute) and node.attr in TELLING:
            yield node.attr
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ASKING
            and node.args
            and _root(node.args[0]) in given
        ):
            yield ast.unparse(node)


def _root(node: ast.expr) -> str | None:
    """The `world` of `world.supersets`; of a call or anything else none."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def _imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    if isinstance(node, ast.ImportFrom) and node.module:
        yield node.module


def _names(node: ast.AST) -> Iterator[str]:
    """Of what is called or decorates: `skip` of `pytest.mark.skip(…)`, never a local variable."""
    if isinstance(node, ast.Attribute):
        yield node.attr
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        yield node.func.id
    if isinstance(node, ast.ImportFrom):
        yield from (alias.name for alias in node.names)


def _defined(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, Function):
        yield node.name
    targets = node.targets if isinstance(node, ast.Assign) else []
    yield from (target.id for target in targets if isinstance(target, ast.Name))


def _body(path: Path) -> list[ast.stmt]:
    return ast.parse(path.read_text("utf-8")).body


def _is_suite(node: ast.stmt) -> bool:
    return isinstance(node, ast.ClassDef) and node.name.endswith("Contract")


def suites() -> list[Path]:
    """Modules with a contract, which is all that has tests in it but the runs."""
    return [path for path in modules() if any(_is_suite(node) for node in _body(path))]


@cache
def promised() -> dict[str, frozenset[str]]:
    """The tests of every suite, by its class."""
    return {
        node.name: frozenset(name for each in node.body for name in _defined(each))
        for path in suites()
        for node in _body(path)
        if isinstance(node, ast.ClassDef) and _is_suite(node)
    }


def modules() -> list[Path]:
    return sorted(CONTRACTS.glob("*.py"))


def asked(text: str) -> set[str]:
    """How a suite finds out, or may find out, which adapter it is given."""
    tree = ast.parse(text)
    imported = {
        name
        for node in ast.walk(tree)
        for name in _imported(node)
        if name.split(".")[0] == "adapters" and name not in TOOLS
    }
    return imported | {
        found
        for function in ast.walk(tree)
        if isinstance(function, Function)
        for found in _asked_in(function)
    }


def skipped(text: str) -> set[str]:
    return {name for node in ast.walk(ast.parse(text)) for name in _names(node) if name in SKIPPING}


def changed(text: str, promises: Mapping[str, frozenset[str]]) -> set[str]:
    """What the class that runs a suite says anew of the suite's own tests."""
    return {
        name
        for run in ast.parse(text).body
        if isinstance(run, ast.ClassDef)
        for base in run.bases
        if isinstance(base, ast.Name) and base.id in promises
        for node in run.body
        for name in _defined(node)
        if name in promises[base.id] or name == "__test__"
    }


@pytest.mark.parametrize("path", suites(), ids=lambda path: path.stem)
def test_no_suite_asks_for_its_adapter(path: Path) -> None:
    assert asked(path.read_text("utf-8")) == set()


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.stem)
def test_nothing_is_skipped_or_changed_for_an_adapter(path: Path) -> None:
    text = path.read_text("utf-8")
    assert skipped(text) == set()
    assert changed(text, promised()) == set()


def test_suites_are_found() -> None:
    """The tests above would hold of nothing at all."""
    assert {"superset_assets", "turns", "identity"} <= {path.stem for path in suites()}


@pytest.mark.parametrize("line", PLANTED_SUITES.values(), ids=list(PLANTED_SUITES))
def test_a_planted_question_is_found(line: str) -> None:
    text = f"class PlantedContract:\n    async def test_one(self, world):\n        {line}\n"
    assert asked(text) | skipped(text)


@pytest.mark.parametrize("lines", PLANTED_RUNS.values(), ids=list(PLANTED_RUNS))
def test_a_planted_exception_is_found(lines: str) -> None:
    text = f"class TestHttpPlanted(PlantedContract, OnReal):\n{lines}\n"
    assert skipped(text) | changed(text, {"PlantedContract": frozenset({"test_one"})})


def test_values_may_be_asked_for_their_class() -> None:
    text = "async def test_one(self, world):\n    assert isinstance(await world.run(), Success)\n"
    assert asked(text) == set()
