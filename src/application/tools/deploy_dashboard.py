"""Put one dashboard onto an environment: from another one, a branch, a commit or a backup."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pydantic import Field
from returns.result import Failure, Result, Success

from application.toolkit.context import ToolContext
from application.toolkit.enumerating import happening
from application.toolkit.failure import ToolFailure, failed
from application.toolkit.links import absolute_url
from application.toolkit.moving.move import (
    Move,
    affected_by,
    chart_title,
    leaving,
    plan_move,
    resources_of,
    undo_of,
)
from application.toolkit.moving.moved import Moved, carry_out
from application.toolkit.moving.moved_sql import with_judged_sql
from application.toolkit.moving.places import FoundDashboard, Place, find_in, read_place
from application.toolkit.moving.proof_after import ChartProof, prove_after, worse
from application.toolkit.references import OptionalName, Reference
from application.toolkit.stock import Stock, take_stock
from application.toolkit.tool import Arguments, Tool, ToolOutcome
from domain.bundle_references import charts_of
from domain.plan import Plan, Target
from domain.risk import ToolRisk
from domain.roles import Role
from domain.superset import JsonValue
from domain.texts import Text, text

_REASON: Final = "before deploy_dashboard"
_TIMEOUT_S: Final = 180.0
_NAMES_SHOWN: Final = 5


class DeployDashboard(Arguments):
    dashboard_id: Reference = Field(
        description=(
            "Number, uuid or exact title of the dashboard in its source. A number is that of the "
            "source environment."
        )
    )
    source: OptionalName = Field(
        default=None,
        description=(
            "Where to take it from: an environment, branch:NAME, commit:ID or backup:ID. Left out, "
            "it is the environment of the conversation."
        ),
    )
    target_env: Reference = Field(description="Environment to put it onto, e.g. ss-prod.")


@dataclass(frozen=True, slots=True)
class _Deployment:
    found: FoundDashboard
    move: Move


async def plan(args: DeployDashboard, ctx: ToolContext) -> Result[Plan, ToolFailure]:
    prepared = await _prepare(args, ctx)
    return prepared.map(lambda deployment: _plan(deployment, ctx))


async def run(args: DeployDashboard, ctx: ToolContext) -> Result[ToolOutcome, ToolFailure]:
    prepared = await _prepare(args, ctx)
    if isinstance(prepared, Failure):
        return Failure(prepared.failure())
    found, move = prepared.unwrap().found, prepared.unwrap().move
    refused = _refusal(prepared.unwrap(), ctx)
    if refused is not None:
        return Failure(refused)
    if not move.is_needed:
        return Success(ToolOutcome({"changed": False}, _unchanged(found, ctx)))
    carried = await carry_out(move, ctx, _REASON)
    if isinstance(carried, Failure):
        return Failure(carried.failure())
    moved = carried.unwrap()
    charts = charts_of(move.expected.dashboards[found.uuid])
    proofs = await prove_after(charts, moved.stock, found.stock, ctx.services.clock)
    return Success(_outcome(prepared.unwrap(), moved, proofs, ctx))


def _refusal(deployment: _Deployment, ctx: ToolContext) -> ToolFailure | None:
    """Why what is found now must not be done."""
    found, move = deployment.found, deployment.move
    if ctx.planned_uuid is not None and move.uuid != ctx.planned_uuid:
        return failed("deploy-moved", title=found.title, place=found.place.spelling)
    if not ctx.is_as_planned(_state(deployment)):
        return failed("move-not-as-planned", title=found.title)
    return ToolFailure(move.blocked[0]) if move.blocked else None


async def _prepare(args: DeployDashboard, ctx: ToolContext) -> Result[_Deployment, ToolFailure]:
    place = _source(args, ctx)
    if isinstance(place, Failure):
        return Failure(place.failure())
    found = await find_in(place.unwrap(), args.dashboard_id, ctx)
    if isinstance(found, Failure):
        return Failure(found.failure())
    stock = await _target_stock(ctx)
    if isinstance(stock, Failure):
        return Failure(stock.failure())
    dashboard = found.unwrap()
    move = await plan_move(
        dashboard.bundle,
        stock.unwrap(),
        ctx.services.bundles,
        is_home=dashboard.home == ctx.env.env_id,
    )
    if isinstance(move, Failure):
        return Failure(move.failure())
    return Success(_Deployment(dashboard, await with_judged_sql(move.unwrap(), ctx)))


def _source(args: DeployDashboard, ctx: ToolContext) -> Result[Place, ToolFailure]:
    """The place that is named, else the environment of the conversation; never the target."""
    named = args.source or (ctx.turn_env.env_id if ctx.turn_env is not None else None)
    if named is None:
        return Failure(failed("deploy-source-missing", target=ctx.env.env_id))
    place = read_place(named, ctx)
    if isinstance(place, Failure):
        return place
    if place.unwrap() == Place("environment", ctx.env.env_id):
        key = "deploy-source-is-target" if args.source else "deploy-source-missing"
        return Failure(failed(key, target=ctx.env.env_id))
    return place


async def _target_stock(ctx: ToolContext) -> Result[Stock, ToolFailure]:
    opened = ctx.superset()
    if isinstance(opened, Failure):
        return Failure(opened.failure())
    return await take_stock(ctx.env.env_id, opened.unwrap())


def _plan(deployment: _Deployment, ctx: ToolContext) -> Plan:
    found, move, env_id = deployment.found, deployment.move, ctx.env.env_id
    live = move.live
    target = Target(
        "dashboard",
        live.title if live else found.title,
        found.uuid,
        live.id if live else None,
        absolute_url(ctx.env, live.url) if live else None,
    )
    undo, undo_how = undo_of([move])
    return Plan(
        summary=_unchanged(found, ctx)
        if not move.is_needed
        else text(
            "deploy-plan-new" if live is None else "deploy-plan",
            title=found.title,
            place=found.place.spelling,
            env=env_id,
            happening=happening(
                (
                    ("created", affected_by(move, "create")),
                    ("changed", affected_by(move, "update")),
                    ("leaving", [("chart", chart_title(uuid, move)) for uuid in leaving(move)]),
                )
            ),
        ),
        target=target,
        origin=_origin(found, ctx),
        origin_env=found.place.name if found.live else None,
        is_needed=move.is_needed,
        resources=resources_of(move),
        touched=move.touched,
        warnings=move.warnings,
        blocked=move.blocked,
        undo=undo,
        undo_how=undo_how,
        state=_state(deployment),
    )


def _state(deployment: _Deployment) -> dict[str, JsonValue]:
    found = deployment.found
    return {
        **deployment.move.state,
        "place": found.place.spelling,
        "version": found.version,
    }


def _origin(found: FoundDashboard, ctx: ToolContext) -> Target | None:
    if found.live is None:
        return None
    environment = ctx.services.environments[found.place.name]
    url = absolute_url(environment, found.live.url)
    return Target("dashboard", found.live.title, found.uuid, found.live.id, url)


def _unchanged(found: FoundDashboard, ctx: ToolContext) -> Text:
    return text(
        "deploy-no-change",
        title=found.title,
        place=found.place.spelling,
        env=ctx.env.env_id,
    )


def _outcome(
    deployment: _Deployment, moved: Moved, proofs: Sequence[ChartProof], ctx: ToolContext
) -> ToolOutcome:
    found, move = deployment.found, deployment.move
    live = moved.dashboard
    bad = worse(proofs)
    changes: list[JsonValue] = [
        {"kind": change.kind, "change": change.change, "title": change.title, "uuid": change.uuid}
        for change in move.changes
        if change.change != "keep"
    ]
    texts, language = ctx.services.texts, ctx.language
    return ToolOutcome(
        value={
            "changed": True,
            "env_id": ctx.env.env_id,
            "source": found.place.spelling,
            "uuid": found.uuid,
            "id": live.id if live else None,
            "title": live.title if live else found.title,
            "url": absolute_url(ctx.env, live.url) if live else None,
            "changes": changes,
            "left": [texts.say(each, language) for each in moved.shortcomings],
            "proof": [proof.wire for proof in proofs],
            "worse": [*bad],
            "backup": moved.snapshot,
            "undo_offered": bool(bad or moved.shortcomings),
        },
        summary=_summary(found, moved, proofs, ctx),
        snapshot=moved.snapshot,
        undo=moved.undo,
    )


def _summary(
    found: FoundDashboard, moved: Moved, proofs: Sequence[ChartProof], ctx: ToolContext
) -> Text:
    bad = worse(proofs)
    done = text(
        "deploy-done",
        title=found.title,
        place=found.place.spelling,
        env=ctx.env.env_id,
        charts=len(proofs),
        ran=sum(proof.target is not None for proof in proofs),
        backup=moved.snapshot or "none",
    )
    if bad:
        shown = ", ".join(bad[:_NAMES_SHOWN])
        return text("deploy-worse", done=done, charts=shown, count=len(bad))
    if moved.shortcomings:
        first = moved.shortcomings[0]
        return text("deploy-incomplete", done=done, first=first, count=len(moved.shortcomings))
    return done


TOOL = Tool(
    name="deploy_dashboard",
    description=(
        "Put one dashboard with its charts and datasets onto an environment, from another "
        "environment, a branch, a commit or a backup. It overwrites: afterwards the target is "
        "equal. The person is shown every change first and must approve; every chart is run "
        "afterwards, and it can be undone."
    ),
    arguments=DeployDashboard,
    risk=ToolRisk.WRITE,
    role=Role.ADMIN,
    contexts=frozenset({"dashboard", "migration"}),
    environment_argument="target_env",
    written_environments=("target_env",),
    run=run,
    plan=plan,
    timeout_s=_TIMEOUT_S,
    undo_risk=ToolRisk.WRITE,
)
