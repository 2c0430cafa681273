"""What every store of turns promises."""

import asyncio
from dataclasses import replace

import pytest
from returns.pipeline import is_successful
from returns.result import Failure

from application.ports.conversations import Conversations
from application.ports.turns import Turns
from contracts.samples import NOON, conversation, later, new_turn
from domain.conversation import (
    ChatCall,
    ChatMessage,
    FinishReason,
    TurnRefused,
    TurnState,
)

RUNNING = Failure(TurnRefused("turn_running"))
PENDING = Failure(TurnRefused("confirmation_pending"))


class TurnsContract:
    @pytest.fixture(autouse=True)
    async def _two_conversations(self, conversations: Conversations) -> None:
        await conversations.add(conversation("c1"))
        await conversations.add(conversation("c2"))

    async def test_second_turn_is_refused_while_one_runs(self, turns: Turns) -> None:
        await turns.begin(new_turn("t1"))
        assert await turns.begin(new_turn("t2")) == RUNNING
        assert await turns.get("t2") is None
        assert len(await turns.window("c1", 10)) == 1

    async def test_second_turn_is_refused_while_one_waits(self, turns: Turns) -> None:
        await turns.begin(new_turn("t1"))
        await turns.move("t1", TurnState.AWAITING, FinishReason.AWAITING_CONFIRMATION, NOON)
        assert await turns.begin(new_turn("t2")) == PENDING

    async def test_of_100_messages_at_once_one_starts(self, turns: Turns) -> None:
        begun = await asyncio.gather(*(turns.begin(new_turn(f"t{n}")) for n in range(100)))
        assert sum(map(is_successful, begun)) == 1
        assert [one for one in begun if not is_successful(one)] == [RUNNING] * 99
        assert len(await turns.of_conversation("c1")) == 1
        assert len(await turns.window("c1", 200)) == 1

    async def test_same_message_at_once_is_one_turn(self, turns: Turns) -> None:
        begun = await asyncio.gather(
            *(turns.begin(new_turn(f"t{n}", message_id="m")) for n in range(20))
        )
        found = [one.unwrap() for one in begun]
        assert {turn.id for turn in found} == {found[0].id}
        assert sorted(turn.is_repeated for turn in found) == [False] + [True] * 19

    @pytest.mark.parametrize("state", list(TurnState))
    async def test_repeated_message_gives_back_its_turn(
        self, turns: Turns, state: TurnState
    ) -> None:
        await turns.begin(new_turn("t1", message="first", message_id="m"))
        await turns.move("t1", state, None, NOON)
        again = (await turns.begin(new_turn("t2", message="other", message_id="m"))).unwrap()
        assert (again.id, again.message, again.state) == ("t1", "first", state)
        assert again.is_repeated
        assert not (await turns.of_conversation("c1"))[0].is_repeated

    async def test_message_id_counts_in_every_conversation_of_its_user(self, turns: Turns) -> None:
        await turns.begin(new_turn("t1", "c1", message_id="m"))
        other = (await turns.begin(new_turn("t2", "c2", message_id="m"))).unwrap()
        assert (other.id, other.is_repeated) == ("t1", True)

    async def test_message_id_counts_per_user(self, turns: Turns) -> None:
        await turns.begin(new_turn("t1", "c1", message_id="m"))
        other = replace(new_turn("t2", "c2", message_id="m"), user="local:bob")
        begun = (await turns.begin(other)).unwrap()
        assert (begun.id, begun.is_repeated) == ("t2", False)

    async def test_begun_turn_runs_with_all_it_was_given(self, turns: Turns) -> None:
        begun = (await turns.begin(new_turn(message="Привет"))).unwrap()
        assert begun.state is TurnState.RUNNING
        assert begun.finish_reason is None
        assert (begun.conversation_id, begun.user, begun.message_id) == ("c1", "local:ann", "m-t1")
        assert (begun.message, begun.env_id, begun.started_at) == ("Привет", "ss-dev", NOON)
        assert begun.ui_context == {"objectType": "dashboard", "objectId": "42"}
        assert await turns.get("t1") == begun

    async def test_begin_keeps_the_persons_message(self, turns: Turns) -> None:
        await turns.begin(new_turn(message="hello"))
        assert await turns.window("c1", 10) == (ChatMessage("user", "hello"),)

    async def test_unknown_turn_is_none(self, turns: Turns) -> None:
        assert await turns.get("t9") is None
        assert await turns.of_conversation("c9") == ()
        assert await turns.window("c9", 10) == ()

    async def test_next_turn_starts_after_one_is_over(self, turns: Turns) -> None:
        await turns.begin(new_turn("t1"))
        await turns.move("t1", TurnState.OVER, FinishReason.STOP, NOON)
        assert is_successful(await turns.begin(new_turn("t2")))
        assert [turn.id for turn in await turns.of_conversation("c1")] == ["t1", "t2"]

    async def test_move_sets_state_and_time_of_use(
        self, turns: Turns, conversations: Conversations
    ) -> None:
        await turns.begin(new_turn())
        await turns.move("t1", TurnState.OVER, FinishReason.LIMIT, later(seconds=9))
        moved = await turns.get("t1")
        assert moved is not None
        assert (moved.state, moved.finish_reason) == (TurnState.OVER, FinishReason.LIMIT)
        found = (await conversations.get("c1", "local:ann")).unwrap()
        assert found.updated_at == later(seconds=9)

    async def test_messages_come_back_exactly_and_in_order(self, turns: Turns) -> None:
        await turns.begin(new_turn(message="hi"))
        said = (
            ChatMessage(
                "assistant",
                "",
                calls=(
                    ChatCall("x1", "search_dashboards", {"query": "Ж", "n": {"a": [1, 2.5, None]}}),
                    ChatCall("x2", "list_environments", {}),
                ),
            ),
            ChatMessage("tool", "Found", call_id="x1", summary="Найдено"),
            ChatMessage("tool", "", call_id="x2"),
            ChatMessage("assistant", "line\nbreak\u2028 and 🙂 and \x00 nul"),
        )
        await turns.append("t1", said[:2])
        await turns.append("t1", said[2:])
        await turns.append("t1", ())
        assert await turns.window("c1", 50) == (ChatMessage("user", "hi"), *said)

    async def test_window_holds_the_last_ones_oldest_first(self, turns: Turns) -> None:
        await turns.begin(new_turn(message="0"))
        await turns.append("t1", tuple(ChatMessage("assistant", str(n)) for n in range(1, 6)))
        assert [one.content for one in await turns.window("c1", 3)] == ["3", "4", "5"]
        assert await turns.window("c1", 0) == ()

    async def test_messages_of_a_removed_conversation_vanish(
        self, turns: Turns, conversations: Conversations
    ) -> None:
        """A turn that still runs while its conversation is removed neither fails nor stays."""
        await turns.begin(new_turn())
        await conversations.remove("c1", "local:ann")
        await turns.append("t1", (ChatMessage("assistant", "late"),))
        await turns.move("t1", TurnState.OVER, FinishReason.STOP, NOON)
        assert await turns.window("c1", 10) == ()
        assert await turns.get("t1") is None

    async def test_unfinished_are_those_that_run_or_wait(self, turns: Turns) -> None:
        await turns.begin(new_turn("t1", "c1"))
        await turns.move("t1", TurnState.OVER, FinishReason.STOP, NOON)
        await turns.begin(new_turn("t2", "c1"))
        await turns.begin(new_turn("t3", "c2"))
        await turns.move("t3", TurnState.AWAITING, None, NOON)
        assert [turn.id for turn in await turns.unfinished()] == ["t2", "t3"]

    async def test_half_a_surrogate_pair_does_not_break_it(self, turns: Turns) -> None:
        await turns.begin(new_turn(message="\ud83d\ude00 \ud800", message_id="\udfff"))
        call = ChatCall("x", "t", {"sql\ud800": ["\udc00"]})
        await turns.append("t1", (ChatMessage("assistant", "\ud800", calls=(call,)),))
        assert (await turns.begin(new_turn("t2", message_id="\udfff"))).unwrap().is_repeated
        asked, said = await turns.window("c1", 10)
        assert asked.content == "😀 \ufffd"
        assert said.content == "\ufffd"
        assert said.calls[0].arguments == {"sql\ufffd": ["\ufffd"]}
