"""What one engine does with a text and another, or the parser, does not."""

import logging

import pytest

from domain.sql import SqlReason, dialect_of, judge_sql


@pytest.mark.parametrize(
    ("dialect", "source"),
    [
        ("duckdb", "'/etc/passwd'"),
        ("duckdb", '"/etc/passwd"'),
        ("duckdb", "'data.csv'"),
        ("duckdb", "data.csv"),
        ("duckdb", "read_csv('/etc/passwd')"),
        ("duckdb", "read_parquet('x')"),
        ("duckdb", "glob('/etc/*')"),
        ("duckdb", "query('DROP TABLE t')"),
        ("clickhouse", "url('http://10.0.0.1/x', CSV, 'a String')"),
        ("clickhouse", "executable('x.py', CSV, 'a String')"),
        ("clickhouse", "file('/etc/passwd')"),
        ("clickhouse", "remote('h', d.t)"),
        ("spark", "csv.`/etc/passwd`"),
        ("spark", "text.`secrets`"),
        ("snowflake", "@stage/x"),
        ("snowflake", "IDENTIFIER('t')"),
        ("snowflake", "TABLE(RESULT_SCAN('x'))"),
        ("tsql", "OPENQUERY(s, 'delete from t')"),
        ("oracle", "t@remote"),
        ("postgres", "dblink('x', 'delete from t') AS t(a int)"),
        ("postgres", "ROWS FROM (pg_ls_dir('/'))"),
        ("postgres", "LATERAL pg_ls_dir('/') x"),
        ("postgres", "lower('x')"),
        ("postgres", "evil.generate_series(1, 2)"),
        ("clickhouse", "evil.numbers(1)"),
        ("bigquery", "EXTERNAL_QUERY('c', 'delete from t')"),
        ("bigquery", "ML.PREDICT(MODEL m, TABLE t)"),
        ("trino", "TABLE(system.query(query => 'delete from t'))"),
        ("sqlite", '"https://docs.google.com/spreadsheets/d/1"'),
    ],
)
def test_files_addresses_and_table_functions_are_no_reads(dialect: str, source: str) -> None:
    """Q15."""
    assert not judge_sql(f"SELECT * FROM {source}", dialect).is_read
    assert not judge_sql(f"SELECT * FROM a JOIN {source} ON 1 = 1", dialect).is_read
    assert not judge_sql(f"SELECT (SELECT 1 FROM {source})", dialect).is_read


@pytest.mark.parametrize(
    ("dialect", "sql"),
    [
        ("tsql", "SELECT 1 DELETE FROM orders"),
        ("tsql", "SELECT * FROM t COMMIT"),
        ("tsql", "SELECT 1 SHUTDOWN"),
        (None, "SELECT 1 SHUTDOWN"),
        ("snowflake", "SELECT 1 ->> DELETE FROM t"),
        ("hive", "FROM t INSERT OVERWRITE TABLE x SELECT a"),
        ("postgres", "SELECT 1; SELECT 2"),
    ],
)
def test_a_second_statement_is_seen(dialect: str | None, sql: str) -> None:
    assert not judge_sql(sql, dialect).is_read


@pytest.mark.parametrize(
    ("dialect", "sql", "reason"),
    [
        ("mysql", "SELECT 1 /*!50000 INTO OUTFILE '/tmp/x' */", SqlReason.AMBIGUOUS),
        ("mysql", "SELECT 1 /*M! INTO OUTFILE '/tmp/x' */", SqlReason.AMBIGUOUS),
        ("mysql", "SELECT 1 --'\n, evil() --'", SqlReason.AMBIGUOUS),
        ("mysql", "SELECT '\\' , evil() , ' '", SqlReason.AMBIGUOUS),
        ("postgres", "SELECT $$ ' $$, evil(), $$ ' $$", SqlReason.AMBIGUOUS),
        ("sqlite", "SELECT 1 /* /* */ , evil() /* */ */", SqlReason.AMBIGUOUS),
        ("oracle", "SELECT q'[']', evil(), '' FROM dual", SqlReason.AMBIGUOUS),
        (None, "SELECT 1 # ' \n, evil() # '", SqlReason.AMBIGUOUS),
        (None, "SELECT `a`", SqlReason.AMBIGUOUS),
        ("postgres", 'SELECT "LOWER"(a) FROM t', SqlReason.AMBIGUOUS),
        ("mysql", "SELECT `f` (a) FROM t", SqlReason.AMBIGUOUS),
        ("tsql", "SELECT {fn NOW()}", SqlReason.AMBIGUOUS),
        ("mysql", "SELECT { call f() }", SqlReason.AMBIGUOUS),
        ("postgres", "SELECT 1 -- x\rDELETE FROM t", SqlReason.ODD_CHARACTER),
        ("sqlite", "SELECT 1\x00; DROP TABLE t", SqlReason.ODD_CHARACTER),
        ("postgres", "SELECT\u00a01", SqlReason.ODD_CHARACTER),
        ("postgres", "SELECT 1 -- \u2028 , evil()", SqlReason.ODD_CHARACTER),
        ("postgres", "SELECT '\ud83d'", SqlReason.ODD_CHARACTER),
        ("mysql", "SELECT @a := 1", SqlReason.EXPRESSION),
        ("clickhouse", "SELECT 1 SETTINGS readonly = 0", SqlReason.EXPRESSION),
        ("mysql", "SELECT /*+ SET_VAR(sql_mode='') */ 1", SqlReason.EXPRESSION),
        ("spark", "SELECT TRANSFORM(a) USING 'sh' FROM t", SqlReason.EXPRESSION),
        ("tsql", "SELECT a FROM t WITH (UPDLOCK)", SqlReason.EXPRESSION),
        ("oracle", "SELECT pkg.f FROM dual", SqlReason.FUNCTION),
        ("oracle", "SELECT schema.pkg.f FROM dual", SqlReason.FUNCTION),
    ],
)
def test_what_engines_read_differently_is_no_read(
    dialect: str | None, sql: str, reason: SqlReason
) -> None:
    assert judge_sql(sql, dialect).reason is reason


def test_line_ends_of_windows_are_plain() -> None:
    assert judge_sql("SELECT 1\r\nFROM t\t-- done\r\n", "postgres").is_read


def test_the_detail_names_what_decided() -> None:
    assert judge_sql("DELETE FROM t", "postgres").detail == "Delete"
    assert judge_sql("SELECT pg_sleep(1)", "postgres").detail == "pg_sleep"


def test_no_sql_is_logged(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    with caplog.at_level(logging.DEBUG):
        judge_sql("EXPLAIN ANALYZE DELETE FROM canary_table", "postgres")
        judge_sql("VACUUM FULL canary_table", "postgres")
        judge_sql("SELECT canary_table FROM FROM", "postgres")
    captured = capfd.readouterr()
    assert "canary_table" not in caplog.text + captured.out + captured.err


@pytest.mark.parametrize(
    ("backend", "dialect"),
    [
        ("postgresql", "postgres"),
        ("postgresql+psycopg2", "postgres"),
        ("SQLite", "sqlite"),
        ("mssql", "tsql"),
        ("clickhousedb", "clickhouse"),
        ("kustokql", None),
        ("", None),
    ],
)
def test_backends_have_the_dialect_that_they_speak(backend: str, dialect: str | None) -> None:
    assert dialect_of(backend) == dialect
