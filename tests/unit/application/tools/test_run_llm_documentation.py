from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from adapters.memory.superset.objects import MemoryDataset
from application.toolkit.failure import FailureKind
from application.tools.run_llm_documentation import TOOL
from domain.roles import Role
from domain.superset import SupersetFault
from tool_surroundings import Json, Surroundings, failure_of


def texts(value: Json) -> dict[str, str | None]:
    found = {}
    for each in value["items"]:
        found[f"{each['kind']} {each['title']}"] = each["new"]
        for column in each.get("columns", []):
            found[f"{each['title']}.{column['name']}"] = column["new"]
    return found


class TestRefused:
    @pytest.mark.parametrize("arguments", [{}, {"dashboard_id": "1", "dataset_id": "1"}])
    async def test_neither_or_both_objects(self, arguments: dict[str, Any]) -> None:
        here = Surroundings()
        tried = await here.try_run(TOOL, **arguments)
        assert failure_of(tried).text.key == "documentation-one-object"

    @pytest.mark.parametrize("kind", ["dashboard", "dataset"])
    async def test_an_unknown_object(self, kind: str) -> None:
        here = Surroundings()
        tried = await here.try_run(TOOL, **{f"{kind}_id": "nope"})
        assert failure_of(tried).text.key == f"{kind}-unknown"

    async def test_another_object_than_the_approved_one(self) -> None:
        here = Surroundings()
        tried = await here.try_run(TOOL, planned_uuid="another", dataset_id="1", apply=True)
        assert failure_of(tried).text.key == "documentation-moved"
        assert here.dev.descriptions == {}


class TestDrafts:
    async def test_dataset_and_columns_in_the_language_of_the_conversation(self) -> None:
        here = Surroundings(role=Role.ANALYST, language="ru")
        done = await here.run(TOOL, dataset_id="orders")
        found = texts(done.value)
        assert found["orders.id"] == "Идентификатор: row."
        assert found["orders.revenue"] == "Сумма: revenue."
        assert found["orders.region"] == "Region, например North, South."
        assert "2 чарта" in (found["dataset orders"] or "")
        assert "apply=true" in done.for_model
        assert here.dev.descriptions == {}

    async def test_dashboard_gives_its_charts_and_their_datasets(self) -> None:
        here = Surroundings()
        here.dev.forms["1"] = {"metric": {"label": "Revenue"}, "groupby": ["region"]}
        done = await here.run(TOOL, dashboard_id="1")
        found = texts(done.value)
        assert found["chart Revenue"] == "Table: Revenue by region, from the dataset orders."
        assert "dataset orders" in found

    async def test_what_is_described_stays(self) -> None:
        here = Surroundings()
        here.dev.descriptions |= {"dataset/1": "By hand", "column/1/2": "By hand too"}
        done = await here.run(TOOL, dataset_id="1")
        found = texts(done.value)
        assert (found["dataset orders"], found["orders.region"]) == (None, None)
        assert done.value["already_described"] == 2

    async def test_without_the_data_names_and_types_have_to_do(self) -> None:
        here = Surroundings()
        here.dev.fail_next(SupersetFault.FORBIDDEN, "data.sample")
        found = texts((await here.run(TOOL, dataset_id="1")).value)
        assert found["orders.region"] == "Region."


class TestPlan:
    async def test_shows_each_text(self) -> None:
        here = Surroundings()
        plan = await here.plan(TOOL, dashboard_id="1", apply=True)
        assert [(each.kind, each.title, len(each.fields)) for each in plan.resources] == [
            ("dataset", "orders", 4),
            ("chart", "Revenue", 1),
            ("chart", "Выручка по регионам", 1),
        ]
        assert plan.target is not None
        assert plan.target.title == "Sales overview"
        assert plan.undo == "snapshot"

    async def test_state_moves_with_objects_and_drafts(self) -> None:
        here = Surroundings()
        state = (await here.plan(TOOL, dashboard_id="1", apply=True)).state
        assert (await here.plan(TOOL, dashboard_id="1", apply=True)).state == state
        moved = replace(here.dev.charts["1"], changed_at=datetime(2026, 1, 1, tzinfo=UTC))
        here.dev.add(moved)
        assert (await here.plan(TOOL, dashboard_id="1", apply=True)).state != state

    async def test_nothing_to_describe_is_blocked(self) -> None:
        here = Surroundings()
        await here.run(TOOL, dataset_id="1", apply=True)
        plan = await here.plan(TOOL, dataset_id="1", apply=True)
        assert [each.key for each in plan.blocked] == ["documentation-nothing"]
        tried = await here.try_run(TOOL, dataset_id="1", apply=True)
        assert failure_of(tried).text.key == "documentation-nothing"


class TestApply:
    async def test_writes_what_was_shown_and_keeps_the_old_texts(self) -> None:
        here = Surroundings()
        here.dev.descriptions["column/1/1"] = "By hand"
        drafted = texts((await here.run(TOOL, dashboard_id="1")).value)
        done = await here.run(TOOL, dashboard_id="1", apply=True)
        written = here.dev.descriptions
        assert written["dataset/1"] == drafted["dataset orders"]
        assert written["column/1/1"] == "By hand"
        assert written["column/1/3"] == drafted["orders.revenue"]
        assert written["chart/1"] == drafted["chart Revenue"]
        assert done.said.startswith("Descriptions are written for 3 objects")
        undo: Json = done.outcome.undo
        assert undo["kind"] == "descriptions"
        assert undo["datasets"][0]["description"]["old"] is None
        assert [each["name"] for each in undo["datasets"][0]["columns"]] == ["region", "revenue"]
        assert [each["old"] for each in undo["charts"]] == [None, None]

    async def test_one_that_may_not_be_changed_does_not_spoil_the_rest(self) -> None:
        here = Surroundings()
        here.dev.fail_next(SupersetFault.FORBIDDEN, "descriptions.describe_dataset")
        done = await here.run(TOOL, dashboard_id="1", apply=True)
        assert [each["outcome"] for each in done.value["items"]] == ["failed", "done", "done"]
        assert "Not done: “orders”" in done.said
        undo: Json = done.outcome.undo
        assert undo["datasets"] == []

    async def test_an_analyst_may_not_describe_what_others_own(self) -> None:
        here = Surroundings(role=Role.ANALYST)
        failure = failure_of(await here.try_run(TOOL, dataset_id="1", apply=True))
        assert failure.text.key == "documentation-failed"
        assert "lacks the right" in here.say(failure.text)

    async def test_a_lost_answer_is_unknown(self) -> None:
        here = Surroundings()
        here.dev.fail_next(SupersetFault.UNKNOWN_OUTCOME, "descriptions.describe_dataset")
        failure = failure_of(await here.try_run(TOOL, dataset_id="1", apply=True))
        assert failure.kind is FailureKind.UNKNOWN
        here.dev.descriptions.clear()
        here.dev.fail_next(SupersetFault.UNKNOWN_OUTCOME, "descriptions.describe_chart")
        done = await here.run(TOOL, dashboard_id="1", apply=True)
        assert "look at them in Superset: “Revenue”" in done.said
        undo: Json = done.outcome.undo
        assert len(undo["charts"]) == 2

    async def test_an_edit_meanwhile_is_left_alone(self) -> None:
        here = Surroundings()
        original, reads = here.dev.call, 0

        def call(account: Json, name: str, act: Json, *, writes: bool = False) -> Json:
            nonlocal reads
            reads += name == "descriptions.dataset"
            if name == "descriptions.dataset" and reads == 2:
                here.dev.descriptions["dataset/1"] = "Somebody's"
            return original(account, name, act, writes=writes)

        here.dev.call = call  # type: ignore[method-assign]  # between two calls of the tool
        failure = failure_of(await here.try_run(TOOL, dataset_id="1", apply=True))
        assert "Somebody changed it" in here.say(failure.text)
        assert here.dev.descriptions == {"dataset/1": "Somebody's"}

    async def test_a_virtual_dataset(self) -> None:
        here = Surroundings()
        here.dev.add(MemoryDataset("5", "by_region", "1", "SELECT region FROM orders"))
        await here.run(TOOL, dataset_id="by_region", apply=True)
        assert "made from orders" in (here.dev.descriptions["dataset/5"] or "")
