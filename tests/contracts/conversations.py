"""What every store of conversations promises."""

import asyncio

import pytest
from returns.result import Failure, Success

from application.ports.confirmations import Confirmations
from application.ports.conversations import Conversations
from application.ports.event_sink import EventSink
from application.ports.results import Results
from application.ports.turns import Turns
from contracts.samples import (
    NOON,
    approval,
    confirmation,
    conversation,
    execution,
    intent,
    later,
    new_turn,
)
from domain.conversation import (
    ChatMessage,
    ConversationUnknown,
    FinishReason,
    ResultUnknown,
    ToolResult,
    TurnState,
)
from domain.events import Token

ANN, BOB = "local:ann", "local:bob"
UNKNOWN = Failure(ConversationUnknown("c1"))


class ConversationsContract:
    async def test_unknown_id_is_unknown(self, conversations: Conversations) -> None:
        assert await conversations.get("c1", ANN) == UNKNOWN

    async def test_somebody_elses_is_unknown(self, conversations: Conversations) -> None:
        await conversations.add(conversation(user=ANN))
        assert await conversations.get("c1", BOB) == UNKNOWN
        assert await conversations.rename("c1", BOB, "mine now") == UNKNOWN
        assert await conversations.remove("c1", BOB) == UNKNOWN
        assert await conversations.get("c1", ANN) == Success(conversation(user=ANN))

    @pytest.mark.parametrize("other", ["local:Ann", "local:ann ", "Local:ann", "local:аnn"])
    async def test_users_are_compared_exactly(
        self, conversations: Conversations, other: str
    ) -> None:
        """J10: not even letter case or a look-alike letter opens somebody else's thread."""
        await conversations.add(conversation(user=ANN))
        assert await conversations.get("c1", other) == UNKNOWN
        assert await conversations.of_user(other) == ()

    async def test_renaming_and_removing_an_unknown_one(self, conversations: Conversations) -> None:
        assert await conversations.rename("c1", ANN, "x") == UNKNOWN
        assert await conversations.remove("c1", ANN) == UNKNOWN

    async def test_what_was_added_comes_back(self, conversations: Conversations) -> None:
        await conversations.add(conversation(title="Продажи 📈"))
        assert await conversations.get("c1", ANN) == Success(conversation(title="Продажи 📈"))

    async def test_conversation_shows_its_last_turn(
        self, conversations: Conversations, turns: Turns
    ) -> None:
        await conversations.add(conversation())
        await turns.begin(new_turn("t1"))
        await turns.move("t1", TurnState.OVER, FinishReason.STOP, NOON)
        await turns.begin(new_turn("t2"))
        await turns.move("t2", TurnState.AWAITING, FinishReason.AWAITING_CONFIRMATION, NOON)
        found = (await conversations.get("c1", ANN)).unwrap()
        assert (found.state, found.env_id) == (TurnState.AWAITING, "ss-dev")

    async def test_last_used_comes_first(self, conversations: Conversations, turns: Turns) -> None:
        await conversations.add(conversation("c1", at=NOON))
        await conversations.add(conversation("c2", at=later(seconds=1)))
        await conversations.add(conversation("c3", at=later(seconds=2)))
        await turns.begin(new_turn("t1", "c1", at=later(seconds=3)))
        await turns.move("t1", TurnState.OVER, FinishReason.STOP, later(seconds=5))
        await turns.begin(new_turn("t2", "c2", at=later(seconds=4)))
        found = await conversations.of_user(ANN)
        assert [one.id for one in found] == ["c1", "c2", "c3"]
        assert found[0].updated_at == later(seconds=5)

    async def test_renaming_does_not_count_as_use(self, conversations: Conversations) -> None:
        await conversations.add(conversation("c1", at=NOON))
        await conversations.add(conversation("c2", at=later(seconds=1)))
        renamed = (await conversations.rename("c1", ANN, "Margins")).unwrap()
        assert (renamed.title, renamed.updated_at) == ("Margins", NOON)
        assert [one.id for one in await conversations.of_user(ANN)] == ["c2", "c1"]

    async def test_list_holds_only_the_users_own(self, conversations: Conversations) -> None:
        await conversations.add(conversation("c1", user=ANN))
        await conversations.add(conversation("c2", user=BOB))
        assert [one.id for one in await conversations.of_user(BOB)] == ["c2"]

    @pytest.mark.parametrize(
        ("title", "search"),
        [
            ("Sales overview", "OVERVIEW"),
            ("Продажи по регионам", "РЕГИОН"),
            ("ПРОДАЖИ", "продажи"),
            ("Straße", "STRASSE"),
            ("売上ダッシュボード", "ダッシュ"),
            ("100% _done_", "% _"),
            ("Café", "cafe\u0301"),
        ],
    )
    async def test_search_finds_titles_in_any_script_and_case(
        self, conversations: Conversations, title: str, search: str
    ) -> None:
        await conversations.add(conversation("c1", title=title))
        await conversations.add(conversation("c2", title="something else"))
        assert [one.id for one in await conversations.of_user(ANN, search)] == ["c1"]

    async def test_search_finds_what_was_said(
        self, conversations: Conversations, turns: Turns
    ) -> None:
        await conversations.add(conversation())
        await turns.begin(new_turn(message="Покажи выручку"))
        answers = (
            ChatMessage("assistant", "Here is the Revenue"),
            ChatMessage("tool", "Found 3 items", call_id="x", summary="Найдено три"),
        )
        await turns.append("t1", answers)
        for search in ("ВЫРУЧКУ", "revenue", "найдено"):
            assert len(await conversations.of_user(ANN, search)) == 1, search
        for search in ("margin", "Found 3 items"):
            assert await conversations.of_user(ANN, search) == (), search

    async def test_removing_takes_everything_along(
        self,
        conversations: Conversations,
        turns: Turns,
        event_sink: EventSink,
        results: Results,
        confirmations: Confirmations,
    ) -> None:
        for own_id, turn_id in (("c1", "t1"), ("c2", "t2")):
            await conversations.add(conversation(own_id))
            await turns.begin(new_turn(turn_id, own_id))
            await event_sink.append(own_id, turn_id, NOON, Token("hi"))
            await results.keep(ToolResult(f"call-{own_id}", own_id, ANN, "x", 1))
            await confirmations.add(confirmation(f"k-{own_id}", own_id))

        assert await conversations.remove("c1", ANN) == Success(None)

        assert await conversations.get("c1", ANN) == UNKNOWN
        assert await turns.get("t1") is None
        assert await turns.unfinished() == await turns.of_conversation("c2")
        assert await turns.window("c1", 10) == ()
        assert await event_sink.replay("c1") == ()
        assert await results.get("call-c1", ANN) == Failure(ResultUnknown("call-c1"))
        assert await confirmations.get("k-c1") is None
        assert len(await turns.window("c2", 10)) == 1
        assert await event_sink.last_seq("c2") == 1
        assert (await results.get("call-c2", ANN)).unwrap().value == 1
        assert await confirmations.waiting("c2") is not None

    async def test_removing_keeps_what_was_executed(
        self, conversations: Conversations, confirmations: Confirmations
    ) -> None:
        """An action outlives its conversation: it can still be undone."""
        await conversations.add(conversation())
        await confirmations.add(confirmation())
        await confirmations.claim("k1", approval(), NOON)
        await confirmations.intend(intent())
        await confirmations.record(execution())
        await conversations.remove("c1", ANN)
        assert await confirmations.get("k1") is not None

    async def test_removing_twice_at_once_removes_once(self, conversations: Conversations) -> None:
        await conversations.add(conversation())
        removed = await asyncio.gather(*(conversations.remove("c1", ANN) for _ in range(5)))
        assert sorted(map(str, removed)) == sorted(map(str, [Success(None), *[UNKNOWN] * 4]))

    async def test_half_a_surrogate_pair_does_not_break_it(
        self, conversations: Conversations
    ) -> None:
        await conversations.add(conversation(title="a\ud800b"))
        assert (await conversations.get("c1", ANN)).unwrap().title == "a\ufffdb"
        assert (await conversations.rename("c1", ANN, "\udc00")).unwrap().title == "\ufffd"
