"""Ends maintenance whose time is up, also that of a time in which the service did not run."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

import structlog
from returns.result import Failure

from application.ports.audit_log import AuditLog
from application.ports.clock import Clock
from application.ports.maintenance_windows import MaintenanceWindows
from application.ports.store import StoreUnavailable
from application.ports.superset.gateway import Supersets
from application.toolkit.maintenance.banners import Fate, counted
from application.toolkit.maintenance.ending import carry_out, plan_ending
from application.toolkit.proof import EnvironmentProof
from domain.audit import AuditEntry
from domain.environments import Environments
from domain.identity import Caller
from domain.maintenance import MaintenanceWindow
from domain.roles import Role

SERVICE_USER: Final = "service:maintenance"
# How late an end may be, and how long after a failure it is tried again.
_LOOK_EVERY_S: Final = 30.0
_SHORTEST_S: Final = 0.2

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class MaintenanceWatch:
    """
    Acts as the environment's admin account: a person approved the end with the start.

    A Superset that is not the registered one any more is left alone.
    """

    environments: Environments
    supersets: Supersets
    windows: MaintenanceWindows
    proof: EnvironmentProof
    audit: AuditLog
    clock: Clock

    async def run(self) -> None:
        """Look for ever; a store that is locked now is asked again later."""
        while True:
            try:
                wait_s = await self.sweep()
            except StoreUnavailable as reason:
                log.warning("maintenance_watch_failed", reason=str(reason))
                wait_s = _LOOK_EVERY_S
            await self.clock.sleep(wait_s)

    async def sweep(self) -> float:
        """End what is due; seconds until the next look."""
        for window in await self.windows.all():
            if window.is_due(self.clock.now()):
                await self._end(window)
        now = self.clock.now()
        ends = [window.until for window in await self.windows.all() if window.until is not None]
        ahead = [(end - now).total_seconds() for end in ends if end > now]
        return max(_SHORTEST_S, min([_LOOK_EVERY_S, *ahead]))

    async def _end(self, window: MaintenanceWindow) -> None:
        env_id = window.env_id
        environment = self.environments.get(env_id)
        if environment is None:
            log.warning("maintenance_of_unknown_environment", env_id=env_id)
            return
        until = self.clock.now() + timedelta(minutes=10)
        caller = Caller(SERVICE_USER, Role.ADMIN, "", until)
        proven = await self.proof.prove(environment, caller)
        if isinstance(proven, Failure):
            log.warning("maintenance_not_ended", env_id=env_id, reason=proven.failure().text.key)
            return
        opened = self.supersets.open(env_id, caller)
        if isinstance(opened, Failure):
            log.warning("maintenance_not_ended", env_id=env_id, reason=opened.failure().fault.value)
            return
        others = [each for each in await self.windows.of(env_id) if each.id != window.id]
        planned = await plan_ending(opened.unwrap(), [window], others)
        if isinstance(planned, Failure):
            log.warning("maintenance_not_ended", env_id=env_id, reason=planned.failure().text.key)
            return
        told = await carry_out(opened.unwrap(), self.windows, planned.unwrap())
        fates = {fate.value: number for fate, number in counted(told).items()}
        log.info("maintenance_ended", env_id=env_id, fates=fates)
        is_unknown = any(each.fate is Fate.UNKNOWN for each in told)
        await self.audit.append(
            AuditEntry(
                "execution",
                self.clock.now(),
                SERVICE_USER,
                {
                    "tool": "end_maintenance",
                    "env_id": env_id,
                    "outcome": "unknown" if is_unknown else "done",
                    "started_by": window.by,
                    "started_as": window.id,
                    "dashboards": fates,
                },
            )
        )
