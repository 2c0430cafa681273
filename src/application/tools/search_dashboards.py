"""Dashboards by title and tags, owner and age, on one environment or on all."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated, Final

from pydantic import AfterValidator, Field
from returns.result import Failure, Result, Success

from application.ports.superset.gateway import Superset
from application.toolkit.context import ToolContext
from application.toolkit.each_environment import Seen, in_each_environment
from application.toolkit.failure import FailureKind, ToolFailure, from_superset
from application.toolkit.faults import wrong
from application.toolkit.links import absolute_url
from application.toolkit.model_text import lines_within_limit, on_one_line
from application.toolkit.references import EnvironmentIdOrAll, OptionalName
from application.toolkit.tool import Arguments, EnvironmentNeed, Tool, ToolOutcome
from application.toolkit.word_search import folded, has_every_word, stems_of, words_of
from domain.environments import Environment
from domain.risk import ToolRisk
from domain.roles import Role
from domain.superset import DashboardSummary, JsonValue
from domain.texts import text

_DURATION: Final = re.compile(r"(\d{1,4})\s*([hdw])")
_ANY_TIME: Final = datetime(2000, 1, 1, tzinfo=UTC)
_UNITS: Final = {"h": "hours", "d": "days", "w": "weeks"}

Hit = tuple[Environment, DashboardSummary]


def _since(value: str, now: datetime) -> datetime:
    duration = _DURATION.fullmatch(value.strip().lower())
    if duration:
        return now - timedelta(**{_UNITS[duration[2]]: int(duration[1])})
    moment = datetime.fromisoformat(value)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _readable_time(value: str | None) -> str | None:
    if value is not None:
        try:
            _since(value, _ANY_TIME)
        except ValueError:
            raise wrong("invalid-moment") from None
    return value


class SearchDashboards(Arguments):
    query: OptionalName = Field(
        default=None,
        description=(
            "Words that stand in the title or the tags, in any language and case; all of them "
            "must match. Leave it out to list the dashboards."
        ),
    )
    env_id: EnvironmentIdOrAll = None
    owner: OptionalName = Field(default=None, description="Part of an owner's name.")
    tag: OptionalName = Field(default=None, description="A tag, written in full.")
    changed_since: Annotated[OptionalName, AfterValidator(_readable_time)] = Field(
        default=None, description="ISO date or time, or a duration back from now: 24h, 7d, 2w."
    )
    limit: int = Field(default=20, ge=1, le=200, description="How many to return, newest first.")


async def run(args: SearchDashboards, ctx: ToolContext) -> Result[ToolOutcome, ToolFailure]:
    seen = await in_each_environment(ctx, _all_dashboards)
    failures = [(one.environment.env_id, one.result.failure()) for one in seen if _failed(one)]
    if failures and len(failures) == len(seen):
        return Failure(_nothing_answers(failures))
    everything = [
        (one.environment, dashboard)
        for one in seen
        if not _failed(one)
        for dashboard in one.result.unwrap()
    ]
    hits = _matching(everything, args, ctx.services.clock.now())
    shown = hits[: args.limit]
    say = ctx.services.texts.say
    value: dict[str, JsonValue] = {
        "items": [_item(hit) for hit in shown],
        "total": len(hits),
        "problems": [
            {"env_id": env_id, "problem": say(failure.text, ctx.language)}
            for env_id, failure in failures
        ],
    }
    key = "search-dashboards-partly" if failures else "search-dashboards-done"
    if not hits and args.query and not failures and _asks_for_words_alone(args):
        key = "search-dashboards-none"
    missing = ", ".join(env_id for env_id, _ in failures)
    head = f"{len(hits)} dashboards match, {len(shown)} shown."
    if failures:
        head += f" Not searched, because they failed: {missing}."
    return Success(
        ToolOutcome(
            value=value,
            summary=text(
                key, count=len(hits), shown=len(shown), missing=missing, query=args.query or ""
            ),
            for_model=lines_within_limit(head, map(_line, shown)),
        )
    )


def _asks_for_words_alone(args: SearchDashboards) -> bool:
    return args.owner is None and args.tag is None and args.changed_since is None


async def _all_dashboards(
    environment: Environment, superset: Superset
) -> Result[tuple[DashboardSummary, ...], ToolFailure]:
    del environment
    found = await superset.dashboards.all()
    return found.alt(from_superset)


def _failed(seen: Seen[tuple[DashboardSummary, ...]]) -> bool:
    return isinstance(seen.result, Failure)


def _nothing_answers(failures: Sequence[tuple[str, ToolFailure]]) -> ToolFailure:
    first = failures[0][1]
    if len(failures) == 1:
        return first
    names = ", ".join(env_id for env_id, _ in failures)
    is_transient = all(failure.kind is FailureKind.TRANSIENT for _, failure in failures)
    return ToolFailure(
        text("no-environment-answers", environments=names, first=first.text),
        FailureKind.TRANSIENT if is_transient else FailureKind.FINAL,
    )


def _matching(everything: Sequence[Hit], args: SearchDashboards, now: datetime) -> list[Hit]:
    """
    Newest first. A query with signs ("A+B") means titles that have it to the letter, where there
    are such; only when no title has the words as they are, their stems are looked for.
    """
    candidates = [hit for hit in everything if _fits(hit[1], args, now)]
    written = folded(args.query or "").strip()
    words = words_of(written)
    hits = [hit for hit in candidates if has_every_word(words, _searched(hit[1]))]
    if not hits:
        stems = stems_of(words)
        hits = [hit for hit in candidates if has_every_word(stems, _searched(hit[1]))]
    if not "".join(written.split()).isalnum():
        hits = [hit for hit in hits if written in folded(hit[1].title)] or hits
    return sorted(hits, key=lambda hit: hit[1].changed_at, reverse=True)


def _searched(dashboard: DashboardSummary) -> tuple[str, ...]:
    return (dashboard.title, *dashboard.tags)


def _fits(dashboard: DashboardSummary, args: SearchDashboards, now: datetime) -> bool:
    if args.owner and not any(
        has_every_word(words_of(args.owner), [owner]) for owner in dashboard.owners
    ):
        return False
    if args.tag and folded(args.tag) not in {folded(tag) for tag in dashboard.tags}:
        return False
    return args.changed_since is None or dashboard.changed_at >= _since(args.changed_since, now)


def _item(hit: Hit) -> dict[str, JsonValue]:
    environment, dashboard = hit
    return {
        "env_id": environment.env_id,
        "id": dashboard.id,
        "uuid": dashboard.uuid,
        "title": dashboard.title,
        "url": absolute_url(environment, dashboard.url),
        "owners": list(dashboard.owners),
        "tags": list(dashboard.tags),
        "published": dashboard.published,
        "changed_at": dashboard.changed_at.isoformat().replace("+00:00", "Z"),
        "changed_by": dashboard.changed_by,
    }


def _line(hit: Hit) -> str:
    environment, dashboard = hit
    state = "published" if dashboard.published else "draft"
    tags = f", tags {on_one_line(list(dashboard.tags))}" if dashboard.tags else ""
    return (
        f"- {environment.env_id} #{dashboard.id} {on_one_line(dashboard.title)}, {state}, owners "
        f"{on_one_line(list(dashboard.owners))}{tags}, changed {dashboard.changed_at:%Y-%m-%d}, "
        f"{absolute_url(environment, dashboard.url)}"
    )


TOOL = Tool(
    name="search_dashboards",
    description=(
        "Find dashboards by words of the title or tags, by owner, tag or time of change, on one "
        "environment or on all. Returns ids, titles, addresses, owners and tags."
    ),
    arguments=SearchDashboards,
    risk=ToolRisk.READ,
    role=Role.VIEWER,
    contexts=frozenset({"dashboard", "dataset", "migration"}),
    environment=EnvironmentNeed.OPTIONAL,
    run=run,
)
