"""How an environment proves that it is the one that was registered (design.md section 9)."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from domain.superset import Database


@dataclass(frozen=True, slots=True)
class EnvironmentRecord:
    """
    What was seen when an environment was registered.

    Args:
        proof: a token that the server signed then.
        database_uuids: of all its connections, sorted.

    """

    env_id: str
    url: str
    database_uuids: tuple[str, ...]
    recorded_at: datetime
    proof: str = field(repr=False)

    @property
    def fingerprint(self) -> str:
        """A short name for "this Superset", part of every digest."""
        signed = json.dumps([self.env_id, self.url, self.database_uuids])
        return hashlib.sha256(signed.encode()).hexdigest()


ProofFailure = Literal["other_address", "other_key", "other_databases"]


def recognise(
    record: EnvironmentRecord,
    url: str,
    databases: Iterable[Database],
    *,
    accepts_proof: bool,
) -> ProofFailure | None:
    """What is different from the registered environment; None when it is the same."""
    if url != record.url:
        return "other_address"
    if not accepts_proof:
        return "other_key"
    if database_uuids(databases) != record.database_uuids:
        return "other_databases"
    return None


def database_uuids(databases: Iterable[Database]) -> tuple[str, ...]:
    """The uuids, sorted, as a record keeps them."""
    return tuple(sorted(database.uuid for database in databases))
