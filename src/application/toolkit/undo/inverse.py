"""
The inverse of a tool: it puts back what an approved write did, planned, shown and approved itself.

Every tool whose work can be undone has one. It is no tool of the catalogue: no model is offered
it, and it runs only when a person asks for the undo of an action.
"""

from typing import Final

from pydantic import Field

from application.toolkit.references import EnvironmentId, Reference
from application.toolkit.tool import AnyTool, Arguments, MakePlan, Run, Tool
from domain.risk import ToolRisk
from domain.roles import Role

_PREFIX: Final = "undo_"
# The argument that names the action.
UNDONE: Final = "action_id"


class UndoAction(Arguments):
    action_id: Reference = Field(description="The action to undo.")
    env_id: EnvironmentId = None


def action_undone_by(arguments: Arguments) -> str | None:
    """The action that a call undoes; None for every call that is no undo."""
    return arguments.action_id if isinstance(arguments, UndoAction) else None


def undo_tool(  # what differs between inverses
    tool_name: str,
    risk: ToolRisk,
    role: Role,
    run: Run[UndoAction],
    plan: MakePlan[UndoAction],
    timeout_s: float,
) -> AnyTool:
    """The inverse of a tool; what is the same for all of them stands here."""
    return Tool(
        name=f"{_PREFIX}{tool_name}",
        description="",
        arguments=UndoAction,
        risk=risk,
        role=role,
        contexts=frozenset(),
        written_environments=("env_id",),
        run=run,
        plan=plan,
        examples=0,
        timeout_s=timeout_s,
    )
