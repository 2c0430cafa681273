"""A backup holds what no export does: the owners of a dashboard, and who may embed it."""

from dataclasses import replace
from io import BytesIO

import pytest

from adapters.memory.superset.objects import MemoryAccount
from application.toolkit.backups.archive import exported_in, manifest_of
from application.tools import deploy_dashboard, run_backup
from domain.superset import JsonValue, SupersetFault
from task_surroundings import TaskSurroundings


@pytest.fixture
def here() -> TaskSurroundings:
    made = TaskSurroundings()
    made.dev.accounts["olga"] = MemoryAccount("olga", ("Alpha",))
    made.dev.add(
        replace(made.dev.dashboards["1"], owners=("olga",), embedding=("https://a.example",))
    )
    return made


async def backed_up(here: TaskSurroundings) -> str:
    task = await here.task(run_backup.TOOL)
    assert isinstance(task.result, dict)
    return str(task.result["backup"])


async def restored(here: TaskSurroundings, backup_id: str) -> None:
    await here.run(
        deploy_dashboard.TOOL,
        "ss-dev",
        dashboard_id=here.dev.dashboards["1"].title,
        source=f"backup:{backup_id}",
        target_env="ss-dev",
    )


async def test_a_restore_brings_back_owners_and_embedding(here: TaskSurroundings) -> None:
    before = here.dev.dashboards["1"]
    backup_id = await backed_up(here)
    here.dev.add(replace(before, owners=("agent-admin",), embedding=None))
    await restored(here, backup_id)
    after = here.dev.dashboards["1"]
    assert (after.owners, after.embedding) == (("olga",), ("https://a.example",))


async def test_what_was_not_embedded_is_not_embedded_again(here: TaskSurroundings) -> None:
    here.dev.add(replace(here.dev.dashboards["1"], embedding=None))
    backup_id = await backed_up(here)
    here.dev.add(replace(here.dev.dashboards["1"], embedding=("https://b.example",)))
    await restored(here, backup_id)
    assert here.dev.dashboards["1"].embedding is None


async def test_who_may_not_see_users_keeps_no_owners(here: TaskSurroundings) -> None:
    here.dev.fail_next(SupersetFault.FORBIDDEN, "access.users")
    backup_id = await backed_up(here)
    manifest = manifest_of(BytesIO(here.backups.archives[backup_id]))
    first = exported_in(manifest or {})[0]
    assert "owners" not in first.beside
    assert "embedded" in first.beside


@pytest.mark.parametrize("beside", [None, [], "x", {"css": "a", "uuid": "b"}])
def test_a_manifest_tells_nothing_else(beside: JsonValue) -> None:
    """It is data: it names no field that an export holds."""
    listed: JsonValue = [{"uuid": "u", "title": "t", "files": [], "beside": beside}]
    (found,) = exported_in({"dashboards": listed})
    assert found.beside == {}
