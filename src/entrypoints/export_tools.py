"""
Writes a page for every tool, from its declaration and the text catalogue.

Run as `python -m entrypoints.export_tools docs/tools`.
"""

import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from application import tools
from application.ports.texts import Texts
from application.toolkit.catalogue import Catalogue, load_catalogue
from application.toolkit.tool import AnyTool, EnvironmentNeed
from domain.pipeline import ALWAYS_OFFERED
from domain.risk import ToolRisk
from domain.superset import JsonValue
from domain.texts import LANGUAGES
from entrypoints.container.command_line import texts_catalogue

_INDEX: Final = "README.md"
_LIMITS: Final = {
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "minimum": "at least {}",
    "maximum": "at most {}",
    "maxItems": "at most {} items",
    "maxProperties": "at most {} pairs",
}
_ENVIRONMENT: Final = {
    EnvironmentNeed.NONE: "none",
    EnvironmentNeed.OPTIONAL: "one; all of them when none is named",
    EnvironmentNeed.REQUIRED: "one",
}
_ABOUT: Final = """\
# Tools

What the agent can do. These pages are generated from the declarations in `src/application/tools`
and the text catalogue: `.venv/bin/python -m entrypoints.export_tools docs/tools`.

- **Risk**: *read* runs at once; *write* and *dangerous* are planned, shown, and run once after a
  yes, on every tier of environment.
- **Who may**: this role and every role above it (viewer, analyst, admin).
- **Offered on**: the kinds of page on which a model is offered the tool. Where no page is known
  every tool of the role is offered.
"""


def pages(texts: Texts) -> dict[str, str]:
    """File name -> the page as it is committed, the index included."""
    catalogue = load_catalogue(tools)
    every = catalogue.tools.values()
    return {
        _INDEX: _index(every, texts),
        **{f"{tool.name}.md": _page(tool, catalogue, texts) for tool in every},
    }


def _index(every: Iterable[AnyTool], texts: Texts) -> str:
    rows = (
        (f"[{tool.name}]({tool.name}.md)", texts.say(tool.does, "en"), tool.risk.value, tool.role)
        for tool in every
    )
    return f"{_ABOUT}\n{_table(('tool', 'what it does', 'risk', 'who may'), rows)}"


def _page(tool: AnyTool, catalogue: Catalogue, texts: Texts) -> str:
    does = "\n\n".join(texts.say(tool.does, language) for language in LANGUAGES)
    examples = "\n".join(
        f"- {texts.say(example, language)}"
        for language in LANGUAGES
        for example in tool.example_texts
    )
    facts = _table(("", ""), _facts(tool, catalogue).items())
    return (
        f"# {tool.name}\n\n{does}\n\nWhat a model reads:\n\n> {tool.description}\n\n{facts}\n"
        f"## Arguments\n\n{_arguments(tool)}\n## Examples\n\n{examples}\n"
    )


def _facts(tool: AnyTool, catalogue: Catalogue) -> dict[str, str]:
    facts = {
        "Risk": tool.risk.value,
        "Asked for": _asked_for(tool),
        "Who may": tool.role.value,
        "Offered on": _offered_on(tool),
        "Environment": _ENVIRONMENT[tool.environment],
        "Undo": _undo(tool, catalogue),
    }
    if tool.task is not None:
        facts["Task"] = "yes: it goes on after the turn, with progress, a log and cancel"
    return facts


def _asked_for(tool: AnyTool) -> str:
    declaration = tool.declaration
    if declaration.is_judged_by_sql:
        return "when its SQL is not surely a read; then only an admin may"
    if tool.risk is not ToolRisk.READ:
        return "always"
    return f"when `{tool.write_when}` is true" if tool.write_when else "never: it only reads"


def _offered_on(tool: AnyTool) -> str:
    if tool.name == ALWAYS_OFFERED:
        return "every page"
    return ", ".join(sorted(tool.contexts)) or "no page of its own; where no page is known"


def _undo(tool: AnyTool, catalogue: Catalogue) -> str:
    if tool.plan is None:
        return "nothing to undo"
    inverse = catalogue.inverses.get(tool.name)
    if inverse is None:
        return "no"
    return f"yes, as a {inverse.risk.value} call of its own that is planned and asked for"


def _arguments(tool: AnyTool) -> str:
    properties = tool.parameters["properties"]
    optional = tool.declaration.optional
    if not isinstance(properties, Mapping) or not properties:
        return "None.\n"
    rows = (
        (f"`{name}`", _kind(schema), _need(schema, name in optional), schema["description"])
        for name, schema in properties.items()
        if isinstance(schema, Mapping)
    )
    return _table(("name", "type", "needed", "what it is"), rows)


def _kind(schema: Mapping[str, JsonValue]) -> str:
    """The type of a JSON schema in words, with its limits; that null is absence goes without."""
    choices = schema.get("anyOf")
    for choice in choices if isinstance(choices, Sequence) else ():
        if isinstance(choice, Mapping) and choice["type"] != "null":
            return _kind(choice)
    kind, items = str(schema["type"]), schema.get("items")
    if isinstance(items, Mapping):
        kind = f"{kind} of {items['type']}s"
    limits = [said.format(schema[name]) for name, said in _LIMITS.items() if name in schema]
    # One character at least is what "needed" says already.
    return ", ".join((kind, *(each for each in limits if each != "at least 1 characters")))


def _need(schema: Mapping[str, JsonValue], is_optional: bool) -> str:  # noqa: FBT001  # a column
    if not is_optional:
        return "yes"
    default = schema.get("default")
    return "no" if default is None else f"no, else {str(default).lower()}"


def _table(head: Sequence[str], rows: Iterable[Sequence[JsonValue]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    cells = ([str(cell).replace("|", r"\|") for cell in line] for line in lines)
    return "".join(f"| {' | '.join(line)} |\n" for line in cells)


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, page in pages(texts_catalogue()).items():
        (folder / name).write_text(page, encoding="utf-8")
