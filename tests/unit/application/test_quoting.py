import pytest

from application.toolkit.quoting import quoted_table


@pytest.mark.parametrize(
    "name",
    ['a"b', "a`b", "a]b", "a[b", "a'b", "a\\b", "{{a}}", "a%b", "a\nb", "a\u202eb", "a\x00b", ""],
)
@pytest.mark.parametrize("dialect", ["sqlite", "mysql", "tsql", "bigquery", None])
def test_a_name_that_could_leave_its_quotes_is_refused(name: str, dialect: str | None) -> None:
    assert quoted_table("main", name, dialect) is None
    assert quoted_table(name, "orders", dialect) is None


@pytest.mark.parametrize(
    ("dialect", "quoted"),
    [
        ("postgres", '"main"."Заказы; -- 2026"'),
        ("sqlite", '"main"."Заказы; -- 2026"'),
        (None, '"main"."Заказы; -- 2026"'),
        ("mysql", "`main`.`Заказы; -- 2026`"),
        ("clickhouse", "`main`.`Заказы; -- 2026`"),
        ("tsql", "[main].[Заказы; -- 2026]"),
    ],
)
def test_each_dialect_has_its_quotes(dialect: str | None, quoted: str) -> None:
    assert quoted_table("main", "Заказы; -- 2026", dialect) == quoted
