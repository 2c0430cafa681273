"""S10: a layout or metadata of any shape is compared and moved without breaking anything."""

from typing import Any, TypeAlias

import pytest

from domain.bundle import Bundle
from domain.bundle_changes import compare, is_equal
from domain.bundle_landing import Landing, rewrite
from domain.bundle_normal import normalise
from domain.bundle_references import charts_of, dangling

# As it came from a server.
Json: TypeAlias = Any

DASHBOARD = "3f2a9c1e-0000-4000-8000-000000000001"
LAYOUTS: list[Json] = [
    *(None, "", [], {}, "{bad json", "text", 7, True),
    {"ROOT_ID": {"children": ["GRID_ID"]}},
    {"ROOT_ID": None, "A": "b", "C": []},
    {"A": {"type": "CHART"}, "B": {"type": "CHART", "meta": None}},
    {"A": {"type": "CHART", "meta": {"chartId": "x", "uuid": 5}}},
]
METADATA: list[Json] = [
    *(None, "", [], {}, "text"),
    {"native_filter_configuration": None},
    {"native_filter_configuration": [None, {}, {"targets": None}, {"targets": [None, {}]}]},
    {"chart_configuration": [], "timed_refresh_immune_slices": None, "expanded_slices": 1},
]


@pytest.mark.parametrize("metadata", METADATA)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_any_layout_is_read(layout: Json, metadata: Json) -> None:
    content = {"dashboard_title": "D", "position": layout, "metadata": metadata}
    bundle = Bundle({DASHBOARD: {**content, "uuid": DASHBOARD}})

    assert charts_of(bundle.dashboards[DASHBOARD]) == frozenset()
    assert normalise(normalise(bundle)) == normalise(bundle)
    assert is_equal(compare(bundle, bundle))
    assert set(rewrite(bundle, Landing({}, {})).dashboards) == {DASHBOARD}
    list(dangling(bundle))
