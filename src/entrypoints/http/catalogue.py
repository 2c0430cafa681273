"""The tools of a person, the results of their calls, and the audit log."""

import csv
import io
import json
import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

from fastapi import APIRouter, Header, Query
from fastapi.responses import JSONResponse, Response
from returns.result import Failure

from domain.identity import Caller
from domain.pipeline import offered_tools
from domain.superset import JsonValue
from entrypoints.http.access import AdminSession, CallerSession
from entrypoints.http.media import preferred
from entrypoints.http.openapi import problems
from entrypoints.http.problems import problem_of
from entrypoints.http.schemas import AuditList, ExcludedShown, Id, ToolList, ToolShown
from entrypoints.http.services import Services

router = APIRouter(prefix="/api", tags=["tools"])

_MAX_AUDIT_LINES: Final = 1000
_JSON: Final = "application/json"
_CSV: Final = "text/csv"
# OWASP, "CSV Injection"; the wide forms are what Excel makes "=" of in some languages.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


@router.get("/agent/tools", responses=problems(401, 422))
async def list_tools(
    caller: CallerSession,
    services: Services,
    object_type: Annotated[str | None, Query(max_length=128)] = None,
) -> ToolList:
    """The tools that a person has in a context, and why they have not the others."""
    role = caller.caller.role
    offered = offered_tools(services.catalogue.declarations.values(), role, object_type)
    language = caller.language or "en"
    tools = [services.catalogue.tools[name] for name in offered.tools]
    return ToolList(
        items=[
            ToolShown(
                name=tool.name,
                description=services.texts.say(tool.does, language),
                risk=tool.risk,
                required_role=tool.role,
                arguments=tool.parameters,
                examples=[services.texts.say(example, language) for example in tool.example_texts],
            )
            for tool in tools
        ],
        total=len(tools),
        excluded=[ExcludedShown(tool=e.tool, reason=e.reason) for e in offered.excluded],
    )


@router.get(
    "/agent/results/{call_id}",
    response_class=JSONResponse,
    responses={
        **problems(401, 404, 422),
        200: {"content": {_JSON: {}, _CSV: {}}, "description": "The result"},
    },
)
async def get_result(
    call_id: Id,
    caller: CallerSession,
    services: Services,
    accept: Annotated[str, Header(max_length=1000)] = _JSON,
) -> Response:
    """
    The untruncated result of a call; rows also as CSV.

    The CSV is for spreadsheets: UTF-8 with a byte order mark, without which Excel does not read
    Cyrillic. Programs take the JSON.
    """
    found = await services.results.get(call_id, caller.caller.user)
    if isinstance(found, Failure):
        raise problem_of(found.failure())
    value = found.unwrap().value
    table = _table(value) if preferred(accept, (_JSON, _CSV)) == _CSV else None
    if table is None:
        return Response(json.dumps(value, ensure_ascii=False), media_type=_JSON)
    # Model servers name calls as they like, so only plain characters get into the file's name.
    name = re.sub(r"[^A-Za-z0-9_-]", "", call_id) or "result"
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
    written = _csv(*table).encode("utf-8-sig")
    return Response(written, media_type=f"{_CSV}; charset=utf-8", headers=headers)


@router.get("/audit", responses=problems(401, 403, 422))
async def list_audit(
    caller: AdminSession,
    services: Services,
    limit: Annotated[int, Query(ge=1, le=_MAX_AUDIT_LINES)] = 100,
) -> AuditList:
    """The newest audit lines, for admins."""
    of_all = caller.caller.env_id is None
    lines = await services.audit.newest(limit if of_all else _MAX_AUDIT_LINES)
    items = [item for line in lines if _may_read(caller.caller, item := json.loads(line.text))]
    return AuditList(items=items[:limit], total=len(items[:limit]))


def _may_read(caller: Caller, item: Mapping[str, Any]) -> bool:
    """An admin by a Superset account gets the lines of that environment, and their own."""
    if caller.env_id is None or item["user"] == caller.user:
        return True
    return bool(item["facts"].get("env_id") == caller.env_id)


def _table(value: JsonValue) -> tuple[list[str], list[list[JsonValue]]] | None:
    """Column names and rows of a result that has them."""
    if not isinstance(value, Mapping):
        return None
    columns, rows = _list(value.get("columns")), _list(value.get("rows"))
    if columns is not None and rows is not None:
        names = [str(c.get("name")) if isinstance(c, Mapping) else str(c) for c in columns]
        return names, [_list(row) or [] for row in rows]
    items = [item for item in _list(value.get("items")) or [] if isinstance(item, Mapping)]
    if not items:
        return None
    names = list(dict.fromkeys(key for item in items for key in item))
    return names, [[item.get(name) for name in names] for item in items]


def _list(value: JsonValue) -> list[JsonValue] | None:
    if isinstance(value, str) or not isinstance(value, Sequence):
        return None
    return list(value)


def _csv(names: list[str], rows: list[list[JsonValue]]) -> str:
    """CSV (RFC 4180); text that a spreadsheet would run as a formula is quoted (OWASP)."""
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow([_cell(name) for name in names])
    writer.writerows([_cell(value) for value in row] for row in rows)
    return written.getvalue()


def _cell(value: JsonValue) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return f"'{value}" if value.startswith(_FORMULA_STARTS) else value
    return json.dumps(value, ensure_ascii=False)
