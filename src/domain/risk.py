"""The three axes on which a call is judged: what it does, where, and whether the person may."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from domain.roles import Role, covers
from domain.sql_verdict import SqlVerdict
from domain.tiers import Tier


class ToolRisk(StrEnum):
    READ = "read"
    WRITE = "write"
    DANGEROUS = "dangerous"


class RiskLevel(StrEnum):
    SAFE = "safe"
    GUARDED = "guarded"
    DANGEROUS = "dangerous"


_LEVELS = {
    ToolRisk.READ: RiskLevel.SAFE,
    ToolRisk.WRITE: RiskLevel.GUARDED,
    ToolRisk.DANGEROUS: RiskLevel.DANGEROUS,
}


def risk_level(risk: ToolRisk) -> RiskLevel:
    """How a risk is shown; the same on every tier."""
    return _LEVELS[risk]


@dataclass(frozen=True, slots=True)
class ToolDeclaration:
    """
    What the rules know of a tool; `specs/catalogue.json` holds all of them.

    `arguments` are all argument names, `optional` those that may be absent.
    `environment_argument` names the environment of the call, None when it takes none.
    `written_environments` are the arguments that name environments which a write touches.
    `sql_argument` holds SQL that Superset will run; with a `risk` of READ the SQL decides the risk.
    `write_when` names an argument whose truth turns a read into a write.
    """

    name: str
    risk: ToolRisk
    required_role: Role
    contexts: frozenset[str]
    arguments: tuple[str, ...]
    optional: tuple[str, ...]
    environment_argument: str | None
    written_environments: tuple[str, ...]
    sql_argument: str | None
    write_when: str | None

    @property
    def is_judged_by_sql(self) -> bool:
        return self.sql_argument is not None and self.risk is ToolRisk.READ


def risk_of_call(
    declaration: ToolDeclaration, arguments: Mapping[str, object], sql: SqlVerdict | None
) -> ToolRisk:
    """The risk of a call; what its SQL decides is dangerous without a verdict that it reads."""
    if declaration.is_judged_by_sql:
        return ToolRisk.READ if sql is not None and sql.is_read else ToolRisk.DANGEROUS
    if declaration.risk is ToolRisk.READ and is_declared_write(declaration, arguments):
        return ToolRisk.WRITE
    return declaration.risk


def is_declared_write(declaration: ToolDeclaration, arguments: Mapping[str, object]) -> bool:
    """Whether a call writes by its declaration alone; what its SQL does is for a judge to say."""
    if declaration.risk is not ToolRisk.READ:
        return True
    return declaration.write_when is not None and bool(arguments.get(declaration.write_when))


def required_role_of_call(declaration: ToolDeclaration, risk: ToolRisk) -> Role:
    """The role that a call of this risk needs: SQL that is no read is for admins, on every tier."""
    if declaration.is_judged_by_sql and risk is not ToolRisk.READ:
        return Role.ADMIN
    return declaration.required_role


@dataclass(frozen=True, slots=True)
class Assessment:
    """One call on the three axes; `tier` is None for an unknown tier and for no environment."""

    risk: ToolRisk
    risk_level: RiskLevel
    dangerous: bool
    tier: Tier | None
    env_id: str | None
    required_role: Role
    permission_granted: bool


def assess(
    declaration: ToolDeclaration,
    arguments: Mapping[str, object],
    sql: SqlVerdict | None,
    role: Role,
    env_id: str | None,
    tier: Tier | None,
) -> Assessment:
    """The call on all three axes; neither tier nor role changes its risk."""
    risk = risk_of_call(declaration, arguments, sql)
    required = required_role_of_call(declaration, risk)
    return Assessment(
        risk=risk,
        risk_level=risk_level(risk),
        dangerous=risk is ToolRisk.DANGEROUS,
        tier=tier,
        env_id=env_id,
        required_role=required,
        permission_granted=covers(role, required),
    )
