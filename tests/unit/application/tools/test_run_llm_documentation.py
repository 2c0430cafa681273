from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from adapters.memory.language_model import ScriptedModel
from adapters.memory.superset.objects import MemoryDataset
from adapters.memory.task_queue import MemoryTaskQueue
from application.tools.run_llm_documentation import TOOL
from domain.roles import Role
from domain.superset import SupersetFault
from domain.tasks import TaskState
from tool_surroundings import Json, failure_of
from unit.application.tools.drafting import Drafting, texts, worded


class TestRefused:
    @pytest.mark.parametrize("arguments", [{}, {"dashboard_id": "1", "dataset_id": "1"}])
    async def test_neither_or_both_objects(self, arguments: dict[str, Any]) -> None:
        tried = await Drafting().try_run(TOOL, **arguments)
        assert failure_of(tried).text.key == "documentation-one-object"

    @pytest.mark.parametrize("kind", ["dashboard", "dataset"])
    async def test_an_unknown_object(self, kind: str) -> None:
        tried = await Drafting().try_run(TOOL, **{f"{kind}_id": "nope"})
        assert failure_of(tried).text.key == f"{kind}-unknown"

    async def test_another_object_than_the_approved_one(self) -> None:
        here = await Drafting().serve()
        await here.plan(TOOL, dataset_id="1", apply=True)
        tried = await here.try_run(TOOL, planned_uuid="another", dataset_id="1", apply=True)
        assert failure_of(tried).text.key == "documentation-moved"
        assert here.dev.descriptions == {}

    async def test_what_was_never_drafted_is_not_written(self) -> None:
        here = await Drafting().serve()
        tried = await here.try_run(TOOL, dataset_id="1", apply=True)
        assert failure_of(tried).text.key == "documentation-moved"
        assert here.dev.descriptions == {}


class TestDrafts:
    async def test_dataset_and_columns_in_the_language_of_the_conversation(self) -> None:
        here = Drafting(role=Role.ANALYST, language="ru")
        found = texts(await here.drafted(dataset_id="orders"))
        assert found["orders.id"] == (
            "Id: определяет строку, у каждой значение своё (просмотрено строк: 3)."
        )
        assert found["orders.revenue"] == ("Revenue: числа от 10.50 до 30 (просмотрено строк: 3).")
        assert found["orders.region"] == (
            "Region: всего 2 значения: North, South (просмотрено строк: 3)."
        )
        assert "2 чарта" in (found["dataset orders"] or "")
        assert here.dev.descriptions == {}

    async def test_dashboard_gives_its_charts_and_their_datasets(self) -> None:
        here = Drafting()
        here.dev.forms["1"] = {"metric": {"label": "Revenue"}, "groupby": ["region"]}
        found = texts(await here.drafted(dashboard_id="1"))
        assert found["chart Revenue"] == "Table: Revenue by region, from the dataset orders."
        assert "dataset orders" in found

    async def test_what_is_described_stays(self) -> None:
        here = Drafting()
        here.dev.descriptions |= {"dataset/1": "By hand", "column/1/2": "By hand too"}
        value = await here.drafted(dataset_id="1")
        found = texts(value)
        assert found["dataset orders"] is None
        assert "orders.region" not in found
        assert value["already_described"] == 2

    async def test_without_the_data_no_column_gets_an_empty_phrase(self) -> None:
        here = await Drafting().serve()
        here.dev.fail_next(SupersetFault.FORBIDDEN, "data.sample")
        done = await here.run(TOOL, dataset_id="1")
        assert "Of 3 columns nothing more is known" in done.said
        assert "id, region, revenue" in done.said
        found = texts(done.value["result"])
        assert [name for name, new in found.items() if new is not None] == ["dataset orders"]
        plan = await here.plan(TOOL, dataset_id="1", apply=True)
        assert [field.name for each in plan.resources for field in each.fields] == ["description"]

    async def test_where_nothing_is_known_there_is_nothing_to_approve(self) -> None:
        here = await Drafting().serve()
        here.dev.descriptions |= {"dataset/1": "By hand"}
        here.dev.fail_next(SupersetFault.FORBIDDEN, "data.sample")
        plan = await here.plan(TOOL, dataset_id="1", apply=True)
        assert [each.key for each in plan.blocked] == ["documentation-no-facts"]
        assert plan.resources == ()

    async def test_a_wide_dataset_is_drafted_in_parts_and_comes_whole(self) -> None:
        here = Drafting()
        columns = ", ".join(f"{n} AS c{n}" for n in range(45))
        here.dev.add(MemoryDataset("5", "wide", "1", f"SELECT {columns}"))
        task = await here.start(TOOL, dataset_id="wide")
        assert task.total == 3
        ended = await here.end_of(task)
        result: Json = ended.result
        [item] = result["items"]
        assert [each["name"] for each in item["columns"]] == [f"c{n}" for n in range(45)]
        assert item["new"].startswith("Wide, made from")
        assert (ended.for_model or "").startswith("46 descriptions are drafted for “wide”")
        assert "apply=true" in (ended.for_model or "")

    async def test_nothing_to_draft_starts_no_task(self) -> None:
        here = Drafting()
        await here.applied(dataset_id="1")
        done = await here.run(TOOL, dataset_id="1")
        assert done.said.startswith("Nothing is left to describe")
        assert "task_id" not in done.value

    async def test_a_number_that_was_recycled_meanwhile_is_another_object(self) -> None:
        here = Drafting()
        task = await here.start(TOOL, dataset_id="1")
        here.dev.add(replace(here.dev.datasets["1"], uuid="", title="customers"))
        ended = await here.end_of(task)
        assert ended.state is TaskState.FAILED
        assert "does not exist any more" in ended.log[0].text["en"]


class TestPlan:
    async def test_shows_each_text_and_drafts_once(self) -> None:
        here = await Drafting().serve()
        plan = await here.plan(TOOL, dashboard_id="1", apply=True)
        assert [(each.kind, each.title, len(each.fields)) for each in plan.resources] == [
            ("dataset", "orders", 4),
            ("chart", "Revenue", 1),
            ("chart", "Выручка по регионам", 1),
        ]
        assert plan.target is not None
        assert plan.target.title == "Sales overview"
        assert (plan.undo, plan.warnings) == ("snapshot", ())
        await here.plan(TOOL, dashboard_id="Sales overview", apply=True)
        assert len(await here.records.newest()) == 1

    async def test_state_moves_with_objects_and_drafts(self) -> None:
        here = await Drafting().serve()
        state = (await here.plan(TOOL, dashboard_id="1", apply=True)).state
        assert (await here.plan(TOOL, dashboard_id="1", apply=True)).state == state
        moved = replace(here.dev.charts["1"], changed_at=datetime(2026, 1, 1, tzinfo=UTC))
        here.dev.add(moved)
        assert (await here.plan(TOOL, dashboard_id="1", apply=True)).state != state

    async def test_a_change_after_the_drafts_drafts_anew(self) -> None:
        here = Drafting(model=ScriptedModel([worded(own="Old words."), worded(c1="New words.")]))
        await here.drafted(dataset_id="1")
        here.dev.descriptions["dataset/1"] = "By hand"
        moved = replace(here.dev.datasets["1"], changed_at=datetime(2026, 1, 1, tzinfo=UTC))
        here.dev.add(moved)
        plan = await here.plan(TOOL, dataset_id="1", apply=True)
        assert plan.resources[0].fields[0].new == "New words."

    async def test_nothing_to_describe_is_blocked(self) -> None:
        here = Drafting()
        await here.applied(dataset_id="1")
        plan = await here.plan(TOOL, dataset_id="1", apply=True)
        assert [each.key for each in plan.blocked] == ["documentation-nothing"]
        tried = await here.try_run(TOOL, dataset_id="1", apply=True)
        assert failure_of(tried).text.key == "documentation-nothing"

    async def test_drafts_that_are_not_ready_are_no_plan(self) -> None:
        here = Drafting()
        tried = await here.try_plan(TOOL, dataset_id="1", apply=True)
        assert failure_of(tried).text.key == "documentation-still-drafting"


class TestApply:
    async def test_writes_what_was_shown_and_keeps_the_old_texts(self) -> None:
        here = Drafting()
        here.dev.descriptions["column/1/1"] = "By hand"
        drafted = texts(await here.drafted(dashboard_id="1"))
        task = await here.applied(dashboard_id="1")
        written = here.dev.descriptions
        assert written["dataset/1"] == drafted["dataset orders"]
        assert written["column/1/1"] == "By hand"
        assert written["column/1/3"] == drafted["orders.revenue"]
        assert written["chart/1"] == drafted["chart Revenue"]
        assert (task.summary or {})["en"] == (
            "Descriptions are written for 3 of 3 objects on ss-dev."
        )
        result: Json = task.result
        undo = result["undo"]
        assert undo["kind"] == "descriptions"
        assert undo["datasets"][0]["description"]["old"] is None
        assert [each["name"] for each in undo["datasets"][0]["columns"]] == ["region", "revenue"]
        assert [each["old"] for each in undo["charts"]] == [None, None]

    async def test_one_that_may_not_be_changed_does_not_spoil_the_rest(self) -> None:
        here = Drafting()
        here.dev.fail_next(SupersetFault.FORBIDDEN, "descriptions.describe_dataset")
        task = await here.applied(dashboard_id="1")
        result: Json = task.result
        assert task.state is TaskState.FAILED
        assert [each["outcome"] for each in result["items"]] == ["failed", "done", "done"]
        assert "lacks the right" in result["items"][0]["why"]
        assert "Not done: “orders”" in (task.summary or {})["en"]
        assert result["undo"]["datasets"] == []

    async def test_an_analyst_may_not_describe_what_others_own(self) -> None:
        here = Drafting(role=Role.ANALYST)
        task = await here.applied(dataset_id="1")
        assert task.state is TaskState.FAILED
        assert (task.summary or {})["en"].startswith("No description is written on ss-dev.")

    async def test_a_lost_answer_is_unknown_and_stops(self) -> None:
        here = Drafting()
        here.dev.fail_next(SupersetFault.UNKNOWN_OUTCOME, "descriptions.describe_chart")
        task = await here.applied(dashboard_id="1")
        result: Json = task.result
        assert task.state is TaskState.UNKNOWN
        assert [each["outcome"] for each in result["items"]] == ["done", "unknown", "left"]
        assert "look at them in Superset: “Revenue”" in (task.summary or {})["en"]
        assert [each["title"] for each in result["undo"]["charts"]] == ["Revenue"]
        assert "chart/2" not in here.dev.descriptions

    async def test_what_could_not_be_read_back_is_written(self) -> None:
        here = Drafting()
        original, writes = here.dev.call, 0

        def call(account: Json, name: str, act: Json, **more: Json) -> Json:
            nonlocal writes
            if name == "descriptions.dataset" and writes:
                here.dev.fail_next(SupersetFault.UNREACHABLE, "descriptions.dataset")
            writes += name == "descriptions.describe_dataset"
            return original(account, name, act, **more)

        here.dev.call = call  # type: ignore[method-assign]  # between two calls of the tool
        task = await here.applied(dataset_id="1")
        result: Json = task.result
        assert [each["outcome"] for each in result["items"]] == ["unchecked"]
        assert len(result["undo"]["datasets"]) == 1

    @pytest.mark.parametrize("edited", ["dataset/1", "column/1/2"])
    async def test_an_edit_after_the_yes_is_left_alone(self, edited: str) -> None:
        here = Drafting()
        await here.drafted(dataset_id="1")
        here.tasks = MemoryTaskQueue(here.records)
        task = await here.start(TOOL, dataset_id="1", apply=True)
        here.dev.descriptions[edited] = "Somebody's"
        task = await here.end_of(task)
        result: Json = task.result
        assert "Somebody changed it" in result["items"][0]["why"]
        assert here.dev.descriptions == {edited: "Somebody's"}

    async def test_columns_that_superset_lost_are_named(self) -> None:
        here = Drafting()
        original = here.dev.call

        def call(account: Json, name: str, act: Json, **more: Json) -> Json:
            done = original(account, name, act, **more)
            if name == "descriptions.describe_dataset":
                shorter = "SELECT id, region FROM orders"
                here.dev.datasets["1"] = replace(here.dev.datasets["1"], sql=shorter)
            return done

        here.dev.call = call  # type: ignore[method-assign]  # Superset does it while it writes
        task = await here.applied(dataset_id="1")
        result: Json = task.result
        assert result["items"][0]["outcome"] == "lost"
        assert "columns are missing: revenue" in result["items"][0]["why"]

    async def test_a_virtual_dataset(self) -> None:
        here = Drafting()
        here.dev.add(MemoryDataset("5", "by_region", "1", "SELECT region FROM orders"))
        await here.applied(dataset_id="by_region")
        assert "made from orders" in (here.dev.descriptions["dataset/5"] or "")
