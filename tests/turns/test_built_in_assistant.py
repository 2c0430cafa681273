"""The approval of a deletion with the built-in assistant, in both languages."""

from dataclasses import replace

import pytest

from adapters.memory.superset.objects import MemoryDashboard
from adapters.planner.language_model import CommandAssistant
from domain.confirmation import Verdict
from domain.roles import Role
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
