"""What import-linter cannot say (style: the four folders, who may import what, names, sizes)."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from application import tools
from application.toolkit.catalogue import load_catalogue

ROOT = Path(__file__).parents[2]
SRC = ROOT / "src"
LAYERS = ("adapters", "application", "domain", "entrypoints")

# A list of what is allowed: one of what is forbidden never knows about tomorrow's package.
THIRD_PARTY = {
    "domain": frozenset({"returns"}),
    # pydantic keeps its own errors in pydantic_core.
    "application": frozenset({"pydantic", "pydantic_core", "returns", "structlog"}),
}
PARSES_SQL = "sqlglot"
SQL_PARSERS = {"domain/sql.py"}
MAX_LINES = 300
NAMES_THAT_SAY_NOTHING = frozenset(
    {"util", "utils", "helper", "helpers", "common", "base", "manager", "misc", "shared"}
)
RESULT_NAMES = frozenset({"Result", "Success", "Failure", "is_successful"})


def sources(folder: Path = SRC) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*.py")) if "__pycache__" not in path.parts)


def imports(path: Path) -> Iterator[tuple[str, str]]:
    """Every imported module and the name taken from it, wherever in the file it stands."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            yield from ((node.module or "", alias.name) for alias in node.names)


def third_party(path: Path) -> set[str]:
    roots = {module.split(".")[0] for module, _ in imports(path)}
    return roots - set(LAYERS) - sys.stdlib_module_names


def test_there_are_four_folders_and_no_fifth() -> None:
    found = {path.name for path in SRC.iterdir() if path.name != "__pycache__"}
    assert {name for name in found if not name.endswith(".egg-info")} == set(LAYERS)


@pytest.mark.parametrize("layer", THIRD_PARTY)
def test_a_layer_imports_only_what_it_may(layer: str) -> None:
    strangers = {
        f"{path.relative_to(SRC)}: {name}"
        for path in sources(SRC / layer)
        for name in third_party(path) - THIRD_PARTY[layer] - {PARSES_SQL}
    }
    assert not strangers


def test_sql_is_parsed_in_one_place() -> None:
    parsing = {
        path.relative_to(SRC).as_posix() for path in sources() if PARSES_SQL in third_party(path)
    }
    inner = {name for name in parsing if name.startswith(("domain/", "application/"))}
    assert inner == SQL_PARSERS


def test_the_domain_does_nothing_and_waits_for_nothing() -> None:
    """No I/O, no async, no clock, no chance."""
    doing = {"asyncio", "io", "os", "pathlib", "random", "secrets", "socket", "subprocess", "time"}
    found: set[str] = set()
    for path in sources(SRC / "domain"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        if any(isinstance(node, ast.AsyncFunctionDef | ast.Await) for node in ast.walk(tree)):
            found.add(f"{path.name}: async")
        found |= {
            f"{path.name}: {module}"
            for module, _ in imports(path)
            if module.split(".")[0] in doing and module != "os.path"
        }
        calls = re.findall(r"\b(?:datetime\.(?:now|utcnow|today)|open|print)\(", path.read_text())
        found |= {f"{path.name}: {call}" for call in calls}
    assert not found


def test_of_returns_only_results_are_used() -> None:
    """`@safe` around a step swallows the interrupt; `bind` chains hide what goes wrong."""
    wrong = {
        f"{path.relative_to(SRC)}: {module}.{name}"
        for path in sources()
        for module, name in imports(path)
        if module.split(".")[0] == "returns" and name not in RESULT_NAMES
    }
    assert not wrong


def test_one_function_waits_for_a_person() -> None:
    calls = [
        (path.relative_to(SRC).as_posix(), function.name)
        for path in sources()
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Call)
        and "interrupt" in {getattr(node.func, "id", ""), getattr(node.func, "attr", "")}
    ]
    assert calls == [("adapters/turns_langgraph/graph.py", "wait")]


def test_nothing_comes_before_the_wait() -> None:
    """A node runs again from its top when it is resumed."""
    tree = ast.parse((SRC / "adapters/turns_langgraph/graph.py").read_text(encoding="utf-8"))
    (wait,) = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and n.name == "wait"]
    statements = [node for node in wait.body if not isinstance(node, ast.Expr)]
    assert len(statements) == 1
    assert isinstance(statements[0], ast.Return)


def test_no_step_of_a_turn_catches_everything() -> None:
    """GraphInterrupt is an Exception: whoever catches all of them goes on past the person."""
    broad = [
        path.name
        for folder in ("application/turn", "application/tools")
        for path in sources(SRC / folder)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ExceptHandler)
        and (node.type is None or getattr(node.type, "id", "") in {"Exception", "BaseException"})
    ]
    assert not broad


@pytest.mark.parametrize("folder", ["src", "tests", "bench"])
def test_files_are_short(folder: str) -> None:
    lengths = {
        path.relative_to(ROOT).as_posix(): len(path.read_text(encoding="utf-8").splitlines())
        for path in sources(ROOT / folder)
    }
    assert lengths
    assert {name: lines for name, lines in lengths.items() if lines > MAX_LINES} == {}


def test_names_say_something() -> None:
    named = [*sources(), *sources(ROOT / "tests"), *sources(ROOT / "bench")]
    svelte = (ROOT / "frontend" / "src").rglob("*.*")
    silent = {
        path.relative_to(ROOT).as_posix()
        for path in [*named, *svelte]
        if NAMES_THAT_SAY_NOTHING & {part.split(".")[0].lower() for part in path.parts[-2:]}
    }
    assert not silent


def test_package_files_are_empty() -> None:
    assert not [path for path in sources() if path.name == "__init__.py" and path.read_text()]


def test_a_tool_is_named_like_its_file() -> None:
    files = {path.stem for path in sources(SRC / "application" / "tools")} - {"__init__"}
    catalogue = load_catalogue(tools)
    assert set(catalogue.tools) == files
    for name, tool in catalogue.tools.items():
        module = sys.modules[f"application.tools.{name}"]
        assert module.__dict__["TOOL"] is tool


def test_the_inner_layers_read_no_process_environment() -> None:
    readers = [
        path.name
        for layer in ("application", "domain")
        for path in sources(SRC / layer)
        if re.search(r"\bos\.(environ|getenv)\b", path.read_text(encoding="utf-8"))
    ]
    assert not readers
