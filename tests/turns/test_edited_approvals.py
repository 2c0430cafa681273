"""An approval with other arguments approves nothing: the call is judged and asked for anew."""

import pytest

from domain.confirmation import Verdict
from domain.roles import Role
from turns.world import Json, World, call, every, only, types

DELETE = call("delete_dashboard", dashboard_id="1")
ORDERS = "DELETE FROM orders WHERE id = 1"


async def edited(arguments: Json, *proposed: Json) -> tuple[World, list[Json]]:
    world = World([[*(proposed or (DELETE,))], "As you wish."])
    await world.send("do it")
    return world, await world.decide(arguments=arguments)


async def test_an_edit_is_replaced_and_asked_anew() -> None:
    world, events = await edited({"dashboard_id": "3"})
    assert types(events) == ["confirm_resolved", "confirm_required", "done"]
    assert only(events, "confirm_resolved")["decision"] == "replaced"
    card = only(events, "confirm_required")["metadata"]
    assert card["target"]["title"] == "Customers"
    assert card["arguments"]["dashboard_id"] == {"value": "3", "origin": "person"}
    assert card["arguments"]["env_id"]["origin"] == "page"
    assert only(events, "done")["finish_reason"] == "awaiting_confirmation"
    assert set(world.dev.dashboards) == {"1", "2", "3"}


async def test_the_new_question_needs_an_answer_of_its_own() -> None:
    world, events = await edited({"dashboard_id": "3"})
    old = every(await world.said(), "confirm_required")[0]["metadata"]
    refused = await world.refused_decision(old)
    assert refused.code == "already_decided"  # type: ignore[union-attr]
    card = only(events, "confirm_required")["metadata"]
    assert card["digest"] != old["digest"]
    assert card["call_id"] == old["call_id"]
    events = await world.decide()
    assert only(events, "tool_start")["arguments"]["dashboard_id"] == "3"
    assert set(world.dev.dashboards) == {"1", "2"}


async def test_an_edit_to_another_environment_is_planned_there() -> None:
    world, events = await edited({"env_id": "SS-Prod"})
    card = only(events, "confirm_required")["metadata"]
    assert (card["env_id"], card["env_context"]) == ("ss-prod", "prod")
    assert card["arguments"]["env_id"] == {"value": "ss-prod", "origin": "person"}
    assert card["target"]["uuid"] == world.prod.dashboards["1"].uuid
    await world.decide()
    assert "1" in world.dev.dashboards
    assert "1" not in world.prod.dashboards


async def test_an_edit_to_an_unknown_environment_runs_nothing() -> None:
    world, events = await edited({"env_id": "ss-nowhere"})
    assert types(events) == ["confirm_resolved", "tool_error", "token", "done"]
    assert "ss-dev" in only(events, "tool_error")["message"]
    assert len(world.dev.dashboards) == len(world.prod.dashboards) == 3


@pytest.mark.parametrize(
    ("arguments", "named"), [({"dashboard_id": []}, "dashboard_id"), ({"force": 1}, "force")]
)
async def test_an_edit_to_bad_arguments_names_them(arguments: Json, named: str) -> None:
    world, events = await edited(arguments)
    assert types(events) == ["confirm_resolved", "tool_error", "token", "done"]
    assert named in only(events, "tool_error")["message"]
    assert len(world.dev.dashboards) == 3


async def test_an_edit_to_another_database_is_judged_there() -> None:
    """The sandbox may be written, the retail connection may not: no question is made of it."""
    sql = call("superset_execute_sql", database_id="2", sql=ORDERS)
    world, events = await edited({"database_id": "1"}, sql)
    assert types(events) == ["confirm_resolved", "tool_error", "token", "done"]
    assert not world.dev.calls["sql_lab.run"]


async def test_edited_sql_is_judged_anew() -> None:
    sql = call("superset_execute_sql", database_id="2", sql=ORDERS)
    world, events = await edited({"sql": "DROP TABLE orders"}, sql)
    card = only(events, "confirm_required")["metadata"]
    assert card["arguments"]["sql"] == {"value": "DROP TABLE orders", "origin": "person"}
    assert "DROP TABLE orders" in str(card["plan"])
    assert not world.dev.calls["sql_lab.run"]


async def test_sql_edited_to_a_read_still_runs_as_shown() -> None:
    sql = call("superset_execute_sql", database_id="2", sql=ORDERS)
    world, events = await edited({"sql": "SELECT 1 AS one"}, sql)
    if every(events, "confirm_required"):
        events = await world.decide()
    assert only(events, "tool_end")
    assert world.dev.calls["sql_lab.run"] == 1


async def test_an_edit_by_a_lesser_role_is_denied() -> None:
    world = World([[DELETE], "No."])
    await world.send("delete")
    events = await world.decide(
        session=world.session(Role.ANALYST), arguments={"dashboard_id": "3"}
    )
    assert types(events) == ["confirm_resolved", "permission_denied", "token", "done"]
    assert len(world.dev.dashboards) == 3


@pytest.mark.parametrize("arguments", [{}, {"dashboard_id": "1"}])
async def test_an_edit_that_changes_nothing_is_an_approval(arguments: Json) -> None:
    world, events = await edited(arguments)
    assert only(events, "confirm_resolved")["decision"] == "approve"
    assert "1" not in world.dev.dashboards


async def test_arguments_of_a_refusal_mean_nothing() -> None:
    world = World([[DELETE], "Fine."])
    await world.send("delete")
    events = await world.decide(Verdict.DENY, arguments={"dashboard_id": "3"})
    assert types(events) == ["confirm_resolved", "tool_cancelled", "token", "done"]
    assert len(world.dev.dashboards) == 3
