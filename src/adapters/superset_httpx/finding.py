"""One row of a list endpoint, by number or uuid."""

from collections.abc import Mapping
from typing import Final

from returns.pipeline import is_successful
from returns.result import Failure, Result, Success

from adapters.superset_httpx.answers import as_rows, text
from adapters.superset_httpx.calls import Call, rison
from adapters.superset_httpx.client import SupersetClient
from adapters.superset_httpx.ids import number_of, uuid_of
from domain.superset import JsonValue, SupersetError, SupersetFault

_NOT_FILTERED_BY: Final = "not allowed to filter"

Row = Mapping[str, JsonValue]


async def first_row(
    client: SupersetClient, path: str, query: Mapping[str, JsonValue]
) -> Result[Row | None, SupersetError]:
    """The first row of a list in an order; None when the list is empty."""
    body = await client.json(Call.get(path, q=rison({**query, "page": 0, "page_size": 1})))
    if not is_successful(body):
        return Failure(body.failure())
    if "result" not in body.unwrap():
        return Failure(client.error(SupersetFault.NOT_SUPERSET))
    return Success(next(iter(as_rows(body.unwrap()["result"])), None))


async def find_row(
    client: SupersetClient, path: str, object_id: str, query: Mapping[str, JsonValue] | None = None
) -> Result[Row, SupersetError]:
    """
    The row of an object.

    Failures:
        NOT_FOUND: there is none, or the text names nothing.
    """
    number, uuid = number_of(object_id), uuid_of(object_id)
    if number is not None:
        wanted: JsonValue = {"col": "id", "opr": "eq", "value": number}
    elif uuid is not None:
        wanted = {"col": "uuid", "opr": "eq", "value": uuid}
    else:
        return Failure(client.error(SupersetFault.NOT_FOUND))
    rows = await client.rows(path, {**(query or {}), "filters": [wanted]})
    if not is_successful(rows) and uuid is not None and _NOT_FILTERED_BY in rows.failure().detail:
        # Before 6, lists tell uuids and filter by none.
        every = await client.rows(path, query or {})
        rows = every.map(lambda found: [row for row in found if text(row.get("uuid")) == uuid])
    if not is_successful(rows):
        return Failure(rows.failure())
    return Success(rows.unwrap()[0]) if rows.unwrap() else _nothing(client)


def _nothing(client: SupersetClient) -> Result[Row, SupersetError]:
    return Failure(client.error(SupersetFault.NOT_FOUND))
