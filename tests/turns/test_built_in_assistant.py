"""The approval of a deletion with the built-in assistant, in both languages."""

from dataclasses import replace

import pytest

from adapters.memory.superset.objects import MemoryDashboard
from adapters.planner.language_model import CommandAssistant
from domain.roles import Role
from domain.texts import Language
from tool_surroundings import TEXTS
from turns.world import World, every, only, types


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
    assert not every(events, "tool_start") or "delete" not in str(every(events, "tool_start"))
    assert types(events)[-1] == "done"
    assert "2" in here.dev.dashboards
