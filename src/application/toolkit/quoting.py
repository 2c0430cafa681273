"""Names that stand in SQL between quotes: of tools' own statements, and of Superset's."""

import unicodedata
from typing import Final

_BACKTICKS: Final = frozenset(
    {"bigquery", "clickhouse", "databricks", "doris", "drill", "hive", "mysql", "spark"}
    | {"singlestore", "spark2", "starrocks"}
)
_BRACKETS: Final = frozenset({"tsql", "fabric"})
# Engines and Superset's templates give these a meaning inside quotes too.
_NEVER_INSIDE: Final = frozenset("\\{}%\"`[]'")


def quoted_table(schema: str, table: str, dialect: str | None) -> str | None:
    """
    `schema.table` quoted for a sqlglot dialect.

    None when a name holds a character that could end the quotes or mean something inside them:
    no engine's escaping is trusted with it.
    """
    if not (is_plain_name(schema) and is_plain_name(table)):
        return None
    opening, closing = '"', '"'
    if dialect in _BACKTICKS:
        opening = closing = "`"
    elif dialect in _BRACKETS:
        opening, closing = "[", "]"
    return ".".join(f"{opening}{name}{closing}" for name in (schema, table))


def is_plain_name(name: str) -> bool:
    """Whether a name means itself between any engine's quotes, and cannot end them."""
    return bool(name) and not any(
        char in _NEVER_INSIDE or unicodedata.category(char).startswith("C") for char in name
    )
