"""The SQL that comes along with moved datasets: charts run it as soon as they are there."""

from dataclasses import replace

from application.toolkit.context import ToolContext
from application.toolkit.moving.move import Move
from domain.bundle import JsonObject, title_of, uuid_of
from domain.sql import dialect_of
from domain.texts import Text, text


async def with_judged_sql(move: Move, ctx: ToolContext) -> Move:
    """The move with a warning for every statement of a dataset that is new and no sure read."""
    warnings: list[Text] = []
    for uuid, content in move.landed.datasets.items():
        sql = content.get("sql")
        before = move.before.datasets.get(uuid, {}).get("sql")
        if not isinstance(sql, str) or not sql.strip() or sql == before:
            continue
        verdict = await ctx.services.sql_judge.judge(sql, _dialect(content, move))
        if not verdict.is_read:
            key = f"sql-{verdict.reason.value.replace('_', '-')}"
            reason = text(key, detail=verdict.detail or "-")
            title = title_of("dataset", content)
            warnings.append(text("move-sql-not-a-read", dataset=title, reason=reason))
    return replace(move, warnings=(*warnings, *move.warnings)) if warnings else move


def _dialect(dataset: JsonObject, move: Move) -> str | None:
    """Of the connection that it will read from."""
    wanted = uuid_of(dataset.get("database_uuid"))
    backends = [each.backend for each in move.stock.databases if uuid_of(each.uuid) == wanted]
    return dialect_of(backends[0]) if backends else None
