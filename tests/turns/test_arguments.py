"""Arguments and environments of a call: wrong ones name what is wrong, and nothing runs."""

import pytest

from application.ports.language_model import CallProposed
from domain.environments import Environment
from domain.roles import Role
from domain.tiers import Tier
from turns.world import Json, World, call, every, only, types

DELETE = call("delete_dashboard", dashboard_id="1")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({}, "dashboard_id"),
        ({"dashboard_id": ["1"]}, "dashboard_id"),
        ({"dashboard_id": ""}, "dashboard_id"),
        ({"dashboard_id": "1", "force": True}, "force"),
        ({"dashboard_id": True}, "dashboard_id"),
        ({"dashboard_id": {"$ne": None}}, "dashboard_id"),
    ],
)
async def test_a_bad_argument_is_named(arguments: Json, named: str) -> None:
    world = World([[call("delete_dashboard", **arguments)], "Sorry."])
    events = await world.send("delete")
    told = only(events, "tool_error")
    assert f"“{named}”" in told["message"]
    assert (told["is_write_tool"], told["status_unknown"]) == (True, False)
    assert not every(events, "confirm_required")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"limit": "x"}, "«limit» инструмента search_dashboards неверен: это не число."),
        ({"limit": 0}, "вне допустимого диапазона"),
        ({"query": ["a"]}, "это не текст"),
        ({"changed_since": "вчера"}, "напишите дату ISO"),
    ],
)
async def test_a_bad_argument_is_told_in_the_persons_language(arguments: Json, said: str) -> None:
    world = World([[call("search_dashboards", **arguments)], "Sorry."])
    told = only(await world.send("найди", session=world.session(language="ru")), "tool_error")
    assert said in told["message"]
    assert not told["is_write_tool"]


@pytest.mark.parametrize("problem", ["not_an_object", "invalid_json", "truncated"])
async def test_arguments_that_are_no_object_are_an_error(problem: str) -> None:
    world = World([[CallProposed("", "delete_dashboard", None, problem)], "Sorry."])
    events = await world.send("delete")
    assert only(events, "tool_error")["message"].startswith("The model")
    assert world.scripted.requests[1].messages[-1].content.startswith("Error: ")


async def test_a_missing_environment_lists_the_known_ones() -> None:
    """N10: there is no default environment."""
    world = World([[call("delete_dashboard", dashboard_id="1")], "Which?"])
    events = await world.send("delete dashboard 1", env_id=None)
    message = only(events, "tool_error")["message"]
    assert "ss-dev" in message
    assert "ss-prod" in message
    assert not every(events, "confirm_required")


async def test_the_environment_of_an_earlier_turn_is_none_of_this_one() -> None:
    """N10."""
    world = World([[call("search_dashboards")], "Three.", [DELETE], "Which?"])
    await world.send("which dashboards?", env_id="ss-dev")
    events = await world.send("delete dashboard 1", env_id=None)
    assert "ss-prod" in only(events, "tool_error")["message"]
    assert not world.tables.confirmations


@pytest.mark.parametrize("spelling", ["ss-staging", "ss-de", "prod", "  ", "*", "ss-dev ss-prod"])
async def test_an_unknown_environment_is_never_a_similar_one(spelling: str) -> None:
    world = World([[call("delete_dashboard", dashboard_id="1", env_id=spelling)], "Which?"])
    events = await world.send("delete dashboard 1", env_id=None)
    message = only(events, "tool_error")["message"]
    assert "ss-dev" in message
    assert "ss-prod" in message
    assert not world.tables.confirmations


async def test_an_environment_that_is_no_text_is_unknown() -> None:
    world = World([[call("delete_dashboard", dashboard_id="1", env_id=["ss-prod"])], "Which?"])
    events = await world.send("delete dashboard 1")
    assert "ss-prod" in only(events, "tool_error")["message"]
    assert not world.tables.confirmations


@pytest.mark.parametrize("spelling", ["SS-PROD", " ss-prod ", '"ss-prod"', "«SS-Prod»"])
async def test_the_spelling_of_an_environment_is_forgiven(spelling: str) -> None:
    world = World([[call("delete_dashboard", dashboard_id="1", env_id=spelling)], "Asked."])
    events = await world.send("delete dashboard 1")
    card = only(events, "confirm_required")["metadata"]
    assert card["env_id"] == "ss-prod"
    assert card["env_context"] == "prod"
    assert card["arguments"]["env_id"]["value"] == "ss-prod"


async def test_the_call_wins_over_the_turn_and_the_turn_over_the_page() -> None:
    page = {"objectType": "dashboard", "objectId": "9", "envId": "ss-prod"}
    named = call("delete_dashboard", dashboard_id="1", env_id="ss-dev")
    world = World([[named], "Asked."])
    events = await world.send("delete", env_id="ss-prod", ui_context=page)
    assert only(events, "confirm_required")["metadata"]["env_id"] == "ss-dev"

    world = World([[call("delete_dashboard", dashboard_id="1")], "Asked."])
    events = await world.send("delete", env_id="ss-dev", ui_context=page)
    assert only(events, "confirm_required")["metadata"]["env_id"] == "ss-dev"

    world = World([[call("delete_dashboard", dashboard_id="1")], "Asked."])
    events = await world.send("delete", env_id=None, ui_context=page)
    card = only(events, "confirm_required")["metadata"]
    assert card["arguments"]["env_id"] == {"value": "ss-prod", "origin": "page"}


async def test_a_tier_setting_wins_over_the_name_and_not_over_the_question() -> None:
    """delete_dashboard_any_env: dangerous on every tier."""
    lowered = (
        Environment("ss-dev", "http://dev.example"),
        Environment("ss-prod", "http://prod.example", Tier.DEV),
    )
    ask = call("delete_dashboard", dashboard_id="1", env_id="ss-prod")
    world = World([[ask], "Asked."], environments=lowered)
    card = only(await world.send("delete"), "confirm_required")["metadata"]
    assert (card["env_context"], card["risk_level"], card["dangerous"]) == (
        "dev",
        "dangerous",
        True,
    )


async def test_a_read_says_nothing_of_a_question() -> None:
    """search_dashboards: risk read, safe."""
    world = World([[call("search_dashboards")], "Three."])
    events = await world.send("which dashboards?")
    start = only(events, "tool_start")
    assert (start["risk_level"], start["is_write_tool"]) == ("safe", False)


async def test_a_write_is_guarded_and_not_dangerous() -> None:
    """deploy_to_prod, with the write of this slice: guarded, prod, not dangerous."""
    ask = call("superset_create_dataset", database_id="1", table="customers", env_id="ss-prod")
    world = World([[ask], "Asked."])
    card = only(await world.send("make a dataset"), "confirm_required")["metadata"]
    assert (card["risk"], card["risk_level"], card["dangerous"], card["env_context"]) == (
        "write",
        "guarded",
        False,
        "prod",
    )


async def test_an_ambiguous_title_lists_its_candidates_and_asks_nothing() -> None:
    world = World([[call("delete_dashboard", dashboard_id="Sales overview")], "Which?"])
    twin = world.dev.dashboards["1"]
    world.dev.add(type(twin)("7", twin.title, twin.charts))
    events = await world.send("delete Sales overview")
    message = only(events, "tool_error")["message"]
    assert "#1" in message
    assert "#7" in message
    assert types(events)[-1] == "done"
    assert not world.tables.confirmations


async def test_dangerous_sql_is_whole_on_its_card() -> None:
    """H09: nothing that matters stands behind a cut."""
    sql = f"DELETE FROM orders /* {'padding ' * 800}*/ WHERE id = 3"
    world = World([[call("superset_execute_sql", database_id="2", sql=sql)], "Asked."])
    card = only(await world.send("clean up"), "confirm_required")["metadata"]
    assert card["arguments"]["sql"]["value"] == sql
    assert sql in str(card["plan"])
    assert card["target"]["title"] == "sandbox"


@pytest.mark.parametrize(
    ("tool_name", "arguments"),
    [
        ("superset_execute_sql", {"sql": "SELECT 1"}),
        ("superset_create_dataset", {"name": "harmless", "sql": "SELECT 1 AS one"}),
        ("superset_explore_database", {}),
    ],
)
@pytest.mark.parametrize(
    "schema", ['public"; DELETE FROM orders; --', "`x`; DROP TABLE y", "{{ 1 }}", "main\x00"]
)
async def test_a_schema_carries_no_statement(tool_name: str, arguments: Json, schema: str) -> None:
    """Superset runs `SET search_path = "<schema>"` before the statement that was judged."""
    proposed = call(tool_name, database_id="1", schema=schema, **arguments)
    world = World([[proposed], "Sorry."])
    events = await world.send("read", session=world.session(Role.ANALYST))
    assert "“schema”" in only(events, "tool_error")["message"]
    assert "tool_start" not in types(events)
