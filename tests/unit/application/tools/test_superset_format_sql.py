import pytest

from application.tools.superset_format_sql import TOOL
from tool_surroundings import Surroundings, failure_of


@pytest.mark.parametrize(
    ("sql", "key"),
    [
        ("select * from (", "format-sql-unparsable"),
        ("select * from {{ tbl }}", "format-sql-templated"),
        ("vacuum", "format-sql-statement"),
        ("pragma user_version(7)", "format-sql-statement"),
        ("-- nothing", "format-sql-empty"),
        (f"select '{'x' * 20_000}'", "format-sql-too-long"),
        ("select " + "(" * 3000 + "1" + ")" * 3000, "format-sql-too-complex"),
    ],
)
async def test_what_cannot_be_formatted_says_why(sql: str, key: str) -> None:
    here = Surroundings()
    assert failure_of(await here.try_run(TOOL, None, sql=sql, dialect="sqlite")).text.key == key
    await here.judge.close()


async def test_formats_without_asking_any_superset() -> None:
    here = Surroundings()
    done = await here.run(TOOL, None, sql="select a,b from t where a>1")
    assert done.value["sql"] == "SELECT\n  a,\n  b\nFROM t\nWHERE\n  a > 1"
    assert done.for_model == done.value["sql"]
    assert sum(here.dev.calls.values()) + sum(here.prod.calls.values()) == 0


@pytest.mark.parametrize(
    ("dialect", "known_as"),
    [("PostgreSQL", "postgres"), ("mysql", "mysql"), ("klingon", "klingon")],
)
async def test_dialects_are_named_as_superset_names_them(dialect: str, known_as: str) -> None:
    done = await Surroundings().run(TOOL, None, sql="select 1", dialect=dialect)
    assert done.value["dialect"] == known_as


async def test_a_write_is_formatted_but_never_run() -> None:
    here = Surroundings()
    done = await here.run(TOOL, None, sql="delete from t where a=1; select 1")
    assert done.value["sql"] == "DELETE FROM t\nWHERE\n  a = 1;\n\nSELECT\n  1"
