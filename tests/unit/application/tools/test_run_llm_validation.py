import asyncio
from dataclasses import replace
from typing import Any

import pytest

from adapters.memory.superset.data import MemoryData
from adapters.memory.superset.objects import MemoryChart, MemoryDashboard
from application.toolkit.documenting.examining import examine_chart
from application.toolkit.gather import gathered
from application.tools.run_llm_validation import TOOL
from domain.roles import Role
from domain.superset import SupersetFault
from domain.tasks import StepEnd, TaskEnding, TaskStep, state_of
from tool_surroundings import Done, Json, Surroundings, failure_of
from turns.world import World, call, only


async def validate(here: Surroundings, task_id: str | None = None, **arguments: Json) -> Done:
    """Start the task, do its steps and end it, as a queue does."""
    started = await here.run(TOOL, **arguments)
    order = await here.tasks._records.order(started.value["task_id"])
    assert order is not None
    assert TOOL.task is not None
    ctx = here.ctx()
    ends = []
    for position, item in enumerate(order.items):
        done = await TOOL.task.step(TaskStep(order.id, position, item, order.arguments), ctx)
        ends.append(StepEnd("done", done.unwrap().value))
    own_id = task_id or order.id
    ending = TaskEnding(own_id, state_of(ends), order.arguments, order.items, tuple(ends))
    outcome = (await TOOL.task.finish(ending, ctx)).unwrap()
    return Done(outcome.value, here.say(outcome.summary), outcome.told or "", outcome)


def found(value: Json) -> dict[str, list[str]]:
    return {each["title"]: [one["code"] for one in each["findings"]] for each in value["items"]}


def filtered_dashboard(region: str) -> MemoryDashboard:
    """Charts 1 and 2, of which the first is in the scope of a filter with a default value."""
    condition = {"col": "region", "op": "IN", "val": [region]}
    by_region = {
        "id": "NATIVE_FILTER-1",
        "name": "Region",
        "type": "NATIVE_FILTER",
        "scope": {"rootPath": ["ROOT_ID"], "excluded": [2]},
        "defaultDataMask": {"extraFormData": {"filters": [condition]}},
    }
    metadata: Json = {"native_filter_configuration": [by_region]}
    return MemoryDashboard("9", "Filtered", ("1", "2"), rest={"metadata": metadata})


class TestRefused:
    @pytest.mark.parametrize("arguments", [{}, {"dashboard_id": "1", "dataset_id": "1"}])
    async def test_neither_or_both_objects(self, arguments: dict[str, Any]) -> None:
        here = Surroundings()
        tried = await here.try_run(TOOL, **arguments)
        assert failure_of(tried).text.key == "validation-one-object"

    @pytest.mark.parametrize("kind", ["dashboard", "dataset"])
    async def test_an_unknown_object(self, kind: str) -> None:
        here = Surroundings()
        tried = await here.try_run(TOOL, **{f"{kind}_id": "nope"})
        assert failure_of(tried).text.key == f"{kind}-unknown"

    async def test_a_dashboard_without_charts(self) -> None:
        here = Surroundings()
        here.dev.add(MemoryDashboard("9", "Empty"))
        tried = await here.try_run(TOOL, dashboard_id="Empty")
        assert failure_of(tried).text.key == "validation-no-charts"

    async def test_a_superset_that_does_not_answer_fails_the_step(self) -> None:
        here = Surroundings()
        here.dev.fail_next(SupersetFault.UNREACHABLE, "data.chart")
        assert TOOL.task is not None
        item: Any = {
            "kind": "charts",
            "charts": [{"kind": "chart", "id": "1", "uuid": "u", "title": "t"}],
        }
        tried = await TOOL.task.step(TaskStep("t", 0, item, {}), here.ctx())
        assert failure_of(tried).text.key == "superset-unreachable"


class TestDashboard:
    async def test_each_kind_of_chart(self) -> None:
        here = Surroundings(role=Role.ANALYST)
        here.dev.add(
            MemoryChart("3", "Broken", "1", "SELECT nope FROM orders"),
            MemoryChart("4", "Empty", "1", "SELECT * FROM orders WHERE id = 0"),
            MemoryChart("5", "Gaps", "1", "SELECT NULL AS region UNION ALL SELECT 'North'"),
            MemoryChart("6", "Old", "1", "SELECT '2020-01-01' AS day"),
            MemoryChart("7", "Orphan", "99"),
            MemoryChart("8", "Filtered", "1", dropped_filters=("gone",)),
            MemoryDashboard("9", "All sorts", ("1", "3", "4", "5", "6", "7", "8")),
        )
        done = await validate(here, dashboard_id="All sorts")
        assert found(done.value) == {
            "Revenue": [],
            "Broken": ["error"],
            "Empty": ["empty"],
            "Gaps": ["nulls"],
            "Old": ["stale"],
            "Orphan": ["error"],
            "Filtered": ["error"],
        }
        assert done.value["verdict"] == "broken"
        assert done.said == "ss-dev: 7 of 7 checked, 3 are broken, 3 look odd."
        assert "write the verdict from them alone" in done.for_model

    async def test_a_calm_dashboard(self) -> None:
        here = Surroundings(language="ru")
        done = await validate(here, dashboard_id="1")
        assert done.value["verdict"] == "good"
        assert done.said == "ss-dev: проверено 2 из 2, странного не найдено."

    async def test_default_values_of_filters_are_laid_over_the_queries(self) -> None:
        here = Surroundings()
        here.dev.add(filtered_dashboard("North"))
        done = await validate(here, dashboard_id="Filtered")
        assert [(each["rows"], each["filters"]) for each in done.value["items"]] == [
            (2, ["Region"]),
            (3, []),
        ]
        assert done.value["verdict"] == "good"
        assert "filtered by" in done.for_model

    async def test_a_filter_that_leaves_nothing_is_named(self) -> None:
        here = Surroundings(language="ru")
        here.dev.add(filtered_dashboard("West"))
        done = await validate(here, dashboard_id="Filtered")
        assert found(done.value) == {"Revenue": ["empty-filtered"], "Выручка по регионам": []}
        [finding] = done.value["items"][0]["findings"]
        assert "фильтров дашборда по умолчанию: Region" in finding["text"]

    async def test_data_that_may_not_be_read_is_told_not_called_broken(self) -> None:
        here = Surroundings()
        here.dev.fail_next(SupersetFault.FORBIDDEN, "data.chart")
        done = await validate(here, dashboard_id="1")
        assert sorted(found(done.value).values()) == [[], ["unread"]]
        assert done.value["verdict"] == "good"

    async def test_the_next_run_is_compared_with_the_last(self) -> None:
        here = Surroundings()
        many = "SELECT 1.0 AS n FROM orders, orders, orders"
        here.dev.add(MemoryChart("1", "Revenue", "1", many))
        assert found((await validate(here, dashboard_id="1")).value)["Revenue"] == []
        jumped = "SELECT 50.0 AS n FROM orders, orders"
        here.dev.add(MemoryChart("1", "Revenue", "1", jumped, uuid=here.dev.charts["1"].uuid))
        again = await validate(here, "t2", dashboard_id="1")
        assert found(again.value)["Revenue"] == ["rows-jump", "level-jump"]
        # An end that is told twice says the same.
        twice = await validate(here, "t2", dashboard_id="1")
        assert found(twice.value) == found(again.value)
        calm = await validate(here, "t3", dashboard_id="1")
        assert found(calm.value)["Revenue"] == []

    async def test_no_more_than_four_at_a_time_on_one_superset(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        here, running, most = Surroundings(), 0, 0
        original = MemoryData.chart

        async def slow(self: MemoryData, chart_id: str, extra: Json = None) -> Json:
            nonlocal running, most
            running += 1
            most = max(most, running)
            await asyncio.sleep(0.01)
            running -= 1
            return await original(self, chart_id, extra)

        monkeypatch.setattr(MemoryData, "chart", slow)
        ctx = here.ctx()
        superset = ctx.superset().unwrap()
        await gathered(examine_chart(superset, "1", ctx) for _ in range(12))
        assert most == 4


class TestDataset:
    async def test_each_column_over_all_rows(self) -> None:
        here = Surroundings()
        connection = here.dev.connections["1"]
        connection.execute("PRAGMA query_only = OFF")
        connection.execute("INSERT INTO orders VALUES (4, NULL, NULL)")
        done = await validate(here, dataset_id="orders")
        [item] = done.value["items"]
        assert item["rows"] == 4
        columns = {each["name"]: each for each in item["columns"]}
        assert columns["region"]["nulls"] == 0.25
        assert columns["region"]["distinct"] == 2
        assert columns["revenue"]["level"] == pytest.approx(20.1667, abs=0.001)
        assert [one["code"] for one in item["findings"]] == ["nulls", "nulls"]
        assert (done.value["checked"], done.value["total"]) == (1, 1)

    async def test_a_wide_table_is_looked_at_part_by_part(self) -> None:
        here = Surroundings()
        columns = ", ".join(f"{number} AS c{number}" for number in range(45))
        here.dev.add(replace(here.dev.datasets["1"], id="7", title="wide", sql=f"SELECT {columns}"))
        done = await validate(here, dataset_id="wide")
        [item] = done.value["items"]
        assert len(item["columns"]) == 45
        assert here.dev.calls["data.aggregates"] == 3

    async def test_a_table_that_is_gone_is_broken(self) -> None:
        here = Surroundings()
        here.dev.add(replace(here.dev.datasets["1"], id="7", title="gone"))
        done = await validate(here, dataset_id="gone")
        assert found(done.value) == {"gone": ["error"]}


async def test_through_the_chat_to_its_end() -> None:
    world = World([[call("run_llm_validation", dashboard_id="Sales overview")], "All good."])
    await world.tasks.serve(world.container.task_worker().work)
    events = await world.send("check the dashboard", session=world.session(Role.ANALYST))
    end = only(events, "tool_end")
    assert "ss-dev: 2 of 2 checked, nothing odd was found." in end["summary"]
    assert "write the verdict from them alone" in world.told(end["call_id"])
