"""
Objects as they were to the letter, after an import put them back.

Superset's importer adds to a chart's form, drops annotations from it, spells its saved query
anew, and takes old filters out of a dashboard; what is put back shall be what was there.
"""

import json

from returns.result import Failure

from application.ports.bundles import BundleCodec
from application.toolkit.failure import from_superset
from application.toolkit.stock import Stock, read_touched
from domain.bundle import Bundle, title_of
from domain.bundle_landing import metadata_here
from domain.superset import JsonValue
from domain.texts import Text, text


async def write_back(wanted: Bundle, stock: Stock, codec: BundleCodec) -> tuple[Text, ...]:
    """Write what differs: forms, queries, metadata. Says what could not be written."""
    read = await read_touched(stock, codec, wanted)
    if isinstance(read, Failure):
        return (text("move-not-compared", reason=read.failure().text),)
    present = read.unwrap()
    charts = await _write_charts(wanted, present, stock)
    return (*charts, *await _write_dashboards(wanted, present, stock))


async def _write_dashboards(wanted: Bundle, present: Bundle, stock: Stock) -> list[Text]:
    charts = {each.uuid: int(each.id) for each in stock.charts.values()}
    datasets = {each.uuid: int(each.id) for each in stock.datasets.values()}
    left: list[Text] = []
    for uuid, content in wanted.dashboards.items():
        now, live = present.dashboards.get(uuid), stock.dashboards.get(uuid)
        if now is None or live is None or not content.get("metadata"):
            continue
        if now.get("metadata") == content["metadata"]:
            continue
        metadata = _json(metadata_here(content, charts, datasets))
        written = await stock.superset.dashboards.write_back(live.id, metadata)
        if isinstance(written, Failure):
            reason = from_superset(written.failure()).text
            left.append(text("move-chart-left", title=live.title, reason=reason))
    return left


async def _write_charts(wanted: Bundle, present: Bundle, stock: Stock) -> list[Text]:
    left: list[Text] = []
    for uuid, content in wanted.charts.items():
        now, live = present.charts.get(uuid), stock.charts.get(uuid)
        if now is None or live is None:
            continue
        form, query = content.get("params"), _text(content.get("query_context"))
        if now.get("params") == form and _text(now.get("query_context")) == query:
            continue
        written = await stock.superset.charts.write_back(live.id, _json(form), query)
        if isinstance(written, Failure):
            reason = from_superset(written.failure()).text
            left.append(text("move-chart-left", title=title_of("chart", content), reason=reason))
    return left


def _text(value: JsonValue) -> str | None:
    return value if isinstance(value, str) or value is None else _json(value)


def _json(value: JsonValue) -> str:
    return json.dumps(value, ensure_ascii=False)
