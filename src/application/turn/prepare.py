"""Step 1: which tools are offered, and what is known before the model is asked."""

import asyncio
from dataclasses import dataclass

import structlog
from returns.pipeline import is_successful
from returns.result import Failure

from application.ports.language_model import LanguageModel
from application.ports.superset.gateway import Supersets
from application.toolkit.catalogue import Catalogue
from application.turn.state import StateChange, TurnRun, TurnState
from domain.environments import Environments
from domain.events import PipelineResult, TurnStarted
from domain.pipeline import offered_tools
from domain.superset import DashboardSummary, DatasetSummary
from domain.tiers import environment_of_call

_PREFETCH_S = 3.0
_MAX_DATABASES = 30
_QUOTES = frozenset("\"'`«»“”„‘’")
_LONGEST_TITLE = 60

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Prepare:
    """Role filter, then context filter; then the databases where calls will go."""

    catalogue: Catalogue
    environments: Environments
    supersets: Supersets
    model: LanguageModel

    async def __call__(self, state: TurnState, run: TurnRun) -> StateChange:
        caller = run.session.caller
        env_id = state["env_id"]
        tier = self.environments[env_id].tier if env_id else None
        await run.say(
            TurnStarted(
                env_id=env_id,
                tier=tier.value if tier else None,
                role=caller.role.value,
                uicontext=state["ui_context"],
                model=self.model.name,
            )
        )
        offered = offered_tools(
            self.catalogue.declarations.values(), caller.role, object_type_of(state)
        )
        for excluded in offered.excluded:
            log.debug("explore", step="prepare", tool=excluded.tool, excluded_by=excluded.reason)
        log.info("reason", step="prepare", offered=len(offered.tools), role=caller.role.value)
        await run.say(
            PipelineResult(
                tools=offered.tools,
                excluded=tuple({"tool": e.tool, "reason": e.reason} for e in offered.excluded),
            )
        )
        here = environment_of_turn(state, self.environments)
        databases, samples = await asyncio.gather(
            self._databases(here, run), self._samples(here, run)
        )
        return {"databases": databases, "samples": samples}

    async def _databases(self, env_id: str | None, run: TurnRun) -> list[list[str]]:
        """Nice to know for the model; a turn never waits or fails for it."""
        if env_id is None:
            return []
        opened = self.supersets.open(env_id, run.session.caller)
        if isinstance(opened, Failure):
            return []
        try:
            async with asyncio.timeout(_PREFETCH_S):
                found = await opened.unwrap().databases.all()
        except TimeoutError:
            return []
        if isinstance(found, Failure):
            return []
        return [[d.id, d.title, d.backend] for d in found.unwrap()[:_MAX_DATABASES]]

    async def _samples(self, env_id: str | None, run: TurnRun) -> dict[str, str]:
        """Only the built-in assistant offers whole sentences; those that it offers shall work."""
        caller = run.session.caller
        usable = [each for each in self.environments if caller.may_use(each)]
        env_id = env_id or next(iter(usable), None)
        if env_id is None or not self.model.is_built_in:
            return {}
        opened = self.supersets.open(env_id, caller)
        if isinstance(opened, Failure):
            return {}
        try:
            async with asyncio.timeout(_PREFETCH_S):
                superset = opened.unwrap()
                dashboard, dataset = await asyncio.gather(
                    superset.dashboards.newest(), superset.datasets.newest()
                )
        except TimeoutError:
            return {}
        return samples_of(
            env_id,
            dashboard.unwrap() if is_successful(dashboard) else None,
            dataset.unwrap() if is_successful(dataset) else None,
        )


def samples_of(
    env_id: str, dashboard: DashboardSummary | None, dataset: DatasetSummary | None
) -> dict[str, str]:
    """As TurnState has them; a title that could not stand in quotes is left out."""
    found = {"env_id": env_id}
    if dashboard is not None and _is_quotable(dashboard.title):
        found["dashboard"] = dashboard.title
    if dataset is not None and _is_quotable(dataset.title):
        found["dataset"] = dataset.title
        if dataset.sql is None and dataset.title.isidentifier():
            found |= {"table": dataset.title, "database": dataset.database.title}
    return found


def _is_quotable(title: str) -> bool:
    plain = title.isprintable() and not set(title) & _QUOTES
    return plain and title == title.strip() and 0 < len(title) <= _LONGEST_TITLE


def environment_of_turn(state: TurnState, environments: Environments) -> str | None:
    """Where calls that name no environment will go."""
    page = (state["ui_context"] or {}).get("envId")
    named = environment_of_call(None, state["env_id"], str(page) if page else None)
    found = None if named is None else environments.find(named.env_id)
    return None if found is None else found.env_id


def object_type_of(state: TurnState) -> str | None:
    """What kind of object the person was looking at."""
    context = state["ui_context"]
    kind = None if context is None else context.get("objectType")
    return kind if isinstance(kind, str) else None
