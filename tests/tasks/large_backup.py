"""`python -m tasks.large_backup <folder>`: backs a Superset of 500 dashboards up, to files."""

import asyncio
import io
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast
from uuid import UUID

import structlog
from returns.result import Result, Success

from adapters.files.backup_pieces import FileBackupPieces
from adapters.files.backups import FileBackups
from adapters.memory.backup_pieces import MemoryBackupPieces
from adapters.memory.backups import MemoryBackups
from adapters.memory.superset.assets import MemoryAssets
from adapters.memory.superset.objects import MemoryDashboard
from adapters.memory.superset.server import MemorySuperset
from application.toolkit.backups.archive import manifest_of
from application.tools.run_backup import TOOL
from domain.superset import SupersetError
from task_surroundings import TaskSurroundings

DASHBOARDS, CHARTS_EACH = 500, 10
# A real chart's params and query context.
FILLER = "".join(f"{n * 7919:x}" for n in range(400))


def uuid(kind: int, number: int) -> str:
    return str(UUID(int=kind << 64 | number))


def export(numbers: Sequence[int]) -> bytes:
    """What Superset exports for dashboards of ten charts each over one dataset."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for n in numbers:
            names = [f"CHART-{n}-{c}" for c in range(CHARTS_EACH)]
            metas = "".join(
                f"  {name}:\n    id: {name}\n    type: CHART\n    meta:\n      uuid: "
                f"{uuid(2, n * CHARTS_EACH + c)}\n"
                for c, name in enumerate(names)
            )
            archive.writestr(
                f"top/dashboards/Board_{n}.yaml",
                f"dashboard_title: Board {n}\nuuid: {uuid(1, n)}\nversion: 1.0.0\n"
                f"position:\n{metas}metadata: {{}}\n",
            )
            for c in range(CHARTS_EACH):
                number = n * CHARTS_EACH + c
                archive.writestr(
                    f"top/charts/Chart_{number}.yaml",
                    f"slice_name: Chart {number}\nviz_type: table\nuuid: {uuid(2, number)}\n"
                    f"dataset_uuid: {uuid(3, 1)}\nversion: 1.0.0\nparams:\n  note: {FILLER}\n",
                )
        archive.writestr(
            "top/datasets/retail/orders_1.yaml",
            f"table_name: orders\nuuid: {uuid(3, 1)}\ndatabase_uuid: {uuid(4, 1)}\n"
            "version: 1.0.0\ncolumns: []\nmetrics: []\n",
        )
        archive.writestr(
            "top/databases/retail.yaml",
            f"database_name: retail\nuuid: {uuid(4, 1)}\nversion: 1.0.0\n",
        )
        archive.writestr("top/metadata.yaml", "version: 1.0.0\ntype: Dashboard\n")
    return out.getvalue()


async def export_many(
    _assets: MemoryAssets, dashboard_ids: Sequence[str]
) -> Result[bytes, SupersetError]:
    return Success(export([int(each) for each in dashboard_ids]))


def peak_kib() -> int:
    """Of this program alone: ru_maxrss would begin with the size of the process that started it."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmHWM:")[2].split()[0])


async def main(folder: Path) -> None:
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    server = MemorySuperset(
        "ss-dev",
        [MemoryDashboard(str(n), f"Board {n}", (), uuid=uuid(1, n)) for n in range(DASHBOARDS)],
    )
    MemoryAssets.export_dashboards = export_many  # type: ignore[method-assign, assignment]
    backups = FileBackups(folder / "backups")
    here = TaskSurroundings(dev=server, backups=cast("MemoryBackups", backups))
    here.pieces = cast("MemoryBackupPieces", FileBackupPieces(folder / "backups"))
    task = await here.task(TOOL)
    result: Any = task.result
    opened = (await backups.open(result["backup"])).unwrap()
    with opened:
        manifest: Any = manifest_of(opened)
    counts = manifest["counts"]
    peak = peak_kib() / 1024
    print(task.state.value, counts["dashboards"], counts["charts"], peak, result["size"] / 2**20)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
