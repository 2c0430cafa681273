"""What a tool works with in tests: two Supersets in memory, and a person with a role."""

from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any, TypeAlias

from returns.result import Failure, Result

from adapters.bundle_yaml.bundle_codec import YamlBundleCodec
from adapters.fluent.texts import FluentTexts
from adapters.memory.backup_pieces import MemoryBackupPieces
from adapters.memory.backups import MemoryBackups
from adapters.memory.clock import MemoryClock
from adapters.memory.confirmations import MemoryConfirmations
from adapters.memory.dashboard_repository import MemoryDashboardRepository
from adapters.memory.language_model import ScriptedModel
from adapters.memory.maintenance_windows import MemoryMaintenanceWindows
from adapters.memory.run_facts import MemoryRunFacts
from adapters.memory.superset.gateway import MemorySupersets
from adapters.memory.superset.objects import (
    MemoryChart,
    MemoryDashboard,
    MemoryDatabase,
    MemoryDataset,
)
from adapters.memory.superset.server import MemorySuperset
from adapters.memory.tables import Tables
from adapters.memory.task_queue import MemoryTaskQueue
from adapters.memory.task_records import MemoryTaskRecords
from adapters.sql_process.sql_judge import ProcessSqlJudge
from application.ports.language_model import LanguageModel
from application.ports.superset.gateway import Supersets
from application.toolkit.context import Services, ToolContext
from application.toolkit.failure import ToolFailure
from application.toolkit.tool import AnyTool, ToolOutcome
from domain.environments import Environment, Environments
from domain.identity import Caller
from domain.plan import Plan
from domain.roles import Role
from domain.texts import Language, Text

# What a tool returns is JSON, into which tests look.
Json: TypeAlias = Any

SHOP = """
CREATE TABLE orders (id INTEGER, region TEXT, revenue REAL);
INSERT INTO orders VALUES (1, 'North', 10.5), (2, 'South', 20.0), (3, 'North', 30.0);
CREATE TABLE customers (id INTEGER, name TEXT);
CREATE VIEW big_orders AS SELECT * FROM orders WHERE revenue > 15;
"""
ENVIRONMENTS = (
    Environment("ss-dev", "http://dev.example"),
    Environment("ss-prod", "http://prod.example"),
)
TEXTS = FluentTexts()


def retail(env_id: str) -> MemorySuperset:
    """Two connections (the second may be written), datasets, charts and dashboards."""
    return MemorySuperset(
        env_id,
        [
            MemoryDatabase("1", "retail", SHOP),
            MemoryDatabase("2", "sandbox", SHOP, allow_dml=True),
            MemoryDataset("1", "orders", "1"),
            MemoryChart("1", "Revenue", "1"),
            MemoryChart("2", "Выручка по регионам", "1"),
            MemoryDashboard("1", "Sales overview", ("1", "2"), tags=("finance",)),
            MemoryDashboard("2", "Выручка по магазинам", ("2",)),
            MemoryDashboard("3", "Customers", ("1",), published=False),
        ],
    )


@dataclass(frozen=True)
class Done:
    """What a tool did, as the page, the person and the model have it."""

    value: Json
    said: str
    for_model: str
    outcome: ToolOutcome


@dataclass
class Surroundings:
    """`dev` and `prod` may be changed by a test at any time; `supersets` stand in their place."""

    role: Role = Role.ADMIN
    language: Language = "en"
    dev: MemorySuperset = field(default_factory=lambda: retail("ss-dev"))
    prod: MemorySuperset = field(default_factory=lambda: retail("ss-prod"))
    backups: MemoryBackups = field(default_factory=MemoryBackups)
    backups_kept: int = 10
    pieces: MemoryBackupPieces = field(init=False)
    confirmations: MemoryConfirmations = field(
        default_factory=lambda: MemoryConfirmations(Tables())
    )
    repository: MemoryDashboardRepository = field(default_factory=MemoryDashboardRepository)
    clock: MemoryClock = field(default_factory=MemoryClock)
    judge: ProcessSqlJudge = field(default_factory=ProcessSqlJudge)
    tasks: MemoryTaskQueue = field(default_factory=lambda: MemoryTaskQueue(MemoryTaskRecords()))
    maintenance: MemoryMaintenanceWindows = field(default_factory=MemoryMaintenanceWindows)
    run_facts: MemoryRunFacts = field(default_factory=MemoryRunFacts)
    model: LanguageModel = field(default_factory=lambda: ScriptedModel((), is_built_in=True))
    environments: tuple[Environment, ...] = ENVIRONMENTS
    supersets: Supersets | None = None

    def __post_init__(self) -> None:
        self.pieces = MemoryBackupPieces(self.backups)

    def ctx(self, env_id: str | None = "ss-dev", planned_uuid: str | None = None) -> ToolContext:
        """The context of a call on an environment; None is a call about all of them."""
        environments = Environments(list(self.environments))
        caller = Caller("local:someone", self.role, "t", self.clock.now() + timedelta(hours=1))
        return ToolContext(
            caller=caller,
            language=self.language,
            services=Services(
                environments=environments,
                supersets=self.supersets or MemorySupersets([self.dev, self.prod]),
                backups=self.backups,
                sql_judge=self.judge,
                clock=self.clock,
                texts=TEXTS,
                bundles=YamlBundleCodec(),
                confirmations=self.confirmations,
                repository=self.repository,
                tasks=self.tasks,
                backup_pieces=self.pieces,
                backups_kept=self.backups_kept,
                maintenance=self.maintenance,
                run_facts=self.run_facts,
                model=self.model,
            ),
            environment=None if env_id is None else environments[env_id],
            planned_uuid=planned_uuid,
        )

    def say(self, text: Text) -> str:
        """As the person reads it."""
        return TEXTS.say(text, self.language)

    async def plan(self, tool: AnyTool, env_id: str = "ss-dev", **arguments: Json) -> Plan:
        """The plan of a call that may be planned."""
        made = await self.try_plan(tool, env_id, **arguments)
        return made.unwrap()

    async def try_plan(
        self, tool: AnyTool, env_id: str = "ss-dev", **arguments: Json
    ) -> Result[Plan, ToolFailure]:
        assert tool.plan is not None
        return await tool.plan(tool.arguments.model_validate(arguments), self.ctx(env_id))

    async def run(self, tool: AnyTool, env_id: str | None = "ss-dev", **arguments: Json) -> Done:
        """The outcome of a call that succeeds."""
        ran = await self.try_run(tool, env_id, **arguments)
        outcome = ran.unwrap()
        return Done(outcome.value, self.say(outcome.summary), outcome.told or "", outcome)

    async def try_run(
        self,
        tool: AnyTool,
        env_id: str | None = "ss-dev",
        planned_uuid: str | None = None,
        **arguments: Json,
    ) -> Result[ToolOutcome, ToolFailure]:
        return await tool.run(
            tool.arguments.model_validate(arguments), self.ctx(env_id, planned_uuid)
        )


def failure_of(result: Result[object, ToolFailure]) -> ToolFailure:
    """The failure of a tool that must not succeed."""
    assert isinstance(result, Failure), f"did not fail: {result}"
    failure: ToolFailure = result.failure()
    # Every sentence exists in both languages, whatever the test asks for.
    for language in ("en", "ru"):
        assert TEXTS.say(failure.text, language)
    return failure


def only_on(env_id: str, ctx: ToolContext) -> ToolContext:
    """The same person, signed in with an account of one environment."""
    return replace(ctx, caller=replace(ctx.caller, env_id=env_id), environment=None)
