"""Commit a dashboard, as an environment has it now, to the repository of versions."""

from typing import Final

from pydantic import Field
from returns.result import Failure, Result, Success

from application.toolkit.context import ToolContext
from application.toolkit.failure import ToolFailure, failed
from application.toolkit.links import absolute_url
from application.toolkit.model_text import lines_within_limit, on_one_line
from application.toolkit.moving.committing import Committing, plan_commit
from application.toolkit.moving.places import Place, find_in, from_repository
from application.toolkit.references import EnvironmentId, OptionalName, Reference
from application.toolkit.tool import Arguments, Tool, ToolOutcome
from domain.bundle_changes import ObjectChange
from domain.plan import FieldChange, Plan, Resource, Target, Touched
from domain.repository import Commit, NewCommit, RepositoryFailed, author_of, is_branch_name
from domain.risk import ToolRisk
from domain.roles import Role
from domain.superset import JsonValue
from domain.texts import Text, text

_MAIN: Final = "main"
_MAX_MESSAGE: Final = 4_000
_FIELDS_SHOWN: Final = 40


class CommitChanges(Arguments):
    dashboard_id: Reference = Field(
        description="Number, uuid or exact title of the dashboard, as search_dashboards gives it."
    )
    message: str = Field(
        min_length=1,
        max_length=_MAX_MESSAGE,
        description="What changed and why, in the person's words.",
    )
    branch: OptionalName = Field(
        default=None, description="An existing branch. Leave it out to commit to main."
    )
    env_id: EnvironmentId = None


async def plan(args: CommitChanges, ctx: ToolContext) -> Result[Plan, ToolFailure]:
    compared = await _compare(args, ctx)
    if isinstance(compared, Failure):
        return Failure(compared.failure())
    new = compared.unwrap()
    return Success(
        Plan(
            summary=_summary(new, ctx),
            target=_target(new, ctx),
            is_needed=new.is_needed,
            resources=_resources(new, args.message),
            touched=_touched(new),
            warnings=tuple(
                text("commit-changes-unreadable", file=path) for path in new.kept.unreadable
            ),
            blocked=_blocked(new) if new.is_needed else (),
            undo_how=text("git-undo"),
            state=new.state,
        )
    )


async def run(args: CommitChanges, ctx: ToolContext) -> Result[ToolOutcome, ToolFailure]:
    compared = await _compare(args, ctx)
    if isinstance(compared, Failure):
        return Failure(compared.failure())
    new = compared.unwrap()
    if ctx.planned_uuid is not None and new.found.uuid != ctx.planned_uuid:
        moved = failed("commit-changes-moved", reference=args.dashboard_id, env=ctx.env.env_id)
        return Failure(moved)
    if not ctx.is_as_planned(new.state):
        return Failure(failed("move-not-as-planned", title=new.found.title))
    if not new.is_needed:
        return Success(_nothing(new, ctx))
    landed = await ctx.services.repository.commit(
        NewCommit(
            branch=new.branch,
            folder=new.kept.folder,
            files=new.files,
            message=_message(args.message, new, ctx),
            author=author_of(ctx.caller.user),
            at=ctx.services.clock.now(),
            base=new.kept.tip.id if new.kept.tip else None,
        )
    )
    if isinstance(landed, Failure):
        return Failure(from_repository(landed.failure()))
    commit = landed.unwrap()
    return Success(_nothing(new, ctx) if commit is None else _outcome(commit, new, ctx))


async def _compare(args: CommitChanges, ctx: ToolContext) -> Result[Committing, ToolFailure]:
    branch = args.branch or _MAIN
    if not is_branch_name(branch):
        return Failure(from_repository(RepositoryFailed("bad-branch", branch)))
    found = await find_in(Place("environment", ctx.env.env_id), args.dashboard_id, ctx)
    if isinstance(found, Failure):
        return Failure(found.failure())
    return await plan_commit(found.unwrap(), branch, ctx)


def _summary(new: Committing, ctx: ToolContext) -> Text:
    title, env_id = new.found.title, ctx.env.env_id
    if not new.is_needed:
        return text("commit-changes-nothing", title=title, env=env_id, branch=new.branch)
    key = "commit-changes-plan" if new.kept.files else "commit-changes-first"
    return text(key, title=title, env=env_id, branch=new.branch, count=len(_changed(new)))


def _target(new: Committing, ctx: ToolContext) -> Target:
    live = new.found.live
    number = live.id if live else None
    url = absolute_url(ctx.env, live.url) if live else None
    return Target("dashboard", new.found.title, new.found.uuid, number, url)


def _resources(new: Committing, message: str) -> tuple[Resource, ...]:
    tip = new.kept.tip
    before = f"{tip.short_id} {tip.subject}" if tip else None
    moved = FieldChange("commit", before, message.partition("\n")[0])
    branch = Resource("branch", "update" if tip else "create", new.branch, fields=(moved,))
    return (branch, *map(_resource, _changed(new)))


def _resource(change: ObjectChange) -> Resource:
    shown = change.fields[:_FIELDS_SHOWN]
    rest = len(change.fields) - len(shown)
    more = (FieldChange("…", None, f"+{rest}"),) if rest else ()
    return Resource(change.kind, change.change, change.title, change.uuid, fields=(*shown, *more))


def _changed(new: Committing) -> list[ObjectChange]:
    return [change for change in new.changes if change.change != "keep"]


def _touched(new: Committing) -> tuple[Touched, ...]:
    if new.last is None:
        return ()
    why = text(
        "commit-changes-before",
        author=new.last.author.name,
        at=new.last.at.strftime("%Y-%m-%d %H:%M UTC"),
    )
    return (Touched("commit", f"{new.last.short_id} {new.last.subject}", why),)


def _blocked(new: Committing) -> tuple[Text, ...]:
    if new.checked_out is None:
        return ()
    refused = RepositoryFailed("checked-out", new.branch, new.checked_out)
    return (from_repository(refused).text,)


def _message(message: str, new: Committing, ctx: ToolContext) -> str:
    """The person's words, and after them what a reader of the history looks for."""
    title = " ".join(new.found.title.split())
    facts = f"Dashboard: {title} ({new.found.uuid})\nEnvironment: {ctx.env.env_id}"
    return f"{message}\n\n{facts}"


def _nothing(new: Committing, ctx: ToolContext) -> ToolOutcome:
    title, env_id = new.found.title, ctx.env.env_id
    value: JsonValue = {
        "changed": False,
        "branch": new.branch,
        "env_id": env_id,
        "dashboard": {"uuid": new.found.uuid, "title": title},
    }
    return ToolOutcome(
        value, text("commit-changes-nothing", title=title, env=env_id, branch=new.branch)
    )


def _outcome(commit: Commit, new: Committing, ctx: ToolContext) -> ToolOutcome:
    title, changed = new.found.title, _changed(new)
    value: JsonValue = {
        "changed": True,
        "branch": new.branch,
        "commit": commit.id,
        "author": commit.author.name,
        "folder": new.kept.folder,
        "env_id": ctx.env.env_id,
        "dashboard": {"uuid": new.found.uuid, "title": title},
        "changes": [
            {
                "kind": change.kind,
                "change": change.change,
                "title": change.title,
                "uuid": change.uuid,
                "fields": [field.name for field in change.fields],
            }
            for change in changed
        ],
    }
    head = f"Committed {on_one_line(title)} to branch {new.branch} as {commit.short_id}."
    lines = (f"{each.change} {each.kind} {on_one_line(each.title)}" for each in changed)
    return ToolOutcome(
        value=value,
        summary=text("commit-changes-done", title=title, branch=new.branch, commit=commit.short_id),
        for_model=lines_within_limit(head, lines),
    )


TOOL = Tool(
    name="commit_changes",
    description=(
        "Commit a dashboard with its charts and datasets, as an environment has it now, to the "
        "git repository of versions. Changes no Superset. The person is shown what changed since "
        "the last version and must approve."
    ),
    arguments=CommitChanges,
    risk=ToolRisk.WRITE,
    role=Role.ADMIN,
    contexts=frozenset({"dashboard"}),
    run=run,
    plan=plan,
)
