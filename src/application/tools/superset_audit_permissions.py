"""Who can see and change what, through which role, and what about that is worth a look."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from pydantic import Field
from returns.result import Failure, Result, Success

from application.ports.superset.gateway import Superset
from application.toolkit.all_rights import Everything, read_everything
from application.toolkit.context import ToolContext
from application.toolkit.failure import ToolFailure, failed, from_superset
from application.toolkit.finding import find_dashboard, find_dataset
from application.toolkit.model_text import lines_within_limit, on_one_line
from application.toolkit.references import EnvironmentId, OptionalReference
from application.toolkit.tool import Arguments, Tool, ToolOutcome
from domain.access_audit import (
    Finding,
    Person,
    Rights,
    finding_of_public,
    findings_of_owners,
    findings_of_roles,
    findings_of_row_rules,
    holders,
    people_of_dashboard,
    people_of_dataset,
    reaches,
    reads_all,
)
from domain.rights import Owned, SupersetRole
from domain.risk import ToolRisk
from domain.roles import Role
from domain.superset import DatasetSummary, JsonValue
from domain.texts import Text, text
from domain.truncation import Truncated

_NAMES_IN_A_SENTENCE: Final = 8


class AuditPermissions(Arguments):
    env_id: EnvironmentId = None
    dashboard_id: OptionalReference = Field(
        default=None, description="Number, uuid or exact title of one dashboard. Optional."
    )
    dataset_id: OptionalReference = Field(
        default=None, description="Number, uuid or exact name of one dataset. Optional."
    )


@dataclass(frozen=True, slots=True)
class Audit:
    """
    What was found; `unread` names what the account was not allowed to read.

    Args:
        subject: the dashboard or dataset that it is about, None for the environment.
        people: who can see the subject.
        datasets: those of the subject, or all.

    """

    rights: Rights
    unread: tuple[str, ...]
    subject: Owned | None
    people: tuple[Person, ...]
    datasets: tuple[DatasetSummary, ...]
    findings: tuple[Finding, ...]


async def run(args: AuditPermissions, ctx: ToolContext) -> Result[ToolOutcome, ToolFailure]:
    if args.dashboard_id is not None and args.dataset_id is not None:
        return Failure(failed("audit-one-object"))
    opened = ctx.superset()
    if isinstance(opened, Failure):
        return Failure(opened.failure())
    superset = opened.unwrap()
    known = await read_everything(superset)
    if isinstance(known, Failure):
        return Failure(from_superset(known.failure()))
    audit = await _audit(args, known.unwrap(), superset, ctx)
    return audit.map(lambda found: _outcome(found, ctx))


async def _audit(
    args: AuditPermissions, known: Everything, superset: Superset, ctx: ToolContext
) -> Result[Audit, ToolFailure]:
    if args.dashboard_id is not None:
        return await _audit_dashboard(args.dashboard_id, known, superset, ctx)
    if args.dataset_id is not None:
        return await _audit_dataset(args.dataset_id, known, superset, ctx)
    rights = known.rights
    findings = (
        *findings_of_roles(rights),
        *finding_of_public(rights, known.datasets),
        *findings_of_owners(rights, known.owned),
        *findings_of_row_rules(rights, known.datasets, known.datasets),
    )
    return Success(Audit(rights, _unread(rights), None, (), known.datasets, findings))


async def _audit_dashboard(
    reference: str, known: Everything, superset: Superset, ctx: ToolContext
) -> Result[Audit, ToolFailure]:
    found = await find_dashboard(superset, reference, ctx.env.env_id)
    if isinstance(found, Failure):
        return Failure(found.failure())
    charts = await superset.dashboards.charts(found.unwrap().id)
    if isinstance(charts, Failure):
        return Failure(from_superset(charts.failure()))
    used = {chart.dataset_id for chart in charts.unwrap()}
    datasets = tuple(dataset for dataset in known.datasets if dataset.id in used)
    owned = _owned("dashboard", found.unwrap().id, known.owned)
    if owned is None:
        return Failure(failed("dashboard-unknown", reference=reference, env=ctx.env.env_id))
    people = people_of_dashboard(known.rights, owned, datasets)
    return Success(_of_object(known, owned, people, datasets))


async def _audit_dataset(
    reference: str, known: Everything, superset: Superset, ctx: ToolContext
) -> Result[Audit, ToolFailure]:
    found = await find_dataset(superset, reference, ctx.env.env_id)
    if isinstance(found, Failure):
        return Failure(found.failure())
    owned = _owned("dataset", found.unwrap().id, known.owned)
    if owned is None:
        return Failure(failed("dataset-unknown", reference=reference, env=ctx.env.env_id))
    people = people_of_dataset(known.rights, owned, found.unwrap())
    return Success(_of_object(known, owned, people, (found.unwrap(),)))


def _of_object(
    known: Everything,
    owned: Owned,
    people: tuple[Person, ...],
    datasets: tuple[DatasetSummary, ...],
) -> Audit:
    rights = known.rights
    findings = (
        *finding_of_public(rights, datasets),
        *(one for one in findings_of_roles(rights) if one.code == "all-data-role"),
        *findings_of_owners(rights, (owned,)),
        *findings_of_row_rules(rights, known.datasets, datasets),
    )
    return Audit(rights, _unread(rights), owned, people, datasets, findings)


def _owned(kind: str, object_id: str, owned: Iterable[Owned]) -> Owned | None:
    return next((each for each in owned if (each.kind, each.id) == (kind, object_id)), None)


def _unread(rights: Rights) -> tuple[str, ...]:
    parts = {"roles": rights.roles, "users": rights.users, "row-rules": rights.row_rules}
    return tuple(name for name, value in parts.items() if value is None)


def _outcome(audit: Audit, ctx: ToolContext) -> ToolOutcome:
    said: list[JsonValue] = [_finding(finding, ctx) for finding in audit.findings]
    people: list[JsonValue] = [_person(person) for person in audit.people]
    rights = audit.rights
    value: dict[str, JsonValue] = {
        "env_id": ctx.env.env_id,
        "object": None if audit.subject is None else _object(audit.subject),
        "not_readable": list(audit.unread),
        "people": people if _knows_people(rights) else None,
        "roles": None if rights.roles is None else [_role(r, audit) for r in rights.roles],
        "row_rules": None
        if rights.row_rules is None
        else [
            {"name": rule.name, "kind": rule.kind, "roles": rule.roles, "datasets": rule.datasets}
            for rule in rights.row_rules
            if {dataset.id for dataset in audit.datasets} & set(rule.datasets)
        ],
        "findings": said,
        "items": [*said] if audit.subject is None else people,
    }
    return ToolOutcome(value=value, summary=_summary(audit, ctx), for_model=_lines(audit, ctx))


def _summary(audit: Audit, ctx: ToolContext) -> Text:
    env_id, unread = ctx.env.env_id, _unread_text(audit)
    worst = sum(finding.severity == "high" for finding in audit.findings)
    if audit.subject is None:
        return text(
            "audit-environment-done",
            env=env_id,
            findings=len(audit.findings),
            high=worst,
            whole="no" if audit.unread else "yes",
            unread=unread,
        )
    if {"roles", "users"} & {*audit.unread}:
        # Nobody found is not nobody there.
        return text(
            "audit-object-unread",
            kind=audit.subject.kind,
            title=audit.subject.title,
            env=env_id,
            unread=unread,
        )
    active = [person for person in audit.people if person.user.is_active]
    return text(
        "audit-object-done",
        kind=audit.subject.kind,
        title=audit.subject.title,
        env=env_id,
        seeing=len(active),
        changing=sum(person.may_change for person in active),
        findings=len(audit.findings),
        unread=unread,
    )


def _unread_text(audit: Audit) -> Text:
    if not audit.unread:
        return text("audit-all-read")
    return text("audit-unread", parts="-".join(audit.unread))


def _finding(finding: Finding, ctx: ToolContext) -> dict[str, JsonValue]:
    said = _finding_text(finding)
    return {
        "severity": finding.severity,
        "code": finding.code,
        "text": ctx.services.texts.say(said, ctx.language),
        "names": list(finding.names),
    }


def _finding_text(finding: Finding) -> Text:
    shown = finding.names[:_NAMES_IN_A_SENTENCE]
    names = ", ".join(shown) + (", …" if len(finding.names) > len(shown) else "")
    return text(f"audit-finding-{finding.code}", names=names or "–", count=len(finding.names))


def _object(owned: Owned) -> dict[str, JsonValue]:
    return {
        "kind": owned.kind,
        "id": owned.id,
        "uuid": owned.uuid,
        "title": owned.title,
        "published": owned.published,
        "owners": [owner.title for owner in owned.owners],
        "access_roles": list(owned.roles),
    }


def _person(person: Person) -> dict[str, JsonValue]:
    return {
        "username": person.user.username,
        "name": person.user.name,
        "active": person.user.is_active,
        "may_change": person.may_change,
        "through": list(person.through),
    }


def _role(role: SupersetRole, audit: Audit) -> dict[str, JsonValue]:
    return {
        "name": role.name,
        "people": list(holders(audit.rights, role.name)) if _knows_people(audit.rights) else None,
        "reads": "all" if reads_all(role) else sum(reaches(role, one) for one in audit.datasets),
    }


def _knows_people(rights: Rights) -> bool:
    return rights.users is not None and rights.roles is not None


def _lines(audit: Audit, ctx: ToolContext) -> Truncated:
    english = ctx.services.texts
    head = english.say(_summary(audit, ctx), "en")
    lines = [
        f"- {finding.severity}: {english.say(_finding_text(finding), 'en')}"
        for finding in audit.findings
    ]
    if audit.subject is not None:
        lines.append(f"Object: {on_one_line(_object(audit.subject))}")
        lines.extend(f"- can see it: {on_one_line(_person(person))}" for person in audit.people)
    else:
        roles = audit.rights.roles or ()
        lines.extend(f"- role {on_one_line(_role(role, audit))}" for role in roles)
    return lines_within_limit(head, lines)


TOOL = Tool(
    name="superset_audit_permissions",
    description=(
        "Tell who can see and change a dashboard or a dataset and through which role; without "
        "either, audit the whole environment: roles, admins, public access, owners who are gone, "
        "row-level security. Says what the account was not allowed to read."
    ),
    arguments=AuditPermissions,
    risk=ToolRisk.READ,
    role=Role.ANALYST,
    contexts=frozenset({"dataset"}),
    run=run,
)
