"""Case S21: what is known of a call whose answer did not arrive, and what it costs."""

from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest
from returns.result import Result

from adapters.superset_httpx import client
from application.ports.superset.gateway import Superset
from application.ports.superset.sql_lab import Query
from domain.superset import NewDataset, SupersetFault
from superset_httpx.scripted_superset import Answer, ScriptedSuperset, json_answer, page_answer

Act = Callable[[Superset], Awaitable[Result[Any, Any]]]


def breaks(error: type[httpx.RequestError]) -> Answer:
    def answer(request: httpx.Request) -> httpx.Response:
        raise error("canary of the wire", request=request)

    return answer


def delete(superset: Superset) -> Awaitable[Result[Any, Any]]:
    return superset.dashboards.delete("1")


def create(superset: Superset) -> Awaitable[Result[Any, Any]]:
    return superset.datasets.create(NewDataset("1", "orders"))


def write_sql(superset: Superset) -> Awaitable[Result[Any, Any]]:
    return superset.sql_lab.run(Query("1", "DELETE FROM orders", 10, writes=True))


def read_sql(superset: Superset) -> Awaitable[Result[Any, Any]]:
    return superset.sql_lab.run(Query("1", "SELECT 1", 10))


def read_list(superset: Superset) -> Awaitable[Result[Any, Any]]:
    return superset.dashboards.all()


def run_chart(superset: Superset) -> Awaitable[Result[Any, Any]]:
    return superset.charts.run("1")


WRITES: list[Act] = [delete, create, write_sql]
READS: list[Act] = [read_list, read_sql, run_chart]
LOST: list[Answer] = [
    page_answer(502),
    page_answer(503),
    page_answer(504),
    json_answer({"message": "upstream"}, 502),
    breaks(httpx.ReadTimeout),
    breaks(httpx.WriteTimeout),
    breaks(httpx.ReadError),
    breaks(httpx.RemoteProtocolError),
    breaks(httpx.DecodingError),
]
NEVER_SENT: list[Answer] = [
    breaks(httpx.ConnectError),
    breaks(httpx.ConnectTimeout),
    breaks(httpx.PoolTimeout),
]


@pytest.mark.parametrize("act", WRITES)
@pytest.mark.parametrize("answer", LOST)
async def test_lost_answer_to_a_write_is_unknown_and_not_repeated(act: Act, answer: Answer) -> None:
    server = ScriptedSuperset(answer=answer)
    assert (await act(server.opened())).failure().fault is SupersetFault.UNKNOWN_OUTCOME
    assert len(server.requests) == 1


@pytest.mark.parametrize("act", READS)
@pytest.mark.parametrize("answer", LOST)
async def test_lost_answer_to_a_read_is_transient_and_left_to_the_turn(
    act: Act, answer: Answer
) -> None:
    server = ScriptedSuperset(answer=answer)
    error = (await act(server.opened())).failure()
    assert error.fault is SupersetFault.GATEWAY
    assert error.is_transient
    assert len(server.requests) == 1


@pytest.mark.parametrize("act", [*READS, *WRITES])
@pytest.mark.parametrize("answer", NEVER_SENT)
async def test_nothing_was_done_without_a_connection(act: Act, answer: Answer) -> None:
    server = ScriptedSuperset(answer=answer)
    assert (await act(server.opened())).failure().fault is SupersetFault.UNREACHABLE
    assert len(server.requests) == 1


@pytest.mark.parametrize("answer", [page_answer(200), page_answer(500), json_answer(["no"], 200)])
async def test_foreign_answer_to_a_write_leaves_it_unknown(answer: Answer) -> None:
    failed = await delete(ScriptedSuperset(answer=answer).opened())
    assert failed.failure().fault is SupersetFault.UNKNOWN_OUTCOME


@pytest.mark.parametrize("status", [404, 403, 405])
async def test_foreign_refusal_of_a_write_did_nothing(status: int) -> None:
    failed = await delete(ScriptedSuperset(answer=page_answer(status)).opened())
    assert failed.failure().fault is SupersetFault.NOT_SUPERSET


@pytest.mark.parametrize(
    ("act", "status"),
    [(read_list, 500), (read_list, 507), (read_list, 429), (delete, 429), (delete, 413)],
)
async def test_a_page_of_a_server_in_trouble_is_no_wrong_address(act: Act, status: int) -> None:
    error = (await act(ScriptedSuperset(answer=page_answer(status)).opened())).failure()
    assert (error.fault, error.detail) == (SupersetFault.REFUSED, f"HTTP {status}")


@pytest.mark.parametrize("act", WRITES)
async def test_error_500_of_superset_itself_is_an_answer(act: Act) -> None:
    server = ScriptedSuperset(answer=json_answer({"message": "Fatal error"}, 500))
    assert (await act(server.opened())).failure().fault is SupersetFault.REFUSED


async def test_created_but_not_read_back_is_no_failed_creation() -> None:
    server = ScriptedSuperset(script=[json_answer({"id": 7}, 201)], answer=page_answer(502))
    error = (await create(server.opened())).failure()
    assert error.fault is SupersetFault.UNKNOWN_OUTCOME
    assert "7" in error.detail


@pytest.mark.parametrize(
    ("act", "fault"),
    [(read_list, SupersetFault.REFUSED), (delete, SupersetFault.UNKNOWN_OUTCOME)],
)
async def test_endless_answer_is_cut_off(
    act: Act, fault: SupersetFault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "MAX_ANSWER_BYTES", 2**20)
    server = ScriptedSuperset(answer=lambda _: httpx.Response(200, content=b"[" * (2**20 + 1)))
    error = (await act(server.opened())).failure()
    assert error.fault is fault
    assert "1 MiB" in error.detail


async def test_endless_nesting_is_no_json() -> None:
    server = ScriptedSuperset(answer=lambda _: httpx.Response(200, content=b"[" * 200_000))
    assert (await read_list(server.opened())).failure().fault is SupersetFault.NOT_SUPERSET
