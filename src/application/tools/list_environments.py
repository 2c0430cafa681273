"""The Supersets that the person can work on, and whether they answer."""

import asyncio

from returns.result import Failure, Result, Success

from application.toolkit.context import ToolContext
from application.toolkit.failure import ToolFailure
from application.toolkit.model_text import lines_within_limit
from application.toolkit.tool import Arguments, EnvironmentNeed, Tool, ToolOutcome
from domain.environments import Environment
from domain.risk import ToolRisk
from domain.roles import Role
from domain.superset import JsonValue
from domain.texts import text


class ListEnvironments(Arguments):
    """Takes no arguments."""


async def run(args: ListEnvironments, ctx: ToolContext) -> Result[ToolOutcome, ToolFailure]:
    del args
    usable = [
        environment
        for environment in ctx.services.environments.values()
        if ctx.caller.may_use(environment.env_id)
    ]
    items = await asyncio.gather(*(_look_at(environment, ctx) for environment in usable))
    answering = sum(item["reachable"] is True for item in items)
    key = "list-environments-all" if answering == len(items) else "list-environments-some"
    return Success(
        ToolOutcome(
            value={"items": items, "total": len(items)},
            summary=text(key, count=len(items), answering=answering),
            for_model=lines_within_limit(f"{len(items)} environments:", map(_line, items)),
        )
    )


async def _look_at(environment: Environment, ctx: ToolContext) -> dict[str, JsonValue]:
    item: dict[str, JsonValue] = {
        "env_id": environment.env_id,
        "tier": environment.tier.value if environment.tier else None,
        "url": environment.url,
        "reachable": None,
        "version": None,
        "problem": None,
    }
    opened = ctx.superset(environment.env_id)
    if isinstance(opened, Failure):
        item["problem"] = ctx.services.texts.say(opened.failure().text, ctx.language)
        return item
    status = await opened.unwrap().access.status()
    return item | {"reachable": status.reachable, "version": status.version}


def _line(item: dict[str, JsonValue]) -> str:
    states = {True: "answers", False: "does not answer", None: "was not asked"}
    tier = item["tier"] or "unknown"
    version = f", Superset {item['version']}" if item["version"] else ""
    problem = f" ({item['problem']})" if item["problem"] else ""
    reachable = item["reachable"] if isinstance(item["reachable"], bool) else None
    return f"- {item['env_id']}: tier {tier}, {states[reachable]}{version}{problem}, {item['url']}"


TOOL = Tool(
    name="list_environments",
    description=(
        "List the Superset environments (dev, staging, prod) with tier, address, reachability and "
        "version."
    ),
    arguments=ListEnvironments,
    risk=ToolRisk.READ,
    role=Role.VIEWER,
    contexts=frozenset({"dataset", "migration"}),
    environment=EnvironmentNeed.NONE,
    run=run,
)
