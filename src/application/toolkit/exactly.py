"""
Charts as they were to the letter, after an import put them back.

Superset's importer adds to a chart's form, drops annotations from it, and spells its saved query
anew; what is put back shall be what was there.
"""

import json

from returns.result import Failure

from application.ports.bundles import BundleCodec
from application.toolkit.failure import from_superset
from application.toolkit.stock import Stock, read_touched
from domain.bundle import Bundle, title_of
from domain.superset import JsonValue
from domain.texts import Text, text


async def write_back(wanted: Bundle, stock: Stock, codec: BundleCodec) -> tuple[Text, ...]:
    """Write every chart's form and query where they differ; says which could not be written."""
    read = await read_touched(stock, codec, Bundle(charts=wanted.charts))
    if isinstance(read, Failure):
        return (text("move-not-compared", reason=read.failure().text),)
    left: list[Text] = []
    for uuid, content in wanted.charts.items():
        now, live = read.unwrap().charts.get(uuid), stock.charts.get(uuid)
        if now is None or live is None:
            continue
        form, query = content.get("params"), _text(content.get("query_context"))
        if now.get("params") == form and _text(now.get("query_context")) == query:
            continue
        written = await stock.superset.charts.write_back(live.id, _json(form), query)
        if isinstance(written, Failure):
            reason = from_superset(written.failure()).text
            left.append(text("move-chart-left", title=title_of("chart", content), reason=reason))
    return tuple(left)


def _text(value: JsonValue) -> str | None:
    return value if isinstance(value, str) or value is None else _json(value)


def _json(value: JsonValue) -> str:
    return json.dumps(value, ensure_ascii=False)
