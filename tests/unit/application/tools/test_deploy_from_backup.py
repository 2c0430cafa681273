"""Deploying out of a backup, which anybody may have tampered with."""

import io
import zipfile

import pytest

from application.tools.deploy_dashboard import TOOL
from domain.backups import NewBackup
from domain.plan import Plan
from moving_worlds import ORDERS, development, production, stored
from tool_surroundings import Json, Surroundings, failure_of


@pytest.fixture
def world() -> Surroundings:
    return Surroundings(dev=development(), prod=production())


async def plan(world: Surroundings, **arguments: Json) -> Plan:
    made = {"dashboard_id": "Sales", "source": "ss-dev", "target_env": "ss-prod", **arguments}
    return await world.plan(TOOL, "ss-prod", **made)


async def deploy(world: Surroundings, **arguments: Json) -> Json:
    made = {"dashboard_id": "Sales", "source": "ss-dev", "target_env": "ss-prod", **arguments}
    return (await world.run(TOOL, "ss-prod", **made)).value


async def refused(world: Surroundings, **arguments: Json) -> str:
    made = {"dashboard_id": "Sales", "source": "ss-dev", "target_env": "ss-prod", **arguments}
    return world.say(failure_of(await world.try_plan(TOOL, "ss-prod", **made)).text)


class TestBackupsAsSource:
    async def _kept(self, world: Surroundings, content: bytes) -> str:
        kept = await world.backups.keep(
            NewBackup("ss-dev", "by hand", ("Sales",), world.clock.now(), content)
        )
        return f"backup:{kept.unwrap().id}"

    async def test_backup_is_deployed(self, world: Surroundings) -> None:
        opened = world.ctx("ss-dev").superset().unwrap()
        content = (await opened.assets.export_dashboards(["1"])).unwrap()
        place = await self._kept(world, content)
        value = await deploy(world, source=place)
        assert value["source"] == place
        assert stored(world.prod).title == "Sales"
        assert not (await plan(world, source=place)).is_needed

    @pytest.mark.parametrize(
        ("source", "words"),
        [("backup:", "Which backup?"), ("backup:none", "There is no backup “none”")],
    )
    async def test_an_unknown_backup_names_those_that_there_are(
        self, world: Surroundings, source: str, words: str
    ) -> None:
        assert "newest backups" not in await refused(world, source=source)
        place = await self._kept(world, b"")
        said = await refused(world, source=source)
        assert said.startswith(words)
        assert f"The newest backups:\n- {place}, " in said
        assert "ss-dev: “Sales”" in said

    @pytest.mark.parametrize(
        ("name", "content", "words"),
        [
            ("../x.yaml", "a: 1", "leads outside"),
            ("charts/x.yaml", "!!python/object/apply:os.system ['true']", "no plain YAML"),
            ("charts/x.yaml", "a: [", "no plain YAML"),
            ("charts/x.yaml", "uuid: x", "no uuid"),
            ("datasets/d/x.yaml", f"uuid: {ORDERS}\ndata: http://evil", "data"),
            ("charts/x.yaml", "# " + "x" * 9_000_000, "larger than any dashboard"),
        ],
    )
    async def test_hostile_archive_is_refused_with_a_sentence(
        self, world: Surroundings, name: str, content: str, words: str
    ) -> None:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(f"top/{name}", content)
        place = await self._kept(world, packed.getvalue())
        assert words in await refused(world, source=place)
        assert world.prod.calls["assets.import_assets"] == 0

    async def test_unknown_and_damaged_backups(self, world: Surroundings) -> None:
        assert "no backup “nope”" in await refused(world, source="backup:nope")
        place = await self._kept(world, b"PK")
        world.backups.archives[place.partition(":")[2]] = b"changed"
        assert "damaged" in await refused(world, source=place)
