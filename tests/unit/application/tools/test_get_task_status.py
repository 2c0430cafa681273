"""How tasks are: for whom, in which words, and in the health summary."""

from dataclasses import replace

import pytest
from returns.pipeline import is_successful

from application.tools import get_health_summary
from application.tools.get_task_status import TOOL
from contracts.samples import NOON
from contracts.task_records import ENDED, SAID, order
from domain.backups import NewBackup
from domain.roles import Role
from domain.tasks import TaskChange, TaskState
from task_surroundings import TaskSurroundings
from tool_surroundings import failure_of

ME = "local:someone"


@pytest.fixture
async def here() -> TaskSurroundings:
    """My task is over, Bob's failed one and mine on ss-prod are not mine to see or still run."""
    made = TaskSurroundings(role=Role.VIEWER)
    await made.records.add(order("k1", ME))
    await made.records.change("k1", TaskChange(NOON, done=3, said=SAID, ended=ENDED))
    await made.records.add(order("k2", "local:bob"))
    failed = replace(ENDED, state=TaskState.FAILED)
    await made.records.change("k2", TaskChange(NOON, done=1, ended=failed))
    await made.records.add(replace(order("k3", ME), env_id="ss-prod"))
    return made


async def test_own_tasks_are_listed_newest_first(here: TaskSurroundings) -> None:
    done = await here.run(TOOL, None)
    assert [item["task_id"] for item in done.value["items"]] == ["k3", "k1"]
    assert done.said == "There are 2 tasks; not over yet: 1."
    assert "k1 run_backup on ss-dev: succeeded, 3 of 3 steps" in done.for_model


async def test_an_admin_sees_everybodys(here: TaskSurroundings) -> None:
    here.role = Role.ADMIN
    done = await here.run(TOOL, None)
    assert [item["task_id"] for item in done.value["items"]] == ["k3", "k2", "k1"]


@pytest.mark.parametrize("task_id", ["k2", "nothing"])
async def test_somebody_elses_is_unknown(here: TaskSurroundings, task_id: str) -> None:
    refused = failure_of(await here.try_run(TOOL, None, task_id=task_id))
    assert refused.text.key == "task-unknown"


async def test_one_task_has_its_log_and_result(here: TaskSurroundings) -> None:
    here.language = "ru"
    done = await here.run(TOOL, None, task_id="k1")
    assert done.said == "Резервная копия на ss-dev: выполнена, 3 из 3 шагов."
    assert [line["text"] for line in done.value["log"]] == ["Готово."]
    assert done.value["result"] == ENDED.result
    assert "end: Done: 2" in done.for_model


async def test_nothing_started_yet() -> None:
    done = await TaskSurroundings().run(TOOL, None)
    assert (done.said, done.value["total"]) == ("There are no tasks yet.", 0)


async def test_health_summary_tells_of_tasks(here: TaskSurroundings) -> None:
    here.role = Role.ADMIN
    done = await here.run(get_health_summary.TOOL, None)
    assert (done.value["tasks"]["queued"], done.value["tasks"]["running"]) == (1, 0)
    assert [each["task_id"] for each in done.value["tasks"]["troubled"]] == ["k2"]
    assert 'tasks: 1 not over yet ["k3"]; ended without success ["k2 run_backup failed"]' in (
        done.for_model
    )
    of_dev = await here.run(get_health_summary.TOOL, "ss-dev")
    assert of_dev.value["tasks"]["queued"] == 0


async def test_the_newest_backups_are_named(here: TaskSurroundings) -> None:
    titles = ("Sales \n“A”", "B", "C", "D")
    for env_id, names in (("ss-dev", titles), ("ss-prod", ("Customers",))):
        new = NewBackup(env_id, "run_backup", names, NOON, b"zip")
        assert is_successful(await here.backups.keep(new))
    done = await here.run(TOOL, None)
    assert "Newest backups: 2." in done.said
    newest, oldest = done.value["backups"]
    assert (newest["env_id"], newest["dashboards"]) == ("ss-prod", ["Customers"])
    _, told = done.for_model.split("Backups, newest first:\n")
    assert told.splitlines() == [
        f"- {newest['source']}, 2026-11-30 12:00 UTC, ss-prod: “Customers”",
        f"- {oldest['source']}, 2026-11-30 12:00 UTC, ss-dev: “Sales A”, “B”, “C” + 1",
    ]
