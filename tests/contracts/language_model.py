"""What every language model promises."""

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from typing import Literal, TypeAlias, cast

from application.ports.language_model import (
    LanguageModel,
    ModelRequest,
    ReplyEnded,
    ReplyFailed,
    ReplyPart,
    Situation,
    TextDelta,
    ToolOffer,
)
from domain.conversation import ChatCall, ChatMessage
from domain.roles import Role

Kind: TypeAlias = Literal["words", "call", "two calls"]
Make: TypeAlias = Callable[..., LanguageModel]

WISHES: dict[Kind, str] = {
    "words": "hello",
    "call": "list all environments",
    "two calls": "list all environments and databases",
}
OFFERS = tuple(
    ToolOffer(name, f"The tool {name}.", {"type": "object", "properties": {}}, ("an example",))
    for name in ("list_environments", "superset_list_databases", "show_capabilities")
)
SITUATION = Situation("en", Role.ADMIN, "ss-dev", {"ss-dev": "dev", "ss-prod": "prod"}, None)


def request(*messages: ChatMessage | str, tools: tuple[ToolOffer, ...] = OFFERS) -> ModelRequest:
    """A request; a string is a message of the person."""
    history = tuple(
        ChatMessage("user", message) if isinstance(message, str) else message
        for message in messages
    )
    return ModelRequest(history, tools, SITUATION)


async def parts_of(reply: AsyncIterator[ReplyPart]) -> list[ReplyPart]:
    return [part async for part in reply]


def text_of(parts: list[ReplyPart]) -> str:
    return "".join(part.text for part in parts if isinstance(part, TextDelta))


def ended(parts: list[ReplyPart]) -> ReplyEnded:
    assert isinstance(parts[-1], ReplyEnded), parts[-1]
    return parts[-1]


def failed(parts: list[ReplyPart]) -> ReplyFailed:
    assert isinstance(parts[-1], ReplyFailed), parts[-1]
    return parts[-1]


class LanguageModelContract:
    """Fixture of the adapter: `make(*kinds)`, a model that answers so, request by request."""

    async def test_words_are_followed_by_one_end(self, make: Make) -> None:
        parts = await parts_of(make("words").reply(request(WISHES["words"])))

        assert text_of(parts)
        assert all(isinstance(part, TextDelta) for part in parts[:-1])
        assert ended(parts).calls == ()

    async def test_a_call_is_proposed_whole(self, make: Make) -> None:
        (call,) = ended(await parts_of(make("call").reply(request(WISHES["call"])))).calls

        assert (call.tool_name, call.arguments, call.problem) == ("list_environments", {}, None)

    async def test_call_ids_are_never_empty(self, make: Make) -> None:
        (call,) = ended(await parts_of(make("call").reply(request(WISHES["call"])))).calls

        assert call.call_id

    async def test_two_replies_name_their_calls_differently(self, make: Make) -> None:
        model = make("call", "call")

        first = ended(await parts_of(model.reply(request(WISHES["call"])))).calls[0]
        second = ended(await parts_of(model.reply(request(WISHES["call"])))).calls[0]

        assert first.call_id != second.call_id

    async def test_an_earlier_request_leaves_no_trace(self, make: Make) -> None:
        model = make("call", "words")

        await parts_of(model.reply(request(WISHES["call"])))
        parts = await parts_of(model.reply(request(WISHES["words"])))

        assert ended(parts).calls == ()

    async def test_closing_early_leaves_a_model_that_answers(self, make: Make) -> None:
        model = make("words", "words")

        async with aclosing(_closable(model.reply(request(WISHES["words"])))) as reply:
            await anext(reply)
        parts = await parts_of(model.reply(request(WISHES["words"])))

        assert text_of(parts)

    async def test_a_reply_after_a_tool_result_is_accepted(self, make: Make) -> None:
        call = ChatCall("call1", "list_environments", {})
        history = (
            ChatMessage("user", "list all environments"),
            ChatMessage("assistant", "", (call,)),
            ChatMessage("tool", "Found 2 items.", call_id="call1", summary="2 environments."),
        )

        assert text_of(await parts_of(make("words").reply(request(*history))))

    async def test_an_unanswered_call_in_the_history_is_accepted(self, make: Make) -> None:
        """G05: a message while a call waited."""
        call = ChatCall("call1", "list_environments", {})
        history = (
            ChatMessage("user", "list all environments"),
            ChatMessage("assistant", "", (call,)),
            ChatMessage("user", WISHES["words"]),
        )

        assert text_of(await parts_of(make("words").reply(request(*history))))

    async def test_nothing_offered_is_accepted(self, make: Make) -> None:
        parts = await parts_of(make("words").reply(request(WISHES["words"], tools=())))

        assert ended(parts).calls == ()

    async def test_usage_counts_are_never_negative(self, make: Make) -> None:
        usage = ended(await parts_of(make("words").reply(request(WISHES["words"])))).usage

        assert min(usage.prompt_tokens, usage.completion_tokens, usage.model_calls) >= 0

    async def test_only_the_assistant_without_a_model_is_built_in(self, make: Make) -> None:
        model = make("words")

        assert model.name
        assert model.is_built_in == (model.name == "command-assistant")


def _closable(reply: AsyncIterator[ReplyPart]) -> AsyncGenerator[ReplyPart, None]:
    return cast("AsyncGenerator[ReplyPart, None]", reply)
