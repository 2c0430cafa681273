"""
`superset-agent` as it is, but one store of it kills the process at a point that a file names.

KILL_FILE is the path of that file; a test writes a point into it while the service runs.
"""

import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path

from dependency_injector import providers
from returns.result import Failure, Result

from adapters.sqlite.confirmations import SqliteConfirmations
from adapters.sqlite.turns import SqliteTurns
from domain.confirmation import ClaimRefused, Confirmation, Decision, ExecutionRecord, Intent
from domain.conversation import FinishReason, TurnState
from entrypoints.cli import main
from entrypoints.container import service
from entrypoints.container.wiring import Container
from entrypoints.environments_file import ConfiguredEnvironments
from entrypoints.settings import Settings

_POINT = Path(os.environ["KILL_FILE"])


def die_at(point: str) -> None:
    if _POINT.read_text(encoding="utf-8") == point:
        os.kill(os.getpid(), signal.SIGKILL)


class DyingConfirmations(SqliteConfirmations):
    """The real store; what it wrote before it dies is on the disk."""

    async def claim(
        self, confirmation_id: str, decision: Decision, now: datetime
    ) -> Result[Confirmation, ClaimRefused]:
        die_at("before_claim")
        claimed = await super().claim(confirmation_id, decision, now)
        if not isinstance(claimed, Failure):
            die_at("after_claim")
        return claimed

    async def intend(self, intent: Intent) -> Result[None, ClaimRefused]:
        die_at("before_intent")
        intended = await super().intend(intent)
        die_at("after_intent")
        return intended

    async def record(self, record: ExecutionRecord) -> None:
        die_at("before_record")
        await super().record(record)
        die_at("after_record")


class DyingTurns(SqliteTurns):
    """The real store, which can die after a question was shown and before it is noted."""

    async def move(
        self, turn_id: str, state: TurnState, finish_reason: FinishReason | None, at: datetime
    ) -> None:
        if state is TurnState.AWAITING:
            die_at("before_waiting")
        await super().move(turn_id, state, finish_reason, at)


_really_opened = service.opened


@asynccontextmanager
async def opened(
    settings: Settings, configured: ConfiguredEnvironments
) -> AsyncIterator[Container]:
    async with _really_opened(settings, configured) as container:
        container.confirmations.override(
            providers.Singleton(DyingConfirmations, container.database)
        )
        container.turns.override(providers.Singleton(DyingTurns, container.database))
        yield container


if __name__ == "__main__":
    service.opened = opened
    main()
