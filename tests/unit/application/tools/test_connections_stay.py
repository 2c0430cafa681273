"""Database connections and their passwords never travel with a dashboard."""

import io
import zipfile

import pytest
from returns.result import Result

from adapters.memory.superset.assets import MemoryAssets
from application.tools.deploy_dashboard import TOOL
from domain.superset import SupersetError
from moving_worlds import development, production
from tool_surroundings import Surroundings


async def test_no_connection_is_ever_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """S12, S13: a masked address written back would destroy the real password."""
    sent: list[str] = []
    really_import = MemoryAssets.import_assets

    async def watched(self: MemoryAssets, archive: bytes) -> Result[None, SupersetError]:
        with zipfile.ZipFile(io.BytesIO(archive)) as opened:
            sent.extend(opened.namelist())
            assert not [name for name in sent if b"sqlalchemy_uri" in opened.read(name)]
        return await really_import(self, archive)

    monkeypatch.setattr(MemoryAssets, "import_assets", watched)
    world = Surroundings(dev=development(), prod=production())
    connections = dict(world.prod.databases)
    await world.run(TOOL, "ss-prod", dashboard_id="Sales", source="ss-dev", target_env="ss-prod")
    assert any("/datasets/" in name for name in sent)
    assert not [name for name in sent if "/databases/" in name]
    assert world.prod.databases == connections
