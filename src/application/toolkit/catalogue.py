"""The catalogue: every module of application/tools is one tool."""

import importlib
import pkgutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType, ModuleType

from application.toolkit.tool import AnyTool
from domain.risk import ToolDeclaration


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All tools by name, with what the rules know of them."""

    tools: Mapping[str, AnyTool]
    declarations: Mapping[str, ToolDeclaration]


def catalogue_of(tools: Iterable[AnyTool]) -> Catalogue:
    """Make a catalogue; two tools of one name are a bug."""
    by_name: dict[str, AnyTool] = {}
    for tool in tools:
        if tool.name in by_name:
            raise ValueError(f"two tools are called {tool.name}")
        by_name[tool.name] = tool
    declarations = {name: tool.declaration for name, tool in by_name.items()}
    return Catalogue(MappingProxyType(by_name), MappingProxyType(declarations))


def load_catalogue(package: ModuleType) -> Catalogue:
    """Take `TOOL` from every module of a package, in the order of their names."""
    names = sorted(module.name for module in pkgutil.iter_modules(package.__path__))
    modules = [importlib.import_module(f"{package.__name__}.{name}") for name in names]
    return catalogue_of(module.TOOL for module in modules)
