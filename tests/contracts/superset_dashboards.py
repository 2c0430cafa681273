"""What every Dashboards adapter promises."""

import io
import json
import zipfile
from uuid import uuid4

import pytest
import yaml
from returns.result import Success

from contracts.superset_world import (
    COMMON_FAULTS,
    ChartToAdd,
    DashboardToAdd,
    DatasetToAdd,
    SupersetWorld,
    faults_of,
    opened,
)
from domain.roles import Role
from domain.superset import SupersetFault

NOBODY = "999999999"


class DashboardsContract:
    @pytest.fixture
    def chart(self, world: SupersetWorld) -> str:
        """Without data on it, a published dashboard is hidden from all but its owners."""
        dataset = world.dataset(DatasetToAdd("cities", world.database()))
        return world.chart(ChartToAdd("City names", dataset))

    async def test_all_shows_the_newest_change_first(self, world: SupersetWorld) -> None:
        older = world.dashboard(DashboardToAdd("Older"))
        newer = world.dashboard(DashboardToAdd("Newer"))
        listed = (await opened(world).dashboards.all()).unwrap()
        ids = [each.id for each in listed]
        assert ids.index(newer) < ids.index(older)
        assert [each.changed_at for each in listed] == sorted(
            (each.changed_at for each in listed), reverse=True
        )

    async def test_the_newest_is_the_first_of_all(self, world: SupersetWorld) -> None:
        made = world.dashboard(DashboardToAdd("Newest"))
        dashboards = opened(world).dashboards
        newest = (await dashboards.newest()).unwrap()
        assert newest is not None
        assert newest.id == made
        assert newest == (await dashboards.all()).unwrap()[0]

    async def test_all_has_no_limit(self, world: SupersetWorld) -> None:
        before = len((await opened(world).dashboards.all()).unwrap())
        world.many("dashboards", 230)
        listed = (await opened(world).dashboards.all()).unwrap()
        assert len(listed) == before + 230
        assert len({each.id for each in listed}) == len(listed)

    async def test_summary_says_what_was_arranged(self, world: SupersetWorld, chart: str) -> None:
        title = '[Отчёт] O\'Brien! (Q1, v2) & "план" 🚀'
        made = world.dashboard(DashboardToAdd(title, (chart,), tags=("контракт", "a+b")))
        found = (await opened(world).dashboards.get(made)).unwrap()
        assert (found.id, found.title, found.published) == (made, title, True)
        assert sorted(found.tags) == ["a+b", "контракт"]
        assert len(found.owners) == 1
        assert found.changed_at.utcoffset() is not None
        assert found in (await opened(world).dashboards.all()).unwrap()

    async def test_draft_is_not_published(self, world: SupersetWorld) -> None:
        made = world.dashboard(DashboardToAdd("Draft", published=False))
        assert (await opened(world).dashboards.get(made)).unwrap().published is False

    async def test_number_and_uuid_name_the_same(self, world: SupersetWorld) -> None:
        made = world.dashboard(DashboardToAdd("Twice named"))
        by_number = (await opened(world).dashboards.get(made)).unwrap()
        assert (await opened(world).dashboards.get(by_number.uuid)).unwrap() == by_number

    @pytest.mark.parametrize("unknown", [NOBODY, str(uuid4()), "sales-overview", "", "9" * 40])
    async def test_unknown_dashboard_is_not_found(self, world: SupersetWorld, unknown: str) -> None:
        dashboards = opened(world).dashboards
        assert (await dashboards.get(unknown)).failure().fault is SupersetFault.NOT_FOUND
        assert (await dashboards.charts(unknown)).failure().fault is SupersetFault.NOT_FOUND

    async def test_published_dashboard_shows_to_a_viewer(
        self, world: SupersetWorld, chart: str
    ) -> None:
        made = world.dashboard(DashboardToAdd("For all", (chart,)))
        dashboards = opened(world, Role.VIEWER).dashboards
        assert (await dashboards.get(made)).unwrap().id == made
        assert made in [each.id for each in (await dashboards.all()).unwrap()]

    async def test_hidden_dashboard_is_not_found(self, world: SupersetWorld, chart: str) -> None:
        made = world.dashboard(DashboardToAdd("Hidden", (chart,), published=False))
        dashboards = opened(world, Role.VIEWER).dashboards
        assert (await dashboards.get(made)).failure().fault is SupersetFault.NOT_FOUND
        assert made not in [each.id for each in (await dashboards.all()).unwrap()]

    async def test_charts_are_in_the_order_of_their_ids(self, world: SupersetWorld) -> None:
        dataset = world.dataset(DatasetToAdd("cities", world.database()))
        charts = [world.chart(ChartToAdd(f"Chart {number}", dataset)) for number in range(3)]
        made = world.dashboard(DashboardToAdd("Three", tuple(reversed(charts))))
        dashboard = (await opened(world).dashboards.get(made)).unwrap()
        by_number = (await opened(world).dashboards.charts(made)).unwrap()
        assert [each.id for each in by_number] == sorted(charts, key=int)
        assert (await opened(world).dashboards.charts(dashboard.uuid)).unwrap() == by_number

    async def test_dashboard_without_charts_has_none(self, world: SupersetWorld) -> None:
        made = world.dashboard(DashboardToAdd("Empty"))
        assert await opened(world).dashboards.charts(made) == Success(())

    async def test_dashboard_without_slug_has_none(self, world: SupersetWorld) -> None:
        made = world.dashboard(DashboardToAdd("Without slug"))
        assert (await opened(world).dashboards.get(made)).unwrap().slug is None

    async def test_owners_are_set_exactly(self, world: SupersetWorld) -> None:
        made = world.dashboard(DashboardToAdd("Changes hands", owner=Role.ANALYST))
        superset = opened(world)
        users = {user.username: user.id for user in (await superset.access.users()).unwrap()}
        analyst = users[world.account_of(Role.ANALYST).username]
        admin = users[world.account_of(Role.ADMIN).username]
        assert await superset.dashboards.owner_ids(made) == Success((analyst,))
        both = sorted((admin, analyst), key=int)
        assert await superset.dashboards.set_owners(made, both) == Success(None)
        assert await superset.dashboards.owner_ids(made) == Success(tuple(both))
        assert await superset.dashboards.set_owners(made, [admin]) == Success(None)
        assert await superset.dashboards.owner_ids(made) == Success((admin,))

    async def test_owners_are_refused_where_they_do_not_fit(
        self, world: SupersetWorld, chart: str
    ) -> None:
        made = world.dashboard(DashboardToAdd("Keeps its owner", (chart,)))
        dashboards = opened(world).dashboards
        (owner,) = (await dashboards.owner_ids(made)).unwrap()
        nobody = await dashboards.set_owners(made, [NOBODY])
        assert nobody.failure().fault is SupersetFault.REFUSED
        foreign = await opened(world, Role.ANALYST).dashboards.set_owners(made, [owner])
        assert foreign.failure().fault is SupersetFault.FORBIDDEN
        for unknown in (NOBODY, "Keeps its owner"):
            asked = await dashboards.owner_ids(unknown)
            changed = await dashboards.set_owners(unknown, [owner])
            assert asked.failure().fault is SupersetFault.NOT_FOUND
            assert changed.failure().fault is SupersetFault.NOT_FOUND
        assert await dashboards.owner_ids(made) == Success((owner,))

    async def test_embedding_is_set_exactly_and_forbidden_again(
        self, world: SupersetWorld, chart: str
    ) -> None:
        made = world.dashboard(DashboardToAdd("Embedded", (chart,)))
        dashboards = opened(world).dashboards
        assert await dashboards.embedding(made) == Success(None)
        for domains in (("https://a.example", "b.example:8443"), ("c.example",), ()):
            assert await dashboards.set_embedding(made, domains) == Success(None)
            assert await dashboards.embedding(made) == Success(domains)
        assert await dashboards.set_embedding(made, None) == Success(None)
        assert await dashboards.embedding(made) == Success(None)

    async def test_embedding_is_for_admins_and_for_what_exists(
        self, world: SupersetWorld, chart: str
    ) -> None:
        made = world.dashboard(DashboardToAdd("Embedded by admins", (chart,)))
        dashboards = opened(world).dashboards
        for unknown in (NOBODY, "Embedded by admins"):
            assert await dashboards.embedding(unknown) == Success(None)
            changed = await dashboards.set_embedding(unknown, ("a.example",))
            assert changed.failure().fault is SupersetFault.NOT_FOUND
        foreign = await opened(world, Role.ANALYST).dashboards.set_embedding(made, ())
        assert foreign.failure().fault is SupersetFault.FORBIDDEN
        assert await dashboards.embedding(made) == Success(None)

    async def test_metadata_is_written_back(self, world: SupersetWorld, chart: str) -> None:
        made = world.dashboard(DashboardToAdd("Refreshes", (chart,)))
        superset = opened(world)
        wanted = {"refresh_frequency": 60, "default_filters": "{}", "label_colors": {"a": "#fff"}}
        assert await superset.dashboards.write_back(made, json.dumps(wanted)) == Success(None)
        bundle = (await superset.assets.export_dashboards([made])).unwrap()
        with zipfile.ZipFile(io.BytesIO(bundle)) as archive:
            (name,) = [name for name in archive.namelist() if "/dashboards/" in name]
            written = yaml.safe_load(archive.read(name))["metadata"]
        assert {key: written[key] for key in wanted} == wanted
        assert len((await superset.dashboards.charts(made)).unwrap()) == 1
        missing = await superset.dashboards.write_back(NOBODY, "{}")
        assert missing.failure().fault is SupersetFault.NOT_FOUND
        foreign = await opened(world, Role.ANALYST).dashboards.write_back(made, "{}")
        assert foreign.failure().fault is SupersetFault.FORBIDDEN

    async def test_reports_are_named(self, world: SupersetWorld) -> None:
        made = world.dashboard(DashboardToAdd("Sent weekly", report="Weekly to the board"))
        other = world.dashboard(DashboardToAdd("Sent to nobody"))
        dashboards = opened(world).dashboards
        assert await dashboards.reports(made) == Success(("Weekly to the board",))
        assert await dashboards.reports(other) == Success(())

    async def test_deleted_dashboard_is_gone_and_its_charts_stay(
        self, world: SupersetWorld, chart: str
    ) -> None:
        made = world.dashboard(DashboardToAdd("To be deleted", (chart,)))
        superset = opened(world)
        assert await superset.dashboards.delete(made) == Success(None)
        assert (await superset.dashboards.get(made)).failure().fault is SupersetFault.NOT_FOUND
        assert (await superset.charts.get(chart)).unwrap().dashboards == ()

    async def test_deleting_twice_is_not_found(self, world: SupersetWorld) -> None:
        made = world.dashboard(DashboardToAdd("Deleted twice"))
        dashboards = opened(world).dashboards
        assert await dashboards.delete(made) == Success(None)
        assert (await dashboards.delete(made)).failure().fault is SupersetFault.NOT_FOUND

    async def test_deleting_takes_numbers_alone(self, world: SupersetWorld) -> None:
        made = world.dashboard(DashboardToAdd("Kept"))
        dashboards = opened(world).dashboards
        uuid = (await dashboards.get(made)).unwrap().uuid
        assert (await dashboards.delete(uuid)).failure().fault is SupersetFault.NOT_FOUND
        assert (await dashboards.get(made)).unwrap().id == made

    async def test_foreign_dashboard_may_not_be_deleted(
        self, world: SupersetWorld, chart: str
    ) -> None:
        made = world.dashboard(DashboardToAdd("Somebody else's", (chart,)))
        refused = (await opened(world, Role.ANALYST).dashboards.delete(made)).failure()
        assert refused.fault is SupersetFault.FORBIDDEN
        assert (await opened(world).dashboards.get(made)).unwrap().id == made

    async def test_owner_may_delete(self, world: SupersetWorld) -> None:
        made = world.dashboard(DashboardToAdd("My own", owner=Role.ANALYST))
        assert await opened(world, Role.ANALYST).dashboards.delete(made) == Success(None)

    async def test_attached_report_refuses_the_deletion(self, world: SupersetWorld) -> None:
        made = world.dashboard(DashboardToAdd("Sent daily", report="Daily to sales"))
        refused = (await opened(world).dashboards.delete(made)).failure()
        assert refused.fault is SupersetFault.REFUSED
        assert "Daily to sales" in refused.detail
        assert (await opened(world).dashboards.get(made)).unwrap().id == made

    async def test_lost_answer_to_a_deletion_is_unknown(self, world: SupersetWorld) -> None:
        made = world.dashboard(DashboardToAdd("Lost answer"))
        lost = await faults_of(
            world, SupersetFault.UNKNOWN_OUTCOME, lambda superset: superset.dashboards.delete(made)
        )
        assert lost == {SupersetFault.UNKNOWN_OUTCOME}
        found = await opened(world).dashboards.get(made)
        assert found.failure().fault is SupersetFault.NOT_FOUND

    async def test_unreachable_server_deletes_nothing(self, world: SupersetWorld) -> None:
        made = world.dashboard(DashboardToAdd("Not reached"))
        faults = await faults_of(
            world,
            SupersetFault.UNREACHABLE,
            lambda superset: superset.dashboards.delete(made),
        )
        assert faults == {SupersetFault.UNREACHABLE}
        assert (await opened(world).dashboards.get(made)).unwrap().id == made

    @pytest.mark.parametrize("fault", COMMON_FAULTS)
    async def test_common_faults_are_named(
        self, world: SupersetWorld, fault: SupersetFault
    ) -> None:
        made = world.dashboard(DashboardToAdd("Any"))
        faults = await faults_of(
            world,
            fault,
            lambda superset: superset.dashboards.all(),
            lambda superset: superset.dashboards.get(made),
            lambda superset: superset.dashboards.charts(made),
            lambda superset: superset.dashboards.reports(made),
            lambda superset: superset.dashboards.owner_ids(made),
            lambda superset: superset.access.users(),
        )
        assert faults == {fault}
