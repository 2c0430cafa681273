"""Comparing a dashboard between two places."""

from dataclasses import replace

import pytest

from application.tools.deploy_dashboard import TOOL as DEPLOY
from application.tools.diff_dashboard import TOOL
from domain.roles import Role
from moving_worlds import development, production
from tool_surroundings import Surroundings, failure_of


@pytest.fixture
async def world() -> Surroundings:
    """Both hold the dashboard; numbers and connections differ."""
    made = Surroundings(dev=development(), prod=production())
    await made.run(DEPLOY, "ss-prod", dashboard_id="1", source="ss-dev", target_env="ss-prod")
    return made


async def test_numbers_of_environments_are_no_difference(world: Surroundings) -> None:
    """T03."""
    done = await world.run(TOOL, None, dashboard_id="Sales", source="ss-dev", target="ss-prod")
    assert done.value["equal"] is True
    assert done.said == "“Sales” is equal in ss-dev and ss-prod."


async def test_each_changed_field_is_a_row(world: Surroundings) -> None:
    world.role = Role.VIEWER
    world.dev.add(replace(world.dev.charts["1"], title="Revenue, EUR"))
    rest = {**world.dev.dashboards["1"].rest, "css": ".b {}"}
    world.dev.add(replace(world.dev.dashboards["1"], rest=rest))
    done = await world.run(TOOL, None, dashboard_id="1", source="ss-dev", target="ss-prod")
    assert done.value["items"] == [
        {
            "kind": "dashboard",
            "title": "Sales",
            "field": "CSS",
            "target": ".a {}",
            "source": ".b {}",
        },
        {
            "kind": "chart",
            "title": "Revenue, EUR",
            "field": "title",
            "target": "Revenue",
            "source": "Revenue, EUR",
        },
    ]
    assert (
        done.said
        == "“Sales” in ss-dev and ss-prod: dashboard “Sales”, chart “Revenue, EUR” differ."
    )
    assert "2 objects differ" in done.for_model


async def test_chart_of_one_side_is_told(world: Surroundings) -> None:
    world.dev.add(replace(world.dev.dashboards["1"], charts=("1",), rest={}))
    done = await world.run(TOOL, None, dashboard_id="1", source="ss-dev", target="ss-prod")
    assert {
        "kind": "chart",
        "title": "Regions",
        "field": "the whole object",
        "target": "there",
        "source": None,
    } in done.value["items"]
    assert {
        "kind": "dashboard",
        "title": "Sales",
        "field": "layout: chart “Regions”, removed",
        "target": "Regions",
        "source": None,
    } in done.value["items"]
    assert "position.C2" in done.for_model


@pytest.mark.parametrize(
    ("source", "target", "words"),
    [
        ("ss-dev", "ss-dev", "two different places"),
        (None, "ss-dev", "which place"),
        ("ss-dev", "moon", "no place"),
        ("ss-dev", "backup:none", "no backup"),
        ("ss-dev", "branch:none", "no commit yet"),
    ],
)
async def test_places_that_do_not_fit_are_told(
    world: Surroundings, source: str | None, target: str, words: str
) -> None:
    result = await world.try_run(TOOL, None, dashboard_id="1", source=source, target=target)
    assert words in world.say(failure_of(result).text)


async def test_dashboard_of_one_side_is_unknown_on_the_other(world: Surroundings) -> None:
    world.prod.dashboards.clear()
    result = await world.try_run(TOOL, None, dashboard_id="1", source="ss-dev", target="ss-prod")
    assert "on ss-prod" in world.say(failure_of(result).text)
