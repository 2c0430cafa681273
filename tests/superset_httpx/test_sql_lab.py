"""Cases S17 and S18: limits that Superset forgets, and queries that it runs in the background."""

import json

import pytest

from adapters.superset_httpx.row_limit import bounded
from adapters.superset_httpx.sql_lab import Patience
from application.ports.superset.sql_lab import Query
from domain.superset import SupersetFault
from superset_httpx.scripted_superset import (
    Answer,
    ScriptedSuperset,
    asked_for,
    json_answer,
    page_answer,
)

QUICK = Patience(deadline_s=0.05, poll_s=0.01)
PENDING = json_answer({"query": {"id": "q1", "state": "pending", "resultsKey": None}}, 202)
STILL = json_answer({"result": {"status": "running", "results_key": None}})
READY = json_answer({"result": {"status": "success", "results_key": "k"}})


def rows(number: int, factor: str = "NOT_LIMITED") -> Answer:
    return json_answer(
        {
            "data": [{"id": index} for index in range(number)],
            "columns": [{"column_name": "id", "type": "INT"}],
            "query": {"executedSql": "SELECT id", "limitingFactor": factor},
        }
    )


async def test_rows_beyond_the_limit_are_dropped() -> None:
    server = ScriptedSuperset(answer=rows(200_000))
    sql = "WITH big AS (SELECT * FROM events) SELECT id FROM big"
    result = (await server.opened().sql_lab.run(Query("1", sql, 10))).unwrap()
    assert len(result.rows) == 10
    assert result.limited is True


@pytest.mark.parametrize(
    ("sql", "limited"),
    [("SELECT id FROM t LIMIT 3", False), ("SELECT id FROM t LIMIT 9", True)],
)
async def test_rows_that_the_statement_itself_cut_off_are_not_missed(
    sql: str, limited: bool
) -> None:
    server = ScriptedSuperset(answer=rows(4, "UNKNOWN"))
    result = (await server.opened().sql_lab.run(Query("1", sql, 4))).unwrap()
    assert result.limited is limited


@pytest.mark.parametrize(
    ("sql", "limit", "asked"),
    [
        ("SELECT 1", 10, 10),
        ("SELECT 1 LIMIT 3", 10, 3),
        ("SELECT 1 LIMIT 30", 10, 10),
        ("SELECT 1", 0, 1),
    ],
)
async def test_smaller_limit_is_asked_for(sql: str, limit: int, asked: int) -> None:
    server = ScriptedSuperset(answer=rows(0))
    await server.opened().sql_lab.run(Query("1", sql, limit))
    body = json.loads(server.requests[0].content)
    assert (body["queryLimit"], body["sql"], body["runAsync"]) == (asked, sql, False)


@pytest.mark.parametrize(
    ("sql", "own_limit"),
    [
        ("SELECT a FROM t", None),
        ("SELECT a FROM t LIMIT 5", 5),
        ("select a from t limit 5 offset 3 ;", 5),
        ("SELECT a FROM t LIMIT 2, 4", 4),
        ("SELECT a FROM t OFFSET 2 ROWS FETCH NEXT 7 ROWS ONLY", 7),
        ("SELECT a FROM t FETCH FIRST 7 ROWS ONLY", 7),
        ("SELECT a FROM t LIMIT ALL", None),
        ("SELECT a FROM (SELECT a FROM t LIMIT 5) x", None),
        ("(SELECT a FROM t LIMIT 5)", None),
        ("SELECT 'LIMIT 5' FROM t", None),
        ("SELECT a FROM t -- LIMIT 5", None),
        ("SELECT a FROM t /* LIMIT 5 */", None),
        ("SELECT a FROM t LIMIT 9 -- LIMIT 5", 9),
        ('SELECT "limit", t.limit FROM t', None),
        ("SELECT `a` FROM t WHERE b = 'it\\'s' LIMIT 5", 5),
        ("SELECT a FROM t WHERE b = 'never closed", None),
        ("", None),
    ],
)
def test_own_limit_is_found_and_the_text_kept(sql: str, own_limit: int | None) -> None:
    assert (bounded(sql).sql, bounded(sql).own_limit) == (sql, own_limit)


@pytest.mark.parametrize(
    "limit", ["LIMIT 1 + 1", "LIMIT (SELECT 2)", "LIMIT 5 BY a", "LIMIT :n", "LIMIT 1.5", "LIMIT 0"]
)
def test_limit_that_is_no_positive_number_is_wrapped(limit: str) -> None:
    sql = f"SELECT a FROM t -- why\n{limit};"
    wrapped = bounded(sql)
    assert wrapped.own_limit is None
    assert wrapped.sql.startswith("SELECT * FROM (\n")
    assert sql.rstrip(";") in wrapped.sql


async def test_write_is_never_wrapped() -> None:
    server = ScriptedSuperset(answer=rows(0))
    sql = "DELETE FROM t ORDER BY a LIMIT 1 + 1"
    await server.opened().sql_lab.run(Query("1", sql, 10, writes=True))
    assert json.loads(server.requests[0].content)["sql"] == sql


class TestBackground:
    async def test_rows_are_fetched_when_the_query_is_done(self) -> None:
        server = ScriptedSuperset(script=[PENDING, STILL, STILL, READY, rows(2)])
        result = await server.opened(patience=QUICK).sql_lab.run(Query("1", "SELECT id", 10))
        assert result.unwrap().rows == ((0,), (1,))
        paths = [request.url.path.removeprefix("/bi/api/v1") for request in server.requests]
        assert paths == ["/sqllab/execute/", *["/query/q1"] * 3, "/sqllab/results/"]
        assert asked_for(server.requests[-1]) == {"key": "k"}

    async def test_failed_query_says_why(self) -> None:
        failed = json_answer({"result": {"status": "failed", "error_message": "disk full"}})
        server = ScriptedSuperset(script=[PENDING, failed])
        result = await server.opened(patience=QUICK).sql_lab.run(Query("1", "SELECT id", 10))
        assert result.failure().fault is SupersetFault.REFUSED
        assert result.failure().detail == "disk full"

    @pytest.mark.parametrize("answer", [STILL, page_answer(502)])
    @pytest.mark.parametrize(
        ("writes", "fault"),
        [(False, SupersetFault.GATEWAY), (True, SupersetFault.UNKNOWN_OUTCOME)],
    )
    async def test_pending_query_is_never_no_rows(
        self, answer: Answer, writes: bool, fault: SupersetFault
    ) -> None:
        server = ScriptedSuperset(script=[PENDING], answer=answer)
        superset = server.opened(patience=QUICK)
        result = await superset.sql_lab.run(Query("1", "SELECT id", 10, writes=writes))
        assert result.failure().fault is fault

    async def test_deadline_says_that_the_query_may_still_run(self) -> None:
        server = ScriptedSuperset(script=[PENDING], answer=STILL)
        result = await server.opened(patience=QUICK).sql_lab.run(Query("1", "SELECT id", 10))
        assert "may still be running" in result.failure().detail

    async def test_answer_without_rows_or_query_is_not_supersets(self) -> None:
        server = ScriptedSuperset(answer=json_answer({"status": "fine"}))
        result = await server.opened(patience=QUICK).sql_lab.run(Query("1", "SELECT id", 10))
        assert result.failure().fault is SupersetFault.NOT_SUPERSET
