"""What every store of environment records promises."""

from dataclasses import replace

from application.ports.environment_records import EnvironmentRecords
from contracts.samples import NOON, later
from domain.proof import EnvironmentRecord

RECORD = EnvironmentRecord("ss-dev", "http://127.0.0.1:8091", ("u1", "u2"), NOON, "proof-1")


class EnvironmentRecordsContract:
    async def test_unknown_environment_has_none(
        self, environment_records: EnvironmentRecords
    ) -> None:
        assert await environment_records.get("ss-dev") is None

    async def test_record_comes_back_as_it_was(
        self, environment_records: EnvironmentRecords
    ) -> None:
        await environment_records.put(RECORD)
        found = await environment_records.get("ss-dev")
        assert found == RECORD
        assert found.fingerprint == RECORD.fingerprint

    async def test_environments_are_told_apart(
        self, environment_records: EnvironmentRecords
    ) -> None:
        await environment_records.put(RECORD)
        await environment_records.put(replace(RECORD, env_id="ss-prod", database_uuids=()))
        assert await environment_records.get("ss-dev") == RECORD
        assert await environment_records.get("SS-DEV") is None

    async def test_new_record_replaces_the_old(
        self, environment_records: EnvironmentRecords
    ) -> None:
        accepted = replace(RECORD, database_uuids=("u3",), recorded_at=later(days=1), proof="p2")
        await environment_records.put(RECORD)
        await environment_records.put(accepted)
        assert await environment_records.get("ss-dev") == accepted
