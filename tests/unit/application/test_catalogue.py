"""The catalogue in the code against `specs/catalogue.json`, and the texts that every tool needs."""

import pkgutil
import re
from dataclasses import fields
from pathlib import Path

import pytest

from application import tools
from application.toolkit.catalogue import catalogue_of, load_catalogue
from application.toolkit.tool import AnyTool
from catalogue_file import load_declarations
from domain.risk import ToolDeclaration, ToolRisk
from domain.texts import LANGUAGES, Language
from tool_surroundings import TEXTS

CATALOGUE = load_catalogue(tools)
TOOLS = list(CATALOGUE.tools.values())
SPECIFIED = load_declarations()
_WRITING = [tool for tool in TOOLS if tool.risk.value != "read" or tool.sql_argument is not None]


def test_every_tool_is_specified() -> None:
    assert set(CATALOGUE.tools) <= set(SPECIFIED)


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
class TestEveryTool:
    @pytest.mark.parametrize("fact", [field.name for field in fields(ToolDeclaration)])
    def test_is_declared_as_specified(self, tool: AnyTool, fact: str) -> None:
        assert getattr(tool.declaration, fact) == getattr(SPECIFIED[tool.name], fact)

    def test_lives_in_the_file_of_its_name(self, tool: AnyTool) -> None:
        assert tool.name in {module.name for module in pkgutil.iter_modules(tools.__path__)}
        assert Path(tool.run.__code__.co_filename).stem == tool.name

    def test_describes_itself_and_its_arguments_to_the_model(self, tool: AnyTool) -> None:
        properties = tool.parameters["properties"]
        assert isinstance(properties, dict)
        assert list(properties) == list(tool.declaration.arguments)
        assert all(argument.get("description") for argument in properties.values())
        assert tool.description.endswith(".")
        assert tool.parameters["additionalProperties"] is False

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_has_words_for_people(self, tool: AnyTool, language: Language) -> None:
        said = [TEXTS.say(each, language) for each in (tool.does, *tool.example_texts)]
        assert len(set(said)) == 1 + tool.examples
        has_cyrillic = [bool(re.search("[а-яё]", each, re.IGNORECASE)) for each in said]
        assert all(has_cyrillic) if language == "ru" else not any(has_cyrillic)


@pytest.mark.parametrize("tool", _WRITING, ids=lambda tool: tool.name)
def test_what_can_write_makes_a_plan(tool: AnyTool) -> None:
    assert tool.plan is not None
    assert tool.sql_argument is None or tool.dialect is not None


def test_two_tools_of_one_name_are_a_bug() -> None:
    with pytest.raises(ValueError, match="two tools"):
        catalogue_of([TOOLS[0], TOOLS[0]])


def test_reads_come_first_and_what_destroys_last() -> None:
    shown = [tool.risk for tool in TOOLS]
    assert shown == sorted(shown, key=list(ToolRisk).index)
    names = [tool.name for tool in TOOLS]
    assert names[-1] == "delete_dashboard"
    assert names.index("search_dashboards") < names.index("superset_execute_sql")
