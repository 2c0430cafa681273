"""Facts of last runs in memory."""

from collections.abc import Iterable, Sequence

from application.ports.run_facts import RunFacts
from domain.quality_facts import KeptFacts


class MemoryRunFacts(RunFacts):
    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], KeptFacts] = {}

    async def last(self, env_id: str, subjects: Sequence[str]) -> tuple[KeptFacts, ...]:
        keys = ((env_id, subject) for subject in dict.fromkeys(subjects))
        return tuple(self._kept[key] for key in keys if key in self._kept)

    async def keep(self, env_id: str, facts: Iterable[KeptFacts]) -> None:
        self._kept |= {(env_id, each.subject): each for each in facts}
