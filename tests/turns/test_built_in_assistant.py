"""The approval of a deletion with the built-in assistant, in both languages."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from urllib.parse import unquote

import pytest

from adapters.memory.superset.objects import MemoryDashboard
from adapters.planner.language_model import CommandAssistant
from application.turn.prepare import samples_of
from domain.confirmation import Verdict
from domain.roles import Role
from domain.superset import DashboardSummary, DatasetSummary, Named, SupersetFault
from domain.texts import Language
from tool_surroundings import TEXTS
from turns.world import World, every, only


def world() -> World:
    return World([], given_model=CommandAssistant(TEXTS))


ORDERS: list[tuple[Language, str]] = [
    ("en", "delete the dashboard “Выручка по магазинам” on ss-dev"),
    ("ru", "удали дашборд «Выручка по магазинам» на ss-dev"),
]


@pytest.mark.parametrize(("language", "order"), ORDERS)
async def test_a_deletion_by_title_waits_and_then_runs_once(language: Language, order: str) -> None:
    here = world()
    session = replace(here.session(), language=language)
    events = await here.send(order, session=session, env_id=None)
    card = only(events, "confirm_required")["metadata"]
    assert card["target"]["title"] == "Выручка по магазинам"
    assert card["env_id"] == "ss-dev"
    assert "2" in here.dev.dashboards
    events = await here.decide(session=session)
    assert only(events, "tool_end")
    assert "2" not in here.dev.dashboards
    assert here.dev.calls["dashboards.delete"] == 1


@pytest.mark.parametrize(("language", "order"), ORDERS)
async def test_an_ambiguous_title_asks_nothing_and_names_both(
    language: Language, order: str
) -> None:
    here = world()
    here.dev.add(MemoryDashboard("9", "Выручка по магазинам", ("2",)))
    session = replace(here.session(), language=language)
    events = await here.send(order, session=session, env_id=None)
    assert not every(events, "confirm_required")
    assert not here.dev.calls["dashboards.delete"]
    said = str(events)
    assert "#2" in said
    assert "#9" in said
    assert only(events, "done")["finish_reason"] == "stop"


@pytest.mark.parametrize(("language", "order"), ORDERS)
async def test_an_analyst_is_refused(language: Language, order: str) -> None:
    here = world()
    session = replace(here.session(Role.ANALYST), language=language)
    events = await here.send(order, session=session, env_id=None)
    assert not every(events, "confirm_required")
    assert not every(events, "tool_start")
    assert only(events, "permission_denied")["required_role"] == "admin"
    assert "2" in here.dev.dashboards
    said = {"en": "this needs the role admin", "ru": "нужна роль администратора"}
    assert said[language] in only(events, "done")["text"]


async def test_instead_of_a_refused_call_the_same_thing_may_be_looked_at() -> None:
    here = world()
    session = replace(here.session(Role.ANALYST), language="ru")
    events = await here.send("run on database 2: delete from orders where id = 1", session=session)
    instead = [each["action"] for each in only(events, "permission_denied")["alternatives"]]
    assert instead[0] == "superset_execute_sql"
    assert "superset_explore_database" in instead


@pytest.mark.parametrize("object_type", ["dashboard", "dataset", "migration"])
async def test_what_the_page_narrows_runs_all_the_same(object_type: str) -> None:
    here = world()
    page = {"objectType": object_type, "objectId": "2", "envId": "ss-dev"}
    events = await here.send("какие базы подключены?", env_id=None, ui_context=page)
    assert only(events, "tool_start")["arguments"] == {"env_id": "ss-dev"}


async def test_the_databases_of_the_page_are_known() -> None:
    here = world()
    page = {"objectType": "dataset", "objectId": "1", "envId": "ss-dev"}
    events = await here.send("select 1 in retail", env_id=None, ui_context=page)
    assert only(events, "tool_start")["tool_name"] == "superset_execute_sql"


async def test_a_refused_plan_is_told_without_the_tool_s_inner_name() -> None:
    here = world()
    session = replace(here.session(), language="ru")
    await here.send(ORDERS[1][1], session=session, env_id=None)
    events = await here.decide(Verdict.DENY, session=session)
    assert only(events, "done")["text"] == "Вы отклонили этот вызов; ничего не выполнено."


async def test_the_card_says_that_a_name_of_the_person_is_theirs() -> None:
    """Only its number is the assistant's: the person wrote the name."""
    here = world()
    said = "создай датасет из таблицы customers в базе retail на деве"
    session = replace(here.session(), language="ru")
    events = await here.send(said, session=session, env_id="ss-dev")
    card = only(events, "confirm_required")["metadata"]
    values = {name: (each["value"], each["origin"]) for name, each in card["arguments"].items()}
    assert values["database_id"] == ("1", "person")
    assert values["env_id"] == ("ss-dev", "person")


@pytest.mark.parametrize(("language", "said"), [("en", "what can you do?"), ("ru", "что умеешь?")])
@pytest.mark.parametrize("env_id", ["ss-dev", None])
async def test_what_is_offered_names_what_is_there(
    language: Language, said: str, env_id: str | None
) -> None:
    here = world()
    session = replace(here.session(), language=language)
    answer = unquote(only(await here.send(said, session=session, env_id=env_id), "done")["text"])
    newest = max(here.dev.dashboards.values(), key=lambda each: each.changed_at).title
    assert f"“{newest}”" in answer or f"«{newest}»" in answer
    assert "orders" in answer
    prompts = re.findall(r"#ask:([^)]*)\)", answer)
    assert not re.search(r"(dashboard|dataset|дашборду?|датасета) \d", " ".join(prompts))


async def test_without_superset_a_place_for_the_title_is_offered() -> None:
    here = world()
    here.dev.fail_next(SupersetFault.UNREACHABLE, "dashboards.newest")
    answer = unquote(only(await here.send("what can you do?", env_id="ss-dev"), "done")["text"])
    assert "Delete dashboard “Title of the dashboard” on ss-dev" in answer
    assert "dataset “orders”" in answer


def test_a_title_that_no_quotes_can_hold_is_no_example() -> None:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    odd = DashboardSummary("1", "u", 'So “called” "x"', "/1", True, (), (), at, None)
    assert samples_of("ss-dev", odd, None) == {"env_id": "ss-dev"}
    virtual = DatasetSummary("1", "u", "Top 10", None, "select 1", Named("1", "retail"), at)
    assert samples_of("ss-dev", None, virtual) == {"env_id": "ss-dev", "dataset": "Top 10"}
