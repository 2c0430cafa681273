"""A result that is too long for the model: what it reads, and that the person is told so."""

import pytest

from turns.world import World, call, only


@pytest.mark.parametrize(
    ("rows", "name", "truncated"), [(3, "Ann", False), (600, "Ann", True), (1, "x" * 900, True)]
)
async def test_the_event_says_whether_the_model_read_all(
    *, rows: int, name: str, truncated: bool
) -> None:
    """ES-9: rows that were left out count, and a cell that was cut."""
    sql = call("superset_execute_sql", database_id="2", sql="SELECT name FROM customers", limit=900)
    world = World([[sql], "Done."])
    added = [(number, name) for number in range(1, rows + 1)]
    world.dev.connections["2"].executemany("INSERT INTO customers VALUES (?, ?)", added)
    end = only(await world.send("who?"), "tool_end")
    assert end["truncated"] == truncated
    assert len(world.told(end["call_id"])) <= 4000
