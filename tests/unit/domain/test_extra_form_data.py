from typing import Any, TypeAlias

from domain.extra_form_data import columns_filtered, columns_of_queries, with_extra

# Superset's JSON, which tests spell freely.
Json: TypeAlias = Any

SAVED: Json = {
    "datasource": {"id": 1, "type": "table"},
    "form_data": {"viz_type": "table"},
    "queries": [
        {
            "columns": [
                {"columnType": "BASE_AXIS", "sqlExpression": "day", "timeGrain": "P1D"},
                "region",
            ],
            "filters": [{"col": "day", "op": "TEMPORAL_RANGE", "val": "No filter"}],
            "extras": {"where": "price > 0", "having": ""},
        }
    ],
}


def one(extra: Json) -> Json:
    queries: Json = with_extra(SAVED, extra)["queries"]
    assert len(queries) == 1
    return queries[0]


def test_filters_are_added_to_those_of_the_chart() -> None:
    wanted = {"col": "region", "op": "IN", "val": ["North"]}
    assert one({"filters": [wanted]})["filters"] == [*SAVED["queries"][0]["filters"], wanted]
    assert len(SAVED["queries"][0]["filters"]) == 1


def test_adhoc_filters_become_simple_ones_or_sql() -> None:
    simple = {
        "expressionType": "SIMPLE",
        "subject": "region",
        "operator": "==",
        "comparator": "North",
    }
    where = {"expressionType": "SQL", "clause": "WHERE", "sqlExpression": "a = 1 OR b = 2"}
    having = {"expressionType": "SQL", "clause": "HAVING", "sqlExpression": "COUNT(*) > 1"}
    query = one({"adhoc_filters": [simple, where, having]})
    assert query["filters"][-1] == {"col": "region", "op": "==", "val": "North"}
    assert query["extras"]["where"] == "(price > 0) AND (a = 1 OR b = 2)"
    assert query["extras"]["having"] == "(COUNT(*) > 1)"


def test_time_is_replaced() -> None:
    query = one(
        {"time_range": "Last year", "granularity_sqla": "paid_at", "time_grain_sqla": "P1M"}
    )
    assert (query["time_range"], query["granularity"]) == ("Last year", "paid_at")
    assert query["extras"]["time_grain_sqla"] == "P1M"
    assert [each["timeGrain"] for each in query["columns"] if isinstance(each, dict)] == ["P1M"]
    assert query["columns"][1] == "region"


def test_templates_find_the_filters_in_the_form() -> None:
    extra = {"time_range": "Last year"}
    assert with_extra(SAVED, extra)["form_data"] == {
        "viz_type": "table",
        "extra_form_data": extra,
    }


def test_columns_that_are_filtered() -> None:
    simple = {"expressionType": "SIMPLE", "subject": "a", "operator": "==", "comparator": 1}
    extra: Json = {"filters": [{"col": "b", "op": "==", "val": 1}], "adhoc_filters": [simple]}
    assert columns_filtered(extra) == {"a", "b"}
    assert columns_of_queries(SAVED) == {"day"}


def test_odd_query_contexts_are_left_as_they_are() -> None:
    assert with_extra({"queries": "text"}, {"filters": "text"})["queries"] == []
