"""What this person can do here."""

from returns.result import Result, Success

from application.toolkit.context import ToolContext
from application.toolkit.failure import ToolFailure
from application.toolkit.tool import Arguments, EnvironmentNeed, Tool, ToolOutcome
from domain.risk import ToolRisk
from domain.roles import Role
from domain.texts import text


class ShowCapabilities(Arguments):
    """Takes no arguments."""


async def run(args: ShowCapabilities, ctx: ToolContext) -> Result[ToolOutcome, ToolFailure]:
    del args
    say = ctx.services.texts.say
    value = {
        "role": ctx.caller.role.value,
        "items": [
            {
                "name": card.name,
                "does": say(card.does, ctx.language),
                "examples": [say(example, ctx.language) for example in card.examples],
            }
            for card in ctx.offered
        ],
        "total": len(ctx.offered),
    }
    lines = [f"- {card.name}: {say(card.does, 'en')}" for card in ctx.offered]
    head = f"The person's role is {ctx.caller.role.value}. Tools offered here:"
    summary = text("show-capabilities-done", count=len(ctx.offered), role=ctx.caller.role.value)
    return Success(ToolOutcome(value, summary, "\n".join([head, *lines])))


TOOL = Tool(
    name="show_capabilities",
    description=(
        "Tell what this person can do here with this assistant, with example prompts. Use it when "
        "they ask what is possible, or for help."
    ),
    arguments=ShowCapabilities,
    risk=ToolRisk.READ,
    role=Role.VIEWER,
    contexts=frozenset(),
    environment=EnvironmentNeed.NONE,
    run=run,
)
