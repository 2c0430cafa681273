"""The JSON that Superset wants for a chart and for a dashboard's layout."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from adapters.demo_supersets.sample_objects import ChartSpec, DashboardSpec, Metric

Json = dict[str, Any]

_ROW_LIMIT = 1000
_GRID_WIDTH = 12
_ROW_HEIGHT = 50


def chart_payload(chart: ChartSpec, dataset_id: int, uuid: str) -> Json:
    """The body of `POST /api/v1/chart/`; the saved query context makes the chart answerable."""
    params = _params(chart, dataset_id)
    context = {
        "datasource": {"id": dataset_id, "type": "table"},
        "force": False,
        "result_format": "json",
        "result_type": "full",
        "form_data": params,
        "queries": [_query(chart)],
    }
    return {
        "slice_name": chart.title,
        "viz_type": chart.visual,
        "datasource_id": dataset_id,
        "datasource_type": "table",
        "params": json.dumps(params),
        "query_context": json.dumps(context),
        "uuid": uuid,
    }


def _query(chart: ChartSpec) -> Json:
    metric = _metric(chart.metric)
    over_time = chart.visual == "echarts_timeseries_bar"
    columns = [_time_axis(name) if over_time else name for name in chart.by]
    return {
        "columns": columns,
        "metrics": [metric],
        "filters": [],
        "orderby": [] if over_time or not chart.by else [[metric, False]],
        "row_limit": _ROW_LIMIT,
    }


def _params(chart: ChartSpec, dataset_id: int) -> Json:
    metric = _metric(chart.metric)
    shared: Json = {
        "datasource": f"{dataset_id}__table",
        "viz_type": chart.visual,
        "adhoc_filters": [],
        "row_limit": _ROW_LIMIT,
    }
    match chart.visual:
        case "big_number_total":
            return shared | {"metric": metric}
        case "pie":
            return shared | {"metric": metric, "groupby": list(chart.by)}
        case "table":
            return shared | {
                "query_mode": "aggregate",
                "groupby": list(chart.by),
                "metrics": [metric],
            }
        case "echarts_timeseries_bar":
            return shared | {
                "x_axis": chart.by[0],
                "time_grain_sqla": "P1M",
                "metrics": [metric],
                "groupby": [],
            }


def _metric(metric: Metric) -> Json:
    return {
        "expressionType": "SIMPLE",
        "column": {"column_name": metric.column},
        "aggregate": metric.aggregate,
        "label": metric.label,
    }


def _time_axis(column: str) -> Json:
    return {
        "timeGrain": "P1M",
        "columnType": "BASE_AXIS",
        "sqlExpression": column,
        "label": column,
        "expressionType": "SQL",
    }


def dashboard_metadata(
    dashboard: DashboardSpec,
    charts: Mapping[str, tuple[int, ChartSpec]],
    dataset_ids: Mapping[str, int],
) -> Json:
    """The value of `json_metadata` in a PUT: its `positions` link the charts as well."""
    metadata: Json = {"positions": layout(dashboard, charts)}
    if dashboard.region_filter_on is not None:
        target = dataset_ids[dashboard.region_filter_on]
        metadata["native_filter_configuration"] = [_region_filter(target)]
    return metadata


def layout(dashboard: DashboardSpec, charts: Mapping[str, tuple[int, ChartSpec]]) -> Json:
    """Rows below GRID_ID, or below one TAB each when the tabs have titles."""
    nodes: Json = {
        "DASHBOARD_VERSION_KEY": "v2",
        "HEADER_ID": {"type": "HEADER", "id": "HEADER_ID", "meta": {"text": dashboard.title}},
        "GRID_ID": _node("GRID", "GRID_ID", ["ROOT_ID"]),
    }
    tabbed = any(title for title, _ in dashboard.tabs)
    if not tabbed:
        nodes["ROOT_ID"] = _node("ROOT", "ROOT_ID", [], ["GRID_ID"])
        for number, row in enumerate(dashboard.tabs[0][1], start=1):
            nodes |= _row(f"ROW-{number}", nodes["GRID_ID"], row, charts)
        return nodes
    nodes["ROOT_ID"] = _node("ROOT", "ROOT_ID", [], ["TABS-1"])
    nodes["TABS-1"] = _node("TABS", "TABS-1", ["ROOT_ID"])
    for tab_number, (title, rows) in enumerate(dashboard.tabs, start=1):
        tab = _node("TAB", f"TAB-{tab_number}", ["ROOT_ID", "TABS-1"]) | {"meta": {"text": title}}
        nodes[tab["id"]] = tab
        nodes["TABS-1"]["children"].append(tab["id"])
        for number, row in enumerate(rows, start=1):
            nodes |= _row(f"ROW-{tab_number}-{number}", tab, row, charts)
    return nodes


def _row(
    row_id: str, above: Json, keys: tuple[str, ...], charts: Mapping[str, tuple[int, ChartSpec]]
) -> Json:
    """The row and its charts; the row is added to the children of the node above."""
    above["children"].append(row_id)
    row = _node("ROW", row_id, [*above["parents"], above["id"]])
    row["meta"] = {"background": "BACKGROUND_TRANSPARENT"}
    return {row_id: row} | dict(_charts_in(row, keys, charts))


def _charts_in(
    row: Json, keys: tuple[str, ...], charts: Mapping[str, tuple[int, ChartSpec]]
) -> Iterator[tuple[str, Json]]:
    for key in keys:
        chart_id, chart = charts[key]
        # A chart may stand in two tabs; a node may not.
        node_id = f"CHART-{key}-{row['id'].removeprefix('ROW-')}"
        row["children"].append(node_id)
        node = _node("CHART", node_id, [*row["parents"], row["id"]])
        node["meta"] = {
            "chartId": chart_id,
            "sliceName": chart.title,
            "width": _GRID_WIDTH // len(keys),
            "height": _ROW_HEIGHT,
        }
        yield node_id, node


def _node(kind: str, node_id: str, parents: list[str], children: list[str] | None = None) -> Json:
    return {"type": kind, "id": node_id, "parents": parents, "children": children or []}


def _region_filter(dataset_id: int) -> Json:
    return {
        "id": "NATIVE_FILTER-region",
        "name": "Region",
        "type": "NATIVE_FILTER",
        "filterType": "filter_select",
        "targets": [{"datasetId": dataset_id, "column": {"name": "region"}}],
        "defaultDataMask": {"extraFormData": {}, "filterState": {}, "ownState": {}},
        "controlValues": {"enableEmptyFilter": False, "multiSelect": True},
        "cascadeParentIds": [],
        "scope": {"rootPath": ["ROOT_ID"], "excluded": []},
        "description": "",
    }
