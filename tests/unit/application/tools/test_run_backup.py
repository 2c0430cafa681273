"""Backups: planned, made in chunks, verified, limited in number."""

import json
import zipfile
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from returns.result import Failure

from adapters.bundle_yaml.bundle_codec import YamlBundleCodec
from adapters.memory.superset.server import MemorySuperset
from application.toolkit.backups.archive import exported_in, is_intact, manifest_of, verified_files
from application.toolkit.moving.places import find_in, read_place
from application.tools import run_backup
from application.tools.run_backup import TOOL
from domain.bundle import BundleRefused
from domain.superset import SupersetFault
from domain.tasks import Task, TaskState
from task_surroundings import PATIENCE_S, TaskSurroundings
from tool_surroundings import failure_of

Json = Any


@pytest.fixture
def here() -> TaskSurroundings:
    return TaskSurroundings()


def manifest(here: TaskSurroundings, backup_id: str) -> Json:
    read = manifest_of(BytesIO(here.backups.archives[backup_id]))
    assert read is not None
    return read


async def test_plan_names_what_is_saved_and_what_leaves(here: TaskSurroundings) -> None:
    here.backups_kept = 1
    await here.task(TOOL)
    plan = await here.plan(TOOL)
    assert "All 3 dashboards" in here.say(plan.summary)
    assert [(each.kind, each.change) for each in plan.resources] == [
        ("backup", "create"),
        ("backup", "delete"),
    ]
    assert "backup-1" in here.say(plan.irreversible[0])
    assert plan.blocked == ()


async def test_plan_of_some_dashboards_names_them(here: TaskSurroundings) -> None:
    plan = await here.plan(TOOL, dashboard_ids=["3", "sales OVERVIEW", "1"])
    assert [each.title for each in plan.resources] == ["ss-dev", "Sales overview", "Customers"]


async def test_unknown_dashboard_is_refused(here: TaskSurroundings) -> None:
    refused = await here.try_plan(TOOL, dashboard_ids=["nope"])
    assert failure_of(refused).text.key == "dashboard-unknown"


async def test_empty_environment_is_refused(here: TaskSurroundings) -> None:
    here.dev = MemorySuperset("ss-dev", [])
    plan = await here.plan(TOOL)
    assert [each.key for each in plan.blocked] == ["run-backup-nothing"]
    assert failure_of(await here.try_run(TOOL)).text.key == "run-backup-nothing"


async def test_archive_holds_everything_once(here: TaskSurroundings) -> None:
    task = await here.task(TOOL)
    result: Json = task.result
    assert (task.state, result["dashboards"]) == (TaskState.SUCCEEDED, 3)
    archive = here.backups.archives[result["backup"]]
    assert is_intact(BytesIO(archive))
    written = manifest(here, result["backup"])
    assert written["counts"] == {"dashboards": 3, "charts": 2, "datasets": 1, "databases": 1}
    assert (written["env_id"], written["made_by"]) == ("ss-dev", "local:someone")
    assert written["superset_version"]
    bundle = here.ctx().services.bundles.unpack(archive).unwrap()
    assert len(bundle.dashboards) == 3


async def test_chunks_become_one_archive(
    here: TaskSurroundings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_backup, "_AT_ONCE", 1)
    task = await here.task(TOOL)
    result: Json = task.result
    assert task.total == 3
    written = manifest(here, result["backup"])
    assert written["counts"] == {"dashboards": 3, "charts": 2, "datasets": 1, "databases": 1}
    with zipfile.ZipFile(BytesIO(here.backups.archives[result["backup"]])) as archive:
        assert sorted(archive.namelist()) == sorted(set(archive.namelist()))


async def test_one_dashboard_can_be_taken_out(here: TaskSurroundings) -> None:
    task = await here.task(TOOL)
    result: Json = task.result
    archive = BytesIO(here.backups.archives[result["backup"]])
    listed = {each.title: each for each in exported_in(manifest(here, result["backup"]))}
    files = verified_files(archive, listed["Customers"].files)
    assert files is not None
    bundle = here.ctx().services.bundles.read_files(files).unwrap()
    assert [len(bundle.of(kind)) for kind in ("dashboard", "chart", "dataset", "database")] == [
        1,
        1,
        1,
        1,
    ]


async def test_changed_file_is_found(here: TaskSurroundings) -> None:
    result: Json = (await here.task(TOOL)).result
    changed = BytesIO()
    with (
        zipfile.ZipFile(BytesIO(here.backups.archives[result["backup"]])) as old,
        zipfile.ZipFile(changed, "w") as new,
    ):
        for name in old.namelist():
            new.writestr(name, old.read(name) + (b"# x" if "/charts/" in name else b""))
    assert not is_intact(changed)
    assert verified_files(changed, list(manifest(here, result["backup"])["files"])) is None


@pytest.mark.parametrize("content", [b"", b"no zip", b"PK\x03\x04"])
def test_no_archive_is_not_intact(content: bytes) -> None:
    assert not is_intact(BytesIO(content))
    assert verified_files(BytesIO(content), ["a"]) is None


async def test_dashboard_that_is_gone_meanwhile_is_named(here: TaskSurroundings) -> None:
    started = await here.start(TOOL)
    del here.dev.dashboards["2"]
    task = await here.end_of(started)
    result: Json = task.result
    assert task.state is TaskState.SUCCEEDED
    assert (result["dashboards"], result["gone"]) == (2, ["Выручка по магазинам"])
    assert "1 were deleted meanwhile" in (task.summary or {})["en"]


async def test_only_the_newest_backups_of_a_kind_are_kept(here: TaskSurroundings) -> None:
    here.backups_kept = 2
    some: Json = (await here.task(TOOL, dashboard_ids=["1"])).result
    made = []
    for _ in range(4):
        here.clock.advance(timedelta(hours=1))
        result: Json = (await here.task(TOOL)).result
        made.append(result["backup"])
    kept = {backup.id for backup in await here.backups.all()}
    assert kept == {some["backup"], *made[2:]}


async def test_only_what_the_card_named_leaves(here: TaskSurroundings) -> None:
    """Two that were approved at once name the same old backup, and each takes no other."""
    here.backups_kept = 2
    for _ in range(2):
        here.clock.advance(timedelta(hours=1))
        await here.task(TOOL)
    before = {backup.id for backup in await here.backups.all()}
    here.clock.advance(timedelta(hours=1))
    first, second, queue = await here.start(TOOL), await here.start(TOOL), here.tasks
    await here.end_of(first)
    assert await queue.wait(second.id, PATIENCE_S)
    left = before - {backup.id for backup in await here.backups.all()}
    assert len(left) == 1


async def test_failed_backup_leaves_nothing(here: TaskSurroundings) -> None:
    started = await here.start(TOOL)
    here.dev.fail_next(SupersetFault.UNREACHABLE, times=9)
    task = await here.end_of(started)
    assert task.state is TaskState.FAILED
    assert "does not answer" in (task.summary or {})["en"]
    assert await here.backups.all() == ()
    assert here.pieces.pieces == {}


async def test_cancelled_backup_leaves_nothing(here: TaskSurroundings) -> None:
    started = await here.start(TOOL)
    await here.tasks.cancel(started.id)
    task: Task = await here.end_of(started)
    assert task.state is TaskState.CANCELLED
    assert "was cancelled" in (task.summary or {})["en"]
    assert here.pieces.pieces == {}


async def test_manifest_is_json_that_people_can_read(here: TaskSurroundings) -> None:
    result: Json = (await here.task(TOOL)).result
    with zipfile.ZipFile(BytesIO(here.backups.archives[result["backup"]])) as archive:
        text = archive.read("backup/manifest.json").decode()
    assert "Выручка по магазинам" in text
    assert json.loads(text)["format"] == 1


async def test_same_dashboards_are_one_backup(here: TaskSurroundings) -> None:
    task = await here.task(TOOL, dashboard_ids=["1", "#1", "Sales overview"])
    result: Json = task.result
    assert result["dashboards"] == 1


async def test_dashboard_is_restored_without_reading_the_others(
    here: TaskSurroundings, monkeypatch: pytest.MonkeyPatch
) -> None:
    result: Json = (await here.task(TOOL)).result
    refuse = "a whole archive was read"
    monkeypatch.setattr(
        YamlBundleCodec, "unpack", lambda *_: Failure(BundleRefused("empty", refuse))
    )
    place = read_place(f"backup:{result['backup']}", here.ctx()).unwrap()
    found = (await find_in(place, "customers", here.ctx())).unwrap()
    assert (found.title, found.home) == ("Customers", "ss-dev")
    assert len(found.bundle.dashboards) == len(found.bundle.charts) == 1
    unknown = failure_of(await find_in(place, "nope", here.ctx()))
    assert unknown.text.key == "dashboard-unknown"


async def test_spoilt_backup_restores_nothing(here: TaskSurroundings) -> None:
    result: Json = (await here.task(TOOL)).result
    spoilt = here.backups.archives[result["backup"]].replace(b"PK", b"PX")
    here.backups.archives[result["backup"]] = spoilt
    place = read_place(f"backup:{result['backup']}", here.ctx()).unwrap()
    refused = failure_of(await find_in(place, "Customers", here.ctx()))
    assert refused.text.key == "place-backup-damaged"
