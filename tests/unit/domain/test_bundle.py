"""The stable form of bundles, their comparison, and how they are made to fit a target."""

import json
from copy import deepcopy
from typing import Any

from domain.bundle import Bundle, BundleRefused, assemble
from domain.bundle_changes import compare, is_equal
from domain.bundle_landing import Landing, map_databases, metadata_here, rewrite
from domain.bundle_normal import normalise
from domain.bundle_references import Dangling, chart_numbers, dangling, only
from domain.superset import Database

Json = dict[str, Any]

BOARD = "1de05859-59ee-577d-904c-bd91ffa10239"
ONE = "a92c8612-1b14-5746-9ec0-563d9758aaab"
TWO = "584f9134-1724-50b3-bcbd-199245ace5c1"
DATA = "dc2b2f28-24d2-5c55-81b8-0743661e65a9"
BASE = "f790b94a-4895-4e41-b2b8-7d0ef3ab686b"
THERE = "74dd137f-b506-40ac-816d-495810e757b7"


def dashboard(one: int, two: int) -> Json:
    """As an environment exports it that knows the charts by these numbers."""
    scope = {"rootPath": ["ROOT_ID"], "excluded": [two]}
    return {
        "dashboard_title": "Sales",
        "uuid": BOARD,
        "css": None,
        "tags": ["b", "a"],
        "position": {
            "CHART-x": {"type": "CHART", "meta": {"uuid": ONE, "chartId": one, "width": 4}},
            "CHART-y": {"type": "CHART", "meta": {"uuid": TWO, "chartId": two, "width": 4}},
        },
        "metadata": {
            "default_filters": "{}",
            "timed_refresh_immune_slices": [two, 999],
            "expanded_slices": {str(one): True},
            "chart_configuration": {
                str(one): {"id": one, "crossFilters": {"scope": scope, "chartsInScope": [two]}}
            },
            "global_chart_configuration": {"scope": scope, "chartsInScope": [one]},
            "native_filter_configuration": [
                {
                    "id": "F",
                    "name": "Region",
                    "scope": scope,
                    "targets": [{"datasetUuid": DATA, "column": {"name": "region"}}],
                    "chartsInScope": [one],
                    "tabsInScope": ["TAB"],
                }
            ],
        },
    }


def chart(uuid: str, dataset: int, slice_id: int, metric: str = "SUM") -> Json:
    form = {"datasource": f"{dataset}__table", "slice_id": slice_id, "metric": metric}
    query = {
        "datasource": {"id": dataset, "type": "table"},
        "force": False,
        "form_data": form,
        "queries": [{"metrics": [metric], "datasource": {"id": dataset}}],
    }
    return {
        "slice_name": "Chart",
        "uuid": uuid,
        "dataset_uuid": DATA.upper(),
        "params": {**form, "annotation_layers": []},
        "query_context": json.dumps(query),
    }


def dataset(*columns: str) -> Json:
    return {
        "table_name": "sales",
        "uuid": DATA,
        "database_uuid": BASE.replace("-", ""),
        "columns": [{"column_name": name, "description": None} for name in columns],
        "metrics": [],
    }


def bundle(one: int = 3, two: int = 4, data: int = 5) -> Bundle:
    files: list[Any] = [
        ("dashboard", "d", dashboard(one, two)),
        ("chart", "1", chart(ONE, data, one)),
        ("chart", "2", chart(TWO, data, two)),
        ("dataset", "s", dataset("a", "b")),
        ("database", "b", {"database_name": "retail", "sqlalchemy_uri": "sqlite://", "uuid": BASE}),
    ]
    return assemble(files).unwrap()


class TestNormalise:
    def test_twice_is_once(self) -> None:
        once = normalise(bundle())
        assert normalise(once) == once

    def test_environments_with_other_numbers_are_equal(self) -> None:
        """T03."""
        assert normalise(bundle(3, 4, 5)) == normalise(bundle(87, 141, 12))

    def test_order_of_keys_columns_and_tags_is_no_difference(self) -> None:
        """T02."""
        shuffled = bundle()
        other = Bundle(
            {
                BOARD: {
                    **dict(reversed(list(shuffled.dashboards[BOARD].items()))),
                    "tags": ["a", "b"],
                }
            },
            shuffled.charts,
            {DATA: {**shuffled.datasets[DATA], "columns": dataset("b", "a")["columns"]}},
            shuffled.databases,
        )
        assert json.dumps(normalise(other).dashboards) == json.dumps(normalise(bundle()).dashboards)
        assert normalise(other) == normalise(bundle())

    def test_charts_are_named_by_uuid(self) -> None:
        metadata: Any = normalise(bundle()).dashboards[BOARD]["metadata"]
        assert metadata["timed_refresh_immune_slices"] == [TWO]
        assert metadata["expanded_slices"] == {ONE: True}
        assert metadata["chart_configuration"][ONE]["crossFilters"] == {
            "scope": {"rootPath": ["ROOT_ID"], "excluded": [TWO]}
        }
        assert "chartsInScope" not in json.dumps(metadata)

    def test_of_a_connection_name_and_kind_are_left(self) -> None:
        (database,) = normalise(bundle()).databases.values()
        assert database == {"backend": "sqlite", "database_name": "retail", "uuid": BASE}


class TestCompare:
    def test_changed_metric_is_one_field(self) -> None:
        new = bundle(7, 8, 9)
        edited = deepcopy(dict(new.charts[ONE]))
        edited["params"] = {**edited["params"], "metric": "AVG"}  # type: ignore[dict-item]
        changes = compare(
            bundle(), Bundle(new.dashboards, {**new.charts, ONE: edited}, new.datasets)
        )
        (changed,) = [change for change in changes if change.change != "keep"]
        assert [(f.name, f.old, f.new) for f in changed.fields] == [("params.metric", "SUM", "AVG")]

    def test_column_is_found_by_its_name(self) -> None:
        new = bundle()
        columns = [{"column_name": "b", "description": "Said"}, {"column_name": "a"}]
        edited = Bundle(
            new.dashboards, new.charts, {DATA: {**new.datasets[DATA], "columns": columns}}
        )
        (changed,) = [change for change in compare(bundle(), edited) if change.fields]
        assert [(f.name, f.old, f.new) for f in changed.fields] == [
            ("columns.b.description", None, "Said")
        ]

    def test_tags_count_where_both_sides_know_them(self) -> None:
        new = bundle()
        without = {key: value for key, value in new.dashboards[BOARD].items() if key != "tags"}
        assert is_equal(compare(bundle(), Bundle({BOARD: without}, new.charts, new.datasets)))
        retagged = {**new.dashboards[BOARD], "tags": ["c"]}
        assert not is_equal(compare(bundle(), Bundle({BOARD: retagged}, new.charts, new.datasets)))


class TestLanding:
    def test_every_reference_leads_to_the_target(self) -> None:
        """S14: however the uuids were spelt."""
        landed = rewrite(bundle(), Landing({BASE: THERE}, {ONE: 40}))
        assert {d["database_uuid"] for d in landed.datasets.values()} == {THERE}
        assert not landed.databases
        numbers = chart_numbers(landed.dashboards[BOARD])
        assert numbers == {"40": ONE, "41": TWO}
        metadata: Any = landed.dashboards[BOARD]["metadata"]
        assert metadata["timed_refresh_immune_slices"] == [41]
        assert metadata["chart_configuration"]["40"]["id"] == 40
        assert metadata["native_filter_configuration"][0]["scope"]["excluded"] == [41]
        text = json.dumps([landed.charts, landed.dashboards])
        assert "5__table" not in text
        assert landed.charts[ONE]["params"]["slice_id"] == 40  # type: ignore[index,call-overload]
        assert "slice_id" not in landed.charts[TWO]["params"]  # type: ignore[operator]

    def test_normalised_bundle_lands_alike(self) -> None:
        landing = Landing({BASE: THERE}, {ONE: 40, TWO: 50})
        plain, normal = rewrite(bundle(), landing), rewrite(normalise(bundle()), landing)
        assert is_equal(compare(plain, normal))
        assert chart_numbers(normal.dashboards[BOARD]) == {"40": ONE, "50": TWO}

    def test_metadata_of_today_has_the_numbers_of_today(self) -> None:
        metadata: Any = metadata_here(dashboard(3, 4), {ONE: 8, TWO: 9}, {DATA: 6})
        assert metadata["expanded_slices"] == {"8": True}
        assert metadata["native_filter_configuration"][0]["chartsInScope"] == [8]
        assert metadata["native_filter_configuration"][0]["targets"] == [
            {"datasetId": 6, "column": {"name": "region"}}
        ]

    def test_databases_match_by_mapping_then_uuid_then_name(self) -> None:
        same = Database("1", BASE, "other", "sqlite", allow_dml=False)
        named = Database("2", THERE, "retail", "sqlite", allow_dml=False)
        kind = Database("3", TWO, "retail", "postgresql", allow_dml=False)
        assert map_databases(bundle(), [same, named]).mapped[0].by == "uuid"
        assert map_databases(bundle(), [named, kind]).mapped[0].target == named
        by_hand = map_databases(bundle(), [same, named, kind], {"retail": TWO})
        assert (by_hand.mapped[0].target, by_hand.mapped[0].by) == (kind, "mapping")
        wrong = map_databases(bundle(), [same], {"retail": "nowhere"})
        assert [each.source_title for each in wrong.unmatched] == ["retail"]
        assert [each.backend for each in map_databases(bundle(), [kind]).unmatched] == ["sqlite"]


class TestReferences:
    def test_whole_bundle_dangles_nowhere(self) -> None:
        assert dangling(bundle()) == ()
        assert dangling(only(bundle(), frozenset({BOARD}))) == ()

    def test_what_leads_nowhere_is_named(self) -> None:
        whole = bundle()
        assert dangling(Bundle(whole.dashboards, {ONE: whole.charts[ONE]}, whole.datasets)) == (
            Dangling("chart", "Sales", TWO),
        )
        found = dangling(Bundle(whole.dashboards, whole.charts))
        assert {each.code for each in found} == {"dataset", "filter-dataset"}
        assert dangling(Bundle(whole.dashboards), {ONE, TWO, DATA}) == ()

    def test_two_files_of_one_object_are_refused(self) -> None:
        twice = assemble([("chart", "a", chart(ONE, 1, 1)), ("chart", "b", chart(ONE, 1, 1))])
        assert twice.failure() == BundleRefused("twice", "b", ONE)
