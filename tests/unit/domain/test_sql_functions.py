"""The allow-list against the whole of sqlglot, so that an upgrade cannot widen it unseen."""

import re

import pytest
import sqlglot
from sqlglot import exp
from sqlglot.dialects.dialect import Dialect
from sqlglot.errors import SqlglotError

from domain.sql import _DIALECTS, _faults, judge_sql
from domain.sql_allow_list import BACKEND_DIALECTS, READING_NODES
from domain.sql_functions import READING_FUNCTIONS, READING_NAMES, RELATED_DIALECTS, TABLE_FUNCTIONS
from domain.sql_keywords import BRANCHING_WORDS

# Without the traits, of which the parser makes no nodes.
CLASSES = {
    cls.__name__: cls
    for cls in vars(exp).values()
    if isinstance(cls, type) and issubclass(cls, exp.Expression)
}
FUNCTIONS = {name: cls for name, cls in CLASSES.items() if issubclass(cls, exp.Func)}
NAMED = {
    "Anonymous",
    "AnonymousAggFunc",
    "CombinedAggFunc",
    "CombinedParameterizedAgg",
    "ParameterizedAgg",
}
ACTING = set(
    """
    ReadCSV ReadParquet ToFile Predict MLForecast MLTranslate AIGenerate AIClassify VectorSearch
    NextValueFor DynamicIdentifier Insert Update Delete Merge Into Lock Command Set Copy Use Drop
    Create Alter Attach Execute Kill LoadData Parameter SessionParameter Placeholder QueryTransform
    Hint Operator Pragma Transaction Commit Rollback TruncateTable Grant Describe Show Put Get
    """.split()  # noqa: SIM905  # a list this long reads better as words
)


def test_every_listed_class_exists() -> None:
    assert CLASSES.keys() >= READING_NODES
    assert FUNCTIONS.keys() >= READING_FUNCTIONS >= TABLE_FUNCTIONS
    assert READING_NODES.isdisjoint(FUNCTIONS)


def test_what_acts_is_not_listed() -> None:
    assert ACTING.isdisjoint(READING_NODES | READING_FUNCTIONS)


@pytest.mark.parametrize("name", sorted(FUNCTIONS.keys() - READING_FUNCTIONS))
def test_a_function_class_that_is_not_listed_is_no_read(name: str) -> None:
    tree = exp.Select(expressions=[FUNCTIONS[name](this="zzz_unknown")])
    assert list(_faults(tree, "postgres"))


@pytest.mark.parametrize("name", sorted(CLASSES.keys() - READING_NODES - READING_FUNCTIONS))
def test_a_node_class_that_is_not_listed_is_no_read(name: str) -> None:
    tree = exp.Select(expressions=[exp.Paren(this=CLASSES[name](this="zzz_unknown"))])
    assert list(_faults(tree, "postgres"))


@pytest.mark.parametrize("dialect", ["", *sorted(_DIALECTS)])
def test_every_function_name_of_a_dialect_is_judged_by_what_it_parses_to(dialect: str) -> None:
    """Written out and parsed: whatever holds a class that is not listed is refused."""
    names = sorted(Dialect.get_or_raise(dialect).parser_class.FUNCTIONS)
    judged = 0
    for name in names:
        for arguments in ("", "a", "a, b", "a, b, c", "'x', 'y'"):
            sql = f"SELECT {name}({arguments})"
            try:
                tree = sqlglot.parse_one(sql, dialect=dialect)
            except (SqlglotError, ValueError, LookupError, TypeError, AttributeError):
                continue
            kinds = {type(node).__name__ for node in tree.walk()} - NAMED
            if not kinds <= READING_NODES | READING_FUNCTIONS:
                judged += 1
                assert not judge_sql(sql, dialect).is_read, sql
    assert judged > 0


@pytest.mark.parametrize("dialect", ["", *sorted(_DIALECTS)])
def test_an_unknown_function_is_no_read_in_any_dialect(dialect: str) -> None:
    assert not judge_sql("SELECT zzz_unknown(1)", dialect).is_read
    assert not judge_sql("SELECT * FROM zzz_unknown(1)", dialect).is_read


def test_dialects_are_spelt_as_sqlglot_spells_them() -> None:
    assert all(Dialect.get(dialect) for dialect in BACKEND_DIALECTS.values())
    assert READING_NAMES.keys() - {""} - _DIALECTS == set()
    assert RELATED_DIALECTS.keys() - _DIALECTS == set()
    assert set(RELATED_DIALECTS.values()) - READING_NAMES.keys() == set()


def test_names_are_listed_in_capitals() -> None:
    names = frozenset().union(*READING_NAMES.values())
    assert {name for name in names if name != name.upper()} == set()


def test_every_keyword_that_is_not_plain_counts_as_branching() -> None:
    """Of an upgraded sqlglot, too: a new keyword may be the one that makes parsing explode."""
    plain = """
        SELECT FROM WHERE AND OR NOT IN IS NULL BETWEEN LIKE AS ON USING JOIN INNER LEFT RIGHT FULL
        OUTER CROSS GROUP ORDER BY HAVING LIMIT OFFSET UNION ALL DISTINCT CASE WHEN THEN ELSE END
        ASC DESC WITH OVER PARTITION SUM MIN MAX COUNT AVG TRUE FALSE NAME TYPE STATUS TITLE ID
    """
    keywords = {
        word
        for dialect in _DIALECTS
        for keyword in Dialect.get_or_raise(dialect).tokenizer_class.KEYWORDS
        for word in re.findall(r"\b[A-Z]\w*", keyword.upper())
    }
    assert keywords - BRANCHING_WORDS - set(plain.split()) == set()
