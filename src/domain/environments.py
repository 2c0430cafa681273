"""The Supersets that this service operates."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from domain.tiers import Tier, match_environment, tier_of


@dataclass(frozen=True, slots=True)
class Environment:
    """
    One Superset.

    Args:
        env_id: the name from environments.toml, e.g. "ss-dev".
        url: base URL without a trailing slash.
        tier_setting: the environment's own `tier`; it wins over the name.

    """

    env_id: str
    url: str
    tier_setting: Tier | None = None

    @property
    def tier(self) -> Tier | None:
        """The tier that risk is judged by; None is treated as prod for writing."""
        return tier_of(self.env_id, self.tier_setting)


class Environments(Mapping[str, Environment]):
    """All configured environments, in the order of the file."""

    def __init__(self, environments: list[Environment]) -> None:
        self._by_id = {environment.env_id: environment for environment in environments}

    def __getitem__(self, env_id: str) -> Environment:
        return self._by_id[env_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_id)

    def __len__(self) -> int:
        return len(self._by_id)

    def find(self, spelling: str) -> Environment | None:
        """The environment that is meant by a spelling such as " Prod"; None when unsure."""
        env_id = match_environment(spelling, self._by_id)
        return None if env_id is None else self._by_id[env_id]
