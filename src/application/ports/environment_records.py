"""What was recorded of each environment when it was registered, to recognise it later."""

from abc import abstractmethod
from typing import Protocol

from domain.proof import EnvironmentRecord


class EnvironmentRecords(Protocol):
    """One record per environment."""

    @abstractmethod
    async def get(self, env_id: str) -> EnvironmentRecord | None:
        """The record of an environment, or None before its first use."""

    @abstractmethod
    async def put(self, record: EnvironmentRecord) -> None:
        """Register an environment, or accept it as it is now."""
