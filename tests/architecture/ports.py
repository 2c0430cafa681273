"""Ports, their adapters and their contract suites, read without running anything."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PORTS = ROOT / "src" / "application" / "ports"
ADAPTERS = ROOT / "src" / "adapters"
CONTRACTS = ROOT / "tests" / "contracts"

# Called by entrypoints, not by the application; whole turns in tests/turns hold what it promises.
DRIVING = frozenset({"TurnRunner"})


@dataclass(frozen=True)
class Port:
    """
    Args:
        suite: the name of the suite's module: ports/superset/charts.py -> superset_charts.
        methods: those that the port itself states.

    """

    name: str
    suite: str
    methods: frozenset[str]


@dataclass(frozen=True)
class Class:
    name: str
    bases: tuple[str, ...]
    file: str
    methods: frozenset[str]


def ports() -> list[Port]:
    """Every Protocol of a port's file."""
    return [
        Port(found.name, _suite_of(path), found.methods)
        for path in sorted(PORTS.rglob("*.py"))
        for found in _classes(path)
        if "Protocol" in found.bases and found.name not in DRIVING
    ]


def adapters_of(port: str) -> list[Class]:
    """Classes of the adapters that are the port; of a family those that nothing derives from."""
    every = _classes_of_adapters()
    inherited = {base for found in every for base in found.bases}
    return [found for found in _derived(port, every) if found.name not in inherited]


def suites() -> dict[str, str]:
    """Suite class -> the module that it stands in."""
    return {
        found.name: path.stem
        for path in sorted(CONTRACTS.glob("*.py"))
        for found in _classes(path)
        if found.name.endswith("Contract")
    }


def runs() -> list[Class]:
    """The test classes that run a suite on an adapter."""
    return [
        found
        for path in sorted(CONTRACTS.glob("test_*.py"))
        for found in _classes(path)
        if any(base.endswith("Contract") for base in found.bases)
    ]


def called_in(suite: str) -> frozenset[str]:
    """Every name that the module of a suite takes of something: `.replay` of `sink.replay(…)`."""
    tree = ast.parse((CONTRACTS / f"{suite}.py").read_text("utf-8"))
    return frozenset(node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute))


def _suite_of(path: Path) -> str:
    return "_".join(path.relative_to(PORTS).with_suffix("").parts)


@cache
def _classes_of_adapters() -> list[Class]:
    return [found for path in sorted(ADAPTERS.rglob("*.py")) for found in _classes(path)]


def _derived(base: str, every: list[Class]) -> Iterator[Class]:
    for found in every:
        if base in found.bases:
            yield found
            yield from _derived(found.name, every)


def _classes(path: Path) -> Iterator[Class]:
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef):
            bases = tuple(base.id for base in node.bases if isinstance(base, ast.Name))
            methods = (
                each.name
                for each in node.body
                if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
            )
            yield Class(node.name, bases, str(path.relative_to(ROOT)), frozenset(methods))
