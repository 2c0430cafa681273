import gc
import sqlite3
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.sql import is_quick, judge_sql

ORDINARY = """
SELECT c.region, p.category, date_trunc('month', o.ordered_at) AS month, COUNT(*) AS orders,
       SUM(o.quantity * o.unit_price) AS revenue,
       SUM(CASE WHEN o.status = 'returned' THEN 1 ELSE 0 END) AS returned
FROM orders o
JOIN customers c ON c.id = o.customer_id
JOIN products p ON p.id = o.product_id
LEFT JOIN stores s ON s.id = o.store_id
WHERE o.ordered_at >= '2025-01-01' AND c.country IN ('DE', 'FR', 'PL') AND s.open IS NOT NULL
GROUP BY 1, 2, 3 HAVING COUNT(*) > 10 ORDER BY revenue DESC LIMIT 100
"""


def test_an_ordinary_query_is_quick() -> None:
    assert is_quick(ORDINARY)
    assert judge_sql(ORDINARY, "postgres").is_read


@pytest.mark.parametrize(
    "sql",
    [
        "select * from a " + "join a " * 20,
        "select * from a " + "left join a " * 20,
        "select * from a " + "straight_join a " * 20,
        "select a" + "[1]" * 640,
        "select " + "(" * 100 + "1" + ")" * 100,
        "select " + "if " * 100,
        "select " + "ıf " * 100,  # becomes IF in capitals, as the parser makes them
        "select a " + "|> select " * 20,
        "select " + "case when " * 100,
        "select " + "max by, from " * 20,
        "select " + "{'a': " * 10,
        "select " + "a, " * 2000,
        "select a" + ".a" * 1000,
    ],
)
def test_what_may_take_long_is_not_quick(sql: str) -> None:
    assert not is_quick(sql)


REPEATED = """
join a |left join a |straight_join a |natural a |lateral a |if |any |a, |not |- |.a|->b|::int |
 like a |case when |max by , from |union select 1 |from all union |interval |cast( |( |[1] |f(1) + |
* null % |(a, (b)) + |having count |struct |, group min |lateral inner order unnest
""".replace("\n", "").split("|")


@pytest.fixture
def _without_garbage_collection() -> Iterator[None]:
    """It walks all objects of the test run, at a moment of its own choice."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("_without_garbage_collection")
@pytest.mark.parametrize("dialect", [None, "postgres", "redshift", "bigquery", "tsql", "oracle"])
@pytest.mark.parametrize("repeated", REPEATED)
def test_what_is_quick_is_judged_in_milliseconds(repeated: str, dialect: str | None) -> None:
    """Processor time, with room for a slow machine; what explodes takes seconds."""
    judge_sql("SELECT 1", dialect)
    for start in ("SELECT ", "SELECT * FROM a ", "SELECT a FROM t WHERE "):
        count = 1
        while is_quick(start + repeated * (count + 1)) and count < 1000:
            count += 1
        before = time.process_time()
        judge_sql(start + repeated * count, dialect)
        assert time.process_time() - before < 0.1, (start, count)


FRAGMENTS = st.sampled_from(
    [
        "SELECT", "a", "FROM", "t", "1", ",", "(", ")", ";", "--", "/*", "*/", "\n", "'", '"', "`",
        "DELETE FROM t", "DROP TABLE t", "INSERT INTO t VALUES (1)", "UPDATE t SET a = 2",
        "WITH x AS", "UNION", "WHERE", "=", "PRAGMA", "user_version", "EXPLAIN", "QUERY PLAN",
        "REPLACE INTO t", "AS", "RETURNING a", "ATTACH ':memory:' AS z", "abs(a)", "count(*)",
        "SELECT 1", "SELECT a FROM t", "[", "]", "x'00'", "CREATE TABLE u (b)", "VACUUM", "\\",
    ]
)  # fmt: skip


@settings(max_examples=1500, deadline=None)
@given(st.lists(FRAGMENTS, min_size=1, max_size=8).map(" ".join))
def test_sqlite_itself_sees_only_reads_in_a_read(sql: str) -> None:
    """The engine's own parser, asked about every text that the judge lets through."""
    if not judge_sql(sql, "sqlite").is_read:
        return
    reading = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION}
    reading |= {sqlite3.SQLITE_RECURSIVE, sqlite3.SQLITE_PRAGMA}
    acted: list[int] = []

    def authorize(action: int, *_names: str | None) -> int:
        if action not in reading:
            acted.append(action)
        return sqlite3.SQLITE_OK

    with sqlite3.connect(":memory:") as connection:
        connection.execute("CREATE TABLE t (a)")
        connection.set_authorizer(authorize)
        # The engine may know less than the judge; what counts is what it was about to do.
        with suppress(sqlite3.Error, sqlite3.Warning):
            connection.execute(sql).fetchall()
        connection.set_authorizer(None)
    connection.close()
    assert acted == []


DIALECTS = st.sampled_from([None, "postgres", "mysql", "sqlite", "clickhouse", "tsql", "nonsense"])


@settings(max_examples=300, deadline=None)
@given(st.text(st.characters(), max_size=40) | st.lists(FRAGMENTS).map("".join), DIALECTS)
def test_judging_never_raises(sql: str, dialect: str | None) -> None:
    verdict = judge_sql(sql, dialect)
    assert verdict.is_read is (verdict.reason == "read")
