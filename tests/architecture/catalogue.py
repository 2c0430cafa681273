"""The text catalogue and its use in the sources, read without running anything."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor

SOURCES = Path(__file__).parents[2] / "src"
FOLDER = SOURCES / "adapters" / "fluent"


# Of a pattern, so with its "-" escaped.
_BEGINNING = re.compile(r"([a-z]+|\(\.\+\))\\-[a-z(]")


@dataclass(frozen=True)
class Entry:
    """A message: where it stands, what it needs, and which messages it quotes."""

    key: str
    file: str
    placeholders: frozenset[str]
    quotes: frozenset[str]


@dataclass(frozen=True)
class Use:
    """A call of `text(...)` or `Text(...)`; `key` is a regular expression with holes as groups."""

    where: str
    key: str
    is_literal: bool
    params: frozenset[str] | None


class _References(Visitor):
    def __init__(self) -> None:
        super().__init__()
        self.variables: set[str] = set()
        self.messages: set[str] = set()

    def visit_VariableReference(self, node: ftl.VariableReference) -> None:
        self.variables.add(node.id.name)

    def visit_MessageReference(self, node: ftl.MessageReference) -> None:
        self.messages.add(node.id.name)


def entries(language: str) -> list[Entry]:
    """All messages of a language, doubled ones too."""
    return [
        _entry(item, file.name)
        for file in sorted((FOLDER / language).glob("*.ftl"))
        for item in FluentParser().parse(file.read_text("utf-8")).body
        if isinstance(item, ftl.Message)
    ]


def junk(language: str) -> list[str]:
    """What the parser could not read, and would leave out without a word."""
    return [
        f"{file.name}: {item.content}"
        for file in sorted((FOLDER / language).glob("*.ftl"))
        for item in FluentParser().parse(file.read_text("utf-8")).body
        if isinstance(item, ftl.Junk)
    ]


def uses() -> list[Use]:
    """Every call in the sources whose key can be read off: a literal or an f-string."""
    return [use for path, tree in _trees() for use in _uses(path, tree)]


def key_patterns() -> list[re.Pattern[str]]:
    """Every f-string in the sources that begins like a key: f"error-{code}", f"{kind}-unknown"."""
    patterns = {
        _key(node)
        for _, tree in _trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
    }
    return [re.compile(pattern) for pattern in patterns if pattern and _BEGINNING.match(pattern)]


def constants() -> frozenset[str]:
    """Every string in the sources, docstrings included."""
    return frozenset(
        node.value
        for _, tree in _trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def _entry(message: ftl.Message, file: str) -> Entry:
    found = _References()
    found.visit(message)
    return Entry(message.id.name, file, frozenset(found.variables), frozenset(found.messages))


def _trees() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(SOURCES.rglob("*.py")):
        yield path.relative_to(SOURCES), ast.parse(path.read_text("utf-8"))


def _uses(path: Path, tree: ast.Module) -> Iterator[Use]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        if node.func.id not in {"text", "Text"} or not node.args:
            continue
        key = _key(node.args[0])
        if key is not None:
            is_literal = isinstance(node.args[0], ast.Constant)
            yield Use(f"{path}:{node.lineno}", key, is_literal, _params(node))


def _key(argument: ast.expr) -> str | None:
    match argument:
        case ast.Constant(value=str(value)):
            return re.escape(value)
        case ast.JoinedStr(values=parts):
            return "".join(
                re.escape(str(part.value)) if isinstance(part, ast.Constant) else "(.+)"
                for part in parts
            )
        case _:
            return None


def _params(call: ast.Call) -> frozenset[str] | None:
    """The names of the parameters, None when they cannot be read off."""
    assert isinstance(call.func, ast.Name)
    if call.func.id == "Text" or any(keyword.arg is None for keyword in call.keywords):
        return None
    return frozenset(keyword.arg for keyword in call.keywords if keyword.arg is not None)
