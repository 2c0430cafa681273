"""
Judges one call: does the tool exist, may the role, are the arguments right, how risky is it.

Used by the guard, and again when a decision arrives: nothing that was judged earlier is believed.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeAlias

from pydantic import ValidationError
from returns.result import Failure, Result, Success

from application.toolkit.catalogue import Catalogue
from application.toolkit.context import Services, ToolCard, ToolContext
from application.toolkit.failure import FailureKind, ToolFailure, failed
from application.toolkit.faults import fault_of
from application.toolkit.tool import AnyTool, Arguments, EnvironmentNeed
from application.turn.prepare import object_type_of
from application.turn.state import CallState, TurnRun, TurnState
from domain.environments import Environment
from domain.events import ToolRetry
from domain.pipeline import PermissionDenied, UnknownTool, check_permission, offered_tools
from domain.retrying import MAX_RETRIES, RETRY_DELAY_S
from domain.risk import Assessment, assess
from domain.sql_verdict import SqlVerdict
from domain.superset import JsonValue
from domain.texts import Text, text
from domain.tiers import Tier, environment_of_call, strictest


@dataclass(frozen=True, slots=True)
class JudgedCall:
    """
    A call that may be made, in the form in which it will run.

    Args:
        filled: the arguments with the environment that the page supplied.
        from_page: names of the arguments that the page supplied.

    """

    tool: AnyTool
    arguments: Arguments
    filled: Mapping[str, JsonValue]
    from_page: frozenset[str]
    environment: Environment | None
    assessment: Assessment
    context: ToolContext

    def asked(self, at: datetime) -> "JudgedCall":
        """The same call, with the moment from which its relative times count."""
        return replace(self, context=replace(self.context, asked_at=at))


CallRefused: TypeAlias = PermissionDenied | ToolFailure


@dataclass(frozen=True, slots=True)
class Judge:
    """
    Order: tool, role, arguments, environment, SQL, risk, role for that risk.

    Args:
        timeout_s: how long what must be looked up for it may take.

    """

    catalogue: Catalogue
    services: Services
    timeout_s: float

    async def __call__(
        self,
        tool_name: str,
        arguments: Mapping[str, JsonValue],
        state: TurnState,
        run: TurnRun,
    ) -> Result[JudgedCall, CallRefused]:
        role = run.session.caller.role
        # Only a turn that a person began to undo something knows how to.
        known = self.catalogue.with_inverses() if state.get("is_scripted") else self.catalogue
        permitted = check_permission(known.declarations, tool_name, role, None)
        if isinstance(permitted, Failure):
            return Failure(_refusal(permitted.failure(), self.catalogue))
        tool = known.tools[tool_name]
        placed = self._place(tool, arguments, state, run)
        if isinstance(placed, Failure):
            return Failure(placed.failure())
        filled, environment, from_page = placed.unwrap()
        parsed = parse_arguments(tool, filled)
        if isinstance(parsed, Failure):
            return Failure(parsed.failure())
        context = self._context(environment, state, run)
        verdict = await self._judge_sql(tool, parsed.unwrap(), context)
        if isinstance(verdict, Failure):
            return Failure(verdict.failure())
        assessment = assess(
            tool.declaration,
            filled,
            verdict.unwrap(),
            role,
            environment.env_id if environment else None,
            self._tier(tool, filled, environment),
        )
        if not assessment.permission_granted:
            return Failure(PermissionDenied(tool_name, assessment.required_role, role))
        return Success(
            JudgedCall(tool, parsed.unwrap(), filled, from_page, environment, assessment, context)
        )

    async def patiently(
        self, call: CallState, state: TurnState, run: TurnRun
    ) -> Result[JudgedCall, CallRefused]:
        """Judge before anything ran; what must be looked up for it is a read, tried once more."""
        judged = await self(call["tool_name"], call["arguments"], state, run)
        if not (isinstance(judged, Failure) and _is_transient(judged.failure())):
            return judged
        await run.say(ToolRetry(call["call_id"], call["tool_name"], 1, MAX_RETRIES, RETRY_DELAY_S))
        await self.services.clock.sleep(RETRY_DELAY_S)
        return await self(call["tool_name"], call["arguments"], state, run)

    def _place(
        self,
        tool: AnyTool,
        arguments: Mapping[str, JsonValue],
        state: TurnState,
        run: TurnRun,
    ) -> Result[tuple[dict[str, JsonValue], Environment | None, frozenset[str]], ToolFailure]:
        """The environment of the call: its argument, else the turn's, else the page's."""
        name = tool.environment_argument
        filled: dict[str, JsonValue] = {
            key: value for key, value in arguments.items() if value is not None
        }
        if tool.environment is EnvironmentNeed.NONE or name is None:
            return Success((filled, None, frozenset()))
        named = filled.get(name)
        context = state["ui_context"] or {}
        page = context.get("envId")
        place = environment_of_call(
            str(named) if named else None,
            state["env_id"],
            str(page) if page else None,
        )
        if place is None:
            if tool.environment is EnvironmentNeed.OPTIONAL:
                return Success((filled, None, frozenset()))
            return Failure(self._no_environment("environment-missing", "", run))
        environment = self.services.environments.find(place.env_id)
        if environment is None or not run.session.caller.may_use(environment.env_id):
            return Failure(self._no_environment("environment-unknown", place.env_id, run))
        filled[name] = environment.env_id
        from_page = frozenset() if place.origin == "argument" else frozenset({name})
        return Success((filled, environment, from_page))

    def _no_environment(self, key: str, spelling: str, run: TurnRun) -> ToolFailure:
        known = (e for e in self.services.environments if run.session.caller.may_use(e))
        return failed(key, env=spelling, known=", ".join(known))

    def _context(
        self, environment: Environment | None, state: TurnState, run: TurnRun
    ) -> ToolContext:
        caller = run.session.caller
        offered = offered_tools(
            self.catalogue.declarations.values(), caller.role, object_type_of(state)
        )
        tools = (self.catalogue.tools[name] for name in offered.tools)
        return ToolContext(
            caller=caller,
            language=state["language"],
            services=self.services,
            environment=environment,
            turn_env=self._turn_environment(state),
            offered=tuple(ToolCard(t.name, t.does, t.example_texts) for t in tools),
            conversation_id=state["conversation_id"],
            turn_id=state["turn_id"],
        )

    def _turn_environment(self, state: TurnState) -> Environment | None:
        """The environment of the message, else that of the page."""
        page = (state["ui_context"] or {}).get("envId")
        named = environment_of_call(None, state["env_id"], str(page) if page else None)
        return None if named is None else self.services.environments.find(named.env_id)

    async def _judge_sql(
        self, tool: AnyTool, arguments: Arguments, context: ToolContext
    ) -> Result[SqlVerdict | None, ToolFailure]:
        """Any SQL argument passes the judge; only a tool that lives by its SQL may go on."""
        if tool.sql_argument is None:
            return Success(None)
        sql = getattr(arguments, tool.sql_argument)
        if sql is None:
            return Success(None)
        dialect: str | None = None
        if tool.dialect is not None:
            try:
                async with asyncio.timeout(self.timeout_s):
                    found = await tool.dialect(arguments, context)
            except TimeoutError:
                return Failure(preparing_too_long(tool.name, self.timeout_s))
            if isinstance(found, Failure):
                return Failure(found.failure())
            dialect = found.unwrap()
        verdict = await self.services.sql_judge.judge(sql, dialect)
        if verdict.is_read or tool.declaration.is_judged_by_sql:
            return Success(verdict)
        return Failure(failed("sql-not-a-read", tool=tool.name, reason=sql_reason(verdict)))

    def _tier(
        self, tool: AnyTool, filled: Mapping[str, JsonValue], environment: Environment | None
    ) -> Tier | None:
        """Of several environments that a call writes, the strictest decides."""
        written = [
            found.tier
            for name in tool.written_environments
            if (found := self.services.environments.find(str(filled.get(name, "")))) is not None
        ]
        if written:
            return strictest(written)
        return environment.tier if environment else None


def parse_arguments(
    tool: AnyTool, arguments: Mapping[str, JsonValue]
) -> Result[Arguments, ToolFailure]:
    """Arguments as the tool declares them; a refusal names the argument."""
    try:
        return Success(tool.arguments.model_validate(arguments))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        name = ".".join(str(part) for part in first["loc"]) or tool.name
        keys = {"missing": "argument-missing", "extra_forbidden": "argument-unexpected"}
        key = keys.get(first["type"], "argument-invalid")
        known = ", ".join(tool.declaration.arguments) or "-"
        return Failure(
            failed(key, tool=tool.name, argument=name, problem=fault_of(first), known=known)
        )


def preparing_too_long(tool_name: str, seconds: float) -> ToolFailure:
    """A Superset that answers without end, or far too slowly, before anything was to run."""
    return failed("call-preparing-too-long", tool=tool_name, seconds=round(seconds))


def sql_reason(verdict: SqlVerdict) -> Text:
    """Why SQL is not a read, for people."""
    return text(f"sql-{verdict.reason.value.replace('_', '-')}", detail=verdict.detail or "-")


def _is_transient(refused: CallRefused) -> bool:
    return isinstance(refused, ToolFailure) and refused.kind is FailureKind.TRANSIENT


def _refusal(refused: PermissionDenied | UnknownTool, catalogue: Catalogue) -> CallRefused:
    if isinstance(refused, PermissionDenied):
        return refused
    return failed("tool-unknown", tool=refused.tool_name, known=", ".join(catalogue.tools))
