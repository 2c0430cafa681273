import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adapters.demo_supersets.retail import CUSTOMERS, ORDERS, SEASON, write_retail

Ask = Callable[[str], list[tuple[Any, ...]]]


def asking(path: Path) -> Ask:
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    return lambda sql: database.execute(sql).fetchall()


@pytest.fixture(scope="module")
def dev(tmp_path_factory: pytest.TempPathFactory) -> Ask:
    path = tmp_path_factory.mktemp("retail") / "dev.db"
    write_retail(path, seed=11)
    return asking(path)


@pytest.mark.parametrize(
    ("table", "rows"),
    [("orders", ORDERS), ("customers", CUSTOMERS), ("products", 20), ("stores", 12)],
)
def test_each_table_has_its_rows(dev: Ask, table: str, rows: int) -> None:
    assert dev(f"SELECT count(*) FROM {table}") == [(rows,)]


def test_every_order_names_rows_that_exist(dev: Ask) -> None:
    joined = """
        SELECT count(*) FROM orders AS o JOIN stores AS s ON s.id = o.store_id
        JOIN customers AS c ON c.id = o.customer_id JOIN products AS p ON p.id = o.product_id
    """

    assert dev(joined) == [(ORDERS,)]


def test_revenue_is_price_times_quantity(dev: Ask) -> None:
    wrong = """
        SELECT count(*) FROM orders AS o JOIN products AS p ON p.id = o.product_id
        WHERE abs(o.revenue - p.price * o.quantity) > 0.011
    """

    assert dev(wrong) == [(0,)]


def test_months_follow_the_season(dev: Ask) -> None:
    rows = dev("SELECT strftime('%m', order_date), count(*) FROM orders GROUP BY 1 ORDER BY 1")
    months = [int(count) for _, count in rows]

    assert len(months) == 12
    assert months.index(min(months)) == SEASON.index(min(SEASON))
    assert months.index(max(months)) == SEASON.index(max(SEASON))
    assert months[11] > 2 * months[1]


def test_dates_are_whole_and_declared_as_dates(dev: Ask) -> None:
    columns = {row[1]: row[2] for row in dev("PRAGMA table_info(orders)")}
    [(first, last)] = dev("SELECT min(order_date), max(order_date) FROM orders")

    assert columns["order_date"] == "DATETIME"
    assert (first[:10], last[:10]) == ("2025-01-01", "2025-12-31")
    assert len(first) == len("2025-01-01 00:00:00")


def test_the_same_seed_gives_the_same_shop_and_another_seed_does_not(
    dev: Ask, tmp_path: Path
) -> None:
    everything = "SELECT * FROM orders ORDER BY id"
    write_retail(tmp_path / "again.db", seed=11)
    write_retail(tmp_path / "prod.db", seed=29)

    assert asking(tmp_path / "again.db")(everything) == dev(everything)
    assert asking(tmp_path / "prod.db")(everything) != dev(everything)


def test_a_half_written_file_is_written_again(tmp_path: Path) -> None:
    path = tmp_path / "retail.db"
    path.with_name("retail.db.tmp").write_bytes(b"SQLite format 3\0 and then the power went")

    write_retail(path, seed=11)

    assert asking(path)("SELECT count(*) FROM orders") == [(ORDERS,)]
    assert [file.name for file in tmp_path.iterdir()] == ["retail.db"]


@pytest.mark.parametrize("left", [b"", b"no database at all" * 100])
def test_a_damaged_file_is_written_again(tmp_path: Path, left: bytes) -> None:
    path = tmp_path / "retail.db"
    path.write_bytes(left)
    path.with_name("retail.db-journal").write_bytes(b"of the one before")

    write_retail(path, seed=11)

    assert asking(path)("SELECT count(*) FROM orders") == [(ORDERS,)]
    assert [file.name for file in tmp_path.iterdir()] == ["retail.db"]


def test_a_file_that_is_there_is_kept_with_what_people_changed(tmp_path: Path) -> None:
    path = tmp_path / "retail.db"
    write_retail(path, seed=11)
    with sqlite3.connect(path) as database:
        database.execute("DELETE FROM orders WHERE id > 10")
    database.close()

    write_retail(path, seed=11)

    assert asking(path)("SELECT count(*) FROM orders") == [(10,)]
