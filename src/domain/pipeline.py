"""Which tools a model is offered, and, independent of that, which call a role may make."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from returns.result import Failure, Result, Success

from domain.context import OBJECT_TYPES
from domain.risk import ToolDeclaration, ToolRisk, required_role_of_call
from domain.roles import Role, covers

ALWAYS_OFFERED: Final = "show_capabilities"


_RISKS: Final = tuple(ToolRisk)
_ROLES: Final = tuple(Role)


@dataclass(frozen=True, slots=True)
class Excluded:
    tool: str
    reason: Literal["role", "context"]


@dataclass(frozen=True, slots=True)
class OfferedTools:
    """Names in the order of the declarations; every declared tool is in exactly one of the two."""

    tools: tuple[str, ...]
    excluded: tuple[Excluded, ...]


@dataclass(frozen=True, slots=True)
class PermissionDenied:
    tool_name: str
    required_role: Role
    user_role: Role


@dataclass(frozen=True, slots=True)
class UnknownTool:
    tool_name: str


def shown_order(declaration: ToolDeclaration) -> tuple[int, bool, int, int, str]:
    """
    Sorts what may be asked for without a thought first, and what may destroy last.

    By risk; reads that may become writes after those that never do; then by role, and by how
    much must be said for a call: what everybody asks for every day needs no argument.
    """
    needed = len(declaration.arguments) - len(declaration.optional)
    may_write = declaration.is_judged_by_sql or declaration.write_when is not None
    return (
        _RISKS.index(declaration.risk),
        may_write,
        _ROLES.index(declaration.required_role),
        needed,
        declaration.name,
    )


def offered_tools(
    declarations: Iterable[ToolDeclaration], role: Role, object_type: str | None
) -> OfferedTools:
    """
    The role filter, then the context filter.

    No object type, or one that the product does not know, offers every tool of the role.
    """
    context = object_type if object_type in OBJECT_TYPES else None
    tools: list[str] = []
    excluded: list[Excluded] = []
    for declaration in declarations:
        if not covers(role, declaration.required_role):
            excluded.append(Excluded(declaration.name, "role"))
        elif context in {None, *declaration.contexts} or declaration.name == ALWAYS_OFFERED:
            tools.append(declaration.name)
        else:
            excluded.append(Excluded(declaration.name, "context"))
    return OfferedTools(tuple(tools), tuple(excluded))


def check_permission(
    declarations: Mapping[str, ToolDeclaration],
    tool_name: str,
    role: Role,
    risk: ToolRisk | None,
) -> Result[ToolDeclaration, PermissionDenied | UnknownTool]:
    """
    Whether a role may make a call, whatever was offered before.

    `risk` is that of the call; None judges by the declaration alone (nothing is known of the
    arguments yet).
    """
    declaration = declarations.get(tool_name)
    if declaration is None:
        return Failure(UnknownTool(tool_name))
    required = declaration.required_role
    if risk is not None:
        required = required_role_of_call(declaration, risk)
    if not covers(role, required):
        return Failure(PermissionDenied(tool_name, required, role))
    return Success(declaration)
