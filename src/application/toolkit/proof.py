"""Environment proof: before a write the target shows that it is the one that was registered."""

from datetime import timedelta
from typing import Final

from returns.result import Failure, Result, Success

from application.ports.clock import Clock
from application.ports.environment_records import EnvironmentRecords
from application.ports.superset.gateway import Superset, Supersets
from application.toolkit.failure import FailureKind, ToolFailure, from_superset
from domain.environments import Environment
from domain.identity import Caller
from domain.proof import EnvironmentRecord, database_uuids, recognise
from domain.roles import Role
from domain.superset import SupersetFault
from domain.texts import text

SERVICE_USER: Final = "service:environment-proof"


class EnvironmentProof:
    """
    Recognises environments (design.md section 9).

    Connections are compared as the admin account sees them, since other accounts may see fewer;
    the caller's account stands in where no admin account is configured.
    """

    def __init__(self, supersets: Supersets, records: EnvironmentRecords, clock: Clock) -> None:
        self._supersets = supersets
        self._records = records
        self._clock = clock

    async def prove(
        self, environment: Environment, caller: Caller
    ) -> Result[EnvironmentRecord, ToolFailure]:
        """The environment's record when it is the same Superset; registers it on first use."""
        opened = self._open(environment, caller)
        if isinstance(opened, Failure):
            return Failure(opened.failure())
        superset = opened.unwrap()
        record = await self._records.get(environment.env_id)
        if record is None:
            return await self._register(environment, superset)
        accepted = await superset.access.accepts_proof(record.proof)
        if isinstance(accepted, Failure):
            return Failure(from_superset(accepted.failure()))
        databases = await superset.databases.all()
        if isinstance(databases, Failure):
            return Failure(from_superset(databases.failure()))
        difference = recognise(
            record, environment.url, databases.unwrap(), accepts_proof=accepted.unwrap()
        )
        if difference is None:
            return Success(record)
        return Failure(
            ToolFailure(
                text(f"proof-{difference.replace('_', '-')}", env=environment.env_id),
                FailureKind.FINAL,
            )
        )

    async def trust(
        self, environment: Environment, caller: Caller
    ) -> Result[EnvironmentRecord, ToolFailure]:
        """Accept the environment as it is now (`doctor --trust ENV`)."""
        opened = self._open(environment, caller)
        if isinstance(opened, Failure):
            return Failure(opened.failure())
        return await self._register(environment, opened.unwrap())

    def _open(self, environment: Environment, caller: Caller) -> Result[Superset, ToolFailure]:
        service = Caller(SERVICE_USER, Role.ADMIN, "", self._clock.now() + timedelta(minutes=1))
        opened = self._supersets.open(environment.env_id, service)
        if isinstance(opened, Failure) and opened.failure().fault is SupersetFault.NO_ACCOUNT:
            opened = self._supersets.open(environment.env_id, caller)
        return opened.alt(from_superset)

    async def _register(
        self, environment: Environment, superset: Superset
    ) -> Result[EnvironmentRecord, ToolFailure]:
        proof = await superset.access.issue_proof()
        if isinstance(proof, Failure):
            return Failure(from_superset(proof.failure()))
        databases = await superset.databases.all()
        if isinstance(databases, Failure):
            return Failure(from_superset(databases.failure()))
        record = EnvironmentRecord(
            env_id=environment.env_id,
            url=environment.url,
            database_uuids=database_uuids(databases.unwrap()),
            recorded_at=self._clock.now(),
            proof=proof.unwrap(),
        )
        await self._records.put(record)
        return Success(record)
