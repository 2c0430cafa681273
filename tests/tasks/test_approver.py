"""In whose name a task goes on: each reason to stop, by itself."""

from dataclasses import replace
from datetime import timedelta

import pytest

from adapters.memory.environment_records import MemoryEnvironmentRecords
from adapters.memory.sessions import MemorySessions
from adapters.memory.superset.gateway import MemorySupersets
from adapters.memory.superset.objects import MemoryAccount
from application.toolkit.context import ToolContext
from application.toolkit.proof import EnvironmentProof
from application.toolkit.tasks.approver import Approver
from application.toolkit.tool import AnyTool
from application.tools import execute_migration, get_health_summary, run_backup
from domain.identity import Caller
from domain.roles import Role
from domain.tasks import NewTask
from tool_surroundings import Surroundings

MIGRATION = execute_migration.TOOL


class Checks:
    """An approver and all that it looks at."""

    def __init__(self) -> None:
        self.here = Surroundings()
        self.supersets = MemorySupersets([self.here.dev, self.here.prod])
        self.here.supersets = self.supersets
        self.sessions = MemorySessions()
        self.records = MemoryEnvironmentRecords()
        proof = EnvironmentProof(self.supersets, self.records, self.here.clock)
        self.approver = Approver(sessions=self.sessions, proof=proof)
        self.caller = self.here.ctx("ss-prod").caller

    def ctx(self, env_id: str | None = "ss-prod") -> ToolContext:
        return replace(self.here.ctx(env_id), caller=self.caller)

    async def refusal(
        self, tool: AnyTool = MIGRATION, *, writes: bool = True, ctx: ToolContext | None = None
    ) -> str | None:
        order = NewTask(
            id="k1",
            tool_name=tool.name,
            approver=self.caller,
            arguments={},
            items=("x",),
            writes=writes,
            env_id="ss-prod",
            language="en",
            created_at=self.here.clock.now(),
        )
        failure = await self.approver.refusal(tool, order, ctx or self.ctx())
        return None if failure is None else failure.text.key


@pytest.fixture
def checks() -> Checks:
    return Checks()


async def test_nothing_speaks_against_it(checks: Checks) -> None:
    assert await checks.refusal() is None
    assert await checks.refusal() is None


async def test_ended_session_stops_what_was_approved(checks: Checks) -> None:
    until = checks.here.clock.now() + timedelta(days=1)
    await checks.sessions.revoke(checks.caller.token_id, until)
    assert await checks.refusal() == "task-approver-gone"
    assert await checks.refusal(run_backup.TOOL, writes=False) == "task-approver-gone"
    # Who signs out does not stop what only looks.
    assert await checks.refusal(get_health_summary.TOOL, writes=False) is None


async def test_token_that_ran_out_stops_nothing(checks: Checks) -> None:
    """A migration may take longer than a session."""
    checks.here.clock.advance(timedelta(days=2))
    assert await checks.refusal() is None


async def test_role_that_is_too_low_stops_it(checks: Checks) -> None:
    checks.caller = replace(checks.caller, role=Role.ANALYST)
    assert await checks.refusal() == "task-role-insufficient"


async def test_environment_that_is_gone_or_not_theirs_stops_it(checks: Checks) -> None:
    gone = replace(checks.ctx(), environment=None)
    assert await checks.refusal(ctx=gone) == "task-environment-gone"
    checks.caller = replace(checks.caller, env_id="ss-dev")
    assert await checks.refusal() == "task-environment-gone"


async def test_another_superset_at_the_address_stops_it(checks: Checks) -> None:
    assert await checks.refusal() is None
    checks.here.prod.secret_key = "another"
    assert await checks.refusal() == "proof-other-key"
    # What only reads there needs no proof.
    assert await checks.refusal(run_backup.TOOL, writes=False) is None


async def test_own_account_that_lost_its_role_stops_it(checks: Checks) -> None:
    boss = MemoryAccount("boss", ("Admin",))
    checks.here.prod.accounts["boss"] = boss
    await checks.supersets.sign_in("ss-prod", "boss", boss.password)
    soon = checks.here.clock.now() + timedelta(hours=1)
    checks.caller = Caller("superset:ss-prod:boss", Role.ADMIN, "t", soon, "ss-prod")
    assert await checks.refusal() is None
    checks.here.prod.accounts["boss"] = replace(boss, roles=("Alpha",))
    assert await checks.refusal() == "task-role-insufficient"


async def test_own_account_is_not_known_after_a_restart(checks: Checks) -> None:
    """Its password was never written down."""
    soon = checks.here.clock.now() + timedelta(hours=1)
    checks.caller = Caller("superset:ss-prod:boss", Role.ADMIN, "t", soon, "ss-prod")
    assert await checks.refusal() in {"superset-no-account", "superset-bad-credentials"}
