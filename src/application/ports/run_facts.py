"""Facts of the last run of each chart and dataset."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import Protocol

from domain.quality_facts import KeptFacts


class RunFacts(Protocol):
    """One run is kept for each subject of an environment."""

    @abstractmethod
    async def last(self, env_id: str, subjects: Sequence[str]) -> tuple[KeptFacts, ...]:
        """What was kept of these subjects; those that never ran are left out."""

    @abstractmethod
    async def keep(self, env_id: str, facts: Iterable[KeptFacts]) -> None:
        """Keep these in the place of what was kept of their subjects: all of them or none."""
