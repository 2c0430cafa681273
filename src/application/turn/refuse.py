"""Answers a call that will not run: one event for the person, one message for the model."""

from collections.abc import Mapping
from dataclasses import dataclass

from application.ports.audit_log import AuditLog
from application.ports.clock import Clock
from application.ports.texts import Texts
from application.toolkit.catalogue import Catalogue
from application.toolkit.failure import FailureKind, ToolFailure
from application.turn.state import CallState, TurnRun, TurnState
from domain.audit import AuditEntry
from domain.events import PermissionRefused, ToolErrored
from domain.pipeline import PermissionDenied, offered_tools
from domain.risk import ToolDeclaration, is_declared_write
from domain.superset import JsonValue
from domain.texts import text

_ALTERNATIVES = 3


@dataclass(frozen=True, slots=True)
class Refuse:
    """A refusal of the role is an event of its own and never a confirmation."""

    catalogue: Catalogue
    audit: AuditLog
    texts: Texts
    clock: Clock

    async def __call__(
        self,
        call: CallState,
        refusal: ToolFailure | PermissionDenied,
        state: TurnState,
        run: TurnRun,
        *,
        is_write: bool = False,
    ) -> None:
        if isinstance(refusal, PermissionDenied):
            await self._denied(call, refusal, state, run)
        else:
            await self._failed(call, refusal, state, run, is_write=is_write)

    async def _denied(
        self, call: CallState, denied: PermissionDenied, state: TurnState, run: TurnRun
    ) -> None:
        await self.audit.append(
            AuditEntry(
                "refusal",
                self.clock.now(),
                run.session.caller.user,
                {
                    "tool": denied.tool_name,
                    "required_role": denied.required_role.value,
                    "user_role": denied.user_role.value,
                    "env_id": call["env_id"],
                },
                state["conversation_id"],
                state["turn_id"],
                call["call_id"],
            )
        )
        await run.say(
            PermissionRefused(
                call_id=call["call_id"],
                tool_name=denied.tool_name,
                required_role=denied.required_role.value,
                user_role=denied.user_role.value,
                alternatives=self.alternatives(denied, state, run),
            )
        )
        for_model = (
            f"Refused: {denied.tool_name} needs the role {denied.required_role.value}, the person "
            f"is {denied.user_role.value}. Do not try another way to the same effect."
        )
        for_person = text(
            "call-not-permitted",
            required=denied.required_role.value,
            role=denied.user_role.value,
        )
        await run.tell_model(
            call["call_id"], for_model, self.texts.say(for_person, state["language"])
        )

    async def _failed(
        self,
        call: CallState,
        failure: ToolFailure,
        state: TurnState,
        run: TurnRun,
        *,
        is_write: bool,
    ) -> None:
        message = self.texts.say(failure.text, state["language"])
        await run.say(
            ToolErrored(
                call_id=call["call_id"],
                tool_name=call["tool_name"],
                message=message,
                retry_exhausted=failure.kind is FailureKind.TRANSIENT and not is_write,
                is_write_tool=is_write or self._is_declared_write(call),
                status_unknown=failure.kind is FailureKind.UNKNOWN,
            )
        )
        english = self.texts.say(failure.text, "en")
        await run.tell_model(call["call_id"], f"Error: {english}", message)

    def _is_declared_write(self, call: CallState) -> bool:
        declared = self.catalogue.declarations.get(call["tool_name"])
        return declared is not None and is_declared_write(declared, call["arguments"])

    def alternatives(
        self, denied: PermissionDenied, state: TurnState, run: TurnRun
    ) -> tuple[Mapping[str, JsonValue], ...]:
        """What the person may do instead, nearest first: by what is acted on, then by page."""
        offered = offered_tools(self.catalogue.declarations.values(), run.session.caller.role, None)
        declared = self.catalogue.declarations
        refused = declared.get(denied.tool_name)
        nearest = (
            sorted(offered.tools, key=lambda name: _kinship(declared[name], refused), reverse=True)
            if refused is not None
            else offered.tools
        )
        return tuple(
            {
                "action": name,
                "prompt": self.texts.say(tool.example_texts[0], state["language"]),
            }
            for name in nearest[:_ALTERNATIVES]
            if (tool := self.catalogue.tools[name]).example_texts
        )


def _kinship(tool: ToolDeclaration, refused: ToolDeclaration) -> tuple[int, int]:
    """How many arguments two tools share, environments aside, then how many contexts."""
    shared = {*tool.arguments} & {*refused.arguments} - {"env_id"}
    return len(shared), len(tool.contexts & refused.contexts)
