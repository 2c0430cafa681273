"""A function may be called like a keyword, and a parser takes such a call for something else."""

import pytest
from sqlglot import Dialect

from domain.sql import judge_sql
from domain.sql_allow_list import BACKEND_DIALECTS

# A query in brackets, rows, or a function that only reads: nobody's own function is called so.
READ = {"from", "lateral", "range", "sel", "select", "unnest", "unpivot", "values"}
DIALECTS = sorted(set(BACKEND_DIALECTS.values()))


def keywords(dialect: str) -> list[str]:
    words = Dialect.get_or_raise(dialect).tokenizer_class.KEYWORDS
    return sorted({word.lower() for word in words if word.isidentifier()})


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_keyword_that_is_called_in_from_is_no_read(dialect: str) -> None:
    called = [
        (word, sql)
        for word in keywords(dialect)
        for sql in (f"SELECT * FROM {word}('x')", f"SELECT * FROM app.{word}(a)")
        if judge_sql(sql, dialect).is_read
    ]
    assert {word for word, _ in called} <= READ, called


@pytest.mark.parametrize("word", ["kill", "refresh", "load", "execute", "file", "copy", "update"])
@pytest.mark.parametrize("dialect", [None, "postgres", "trino", "snowflake"])
def test_a_function_of_somebody_is_no_read_wherever_it_stands(
    dialect: str | None, word: str
) -> None:
    for sql in (
        f"SELECT * FROM {word}(1)",
        f"SELECT * FROM t, {word}('x')",
        f"SELECT * FROM t JOIN app.{word}(t.a) ON true",
        f"SELECT * FROM t CROSS JOIN LATERAL {word}(t.a)",
        f"SELECT a FROM t WHERE a IN (SELECT b FROM {word}(2))",
        f"WITH x AS (SELECT * FROM {word}(3)) SELECT * FROM x",
        f"SELECT {word}(1)",
    ):
        assert not judge_sql(sql, dialect).is_read, sql


@pytest.mark.parametrize("word", ["sample", "qualify", "prewhere", "tablesample"])
def test_a_function_called_like_a_clause_is_no_read(word: str) -> None:
    for dialect in (None, *DIALECTS):
        assert not judge_sql(f"SELECT {word}('x')", dialect).is_read, dialect


def test_columns_behind_a_name_are_no_call() -> None:
    for sql in (
        "SELECT x.a FROM t AS x (a, b)",
        "SELECT x.a FROM (VALUES (1, 2)) AS x (a, b)",
        "WITH x (a) AS (SELECT 1) SELECT a FROM x",
    ):
        assert judge_sql(sql, "postgres").is_read, sql
