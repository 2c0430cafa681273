"""Step 1: which tools are offered, and what is known before the model is asked."""

import asyncio
from dataclasses import dataclass

import structlog
from returns.result import Failure

from application.ports.language_model import LanguageModel
from application.ports.superset.gateway import Supersets
from application.toolkit.catalogue import Catalogue
from application.turn.state import StateChange, TurnRun, TurnState
from domain.environments import Environments
from domain.events import PipelineResult, TurnStarted
from domain.pipeline import offered_tools
from domain.tiers import environment_of_call

_PREFETCH_S = 3.0
_MAX_DATABASES = 30

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
        return {"databases": await self._databases(self._environment(state), run)}

    def _environment(self, state: TurnState) -> str | None:
        """Where calls that name no environment will go."""
        page = (state["ui_context"] or {}).get("envId")
        named = environment_of_call(None, state["env_id"], str(page) if page else None)
        found = None if named is None else self.environments.find(named.env_id)
        return None if found is None else found.env_id

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


def object_type_of(state: TurnState) -> str | None:
    """What kind of object the person was looking at."""
    context = state["ui_context"]
    kind = None if context is None else context.get("objectType")
    return kind if isinstance(kind, str) else None
