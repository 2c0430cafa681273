"""The catalogue: every module of application/tools is one tool."""

import importlib
import pkgutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType, ModuleType

from application.toolkit.tool import AnyTool
from application.toolkit.undo.objects import inverse_of
from domain.pipeline import shown_order
from domain.risk import ToolDeclaration


@dataclass(frozen=True, slots=True)
class Catalogue:
    """
    All tools by name, with what the rules know of them.

    Args:
        inverses: what undoes a tool, by the name of that tool; never offered to a model.

    """

    tools: Mapping[str, AnyTool]
    declarations: Mapping[str, ToolDeclaration]
    inverses: Mapping[str, AnyTool]

    def with_inverses(self) -> "Catalogue":
        """The same with every inverse among its tools, for a turn that a person began to undo."""
        return catalogue_of((*self.tools.values(), *self.inverses.values()))


def catalogue_of(tools: Iterable[AnyTool]) -> Catalogue:
    """Make a catalogue; two tools of one name are a bug."""
    by_name: dict[str, AnyTool] = {}
    for tool in tools:
        if tool.name in by_name:
            raise ValueError(f"two tools are called {tool.name}")
        by_name[tool.name] = tool
    declarations = {name: tool.declaration for name, tool in by_name.items()}
    found = ((name, tool.inverse or inverse_of(tool)) for name, tool in by_name.items())
    inverses = {name: inverse for name, inverse in found if inverse is not None}
    return Catalogue(
        MappingProxyType(by_name), MappingProxyType(declarations), MappingProxyType(inverses)
    )


def load_catalogue(package: ModuleType) -> Catalogue:
    """Take `TOOL` from every module of a package, in the order in which people are shown them."""
    names = sorted(module.name for module in pkgutil.iter_modules(package.__path__))
    modules = [importlib.import_module(f"{package.__name__}.{name}") for name in names]
    tools: list[AnyTool] = [module.TOOL for module in modules]
    return catalogue_of(sorted(tools, key=lambda tool: shown_order(tool.declaration)))
