"""Step 2: ask the model; stream its text; end in an answer or in tool calls."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import structlog

from application.ports.clock import Clock
from application.ports.language_model import (
    CallProposed,
    LanguageModel,
    ModelRequest,
    ReplyEnded,
    ReplyFailed,
    Situation,
    TextDelta,
    ToolOffer,
)
from application.ports.texts import Texts
from application.ports.turns import Turns
from application.toolkit.catalogue import Catalogue
from application.turn.prepare import object_type_of
from application.turn.state import (
    MAX_CALLS,
    MAX_MODEL_CALLS,
    CallState,
    StateChange,
    TurnRun,
    TurnState,
    plain,
    usage_dict,
)
from domain.context import UiContext, read_context
from domain.conversation import ChatCall, ChatMessage, FinishReason, Usage, repair
from domain.environments import Environments
from domain.events import ErrorRaised, Token
from domain.pipeline import offered_tools
from domain.plain_json import is_keepable
from domain.texts import text

_WINDOW = 60
_BAD_GATEWAY = 502

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Propose:
    """One call of the model, at most twelve a turn."""

    catalogue: Catalogue
    environments: Environments
    model: LanguageModel
    turns: Turns
    texts: Texts
    clock: Clock

    async def __call__(self, state: TurnState, run: TurnRun) -> StateChange:
        if state["model_calls"] >= MAX_MODEL_CALLS:
            return await self._stop_at_limit(state, run)
        window = await self._window(state)
        said: list[str] = []
        ending: ReplyEnded | ReplyFailed = ReplyFailed("model_answer_invalid", "")
        async for part in self.model.reply(self._request(state, run, window)):
            if isinstance(part, TextDelta):
                said.append(part.text)
                await run.say(Token(part.text))
            else:
                ending = part
        answer = "".join(said)
        if isinstance(ending, ReplyFailed):
            return await self._fail(state, run, answer, ending)
        if note := self._note(state, answer, ending):
            await run.say(Token(note))
            answer += note
        calls = tuple((self.clock.new_id(), _keepable(call)) for call in _at_most(ending.calls))
        await self._remember(run, answer, calls)
        log.info(
            "reason",
            step="propose",
            calls=[call.tool_name for _, call in calls],
            characters=len(answer),
        )
        counted = Usage(ending.usage.prompt_tokens, ending.usage.completion_tokens, 1)
        run.usage = run.usage.plus(counted)
        return {
            "answer": state["answer"] + answer,
            "calls": [_call_state(call_id, call) for call_id, call in calls],
            "model_calls": state["model_calls"] + 1,
            "usage": usage_dict(run.usage),
            "finish": None if calls else FinishReason.STOP.value,
        }

    async def _window(self, state: TurnState) -> tuple[ChatMessage, ...]:
        """The newest messages; a turn of many calls may have pushed out what it was asked."""
        window = await self.turns.window(state["conversation_id"], _WINDOW)
        if not any(message.role == "user" for message in window):
            window = (ChatMessage("user", state["message"]), *window)
        return repair(window)

    def _request(
        self, state: TurnState, run: TurnRun, window: tuple[ChatMessage, ...]
    ) -> ModelRequest:
        role = run.session.caller.role
        offered = offered_tools(self.catalogue.declarations.values(), role, object_type_of(state))
        language = state["language"]
        tools = (self.catalogue.tools[name] for name in offered.tools)
        return ModelRequest(
            messages=window,
            tools=tuple(
                ToolOffer(
                    tool.name,
                    tool.description,
                    tool.parameters,
                    tuple(self.texts.say(example, language) for example in tool.example_texts),
                )
                for tool in tools
            ),
            situation=Situation(
                language=language,
                role=role,
                env_id=state["env_id"],
                environments={
                    e.env_id: e.tier.value if e.tier else ""
                    for e in self.environments.values()
                    if run.session.caller.may_use(e.env_id)
                },
                ui_context=ui_context_of(state),
                databases=tuple((d[0], d[1], d[2]) for d in state["databases"]),
                samples=state.get("samples", {}),
            ),
        )

    def _note(self, state: TurnState, answer: str, ending: ReplyEnded) -> str:
        """What the person is told of an answer that is none, or not all of one; else ""."""
        if ending.calls or (answer.strip() and not ending.is_cut_off):
            return ""
        said = text("answer-cut-off" if ending.is_cut_off else "answer-empty")
        before = "\n\n" if state["answer"] or answer else ""
        return before + self.texts.say(said, state["language"])

    async def _remember(
        self, run: TurnRun, answer: str, calls: tuple[tuple[str, CallProposed], ...]
    ) -> None:
        """Our own call ids: models repeat theirs, and a result is found by its call id."""
        proposed = tuple(
            ChatCall(call_id, call.tool_name, call.arguments or {}) for call_id, call in calls
        )
        await run.keep(ChatMessage("assistant", answer, proposed))

    async def _fail(
        self, state: TurnState, run: TurnRun, answer: str, failed: ReplyFailed
    ) -> StateChange:
        await run.keep_fragment()
        key = f"error-{failed.code.replace('_', '-')}"
        said = text(
            key,
            address=failed.address or "-",
            detail=failed.detail or "none",
            fault=failed.fault or "none",
            wait=failed.retry_after_s or 0,
        )
        message = self.texts.say(said, state["language"])
        await run.say(ErrorRaised(failed.code, _BAD_GATEWAY, message))
        return {"answer": state["answer"] + answer, "finish": FinishReason.ERROR.value}

    async def _stop_at_limit(self, state: TurnState, run: TurnRun) -> StateChange:
        message = self.texts.say(text("turn-limit", limit=MAX_MODEL_CALLS), state["language"])
        await run.say(Token(message))
        await run.keep(ChatMessage("assistant", message))
        return {"answer": state["answer"] + message, "finish": FinishReason.LIMIT.value}


def ui_context_of(state: TurnState) -> UiContext | None:
    """The checked context of the turn; it was checked when the message was accepted."""
    return read_context(state["ui_context"]).value_or(None)


def _at_most(calls: Sequence[CallProposed]) -> tuple[CallProposed, ...]:
    """Those of one answer that are looked at; the last one stands for all that are not."""
    if len(calls) <= MAX_CALLS:
        return tuple(calls)
    first_left_out = replace(calls[MAX_CALLS], arguments=None, problem="too_many")
    return (*calls[:MAX_CALLS], first_left_out)


def _keepable(call: CallProposed) -> CallProposed:
    """A call whose arguments a waiting turn could not keep is one without arguments."""
    if call.arguments is None or is_keepable(call.arguments):
        return call
    return replace(call, arguments=None, problem="odd_values")


def _call_state(call_id: str, call: CallProposed) -> CallState:
    return {
        "call_id": call_id,
        "tool_name": call.tool_name,
        "arguments": plain(call.arguments),
        "problem": call.problem if call.arguments is None else None,
        "origins": {},
        "env_id": None,
        "risk": None,
        "status": "new",
    }
