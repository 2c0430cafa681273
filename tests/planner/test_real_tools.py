"""What the assistant proposes is what the tools of the catalogue take."""

from dataclasses import replace

import pytest
from pydantic import ValidationError

import application.tools
from adapters.fluent.texts import FluentTexts
from application.ports.language_model import ToolOffer
from application.toolkit.catalogue import load_catalogue
from domain.texts import LANGUAGES, Language
from planner.asking import Person, Wish, wishes

TOOLS = load_catalogue(application.tools).tools
OFFERS = [ToolOffer(tool.name, tool.description, tool.parameters) for tool in TOOLS.values()]
WISHES = [wish for wish in wishes() if wish.tool in TOOLS]


@pytest.mark.parametrize("wish", WISHES, ids=lambda wish: wish.id)
async def test_arguments_are_valid(wish: Wish) -> None:
    answer = await replace(wish.person, tools=OFFERS).asks(wish.prompt)
    if answer.call is None:
        return

    try:
        TOOLS[answer.call.tool_name].arguments.model_validate(answer.arguments)
    except ValidationError as error:
        pytest.fail(f"{wish.prompt!r}: {answer.arguments}: {error}")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("tool", TOOLS)
async def test_the_examples_that_people_are_shown_are_understood(
    tool: str, language: Language
) -> None:
    for example in TOOLS[tool].example_texts:
        shown = FluentTexts().say(example, language)
        assert (await Person(language).asks(shown)).tool == tool, shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_tool_of_the_catalogue_is_asked_for(language: str) -> None:
    asked = {wish.tool for wish in WISHES if wish.language == language}

    assert asked == set(TOOLS)
