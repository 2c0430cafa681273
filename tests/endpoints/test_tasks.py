"""Tasks over HTTP: own ones, an admin all; cancelled once."""

from dataclasses import replace

import pytest

from contracts.samples import NOON
from contracts.task_records import ENDED, SAID, order
from domain.roles import Role
from domain.tasks import NewTask, TaskChange
from endpoints.service import Service, problem

TASKS = "/api/tasks"


@pytest.fixture
async def _tasks(service: Service) -> None:
    """Ann's that is over, Bob's that runs."""
    records = service.world.task_records
    await records.add(order("k1"))
    await records.change("k1", TaskChange(NOON, done=3, said=SAID, ended=ENDED))
    await records.add(order("k2", "local:bob"))
    await records.change("k2", TaskChange(NOON, done=1))


async def test_own_tasks_are_listed(service: Service, _tasks: None) -> None:
    ann = service.person(Role.ANALYST)
    listed = (await ann.ask("GET", TASKS)).json()
    assert listed["total"] == 1
    [item] = listed["items"]
    assert item == {
        "task_id": "k1",
        "tool_name": "run_backup",
        "env_id": "ss-dev",
        "state": "succeeded",
        "done": 3,
        "total": 3,
        "cancelling": False,
        "user": "local:ann",
        "created_at": "2026-11-30T12:00:00.123Z",
        "updated_at": "2026-11-30T12:00:00.123Z",
        "summary": "Done.",
    }


async def test_an_admin_sees_everybodys(service: Service, _tasks: None) -> None:
    listed = (await service.person(Role.ADMIN).ask("GET", TASKS)).json()
    assert [item["task_id"] for item in listed["items"]] == ["k2", "k1"]
    short = (await service.person(Role.ADMIN).ask("GET", f"{TASKS}?limit=1")).json()
    assert [item["task_id"] for item in short["items"]] == ["k2"]


async def test_one_task_has_its_log_and_result(service: Service, _tasks: None) -> None:
    ann = service.person(Role.VIEWER, language="ru")
    task = (await ann.ask("GET", f"{TASKS}/k1")).json()
    assert task["result"] == {"backup": "b1", "titles": ["Продажи"]}
    assert task["log"] == [{"at": "2026-11-30T12:00:00.123Z", "text": "Готово."}]
    assert (task["summary"], task["conversation_id"]) == ("Готово.", "c1")
    assert task["arguments"] == {"env_id": "ss-dev", "dashboard_ids": ["1", "2"]}


@pytest.mark.parametrize("path", [f"{TASKS}/k2", f"{TASKS}/nothing"])
async def test_somebody_elses_does_not_exist(service: Service, _tasks: None, path: str) -> None:
    ann = service.person(Role.ANALYST)
    problem(await ann.ask("GET", path), 404, "task_unknown")
    problem(await ann.ask("POST", f"{path}/cancel"), 404, "task_unknown")


async def test_running_task_can_be_cancelled(service: Service, _tasks: None) -> None:
    bob = service.person(Role.ANALYST, user="local:bob")
    for _ in range(2):
        asked = (await bob.ask("POST", f"{TASKS}/k2/cancel")).json()
        assert (asked["cancelling"], asked["state"]) == (True, "running")
    assert service.world.audited("task")[0]["cancelled"] is True


async def test_task_that_is_over_cannot(service: Service, _tasks: None) -> None:
    ann = service.person(Role.ANALYST)
    problem(await ann.ask("POST", f"{TASKS}/k1/cancel"), 409, "task_over")


async def test_admin_of_one_environment_sees_its_tasks(service: Service) -> None:
    def of(own_id: str, env_id: str) -> NewTask:
        return replace(order(own_id, "local:bob"), env_id=env_id)

    for own_id, env_id in (("k1", "ss-dev"), ("k2", "ss-prod")):
        await service.world.task_records.add(of(own_id, env_id))
    boss = service.person(user="superset:ss-prod:boss", env_id="ss-prod")
    listed = (await boss.ask("GET", TASKS)).json()
    assert [item["task_id"] for item in listed["items"]] == ["k2"]


@pytest.mark.parametrize("limit", ["0", "501", "x"])
async def test_limit_is_checked(service: Service, limit: str) -> None:
    answer = await service.person().ask("GET", f"{TASKS}?limit={limit}")
    problem(answer, 422, "invalid_request")
