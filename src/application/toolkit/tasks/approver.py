"""Whether a task may go on in the name of whoever approved it."""

from dataclasses import dataclass

from returns.result import Failure

from application.ports.sessions import Sessions
from application.toolkit.context import ToolContext
from application.toolkit.failure import FailureKind, ToolFailure, from_superset
from application.toolkit.proof import EnvironmentProof
from application.toolkit.tool import AnyTool
from domain.risk import ToolRisk
from domain.roles import covers, role_of_account
from domain.tasks import NewTask
from domain.texts import text


@dataclass(frozen=True, slots=True)
class Approver:
    """
    Checks again, before each step that was approved, what can be checked without the token.

    The role is what the token said when the task was approved; it binds only as far as nothing
    known now speaks against it: the session was not ended, the tool does not ask for more by
    now, the person's own Superset account still has its roles.
    """

    sessions: Sessions
    proof: EnvironmentProof

    async def refusal(self, tool: AnyTool, order: NewTask, ctx: ToolContext) -> ToolFailure | None:
        """Why the task must stop; None when it may go on."""
        person = order.approver
        if order.env_id is not None and (
            ctx.environment is None or not person.may_use(order.env_id)
        ):
            return _final("task-environment-gone", env=order.env_id)
        if not covers(person.role, tool.role):
            return _final("task-role-insufficient", role=tool.role.value)
        if not order.writes and tool.risk is ToolRisk.READ:
            return None
        if await self.sessions.is_revoked(person.token_id):
            return _final("task-approver-gone", user=person.user)
        return await self._account(order, ctx) or await self._environment(tool, order, ctx)

    async def _account(self, order: NewTask, ctx: ToolContext) -> ToolFailure | None:
        """Who signed in with a Superset account has the role that the account gives now."""
        if order.approver.env_id is None:
            return None
        opened = ctx.superset(order.approver.env_id)
        if isinstance(opened, Failure):
            unopened: ToolFailure = opened.failure()
            return unopened
        account = await opened.unwrap().access.account()
        if isinstance(account, Failure):
            return from_superset(account.failure())
        if covers(role_of_account(account.unwrap().roles), order.approver.role):
            return None
        return _final("task-role-insufficient", role=order.approver.role.value)

    async def _environment(
        self, tool: AnyTool, order: NewTask, ctx: ToolContext
    ) -> ToolFailure | None:
        """What is about to be written must be the environment that was registered."""
        if not (order.writes and tool.written_environments):
            return None
        proved = await self.proof.prove(ctx.env, order.approver)
        if isinstance(proved, Failure):
            refusal: ToolFailure = proved.failure()
            return refusal
        return None


def _final(key: str, **params: str) -> ToolFailure:
    return ToolFailure(text(key, **params), FailureKind.FINAL)
