"""What the turn engine keeps of a turn that waits."""

from abc import abstractmethod
from typing import Protocol


class Checkpoints(Protocol):
    """A turn's state lives here from the first wait until the turn ends, and no longer."""

    @abstractmethod
    async def is_waiting(self, turn_id: str) -> bool:
        """Whether the turn can be resumed from a wait."""

    @abstractmethod
    async def forget(self, turn_id: str) -> None:
        """Drop all state of a turn; a no-op for an unknown one."""

    @abstractmethod
    async def known(self) -> tuple[str, ...]:
        """Turn ids that have state."""
