"""All that an account may read of the rights on one Superset."""

from dataclasses import dataclass

from returns.result import Failure, Result, Success

from application.ports.superset.gateway import Superset
from domain.access_audit import Rights
from domain.rights import Owned
from domain.superset import DatasetSummary, SupersetError, SupersetFault


@dataclass(frozen=True, slots=True)
class Everything:
    """What an audit starts from."""

    rights: Rights
    owned: tuple[Owned, ...]
    datasets: tuple[DatasetSummary, ...]


async def read_everything(superset: Superset) -> Result[Everything, SupersetError]:
    """Rights, owners and datasets; a right that the account lacks is no failure."""
    rights = await _read_rights(superset)
    if isinstance(rights, Failure):
        return rights
    owned = await superset.access.owned()
    if isinstance(owned, Failure):
        return Failure(owned.failure())
    datasets = await superset.datasets.all()
    if isinstance(datasets, Failure):
        return Failure(datasets.failure())
    return Success(Everything(rights.unwrap(), owned.unwrap(), datasets.unwrap()))


async def _read_rights(superset: Superset) -> Result[Rights, SupersetError]:
    """What the account may not read is None; any other failure is one of the audit."""
    roles = await superset.access.roles()
    users = await superset.access.users()
    row_rules = await superset.access.row_rules()
    for read in (roles, users, row_rules):
        if isinstance(read, Failure) and read.failure().fault is not SupersetFault.FORBIDDEN:
            return Failure(read.failure())
    return Success(
        Rights(
            roles=None if isinstance(roles, Failure) else roles.unwrap(),
            users=None if isinstance(users, Failure) else users.unwrap(),
            row_rules=None if isinstance(row_rules, Failure) else row_rules.unwrap(),
        )
    )
