"""What the SQL judge answers, apart from it: rules can speak of it without loading sqlglot."""

from dataclasses import dataclass
from enum import StrEnum


class SqlReason(StrEnum):
    """Why SQL is a read or is not; stable codes, which the text catalogue words."""

    READ = "read"
    EMPTY = "empty"
    TOO_LONG = "too_long"
    TEMPLATED = "templated"
    TOO_COMPLEX = "too_complex"
    UNPARSABLE = "unparsable"
    SEVERAL_STATEMENTS = "several_statements"
    STATEMENT = "statement"
    EXPRESSION = "expression"
    FUNCTION = "function"
    TABLE = "table"
    IDENTIFIER = "identifier"
    ESCAPED_IDENTIFIER = "escaped_identifier"
    ODD_CHARACTER = "odd_character"
    AMBIGUOUS = "ambiguous"


@dataclass(frozen=True, slots=True)
class SqlVerdict:
    """
    Whether the SQL only reads. Whatever is not surely a read, is not one.

    `detail` names what decided (a node class or a function name), never the SQL itself; "" when
    the reason says it all.
    """

    is_read: bool
    reason: SqlReason
    detail: str
