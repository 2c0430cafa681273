"""What a tool may touch while it runs: the caller's own Superset, and the ports of its work."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from returns.result import Result

from application.ports.backup_pieces import BackupPieces
from application.ports.backups import Backups
from application.ports.bundles import BundleCodec
from application.ports.clock import Clock
from application.ports.confirmations import Confirmations
from application.ports.dashboard_repository import DashboardRepository
from application.ports.language_model import LanguageModel
from application.ports.maintenance_windows import MaintenanceWindows
from application.ports.run_facts import RunFacts
from application.ports.sql_judge import SqlJudge
from application.ports.superset.gateway import Superset, Supersets
from application.ports.task_queue import TaskQueue
from application.ports.texts import Texts
from application.toolkit.failure import ToolFailure, from_superset
from application.toolkit.gates import Gates
from domain.environments import Environment, Environments
from domain.identity import Caller
from domain.plan_state import state_hash
from domain.superset import JsonValue
from domain.texts import Language, Text


@dataclass(frozen=True, slots=True)
class Services:
    """
    The ports that tools work with; the same for every call.

    Args:
        backups_kept: how many backups of an environment stay; 0 keeps them all.

    """

    environments: Environments
    supersets: Supersets
    backups: Backups
    sql_judge: SqlJudge
    clock: Clock
    texts: Texts
    bundles: BundleCodec
    confirmations: Confirmations
    repository: DashboardRepository
    tasks: TaskQueue
    backup_pieces: BackupPieces
    backups_kept: int
    maintenance: MaintenanceWindows
    run_facts: RunFacts
    model: LanguageModel
    gates: Gates = field(default_factory=Gates)


@dataclass(frozen=True, slots=True)
class ToolCard:
    """A tool as `show_capabilities` presents it to a person."""

    name: str
    does: Text
    examples: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class ToolContext:
    """
    One call's surroundings.

    Args:
        environment: the environment of the call, None when it is about none or about all.
        offered: the tools that the person has here.
        planned_uuid: the target that was approved; numbers are recycled after a delete.
        asked_at: when the shown plan was made; "in two hours" counts from there, not from the yes.
        planned_state: the hash of what the approved plan rested on (domain.plan_state).
        action_id: of an approved call that is carried out.
        turn_env: the environment of the conversation or of the page, whatever the call names.

    """

    caller: Caller
    language: Language
    services: Services
    environment: Environment | None = None
    offered: tuple[ToolCard, ...] = ()
    asked_at: datetime | None = None
    planned_uuid: str | None = None
    planned_state: str | None = None
    conversation_id: str | None = None
    turn_id: str | None = None
    action_id: str | None = None
    turn_env: Environment | None = None

    @property
    def reference_time(self) -> datetime:
        """What relative times of the arguments count from."""
        return self.asked_at or self.services.clock.now()

    def is_as_planned(self, state: Mapping[str, JsonValue]) -> bool:
        """Whether what was found now is what was approved; so before there is an approval."""
        return self.planned_state is None or self.planned_state == state_hash(state)

    @property
    def env(self) -> Environment:
        """The environment of a call that needs one."""
        if self.environment is None:
            raise LookupError("the guard lets no call through without the environment it needs")
        return self.environment

    def superset(self, env_id: str | None = None) -> Result[Superset, ToolFailure]:
        """A Superset as the caller; that of the call unless another is named."""
        opened = self.services.supersets.open(env_id or self.env.env_id, self.caller)
        return opened.alt(from_superset)

    def reachable_environments(self) -> tuple[Environment, ...]:
        """The environment of the call, or all that the sign-in is valid for."""
        if self.environment is not None:
            return (self.environment,)
        return tuple(
            environment
            for environment in self.services.environments.values()
            if self.caller.may_use(environment.env_id)
        )
