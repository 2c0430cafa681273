import io
import zipfile
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from returns.result import Failure, Result

from adapters.memory.backups import MemoryBackups
from adapters.memory.superset.objects import MemoryDashboard
from application.toolkit.failure import FailureKind, ToolFailure
from application.tools.delete_dashboard import TOOL, DeleteDashboard
from domain.backups import Backup, BackupFailed, NewBackup
from domain.plan import Plan
from domain.superset import SupersetFault
from tool_surroundings import Surroundings, failure_of


class FullDisk(MemoryBackups):
    async def keep(self, new: NewBackup) -> Result[Backup, BackupFailed]:
        return Failure(BackupFailed("not_written", "No space left on device"))


def delete(reference: str) -> DeleteDashboard:
    return DeleteDashboard.model_validate({"dashboard_id": reference})


async def plan_of(here: Surroundings, reference: str) -> Result[Plan, ToolFailure]:
    return await here.try_plan(TOOL, dashboard_id=reference)


class TestRefusedPlans:
    async def test_unknown_number(self) -> None:
        here = Surroundings()
        assert failure_of(await plan_of(here, "99")).text.key == "dashboard-unknown"

    async def test_ambiguous_russian_title_lists_its_candidates(self) -> None:
        here = Surroundings()
        here.dev.add(MemoryDashboard("7", "выручка по магазинам"))
        here.dev.add(MemoryDashboard("8", "ВЫРУЧКА ПО МАГАЗИНАМ"))
        failure = failure_of(await plan_of(here, "Выручка По Магазинам"))
        assert failure.text.key == "dashboard-ambiguous"
        assert failure.kind is FailureKind.FIXABLE
        for candidate in ("#2", "#7", "#8"):
            assert candidate in here.say(failure.text)

    async def test_unreachable_environment(self) -> None:
        here = Surroundings()
        here.dev.fail_next(SupersetFault.UNREACHABLE)
        failure = failure_of(await plan_of(here, "1"))
        assert failure.text.key == "superset-unreachable"
        assert "ss-dev" in here.say(failure.text)

    @pytest.mark.parametrize("call", ["dashboards.charts", "dashboards.reports"])
    async def test_what_cannot_be_known_is_not_planned(self, call: str) -> None:
        here = Surroundings()
        here.dev.fail_next(SupersetFault.GATEWAY, call)
        assert failure_of(await plan_of(here, "1")).text.key == "superset-gateway"

    async def test_attached_reports_block_and_are_named(self) -> None:
        here = Surroundings()
        here.dev.add(MemoryDashboard("4", "Daily", reports=("morning mail", "alarm")))
        plan = (await plan_of(here, "4")).unwrap()
        [blocked] = plan.blocked
        assert "morning mail, alarm" in here.say(blocked)


class TestPlan:
    async def test_names_the_live_object_and_its_page(self) -> None:
        here = Surroundings()
        plan = (await plan_of(here, "sales OVERVIEW")).unwrap()
        live = here.dev.dashboards["1"]
        assert plan.target is not None
        assert (plan.target.kind, plan.target.title) == ("dashboard", "Sales overview")
        assert (plan.target.uuid, plan.target.id) == (live.uuid, "1")
        assert plan.target.url == "http://dev.example/superset/dashboard/1/"
        assert plan.undo == "snapshot"
        assert plan.blocked == ()

    async def test_deletes_the_dashboard_and_keeps_its_charts(self) -> None:
        here = Surroundings()
        plan = (await plan_of(here, "1")).unwrap()
        assert [(each.kind, each.change, each.title) for each in plan.resources] == [
            ("dashboard", "delete", "Sales overview"),
            ("chart", "keep", "Revenue"),
            ("chart", "keep", "Выручка по регионам"),
        ]
        assert "2 charts stay" in here.say(plan.summary)

    async def test_tells_who_else_is_touched(self) -> None:
        here = Surroundings()
        plan = (await plan_of(here, "1")).unwrap()
        touched = [(each.kind, each.title, here.say(each.why)) for each in plan.touched]
        assert touched == [
            ("chart", "Revenue", "stays, and stands on another dashboard too: Customers"),
            (
                "chart",
                "Выручка по регионам",
                "stays, and stands on another dashboard too: Выручка по магазинам",
            ),
            ("owner", "agent-admin", "owns this dashboard"),
        ]

    async def test_warns_of_a_published_dashboard_alone(self) -> None:
        here = Surroundings()
        assert (await plan_of(here, "1")).unwrap().warnings
        assert not (await plan_of(here, "3")).unwrap().warnings

    async def test_state_moves_with_the_target(self) -> None:
        here = Surroundings()
        before = (await plan_of(here, "1")).unwrap().state
        assert (await plan_of(here, "1")).unwrap().state == before
        here.dev.add(replace(here.dev.charts["2"], title="Another name"))
        renamed = (await plan_of(here, "1")).unwrap().state
        assert renamed["content"] != before["content"]
        later = replace(here.dev.dashboards["1"], changed_at=datetime(2026, 1, 1, tzinfo=UTC))
        here.dev.add(later)
        assert (await plan_of(here, "1")).unwrap().state["changed_at"] != before["changed_at"]

    async def test_planning_changes_nothing(self) -> None:
        here = Surroundings()
        await plan_of(here, "1")
        assert here.dev.calls["dashboards.delete"] == 0
        assert here.backups.archives == {}


class TestRefusedRuns:
    async def test_without_a_backup_nothing_is_deleted(self) -> None:
        here = Surroundings(backups=FullDisk())
        failure = failure_of(await TOOL.run(delete("1"), here.ctx()))
        assert failure.kind is FailureKind.FINAL
        assert "No space left on device" in here.say(failure.text)
        assert here.dev.calls["dashboards.delete"] == 0
        assert "1" in here.dev.dashboards

    async def test_without_an_export_nothing_is_deleted(self) -> None:
        here = Surroundings()
        here.dev.fail_next(SupersetFault.FORBIDDEN, "assets.export_dashboards")
        failure = failure_of(await TOOL.run(delete("1"), here.ctx()))
        assert failure.text.key == "delete-dashboard-no-backup"
        assert here.dev.calls["dashboards.delete"] == 0
        assert here.backups.archives == {}

    async def test_a_recycled_number_is_another_dashboard(self) -> None:
        here = Surroundings()
        planned = here.dev.dashboards.pop("3").uuid
        here.dev.add(MemoryDashboard("3", "Somebody else's"))
        failure = failure_of(await TOOL.run(delete("3"), here.ctx(planned_uuid=planned)))
        assert failure.text.key == "delete-dashboard-moved"
        assert here.dev.dashboards["3"].title == "Somebody else's"
        assert here.backups.archives == {}

    async def test_a_planned_dashboard_that_is_gone(self) -> None:
        here = Surroundings()
        planned = here.dev.dashboards.pop("3").uuid
        failure = failure_of(await TOOL.run(delete("3"), here.ctx(planned_uuid=planned)))
        assert failure.text.key == "delete-dashboard-moved"

    async def test_an_unreachable_environment_is_not_called_moved(self) -> None:
        here = Surroundings()
        planned = here.dev.dashboards["3"].uuid
        here.dev.fail_next(SupersetFault.UNREACHABLE)
        failure = failure_of(await TOOL.run(delete("3"), here.ctx(planned_uuid=planned)))
        assert failure.text.key == "superset-unreachable"

    async def test_a_change_during_the_backup_stops_it(self) -> None:
        class Meddling(MemoryBackups):
            async def keep(self, new: NewBackup) -> Result[Backup, BackupFailed]:
                live = here.dev.dashboards["1"]
                here.dev.add(replace(live, changed_at=datetime(2026, 2, 2, tzinfo=UTC)))
                return await super().keep(new)

        here = Surroundings(backups=Meddling())
        failure = failure_of(await TOOL.run(delete("1"), here.ctx()))
        assert failure.text.key == "delete-dashboard-changed"
        assert here.dev.calls["dashboards.delete"] == 0

    async def test_a_report_attached_since_the_plan_is_told(self) -> None:
        here = Surroundings()
        here.dev.add(MemoryDashboard("4", "Daily", reports=("morning mail",)))
        failure = failure_of(await TOOL.run(delete("4"), here.ctx()))
        assert failure.text.key == "superset-refused"
        assert "morning mail" in here.say(failure.text)
        assert "4" in here.dev.dashboards

    async def test_an_unknown_outcome_says_how_to_check(self) -> None:
        here = Surroundings()
        here.dev.fail_next(SupersetFault.UNKNOWN_OUTCOME, "dashboards.delete")
        failure = failure_of(await TOOL.run(delete("1"), here.ctx()))
        assert failure.kind is FailureKind.UNKNOWN
        said = here.say(failure.text)
        assert "http://dev.example/superset/dashboard/1/" in said
        assert "backup-1" in said
        assert here.dev.calls["dashboards.delete"] == 1

    async def test_a_deletion_that_did_not_happen_is_noticed(self) -> None:
        here = Surroundings()
        stubborn = here.dev.dashboards["1"]

        class Restoring(dict[str, MemoryDashboard]):
            def __delitem__(self, key: str) -> None:
                self[key] = stubborn

        here.dev.dashboards = Restoring(here.dev.dashboards)
        failure = failure_of(await TOOL.run(delete("1"), here.ctx()))
        assert failure.text.key == "delete-dashboard-still-there"


class TestDeleting:
    async def test_backs_up_then_deletes_the_planned_one(self) -> None:
        here = Surroundings()
        planned = here.dev.dashboards["2"].uuid
        done = await TOOL.run(delete("Выручка по магазинам"), here.ctx(planned_uuid=planned))
        outcome = done.unwrap()
        assert "2" not in here.dev.dashboards
        assert set(here.dev.dashboards) == {"1", "3"}
        assert set(here.dev.charts) == {"1", "2"}
        assert outcome.snapshot == "backup-1"
        with zipfile.ZipFile(io.BytesIO(here.backups.archives["backup-1"])) as archive:
            assert any("dashboards/" in name for name in archive.namelist())
        assert "Выручка по магазинам" in here.say(outcome.summary)

    async def test_leaves_the_other_environment_alone(self) -> None:
        here = Surroundings()
        (await TOOL.run(delete("1"), here.ctx("ss-dev"))).unwrap()
        assert "1" in here.prod.dashboards
        assert sum(here.prod.calls.values()) == 0
