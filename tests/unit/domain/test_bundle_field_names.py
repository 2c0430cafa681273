"""Fields are called what people call them, and no value is told apart only by its raw form."""

import pytest

from domain.bundle import Bundle, JsonObject, Kind
from domain.bundle_changes import compare, field_label, is_statement
from domain.plan import FieldChange
from domain.superset import JsonValue
from domain.texts import Language
from tool_surroundings import TEXTS

UUID = "11111111-1111-4111-8111-111111111111"
REVENUE = "22222222-2222-4222-8222-222222222222"
REGIONS = "33333333-3333-4333-8333-333333333333"


def changes(kind: Kind, old: JsonObject, new: JsonObject) -> tuple[FieldChange, ...]:
    titles: dict[str, JsonObject] = {
        REVENUE: {"slice_name": "Revenue"},
        REGIONS: {"slice_name": "Regions"},
    }
    charts = (titles | {UUID: side} if kind == "chart" else titles for side in (old, new))
    sides = [
        Bundle(
            {UUID: side} if kind == "dashboard" else {},
            held,
            {UUID: side} if kind == "dataset" else {},
        )
        for side, held in zip((old, new), charts, strict=True)
    ]
    before, after = sides
    (changed,) = (each for each in compare(before, after) if each.change == "update")
    return changed.fields


def shown(
    kind: Kind, old: JsonObject, new: JsonObject, language: Language = "en"
) -> list[tuple[str, str | None, str | None]]:
    return [
        (TEXTS.say(field_label(each), language), each.old, each.new)
        for each in changes(kind, old, new)
    ]


def node(uuid: str, width: int = 4, **more: JsonValue) -> JsonObject:
    return {"type": "CHART", "meta": {"uuid": uuid, "width": width, "height": 50}, **more}


def row(*children: str) -> JsonObject:
    return {"type": "ROW", "children": [*children], "meta": {}}


def page(**nodes: JsonObject) -> JsonObject:
    return {"dashboard_title": "Sales", "position": nodes}


@pytest.mark.parametrize(
    ("language", "added", "order"),
    [
        ("en", "layout: chart “Regions”, added", "layout: row, order"),
        ("ru", "раскладка: график «Regions», добавлен", "раскладка: строка, порядок"),
    ],
)
def test_a_chart_that_is_added_is_named(language: Language, added: str, order: str) -> None:
    old = page(R1=row("C1"), C1=node(REVENUE))
    new = page(R1=row("C1", "C2"), C1=node(REVENUE), C2=node(REGIONS))
    assert shown("dashboard", old, new, language) == [
        (added, None, "4 × 50"),
        (order, "Revenue", "Revenue, Regions"),
    ]


def test_a_chart_that_is_removed_moved_or_resized_is_named() -> None:
    old = page(C1=node(REVENUE), C2=node(REGIONS, parents=["R1"]), R1=row("C2"), R2=row())
    new = page(C2=node(REGIONS, 6, parents=["R2"]), R1=row(), R2=row("C2"))
    assert shown("dashboard", old, new) == [
        ("layout: chart “Revenue”, removed", "4 × 50", None),
        ("layout: chart “Regions”, size", "4", "6"),
        # Both rows are named by what they hold at the end, which tells them apart here.
        ("layout: chart “Regions”, place", "[]", "[Regions]"),
        ("layout: row, order", "Regions", None),
        ("layout: row, order", None, "Regions"),
    ]


def test_what_would_read_the_same_keeps_its_raw_values() -> None:
    old = page(C2=node(REGIONS, parents=["R1"]), R1=row(), R2=row())
    new = page(C2=node(REGIONS, parents=["R2"]), R1=row(), R2=row())
    assert shown("dashboard", old, new) == [("layout: chart “Regions”, place", '["R1"]', '["R2"]')]


def test_texts_and_tabs_of_a_layout_are_named_with_their_whole_text() -> None:
    old = page(M={"type": "MARKDOWN", "meta": {"code": "# Plan\nby hand"}})
    new = page(M={"type": "MARKDOWN", "meta": {"code": "# Plan\nby rule"}})
    assert shown("dashboard", old, new) == [
        ("layout: text block “# Plan”, text", "# Plan\nby hand", "# Plan\nby rule")
    ]


def test_a_query_is_told_by_its_parts() -> None:
    def chart(**query: JsonValue) -> JsonObject:
        return {"slice_name": "Revenue", "query_context": {"queries": [query]}}

    where: JsonObject = {"col": "region", "op": "IN", "val": ["North", "South"]}
    old = chart(metrics=["revenue"], columns=["region"], filters=[])
    new = chart(metrics=["revenue", "cost"], columns=["city"], filters=[where])
    assert shown("chart", old, new) == [
        ("query: columns", "region", "city"),
        ("query: filters", None, "region IN (North, South)"),
        ("query: metrics", "revenue", "revenue, cost"),
    ]


def test_sql_in_a_filter_or_a_query_is_never_put_into_words() -> None:
    def chart(sql: str, where: str) -> JsonObject:
        custom: JsonObject = {"expressionType": "SQL", "sqlExpression": sql, "clause": "WHERE"}
        params: JsonObject = {"adhoc_filters": [custom]}
        queries: list[JsonValue] = [{"extras": {"where": where}}]
        return {"slice_name": "A", "params": params, "query_context": {"queries": queries}}

    filters, extras = changes("chart", chart("a > 1", "x"), chart("a > 2", "y" * 900))
    assert "a > 2" in str(filters.new)
    assert is_statement(extras)
    assert extras.new == "y" * 900


def test_columns_and_metrics_of_a_dataset_are_named() -> None:
    old: JsonObject = {
        "table_name": "orders",
        "metrics": [{"metric_name": "revenue", "expression": "SUM(a)"}],
        "columns": [{"column_name": "a", "verbose_name": None}],
    }
    new: JsonObject = {
        "table_name": "orders",
        "metrics": [{"metric_name": "revenue", "expression": "SUM(b)"}],
        "columns": [{"column_name": "a", "verbose_name": "Amount"}],
    }
    assert shown("dataset", old, new) == [
        ("column “a”, label", None, "Amount"),
        ("metric “revenue”, expression", "SUM(a)", "SUM(b)"),
    ]


def test_a_filter_of_a_dashboard_is_named() -> None:
    def dashboard(column: str) -> JsonObject:
        native: JsonObject = {
            "id": "F1",
            "name": "Region",
            "targets": [{"column": {"name": column}}],
        }
        return {"dashboard_title": "S", "metadata": {"native_filter_configuration": [native]}}

    ((label, _, new),) = shown("dashboard", dashboard("region"), dashboard("city"))
    assert label.startswith("filter “Region”")
    assert "city" in str(new)


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (
            "en",
            [
                "query: columns, order_date, expression",
                "setting in the query: dimensions",
                "setting: x axis",
            ],
        ),
        (
            "ru",
            [
                "запрос: колонки, order_date, выражение",
                "настройка в запросе: измерения",
                "настройка: ось X",
            ],
        ),
    ],
)
def test_parts_of_a_query_and_its_copy_of_the_settings_are_named(
    language: Language, expected: list[str]
) -> None:
    def chart(column: str) -> JsonObject:
        settings: JsonObject = {"x_axis": column}
        query: JsonObject = {"columns": [{"label": "order_date", "sqlExpression": column}]}
        return {
            "slice_name": "Revenue",
            "params": settings,
            "query_context": {"form_data": {"groupby": [column]}, "queries": [query]},
        }

    told = [label for label, _, _ in shown("chart", chart("a"), chart("b"), language)]
    assert sorted(told) == sorted(expected)


def test_the_name_of_a_chart_in_a_layout_is_its_title() -> None:
    old, new = (
        page(C1={"type": "CHART", "meta": {"uuid": REVENUE, "sliceName": each}}) for each in "ab"
    )
    ((label, _, _),) = shown("dashboard", old, new)
    assert label == "layout: chart “Revenue”, title of the chart"
