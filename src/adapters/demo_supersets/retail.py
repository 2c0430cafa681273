"""The retail database behind the sample dashboards: one SQLite file, the same on every run."""

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from adapters.demo_supersets.home import holds, put_database

ORDERS = 50_000
CUSTOMERS = 1_200
YEAR = 2025

# One entry a month: a dull February, a long summer, the holidays.
SEASON = (0.85, 0.70, 0.85, 0.90, 1.00, 1.10, 1.15, 1.05, 0.95, 1.05, 1.45, 1.95)
_WEEKDAY = (0.85, 0.85, 0.90, 0.95, 1.10, 1.30, 1.15)

_STORES = (
    ("Harbour", "Riga", "North"),
    ("Old Town", "Tallinn", "North"),
    ("Station", "Helsinki", "North"),
    ("Market Square", "Lisbon", "South"),
    ("Riverside", "Porto", "South"),
    ("Sun Gate", "Valencia", "South"),
    ("Castle Hill", "Prague", "East"),
    ("Арбат", "Москва", "East"),
    ("Невский", "Санкт-Петербург", "East"),
    ("Canal", "Amsterdam", "West"),
    ("Grand Place", "Brussels", "West"),
    ("Dockside", "Dublin", "West"),
)
_CATEGORIES = {
    "Coffee": ("Espresso beans", "Filter roast", "Decaf", "Cold brew"),
    "Tea": ("Green tea", "Black tea", "Rooibos", "Mint tea"),
    "Kitchen": ("Kettle", "Grinder", "French press", "Scale"),
    "Home": ("Candle", "Blanket", "Vase", "Desk lamp"),
    "Books": ("Cookbook", "Travel guide", "Novel", "Notebook"),
}
_FIRST = ("Anna", "Boris", "Clara", "David", "Elena", "Felix", "Мария", "Иван", "Ольга", "Пётр")
_LAST = ("Berg", "Costa", "Dvorak", "Evans", "Fischer", "Garcia", "Horvat", "Ivanova", "Jensen")
_SEGMENTS = ("new", "regular", "loyal", "business")
_STATUSES = ("completed", "returned", "cancelled")

_SCHEMA = """
CREATE TABLE stores (id INTEGER PRIMARY KEY, name TEXT, city TEXT, region TEXT);
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, segment TEXT, joined_on DATETIME);
CREATE TABLE products (id INTEGER PRIMARY KEY, name TEXT, category TEXT, price REAL);
CREATE TABLE orders (
    id INTEGER PRIMARY KEY,
    order_date DATETIME,
    store_id INTEGER REFERENCES stores (id),
    customer_id INTEGER REFERENCES customers (id),
    product_id INTEGER REFERENCES products (id),
    quantity INTEGER,
    revenue REAL,
    status TEXT
);
"""
_INDEX = "CREATE INDEX orders_by_date ON orders (order_date)"


@dataclass(frozen=True)
class _Product:
    id: int
    name: str
    category: str
    price: float


def write_retail(path: Path, seed: int) -> None:
    """Write the file whole or not at all. Another seed gives other orders, prices and names."""
    if holds(path, "orders"):
        return
    unfinished = path.with_name(path.name + ".tmp")
    unfinished.unlink(missing_ok=True)
    # Not for secrets: the same seed must give the same shop.
    rng = random.Random(seed)  # noqa: S311
    products = list(_products(rng))
    with closing(sqlite3.connect(unfinished)) as db, db:
        db.executescript(_SCHEMA)
        db.executemany("INSERT INTO stores VALUES (?, ?, ?, ?)", _stores())
        db.executemany("INSERT INTO customers VALUES (?, ?, ?, ?)", _customers(rng))
        db.executemany(
            "INSERT INTO products VALUES (?, ?, ?, ?)",
            [(product.id, product.name, product.category, product.price) for product in products],
        )
        db.executemany("INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?, ?, ?)", _orders(rng, products))
        db.execute(_INDEX)
    put_database(unfinished, path)


def _stores() -> Iterator[tuple[int, str, str, str]]:
    for number, (name, city, region) in enumerate(_STORES, start=1):
        yield number, name, city, region


def _customers(rng: random.Random) -> Iterator[tuple[int, str, str, str]]:
    for number in range(1, CUSTOMERS + 1):
        name = f"{rng.choice(_FIRST)} {rng.choice(_LAST)}"
        segment = rng.choices(_SEGMENTS, weights=(4, 3, 2, 1))[0]
        joined = datetime(YEAR - 3, 1, 1) + timedelta(days=rng.randrange(3 * 365))  # noqa: DTZ001 - a shop's local date
        yield number, name, segment, f"{joined:%Y-%m-%d %H:%M:%S}"


def _products(rng: random.Random) -> Iterator[_Product]:
    number = 0
    for category, names in _CATEGORIES.items():
        for name in names:
            number += 1
            yield _Product(number, name, category, round(rng.uniform(4, 90), 2))


_Order = tuple[int, str, int, int, int, int, float, str]


def _orders(rng: random.Random, products: list[_Product]) -> Iterator[_Order]:
    first = datetime(YEAR, 1, 1)  # noqa: DTZ001 - a shop's local time
    days = [first + timedelta(days=day) for day in range(365)]
    weights = [SEASON[day.month - 1] * _WEEKDAY[day.weekday()] for day in days]
    popularity = [rng.uniform(0.3, 2.0) for _ in products]
    store_size = [rng.uniform(0.5, 1.6) for _ in _STORES]
    for number, day in enumerate(sorted(rng.choices(days, weights=weights, k=ORDERS)), start=1):
        product = rng.choices(products, weights=popularity)[0]
        store = rng.choices(range(1, len(_STORES) + 1), weights=store_size)[0]
        quantity = rng.choices((1, 2, 3, 5), weights=(60, 25, 10, 5))[0]
        status = rng.choices(_STATUSES, weights=(92, 5, 3))[0]
        moment = day + timedelta(seconds=rng.randrange(9 * 3600, 21 * 3600))
        yield (
            number,
            f"{moment:%Y-%m-%d %H:%M:%S}",
            store,
            rng.randint(1, CUSTOMERS),
            product.id,
            quantity,
            round(product.price * quantity, 2),
            status,
        )
