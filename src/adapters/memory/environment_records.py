"""Records of environments in memory."""

from application.ports.environment_records import EnvironmentRecords
from domain.proof import EnvironmentRecord


class MemoryEnvironmentRecords(EnvironmentRecords):
    def __init__(self) -> None:
        self._records: dict[str, EnvironmentRecord] = {}

    async def get(self, env_id: str) -> EnvironmentRecord | None:
        return self._records.get(env_id)

    async def put(self, record: EnvironmentRecord) -> None:
        self._records[record.env_id] = record
