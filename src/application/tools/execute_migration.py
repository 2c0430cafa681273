"""Bring many dashboards from one environment to another. A task; its plan is the dry run."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Final, cast

from pydantic import BeforeValidator, Field
from returns.result import Failure, Result, Success

from application.toolkit.context import ToolContext
from application.toolkit.enumerating import counted
from application.toolkit.failure import ToolFailure, failed
from application.toolkit.moving.migrating import (
    Route,
    choose,
    expectation,
    in_short,
    open_route,
    plan_moves,
    replan,
)
from application.toolkit.moving.migration_result import (
    NAMES_SHOWN,
    equal_line,
    moved_line,
    outcome_of,
)
from application.toolkit.moving.move import Move, resources_of, undo_of
from application.toolkit.moving.moved import Moved, carry_out
from application.toolkit.moving.proof_after import prove_after, worse
from application.toolkit.references import Reference
from application.toolkit.tasks.start import TaskOrder, start_task
from application.toolkit.tool import Arguments, StepDone, TaskParts, Tool, ToolOutcome
from domain.bundle_references import charts_of
from domain.plan import Plan, Resource, Touched
from domain.risk import ToolRisk
from domain.roles import Role
from domain.superset import JsonValue
from domain.tasks import TaskEnding, TaskStep
from domain.texts import Text, text

_REASON: Final = "before execute_migration"
_PLAN_S: Final = 180.0
_STEP_S: Final = 600.0
_RESOURCES_SHOWN: Final = 400


def _none_when_empty(value: object) -> object:
    return value or None


class ExecuteMigration(Arguments):
    source_env: Reference = Field(description="Environment to take the dashboards from.")
    target_env: Reference = Field(description="Environment to put them onto.")
    dashboard_ids: Annotated[
        list[Reference] | None, Field(max_length=500), BeforeValidator(_none_when_empty)
    ] = Field(
        default=None,
        description=(
            "Numbers, uuids or exact titles of the dashboards in the source environment. Leave it "
            "out for all of them."
        ),
    )
    database_mapping: Annotated[
        dict[str, str] | None, Field(max_length=100), BeforeValidator(_none_when_empty)
    ] = Field(
        default=None,
        description=(
            "Name or uuid of a database connection in the source -> that of the one to use in the "
            "target. Leave it out where the names are the same."
        ),
    )


async def plan(args: ExecuteMigration, ctx: ToolContext) -> Result[Plan, ToolFailure]:
    prepared = await _prepare(args, ctx)
    return prepared.map(lambda moves: _plan(args, moves, ctx))


async def run(args: ExecuteMigration, ctx: ToolContext) -> Result[ToolOutcome, ToolFailure]:
    prepared = await _prepare(args, ctx)
    if isinstance(prepared, Failure):
        return Failure(prepared.failure())
    moves = prepared.unwrap()
    if not ctx.is_as_planned(_state(args, moves, ctx)):
        title = next((move.title for move in moves), "-")
        return Failure(failed("move-not-as-planned", title=title))
    blocked = next((reason for move in moves for reason in move.blocked), None)
    if blocked is not None:
        return Failure(ToolFailure(blocked))
    if not any(move.is_needed for move in moves):
        return Success(ToolOutcome({"changed": False}, _summary(args, moves, ctx)))
    arguments: dict[str, JsonValue] = {
        **args.model_dump(mode="json"),
        "source_env": _source_of(args, ctx),
        "target_env": ctx.env.env_id,
    }
    items = [expectation(move) for move in moves]
    return await start_task(
        TaskOrder(tool_name=TOOL.name, arguments=arguments, items=items, writes=True), ctx
    )


async def step(step: TaskStep, ctx: ToolContext) -> Result[StepDone, ToolFailure]:
    item = cast("Mapping[str, JsonValue]", step.item)
    if not item["needed"]:
        equal = text("migration-equal", title=str(item["title"]))
        return Success(StepDone(equal_line(item), equal))
    mapping = cast("Mapping[str, str] | None", step.arguments.get("database_mapping"))
    opened = await open_route(str(step.arguments["source_env"]), mapping, ctx)
    if isinstance(opened, Failure):
        return Failure(opened.failure())
    route = opened.unwrap()
    planned = await replan(item, route, ctx)
    if isinstance(planned, Failure):
        return Failure(planned.failure())
    move = planned.unwrap()
    if not move.is_needed:
        return Success(StepDone(equal_line(item), text("migration-equal", title=move.title)))
    carried = await carry_out(move, ctx, _REASON)
    if isinstance(carried, Failure):
        return Failure(carried.failure())
    return Success(await _proved(item, move, carried.unwrap(), route, ctx))


async def finish(ending: TaskEnding, ctx: ToolContext) -> Result[ToolOutcome, ToolFailure]:
    return Success(outcome_of(ending, ctx))


async def _prepare(
    args: ExecuteMigration, ctx: ToolContext
) -> Result[tuple[Move, ...], ToolFailure]:
    source = ctx.services.environments.find(args.source_env)
    if source is None or not ctx.caller.may_use(source.env_id):
        known = ", ".join(e for e in ctx.services.environments if ctx.caller.may_use(e))
        return Failure(failed("environment-unknown", env=args.source_env, known=known))
    if source.env_id == ctx.env.env_id:
        return Failure(failed("migration-same-environment", env=source.env_id))
    opened = await open_route(source.env_id, args.database_mapping, ctx)
    if isinstance(opened, Failure):
        return Failure(opened.failure())
    route: Route = opened.unwrap()
    chosen = choose(args.dashboard_ids, route.source)
    if isinstance(chosen, Failure):
        return Failure(chosen.failure())
    if not chosen.unwrap():
        return Failure(failed("migration-nothing", env=source.env_id))
    return await plan_moves(chosen.unwrap(), route, ctx)


def _plan(args: ExecuteMigration, moves: Sequence[Move], ctx: ToolContext) -> Plan:
    undo, undo_how = undo_of(moves)
    return Plan(
        summary=_summary(args, moves, ctx),
        is_needed=any(move.is_needed for move in moves),
        resources=tuple(_resources(moves)),
        touched=tuple(_each_once(touched for move in moves for touched in move.touched)),
        warnings=tuple(_once(warning for move in moves for warning in move.warnings)),
        blocked=tuple(_once(reason for move in moves for reason in move.blocked)),
        undo=undo,
        undo_how=undo_how,
        state=_state(args, moves, ctx),
    )


def _state(args: ExecuteMigration, moves: Sequence[Move], ctx: ToolContext) -> dict[str, JsonValue]:
    return {
        "source": _source_of(args, ctx),
        "dashboards": {str(move.uuid): move.state for move in moves},
    }


def _summary(args: ExecuteMigration, moves: Sequence[Move], ctx: ToolContext) -> Text:
    return text(
        "migration-plan",
        source=_source_of(args, ctx),
        target=ctx.env.env_id,
        count=len(moves),
        counted=counted(
            (f"migration-count-{kind}", count) for kind, count in in_short(moves).items()
        ),
    )


def _source_of(args: ExecuteMigration, ctx: ToolContext) -> str:
    found = ctx.services.environments.find(args.source_env)
    return args.source_env if found is None else found.env_id


def _resources(moves: Sequence[Move]) -> Iterator[Resource]:
    """Each object once, what changes first; a card has no room for thousands of equal ones."""
    every = {(r.kind, r.uuid, r.title): r for move in moves for r in resources_of(move)}
    changing = [each for each in every.values() if each.change != "keep"]
    staying = [each for each in every.values() if each.change == "keep"]
    shown = [*changing, *staying]
    yield from shown[:_RESOURCES_SHOWN]
    if len(shown) > _RESOURCES_SHOWN:
        yield Resource("…", "keep", f"+{len(shown) - _RESOURCES_SHOWN}")


async def _proved(
    item: Mapping[str, JsonValue], move: Move, moved: Moved, route: Route, ctx: ToolContext
) -> StepDone:
    """Run the charts on both sides, and tell what arrived."""
    charts = charts_of(move.expected.dashboards[str(move.uuid)])
    proofs = await prove_after(charts, moved.stock, route.source, ctx.services.clock)
    bad = worse(proofs)
    said = text(
        "migration-moved-one",
        title=move.title,
        charts=len(proofs),
        ran=sum(proof.target is not None for proof in proofs),
        worse=", ".join(bad[:NAMES_SHOWN]) or "none",
        left=len(moved.shortcomings),
        first=moved.shortcomings[0] if moved.shortcomings else "",
    )
    return StepDone(moved_line(item, moved, proofs, ctx), said)


def _once(texts: Iterator[Text]) -> list[Text]:
    found: list[Text] = []
    for each in texts:
        if each not in found:
            found.append(each)
    return found


def _each_once(touched: Iterator[Touched]) -> list[Touched]:
    return list({(each.kind, each.title): each for each in touched}.values())


def _title(item: JsonValue) -> str:
    return str(cast("Mapping[str, JsonValue]", item)["title"])


def _check(step: TaskStep, ctx: ToolContext) -> Text:
    return text("migration-check", title=_title(step.item), env=ctx.env.env_id, url=ctx.env.url)


TOOL = Tool(
    name="execute_migration",
    description=(
        "Bring many dashboards with their charts and datasets from one environment to another. It "
        "overwrites: afterwards the target is equal. The person is shown every change first and "
        "must approve. Runs as a task; every chart is run afterwards."
    ),
    arguments=ExecuteMigration,
    risk=ToolRisk.WRITE,
    role=Role.ADMIN,
    contexts=frozenset({"dashboard", "migration"}),
    environment_argument="target_env",
    written_environments=("target_env",),
    run=run,
    plan=plan,
    timeout_s=_PLAN_S,
    undo_risk=ToolRisk.WRITE,
    task=TaskParts(
        step=step,
        finish=finish,
        title=_title,
        writes=True,
        check=_check,
        step_timeout_s=_STEP_S,
    ),
)
