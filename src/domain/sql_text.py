"""What the letters of an SQL text tell before any parsing: what engines would read differently."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import Final

from domain.sql_keywords import BRANCHING_WORDS
from domain.sql_verdict import SqlReason, SqlVerdict

MAX_SQL_BYTES: Final = 16 * 1024
# Found by trying random token sequences: time grows with the tokens, doubles with each JOIN and
# with some keywords, and grows with the square of what nests.
_QUICK_CHARACTERS: Final = 4096
_QUICK_TOKENS: Final = 400
_QUICK_JOINS: Final = 6
_QUICK_CASES: Final = 20
_QUICK_FROMS: Final = 10
_QUICK_DEPTH: Final = 6
_QUICK_SUBSCRIPTS: Final = 12
_QUICK_BRANCHES: Final = 8
_UNQUICK: Final = frozenset("{}?@~")
_OPENING: Final = frozenset("([")
_CLOSING: Final = frozenset(")]")
_TOKEN: Final = re.compile(r"\w+|[^\w\s]")

_MYSQL_LIKE: Final = frozenset({"mysql", "doris", "starrocks", "singlestore"})
_TEMPLATE: Final = re.compile(r"\{[{%#]")
_ESCAPED_IDENTIFIER: Final = re.compile(r"(?i)\bu&\s*[\"']")
# Comments that MySQL and MariaDB run, quotes that only some engines know or end elsewhere, and
# calls of a quoted name, which the parser takes for the engine's own function of these letters.
_READ_DIFFERENTLY: Final = re.compile(r"/\*M?!|\$\w*\$|\\['\"`]|[\"`]\s*\(")
_ORACLE_QUOTE: Final = re.compile(r"(?i)\bn?q'")
# What ODBC drivers and MySQL replace before the engine parses.
_ODBC_ESCAPE: Final = re.compile(r"(?i)\{\s*(?:fn\b|call\b|\?)")
_DASHES_WITHOUT_SPACE: Final = re.compile(r"--(?![ \t\r\n]|$)")
_UNKNOWN_DIALECT: Final = re.compile(r"[\\`#$\[@]|//|\"\"|/\*")
_EXPLAIN: Final = re.compile(
    r"(?i)\A\s*EXPLAIN\s+(?:ANALYZE\s+|QUERY\s+PLAN\s+)?(?=(?:SELECT|WITH)\b)"
)
_PRAGMA: Final = re.compile(
    r"(?i)\A\s*PRAGMA\s+(?:\w+\s*\.\s*)?(\w+)\s*(\(\s*(?:\w+|'[^']*'|\"[^\"]*\")\s*\))?\s*;?\s*\Z"
)
_PRAGMAS_BARE: Final = {
    "application_id",
    "collation_list",
    "compile_options",
    "database_list",
    "encoding",
    "foreign_keys",
    "freelist_count",
    "function_list",
    "journal_mode",
    "page_count",
    "page_size",
    "schema_version",
    "table_list",
    "user_version",
}
_PRAGMAS_OF_A_NAME: Final = {
    "foreign_key_list",
    "index_info",
    "index_list",
    "index_xinfo",
    "table_info",
    "table_list",
    "table_xinfo",
}


def fault_of_text(sql: str, dialect: str | None) -> SqlVerdict | None:
    """
    Why a text is not a read, whatever it parses to; None when the letters say nothing.

    Refuses what the parser and some engine would take apart in different places: the text that
    was judged must be the text that runs.
    """
    odd = ""
    if len(sql) > MAX_SQL_BYTES or len(sql.encode("utf-8", "surrogatepass")) > MAX_SQL_BYTES:
        reason = SqlReason.TOO_LONG
    elif not sql.strip():
        reason = SqlReason.EMPTY
    elif _TEMPLATE.search(sql):
        reason = SqlReason.TEMPLATED
    elif "&" in sql and _ESCAPED_IDENTIFIER.search(sql):
        reason = SqlReason.ESCAPED_IDENTIFIER
    elif odd := _odd_character(sql):
        reason = SqlReason.ODD_CHARACTER
    elif _is_ambiguous(sql, dialect):
        reason = SqlReason.AMBIGUOUS
    else:
        return None
    return SqlVerdict(is_read=False, reason=reason, detail=odd)


def without_explain(sql: str) -> str | None:
    """The query that an EXPLAIN explains, or runs with ANALYZE; None for anything else."""
    found = _EXPLAIN.match(sql)
    return sql[found.end() :] if found else None


def is_reading_pragma(sql: str) -> bool:
    """Whether the text is one SQLite PRAGMA in a form that only reads."""
    found = _PRAGMA.match(sql)
    if found is None:
        return False
    names = _PRAGMAS_OF_A_NAME if found[2] else _PRAGMAS_BARE
    return found[1].lower() in names


def is_quick(sql: str) -> bool:
    """
    Whether judging the text is sure to take only milliseconds, so that it may block the caller.

    A bound on the counts whose growth was measured, not a judgement of the SQL.
    """
    if len(sql) > _QUICK_CHARACTERS or "|>" in sql:
        return False
    tokens = _TOKEN.findall(sql.upper())
    counts = Counter(tokens)
    return (
        len(tokens) <= _QUICK_TOKENS
        and sum(counts[word] for word in counts if word.endswith("JOIN")) <= _QUICK_JOINS
        and counts["CASE"] <= _QUICK_CASES
        and counts["FROM"] <= _QUICK_FROMS
        and counts["["] <= _QUICK_SUBSCRIPTS
        and sum(counts[word] for word in counts.keys() & BRANCHING_WORDS) <= _QUICK_BRANCHES
        and _UNQUICK.isdisjoint(counts)
        and _depth(tokens) <= _QUICK_DEPTH
    )


def _depth(tokens: Sequence[str]) -> int:
    depth = deepest = 0
    for token in tokens:
        if token in _OPENING:
            depth += 1
            deepest = max(deepest, depth)
        elif token in _CLOSING:
            depth = max(0, depth - 1)
    return deepest


def _odd_character(sql: str) -> str:
    """The first invisible or foreign space as U+XXXX, "" for none: engines part words by others."""
    text = sql.replace("\r\n", "\n").replace("\t", " ").replace("\n", " ")
    if text.isascii() and text.isprintable():
        return ""
    for char in text:
        kind = unicodedata.category(char)
        if kind in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"} or (kind == "Zs" and char != " "):
            return f"U+{ord(char):04X}"
    return ""


def _is_ambiguous(sql: str, dialect: str | None) -> bool:
    if _READ_DIFFERENTLY.search(sql) or _has_nested_comment(sql):
        return True
    if ("q'" in sql.lower() and _ORACLE_QUOTE.search(sql)) or _ODBC_ESCAPE.search(sql):
        return True
    # Snowflake chains statements with what other engines know as a JSON operator.
    if dialect in {None, "snowflake"} and "->>" in sql:
        return True
    if dialect is None:
        return bool(_UNKNOWN_DIALECT.search(sql) or _DASHES_WITHOUT_SPACE.search(sql))
    return dialect in _MYSQL_LIKE and bool(_DASHES_WITHOUT_SPACE.search(sql))


def _has_nested_comment(sql: str) -> bool:
    """Whether a comment opens inside a comment: some engines then want two ends, others one."""
    start = sql.find("/*")
    while start != -1:
        inner, end = sql.find("/*", start + 2), sql.find("*/", start + 2)
        if inner != -1 and (end == -1 or inner < end):
            return True
        start = -1 if end == -1 else sql.find("/*", end + 2)
    return False
