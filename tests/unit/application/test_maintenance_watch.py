"""Maintenance ends by itself, also after a restart."""

import json
from datetime import timedelta

from adapters.memory.audit_log import MemoryAuditLog
from adapters.memory.environment_records import MemoryEnvironmentRecords
from adapters.memory.superset.gateway import MemorySupersets
from adapters.memory.superset.layouts import row_layout
from application.toolkit.maintenance.watch import MaintenanceWatch
from application.toolkit.proof import EnvironmentProof
from application.tools import get_health_summary
from application.tools.start_maintenance import TOOL as START
from domain.banner import banner_of
from domain.environments import Environments
from domain.superset import SupersetFault
from tool_surroundings import Surroundings


def before(here: Surroundings) -> dict[str, str | None]:
    """Layouts as Superset would spell them."""
    return {
        each.id: json.dumps(json.loads(row_layout(each.charts)))
        for each in here.dev.dashboards.values()
    }


def is_up(here: Surroundings) -> bool:
    return banner_of(here.dev.layouts["1"]) is not None


def watch(here: Surroundings, audit: MemoryAuditLog | None = None) -> MaintenanceWatch:
    supersets = MemorySupersets([here.dev, here.prod])
    return MaintenanceWatch(
        environments=Environments(list(here.environments)),
        supersets=supersets,
        windows=here.maintenance,
        proof=EnvironmentProof(supersets, MemoryEnvironmentRecords(), here.clock),
        audit=audit or MemoryAuditLog(),
        clock=here.clock,
    )


async def test_not_before_its_time_and_then_without_a_trace() -> None:
    here, audit = Surroundings(), MemoryAuditLog()
    await here.run(START, until="10 min")
    # A new watch is what a restarted service has.
    assert await watch(here, audit).sweep() == 30
    here.clock.advance(timedelta(minutes=9, seconds=45))
    assert await watch(here, audit).sweep() == 15
    assert is_up(here)
    here.clock.advance(timedelta(seconds=15))
    await watch(here, audit).sweep()
    assert here.dev.layouts == before(here)
    assert await here.maintenance.of("ss-dev") == ()
    [line] = [json.loads(line.text) for line in audit.lines]
    assert (line["user"], line["facts"]["tool"]) == ("service:maintenance", "end_maintenance")
    assert line["facts"]["started_by"] == "local:someone"


async def test_without_an_end_it_stays() -> None:
    here = Surroundings()
    await here.run(START)
    here.clock.advance(timedelta(days=300))
    await watch(here).sweep()
    assert is_up(here)


async def test_a_superset_that_is_down_is_tried_again() -> None:
    here = Surroundings()
    await here.run(START, until="1h")
    here.clock.advance(timedelta(hours=2))
    watching = watch(here)
    here.dev.fail_next(SupersetFault.UNREACHABLE, "dashboards.all")
    assert await watching.sweep() == 30
    assert is_up(here)
    await watching.sweep()
    assert here.dev.layouts == before(here)


async def test_another_superset_at_the_address_is_left_alone() -> None:
    here = Surroundings()
    watching = watch(here)
    await watching.proof.prove(here.environments[0], here.ctx().caller)
    await here.run(START, until="1h")
    here.clock.advance(timedelta(hours=2))
    here.dev.secret_key = "another"
    writes = here.dev.calls["layouts.put"]
    await watching.sweep()
    assert here.dev.calls["layouts.put"] == writes


async def test_health_tells_of_it() -> None:
    here = Surroundings()
    await here.run(START, until="18:00", text="Upgrade")
    done = await here.run(get_health_summary.TOOL, None)
    told = {each["env_id"]: each["maintenance"] for each in done.value["items"]}
    assert told["ss-prod"] is None
    assert told["ss-dev"]["until"] == "2026-11-30T18:00:00.000Z"
    assert told["ss-dev"]["dashboards"] == 3
    assert "ss-dev: under maintenance until 2026-11-30T18:00" in done.for_model
