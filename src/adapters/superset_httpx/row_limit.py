"""
The LIMIT that a person wrote, held although Superset replaces the outermost one by its own.

Only tokens are looked at: parsing can take for ever, and the text shall stay what was judged.
"""

from dataclasses import dataclass
from typing import Final

from sqlglot.dialects.mysql import MySQL
from sqlglot.errors import SqlglotError
from sqlglot.tokenizer_core import Token, TokenType
from sqlglot.tokens import Tokenizer

_OPENING: Final = {TokenType.L_PAREN, TokenType.L_BRACKET, TokenType.L_BRACE}
_CLOSING: Final = {TokenType.R_PAREN, TokenType.R_BRACKET, TokenType.R_BRACE}
_LIMITS: Final = {TokenType.LIMIT, TokenType.FETCH}
_NUMBER: Final = TokenType.NUMBER
_MAY_FOLLOW: Final = {
    TokenType.FETCH,
    TokenType.FOR,
    TokenType.OFFSET,
    TokenType.ROW,
    TokenType.ROWS,
    TokenType.SEMICOLON,
}


@dataclass(frozen=True, slots=True)
class Bounded:
    """A read as it is sent, and how many rows its own LIMIT allows; None when it has none."""

    sql: str
    own_limit: int | None


def bounded(sql: str) -> Bounded:
    """
    The text itself when its outermost limit is a plain number, wrapped when it is anything else.

    A limit of 0 is wrapped too: before 6, Superset takes it for none and adds a second one.

    Known are `LIMIT n [OFFSET m]`, MySQL's `LIMIT m, n` and `FETCH FIRST n ROWS`. A wrapped text
    may lose its order or its doubled column names, which is why it is the exception.
    """
    after = _after_outermost_limit(_tokens(sql))
    if after is None or (after and after[0].token_type is TokenType.ALL):
        return Bounded(sql, None)
    kinds = [token.token_type for token in after]
    if kinds[:3] == [_NUMBER, TokenType.COMMA, _NUMBER] and _is_positive(after[2]):
        return Bounded(sql, int(after[2].text))
    if kinds[:1] == [_NUMBER] and _is_positive(after[0]) and _MAY_FOLLOW.issuperset(kinds[1:2]):
        return Bounded(sql, int(after[0].text))
    inner = sql.strip().rstrip(";")
    wrapped = f"SELECT * FROM (\n{inner}\n) AS limited_rows"  # noqa: S608  # the person's own SQL
    return Bounded(wrapped, None)


def _is_positive(token: Token) -> bool:
    return token.text.isdecimal() and int(token.text) > 0


def _tokens(sql: str) -> list[Token]:
    """None at all when neither the standard nor MySQL can split the text."""
    for tokenizer in (Tokenizer(), MySQL.Tokenizer()):
        try:
            return list(tokenizer.tokenize(sql))
        except SqlglotError:
            continue
    return []


def _after_outermost_limit(tokens: list[Token]) -> list[Token] | None:
    depth = 0
    found: list[Token] | None = None
    previous: TokenType | None = None
    for index, token in enumerate(tokens):
        kind = token.token_type
        depth += (kind in _OPENING) - (kind in _CLOSING)
        if depth == 0 and kind in _LIMITS and previous is not TokenType.DOT:
            # FETCH has FIRST or NEXT before its number.
            skipped = 2 if kind is TokenType.FETCH else 1
            found = tokens[index + skipped : index + skipped + 4]
        previous = kind
    return found
