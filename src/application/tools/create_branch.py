"""Begin a branch in the repository that holds versions of dashboards."""

from typing import Final

from pydantic import Field
from returns.result import Failure, Result, Success

from application.toolkit.context import ToolContext
from application.toolkit.failure import ToolFailure, failed
from application.toolkit.moving.places import from_repository
from application.toolkit.references import OptionalName
from application.toolkit.tool import Arguments, EnvironmentNeed, Tool, ToolOutcome
from domain.plan import FieldChange, Plan, Resource
from domain.repository import Commit, RepositoryFailed, name_refused
from domain.risk import ToolRisk
from domain.roles import Role
from domain.superset import JsonValue
from domain.texts import text

_MAIN: Final = "main"
_MAX_NAME: Final = 200


class CreateBranch(Arguments):
    name: str = Field(
        min_length=1,
        max_length=_MAX_NAME,
        description="Name of the new branch, e.g. feature/new-charts. No spaces.",
    )
    from_: OptionalName = Field(
        default=None,
        alias="from",
        description=(
            "Where it begins: a branch, or a commit by its id (commit:1a2b3c4). Leave it out to "
            "begin at main."
        ),
    )


async def plan(args: CreateBranch, ctx: ToolContext) -> Result[Plan, ToolFailure]:
    begins = await _start(args, ctx)
    if isinstance(begins, Failure):
        return Failure(from_repository(begins.failure()))
    commit = begins.unwrap()
    at = FieldChange("commit", None, f"{commit.short_id} {commit.subject}")
    return Success(
        Plan(
            summary=text(
                "create-branch-plan",
                branch=args.name,
                start=args.from_ or _MAIN,
                commit=commit.short_id,
            ),
            resources=(Resource("branch", "create", args.name, fields=(at,)),),
            undo_how=text("git-undo"),
            state=_state(args, commit),
        )
    )


async def run(args: CreateBranch, ctx: ToolContext) -> Result[ToolOutcome, ToolFailure]:
    begins = await _start(args, ctx)
    if isinstance(begins, Failure):
        return Failure(from_repository(begins.failure()))
    if not ctx.is_as_planned(_state(args, begins.unwrap())):
        return Failure(failed("move-not-as-planned", title=args.name))
    made = await ctx.services.repository.create_branch(args.name, begins.unwrap().id)
    if isinstance(made, Failure):
        return Failure(from_repository(made.failure()))
    branch = made.unwrap()
    return Success(
        ToolOutcome(
            value={"branch": branch.name, "commit": branch.commit_id},
            summary=text("create-branch-done", branch=branch.name, commit=branch.commit_id[:10]),
        )
    )


def _state(args: CreateBranch, begins: Commit) -> dict[str, JsonValue]:
    return {"branch": args.name, "commit": begins.id}


async def _start(args: CreateBranch, ctx: ToolContext) -> Result[Commit, RepositoryFailed]:
    """The commit that it begins at, once nothing speaks against the name."""
    known = await ctx.services.repository.branches()
    if isinstance(known, Failure):
        return Failure(known.failure())
    refused = name_refused(args.name, (branch.name for branch in known.unwrap()))
    if refused is not None:
        return Failure(refused)
    return await ctx.services.repository.resolve(args.from_ or _MAIN)


TOOL = Tool(
    name="create_branch",
    description=(
        "Begin a branch in the git repository that holds versions of dashboards. Changes no "
        "Superset. The person must approve."
    ),
    arguments=CreateBranch,
    risk=ToolRisk.WRITE,
    role=Role.ADMIN,
    contexts=frozenset({"dashboard"}),
    environment=EnvironmentNeed.NONE,
    environment_argument=None,
    run=run,
    plan=plan,
)
