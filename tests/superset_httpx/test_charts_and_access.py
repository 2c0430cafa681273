"""Charts and proofs, where a real Superset would have to be set up in odd ways."""

import asyncio
import time

import httpx
import pytest
from returns.result import Success

from adapters.superset_httpx.access import HttpAccess
from adapters.superset_httpx.client import SupersetClient
from application.ports.superset.gateway import Superset
from domain.environments import Environment
from domain.superset import InstanceStatus, SupersetFault
from superset_httpx.scripted_superset import (
    ACCOUNT,
    ENV,
    URL,
    Answer,
    ScriptedSuperset,
    json_answer,
    page_answer,
    rows_answer,
)

CHART = rows_answer({"id": 3, "datasource_id": 1, "datasource_type": "table"})


def chart_answering(answer: Answer) -> tuple[ScriptedSuperset, Superset]:
    server = ScriptedSuperset(answer=answer)
    return server, server.opened()


async def test_number_is_run_without_being_looked_up() -> None:
    """A proof runs many charts twice."""
    server, superset = chart_answering(json_answer({"result": [{"rowcount": 1}]}))
    await superset.charts.run("3")
    assert [request.url.path for request in server.requests] == ["/bi/api/v1/chart/3/data/"]


async def test_uuid_is_looked_up_first() -> None:
    server = ScriptedSuperset(script=[CHART], answer=json_answer({"result": [{"rowcount": 1}]}))
    await server.opened().charts.run("11111111-1111-4111-8111-111111111111")
    assert [request.url.path for request in server.requests] == [
        "/bi/api/v1/chart/",
        "/bi/api/v1/chart/3/data/",
    ]


async def test_chart_is_run_past_the_cache() -> None:
    server, superset = chart_answering(
        json_answer({"result": [{"rowcount": 1, "colnames": ["a"]}]})
    )
    assert (await superset.charts.run("3")).unwrap().row_count == 1
    assert dict(server.requests[-1].url.params) == {"force": "true"}


async def test_chart_in_the_background_is_no_empty_chart() -> None:
    _, superset = chart_answering(json_answer({"job_id": "j", "status": "pending"}, 202))
    error = (await superset.charts.run("3")).failure()
    assert error.fault is SupersetFault.REFUSED
    assert "GLOBAL_ASYNC_QUERIES" in error.detail


async def test_second_query_of_a_chart_may_be_the_broken_one() -> None:
    queries = [{"rowcount": 2, "colnames": ["a"], "error": None}, {"rowcount": 0, "error": "boom"}]
    _, superset = chart_answering(json_answer({"result": queries}))
    assert (await superset.charts.run("3")).unwrap().error == "boom"


async def test_chart_without_results_is_not_supersets() -> None:
    _, superset = chart_answering(json_answer({"result": []}))
    assert (await superset.charts.run("3")).failure().fault is SupersetFault.NOT_SUPERSET


class TestProof:
    @pytest.mark.parametrize(
        ("status", "message", "accepted"),
        [
            (401, "Token has expired", True),
            (401, "Error loading the user 2", True),
            (422, "Signature verification failed", False),
            (422, "Not enough segments", False),
        ],
    )
    async def test_verdict_is_about_the_signature(
        self, status: int, message: str, accepted: bool
    ) -> None:
        server = ScriptedSuperset(answer=json_answer({"msg": message}, status))
        verdict = await server.opened().access.accepts_proof("an.old.token")
        assert verdict == Success(accepted)
        (request,) = server.requests
        assert request.headers["authorization"] == "Bearer an.old.token"
        assert "cookie" not in request.headers
        assert server.sign_ins == 0

    async def test_proxy_that_takes_the_token_away_is_no_verdict(self) -> None:
        missing = json_answer({"msg": "Missing Authorization Header"}, 401)
        verdict = await ScriptedSuperset(answer=missing).opened().access.accepts_proof("a.b.c")
        assert verdict.failure().fault is SupersetFault.BAD_CREDENTIALS

    @pytest.mark.parametrize("answer", [page_answer(200), page_answer(401), page_answer(422)])
    async def test_page_is_no_verdict(self, answer: Answer) -> None:
        verdict = await ScriptedSuperset(answer=answer).opened().access.accepts_proof("a.b.c")
        assert verdict.failure().fault is SupersetFault.NOT_SUPERSET

    async def test_each_proof_is_signed_anew(self) -> None:
        access = ScriptedSuperset().opened().access
        assert await access.issue_proof() == Success("token-1")
        assert await access.issue_proof() == Success("token-2")


class TestStatus:
    @pytest.mark.parametrize(
        ("version", "expected"),
        [(json_answer({"version_string": "6.1.0"}), "6.1.0"), (page_answer(404), None)],
    )
    async def test_version_may_be_missing(self, version: Answer, expected: str | None) -> None:
        server = ScriptedSuperset(
            answer=lambda request: (
                version(request)
                if request.url.path.endswith("/version")
                else httpx.Response(200, text="OK")
            )
        )
        assert await server.opened().access.status() == InstanceStatus(True, expected)

    async def test_page_for_everything_is_not_reachable(self) -> None:
        server = ScriptedSuperset(answer=page_answer(200))
        assert await server.opened().access.status() == InstanceStatus(False, None)

    async def test_silent_server_is_given_up(self) -> None:
        async def silent(_: httpx.Request) -> httpx.Response:
            await asyncio.sleep(60)
            return httpx.Response(200, text="OK")

        client = SupersetClient(Environment(ENV, URL), ACCOUNT, httpx.MockTransport(silent), 60)
        before = time.monotonic()
        assert await HttpAccess(client, status_timeout_s=0.05).status() == InstanceStatus(
            False, None
        )
        assert time.monotonic() - before < 2
