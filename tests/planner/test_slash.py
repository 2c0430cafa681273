"""The exact form of a wish, the same in every language."""

from typing import Any

import pytest

from application.ports.language_model import ToolOffer
from planner.asking import Person

SEARCH = ToolOffer(
    "search_dashboards",
    "",
    {
        "type": "object",
        "properties": {
            "query": {"anyOf": [{"type": "string"}, {"type": "null"}]},
            "limit": {"type": "integer"},
            "deep": {"type": "boolean"},
            "ids": {"anyOf": [{"type": "array"}, {"type": "null"}]},
        },
    },
)
PERSON = Person(tools=[SEARCH, ToolOffer("show_capabilities", "", {"type": "object"})])


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        ("/search_dashboards", {}),
        ("/search_dashboards query=sales", {"query": "sales"}),
        ('/search_dashboards query="a b" limit=5', {"query": "a b", "limit": 5}),
        ("/search_dashboards query='a \"b\"'", {"query": 'a "b"'}),
        ('/search_dashboards query="a \\"b\\" \\\\"', {"query": 'a "b" \\'}),
        ("/search_dashboards query=«Продажи по месяцам»", {"query": "Продажи по месяцам"}),
        ('/search_dashboards query="a=b\nc"', {"query": "a=b\nc"}),
        ("/search_dashboards query=", {"query": ""}),
        ("/search_dashboards query=7 limit=many", {"query": "7", "limit": "many"}),
        ("/search_dashboards deep=да ids=1,2", {"deep": True, "ids": ["1", "2"]}),
        ("/search_dashboards made_up=1", {"made_up": "1"}),
    ],
)
async def test_values_are_taken_as_the_schema_wants_them(
    command: str, arguments: dict[str, Any]
) -> None:
    answer = await PERSON.asks(command)

    assert answer.tool == "search_dashboards"
    assert answer.arguments == arguments


@pytest.mark.parametrize("rest", ["sales", 'query="a b', "a b=c"])
async def test_what_is_no_pair_is_said(rest: str) -> None:
    answer = await PERSON.asks(f"/search_dashboards {rest}")

    assert answer.call is None
    assert "/search_dashboards key=value" in answer.text


async def test_an_unknown_command_names_the_nearest() -> None:
    answer = await PERSON.asks("/serch_dashboard query=x")

    assert answer.call is None
    assert answer.links[0][1] == "/search_dashboards "


async def test_a_known_tool_that_is_not_offered_is_left_to_the_guard() -> None:
    answer = await PERSON.asks("/delete_dashboard dashboard_id=12")

    assert (answer.tool, answer.arguments) == ("delete_dashboard", {"dashboard_id": "12"})


@pytest.mark.parametrize("command", ["/", "/help"])
async def test_help_shows_what_can_be_done(command: str) -> None:
    assert (await PERSON.asks(command)).tool == "show_capabilities"
