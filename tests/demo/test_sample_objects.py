import json
from typing import Any

import pytest

from adapters.demo_supersets.payloads import chart_payload, layout
from adapters.demo_supersets.sample_objects import (
    DATASETS,
    ChartSpec,
    DashboardSpec,
    Sample,
    charts,
    dashboards,
    sample_uuid,
)

SAMPLES: tuple[Sample, ...] = ("dev", "prod")


def laid_out(sample: Sample, dashboard: DashboardSpec) -> dict[str, Any]:
    known = {chart.key: (number, chart) for number, chart in enumerate(charts(sample), start=1)}
    return layout(dashboard, known)


def chart_keys(dashboard: DashboardSpec) -> list[str]:
    return [key for _, rows in dashboard.tabs for row in rows for key in row]


def test_dev_has_six_datasets_twelve_charts_and_four_dashboards() -> None:
    assert (len(DATASETS), len(charts("dev")), len(dashboards("dev"))) == (6, 12, 4)
    assert {dataset.sql is None for dataset in DATASETS} == {True, False}


def test_two_dashboards_have_russian_titles() -> None:
    russian = [d.title for d in dashboards("dev") if any("а" <= c <= "я" for c in d.title.lower())]

    assert russian == ["Выручка по магазинам", "Обзор для руководителя"]


def test_prod_lacks_a_chart_and_has_an_older_title() -> None:
    dev = {chart.key: chart.title for chart in charts("dev")}
    prod = {chart.key: chart.title for chart in charts("prod")}

    assert dev.keys() - prod.keys() == {"active-customers"}
    assert {key for key in prod if prod[key] != dev[key]} == {"average-order"}


def test_one_chart_is_broken_and_only_in_dev() -> None:
    whole = {chart.key: chart.by for chart in charts("prod")}

    assert [c.key for c in charts("dev") if c.by != whole.get(c.key, c.by)] == ["orders-by-status"]


def test_a_chart_is_shared_by_two_dashboards() -> None:
    users = [d.slug for d in dashboards("dev") if "revenue-by-month" in chart_keys(d)]

    assert users == ["sales-overview", "executive"]


@pytest.mark.parametrize("sample", SAMPLES)
def test_every_chart_stands_on_a_dashboard(sample: Sample) -> None:
    used = {key for dashboard in dashboards(sample) for key in chart_keys(dashboard)}

    assert used == {chart.key for chart in charts(sample)}


@pytest.mark.parametrize("sample", SAMPLES)
@pytest.mark.parametrize("place", range(4))
def test_no_layout_has_a_dangling_child_that_would_brick_its_dashboard(
    sample: Sample, place: int
) -> None:
    nodes = laid_out(sample, dashboards(sample)[place])
    listed = [
        child for node in nodes.values() if node != "v2" for child in node.get("children", [])
    ]

    assert nodes["ROOT_ID"]["children"]
    assert set(listed) <= nodes.keys()
    assert len(listed) == len(set(listed))
    assert all(key == node["id"] for key, node in nodes.items() if node != "v2")


def test_titled_tabs_carry_the_rows_and_the_grid_none() -> None:
    executive = dashboards("dev")[3]
    nodes = laid_out("dev", executive)

    assert [nodes[tab]["meta"]["text"] for tab in nodes["TABS-1"]["children"]] == [
        "Выручка",
        "Заказы",
    ]
    assert nodes["GRID_ID"]["children"] == []


@pytest.mark.parametrize("chart", charts("dev"), ids=lambda chart: chart.key)
def test_every_chart_saves_a_query_context_of_its_own_dataset(chart: ChartSpec) -> None:
    payload = chart_payload(chart, dataset_id=7, uuid="u")
    context = json.loads(payload["query_context"])

    assert context["datasource"] == {"id": 7, "type": "table"}
    assert json.loads(payload["params"])["datasource"] == "7__table"
    assert context["queries"][0]["metrics"]


def test_uuids_are_stable_and_tell_kinds_apart() -> None:
    assert sample_uuid("chart", "customers") == sample_uuid("chart", "customers")
    assert sample_uuid("chart", "customers") != sample_uuid("dashboard", "customers")
