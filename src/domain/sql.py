"""Whether SQL only reads, decided by taking it apart; the one module that knows sqlglot."""

import logging
from collections.abc import Callable, Iterator, Mapping
from typing import Final

import sqlglot
from returns.result import Failure, Result, Success
from sqlglot import exp
from sqlglot.errors import SqlglotError

from domain.sql_allow_list import (
    BACKEND_DIALECTS,
    FILE_FORMATS,
    JOIN_CLAUSES,
    QUERY_CLAUSES,
    READING_NODES,
    TABLE_CLAUSES,
    TSQL_STATEMENT_WORDS,
)
from domain.sql_functions import (
    READING_FUNCTIONS,
    READING_NAMES,
    RELATED_DIALECTS,
    TABLE_FUNCTION_NAMES,
    TABLE_FUNCTIONS,
)
from domain.sql_text import fault_of_text, is_quick, is_reading_pragma, without_explain
from domain.sql_verdict import SqlReason, SqlVerdict

__all__ = ["SqlReason", "SqlVerdict", "dialect_of", "format_sql", "is_quick", "judge_sql"]

# sqlglot logs the SQL it cannot parse. A filter stays where a logging configuration would reset.
logging.getLogger("sqlglot").addFilter(lambda _record: False)

_DIALECTS: Final = frozenset(BACKEND_DIALECTS.values())
_NOT_IN_A_TABLE_NAME: Final = frozenset("/\\:?.@%<>|;~'\"`")
_UNFORMATTED: Final = frozenset({SqlReason.EMPTY, SqlReason.TOO_LONG, SqlReason.TEMPLATED})
# The rest is kept as raw text by the parser, or written in another form than it was read.
_FORMATTED: Final = (exp.Query, exp.Values, exp.DML, exp.DDL, exp.Drop)
_LONGEST_FORMATTED: Final = 64 * 1024
_AGGREGATE_SUFFIXES: Final = ("If", "OrNull", "OrDefault", "Distinct", "Array")
_READING: Final = READING_NODES | READING_FUNCTIONS
_COMBINED: Final = (exp.CombinedAggFunc, exp.CombinedParameterizedAgg)
_NAMED: Final = (exp.Anonymous, exp.AnonymousAggFunc, exp.ParameterizedAgg, *_COMBINED)
_PLAIN_AGGREGATES: Final = frozenset({"SUM", "COUNT", "AVG", "MIN", "MAX", "QUANTILE", "MEDIAN"})
_Fault = tuple[SqlReason, str] | None


def dialect_of(backend: str) -> str | None:
    """The sqlglot dialect of a Superset database's `backend`; None when there is no close one."""
    return BACKEND_DIALECTS.get(backend.partition("+")[0].strip().lower())


def judge_sql(sql: str, dialect: str | None) -> SqlVerdict:
    """
    Whether `sql` is exactly one statement that only reads, in a sqlglot dialect.

    An unknown dialect is judged by what all have in common. Never raises. May take seconds on
    hostile text that is not `is_quick`: call it where it can be stopped.
    """
    known = dialect if dialect in _DIALECTS else None
    fault = fault_of_text(sql, known)
    if fault is not None:
        return fault
    if known == "sqlite" and is_reading_pragma(sql):
        return _read()
    explained = without_explain(sql)
    try:
        return _judge_statements(sql if explained is None else explained, known)
    except RecursionError:
        return _not_read(SqlReason.TOO_COMPLEX)
    except SqlglotError:
        return _not_read(SqlReason.UNPARSABLE)
    except Exception:  # noqa: BLE001  # a parser that fails in any other way has not read it either
        return _not_read(SqlReason.UNPARSABLE)


def format_sql(sql: str, dialect: str | None) -> Result[str, SqlReason]:
    """
    The statements of `sql` laid out for people, in a sqlglot dialect; None is unknown.

    Fails where the text cannot be taken apart, or would not mean the same afterwards. Never
    raises. As slow as `judge_sql` on hostile text.
    """
    known = dialect if dialect in _DIALECTS else None
    fault = fault_of_text(sql, known)
    if fault is not None and fault.reason in _UNFORMATTED:
        return Failure(fault.reason)
    try:
        return _format_statements(sql, known)
    except RecursionError:
        return Failure(SqlReason.TOO_COMPLEX)
    except Exception:  # noqa: BLE001  # likewise
        return Failure(SqlReason.UNPARSABLE)


def _format_statements(sql: str, dialect: str | None) -> Result[str, SqlReason]:
    statements = _parsed(sql, dialect)
    if not statements:
        return Failure(SqlReason.EMPTY)
    if not all(isinstance(one, _FORMATTED) for one in statements):
        return Failure(SqlReason.STATEMENT)
    formatted = ";\n\n".join(one.sql(dialect=dialect, pretty=True) for one in statements)
    if len(formatted) > _LONGEST_FORMATTED:
        return Failure(SqlReason.TOO_COMPLEX)
    if _parsed(formatted, dialect) != statements:
        return Failure(SqlReason.AMBIGUOUS)
    return Success(formatted)


def _parsed(sql: str, dialect: str | None) -> list[exp.Expr]:
    parsed = sqlglot.parse(sql, dialect=dialect)
    return [one for one in parsed if one is not None and not isinstance(one, exp.Semicolon)]


def _judge_statements(sql: str, dialect: str | None) -> SqlVerdict:
    statements = _parsed(sql, dialect)
    if len(statements) != 1:
        return _not_read(SqlReason.SEVERAL_STATEMENTS if statements else SqlReason.EMPTY)
    root = statements[0]
    if not isinstance(root, exp.Query | exp.Values):
        return _not_read(SqlReason.STATEMENT, type(root).__name__)
    for fault in _faults(root, dialect):
        return _not_read(*fault)
    return _read()


def _faults(root: exp.Expr, dialect: str | None) -> Iterator[tuple[SqlReason, str]]:
    names = READING_NAMES[""] | READING_NAMES.get(
        RELATED_DIALECTS.get(dialect or "", dialect or ""), frozenset()
    )
    for node in root.walk():
        kind = type(node)
        fault = None if kind.__name__ in _READING else _fault_of_class(node, names)
        check = _CHECKS.get(kind)
        if fault is None and check is not None:
            fault = check(node)
        if fault is not None:
            yield fault
    if dialect in {None, "tsql"}:
        yield from _hidden_statements(root)
    if dialect in {None, "oracle"}:
        yield from _calls_without_brackets(root)


def _fault_of_class(node: exp.Expr, names: frozenset[str]) -> _Fault:
    """The fault of a node whose class is on no list."""
    if isinstance(node, _NAMED):
        return None if _is_listed(node, names) else (SqlReason.FUNCTION, node.name)
    reason = SqlReason.FUNCTION if isinstance(node, exp.Func) else SqlReason.EXPRESSION
    return reason, type(node).__name__


def _is_listed(node: exp.Expr, names: frozenset[str]) -> bool:
    """A quoted name is not looked up: it may mean a function of another letter case."""
    written = node.this
    if not isinstance(written, str):
        return False
    if isinstance(node, _COMBINED):
        aggregate = _without_suffixes(written).upper()
        return aggregate in names or aggregate in _PLAIN_AGGREGATES
    return written.upper() in names


def _without_suffixes(name: str) -> str:
    for suffix in _AGGREGATE_SUFFIXES:
        name = name.removesuffix(suffix)
    return name


def _fault_of_query(query: exp.Expr) -> _Fault:
    if isinstance(query, exp.Select) and not query.expressions:
        # A function that is called like a clause: `SELECT sample(1)`.
        return SqlReason.FUNCTION, next((key for key, each in query.args.items() if each), "")
    return _fault_of_clauses(query, QUERY_CLAUSES)


def _fault_of_join(join: exp.Expr) -> _Fault:
    return _fault_of_clauses(join, JOIN_CLAUSES)


def _fault_of_clauses(node: exp.Expr, allowed: frozenset[str]) -> _Fault:
    for clause, content in node.args.items():
        if content and clause not in allowed:
            return SqlReason.EXPRESSION, f"{type(node).__name__}.{clause}"
    return None


def _fault_of_table(table: exp.Expr) -> _Fault:
    allowed = TABLE_CLAUSES | {"hints"} if _only_nolock(table) else TABLE_CLAUSES
    fault = _fault_of_clauses(table, allowed) or _fault_of_source(table) or _fault_of_alias(table)
    if fault is not None:
        return fault
    parts = [part for key in ("catalog", "db", "this") if (part := table.args.get(key)) is not None]
    texts = [part.name for part in parts if isinstance(part, exp.Identifier)]
    if any(_NOT_IN_A_TABLE_NAME.intersection(text) for text in texts):
        return SqlReason.TABLE, "path"
    if len(texts) > 1 and FILE_FORMATS.intersection(text.lower() for text in texts[-2:]):
        return SqlReason.TABLE, "file_format"
    return None


def _fault_of_alias(table: exp.Expr) -> _Fault:
    """Columns without a name before them are the arguments of a function called like a keyword."""
    alias = table.args.get("alias")
    if alias is None or alias.args.get("this") is not None or not alias.args.get("columns"):
        return None
    return SqlReason.FUNCTION, table.name


def _only_nolock(table: exp.Expr) -> bool:
    hints = table.args.get("hints") or []
    words = [word.name.upper() for hint in hints for word in hint.expressions]
    return bool(words) and set(words) <= {"NOLOCK", "READUNCOMMITTED"}


def _fault_of_source(source: exp.Expr) -> _Fault:
    """A table function runs code on the server, files and addresses included: only listed ones."""
    origin = source.this
    if isinstance(origin, exp.Identifier | exp.Query | exp.Values):
        return None
    if source.args.get("db") is not None:
        return SqlReason.TABLE, type(origin).__name__
    if type(origin).__name__ in TABLE_FUNCTIONS:
        return None
    if isinstance(origin, exp.Anonymous) and origin.name.upper() in TABLE_FUNCTION_NAMES:
        return None
    return SqlReason.TABLE, type(origin).__name__


def _fault_of_dot(dot: exp.Expr) -> _Fault:
    """A function with a schema before it is not the engine's own, whatever its name."""
    if isinstance(dot.expression, exp.Func):
        return SqlReason.FUNCTION, dot.expression.name or type(dot.expression).__name__
    return _fault_of_column(dot.expression)


def _fault_of_column(column: exp.Expr) -> _Fault:
    """Oracle and Snowflake move a sequence by what looks like one of its columns."""
    return (SqlReason.FUNCTION, "nextval") if column.name.lower() == "nextval" else None


_CHECKS: Final[Mapping[type[exp.Expr], Callable[[exp.Expr], _Fault]]] = {
    exp.Select: _fault_of_query,
    exp.Union: _fault_of_query,
    exp.Except: _fault_of_query,
    exp.Intersect: _fault_of_query,
    exp.Join: _fault_of_join,
    exp.Table: _fault_of_table,
    exp.Lateral: _fault_of_source,
    exp.Dot: _fault_of_dot,
    exp.Column: _fault_of_column,
}


def _hidden_statements(root: exp.Expr) -> Iterator[tuple[SqlReason, str]]:
    for identifier in root.find_all(exp.Identifier):
        if not identifier.quoted and identifier.name.upper() in TSQL_STATEMENT_WORDS:
            yield SqlReason.IDENTIFIER, identifier.name.upper()


def _calls_without_brackets(root: exp.Expr) -> Iterator[tuple[SqlReason, str]]:
    """Oracle calls `package.function` without brackets: before a dot only a table may stand."""
    sources = {table.alias_or_name.lower() for table in root.find_all(exp.Table)}
    sources |= {alias.name.lower() for alias in root.find_all(exp.TableAlias)}
    for column in root.find_all(exp.Column):
        if column.table and column.table.lower() not in sources:
            yield SqlReason.FUNCTION, "package"


def _read() -> SqlVerdict:
    return SqlVerdict(is_read=True, reason=SqlReason.READ, detail="")


def _not_read(reason: SqlReason, detail: str = "") -> SqlVerdict:
    return SqlVerdict(is_read=False, reason=reason, detail=detail)
