"""What every keeper of clients' names promises."""

import asyncio

import pytest

from application.ports.client_names import ClientNames, NamedConversation
from application.ports.conversations import Conversations
from contracts.samples import DIGEST, conversation

ANN, BOB = "local:ann", "local:bob"


class ClientNamesContract:
    @pytest.fixture(autouse=True)
    async def _conversations(self, conversations: Conversations) -> None:
        await conversations.add(conversation("c1", ANN))
        await conversations.add(conversation("c2", ANN))
        await conversations.add(conversation("b1", BOB))

    async def test_a_name_that_was_never_given_stands_for_nothing(
        self, client_names: ClientNames
    ) -> None:
        assert await client_names.find(ANN, "chat") is None

    async def test_what_was_named_is_found(self, client_names: ClientNames) -> None:
        given = await client_names.give(ANN, "chat", "c1")
        assert given == await client_names.find(ANN, "chat") == NamedConversation("c1")

    async def test_a_name_keeps_its_conversation(self, client_names: ClientNames) -> None:
        await client_names.give(ANN, "chat", "c1")
        assert await client_names.give(ANN, "chat", "c2") == NamedConversation("c1")
        assert await client_names.find(ANN, "chat") == NamedConversation("c1")

    async def test_giving_at_once_gives_once(self, client_names: ClientNames) -> None:
        given = await asyncio.gather(
            *(client_names.give(ANN, "chat", own_id) for own_id in ("c1", "c2") * 5)
        )
        assert len(set(given)) == 1

    async def test_a_conversation_may_have_two_names(self, client_names: ClientNames) -> None:
        await client_names.give(ANN, "a", "c1")
        await client_names.give(ANN, "b", "c1")
        assert await client_names.find(ANN, "a") == await client_names.find(ANN, "b")

    async def test_the_same_name_of_two_users_is_two_names(self, client_names: ClientNames) -> None:
        await client_names.give(ANN, "chat", "c1")
        assert await client_names.find(BOB, "chat") is None
        await client_names.give(BOB, "chat", "b1")
        assert await client_names.find(ANN, "chat") == NamedConversation("c1")
        assert await client_names.find(BOB, "chat") == NamedConversation("b1")

    @pytest.mark.parametrize("other", ["Chat", "chat ", "", "сhat", "cha", "chat%"])
    async def test_names_are_compared_exactly(self, client_names: ClientNames, other: str) -> None:
        await client_names.give(ANN, "chat", "c1")
        assert await client_names.find(ANN, other) is None

    @pytest.mark.parametrize("name", ["", "чат № 1", "a\nb", "📋", "x" * 200, "a\ud800b"])
    async def test_any_text_may_be_a_name(self, client_names: ClientNames, name: str) -> None:
        await client_names.give(ANN, name, "c1")
        assert await client_names.find(ANN, name) == NamedConversation("c1")

    async def test_the_last_card_that_was_shown_is_kept(self, client_names: ClientNames) -> None:
        await client_names.give(ANN, "chat", "c1")
        await client_names.give(BOB, "chat", "b1")
        await client_names.show(ANN, "chat", "sha256:first")
        await client_names.show(ANN, "chat", DIGEST)
        assert await client_names.find(ANN, "chat") == NamedConversation("c1", DIGEST)
        assert await client_names.give(ANN, "chat", "c2") == NamedConversation("c1", DIGEST)
        assert await client_names.find(BOB, "chat") == NamedConversation("b1")

    async def test_showing_under_an_unknown_name_keeps_nothing(
        self, client_names: ClientNames
    ) -> None:
        await client_names.show(ANN, "chat", DIGEST)
        assert await client_names.find(ANN, "chat") is None
        assert await client_names.give(ANN, "chat", "c1") == NamedConversation("c1")

    async def test_a_name_goes_with_its_conversation_and_may_be_given_again(
        self, client_names: ClientNames, conversations: Conversations
    ) -> None:
        await client_names.give(ANN, "chat", "c1")
        await client_names.show(ANN, "chat", DIGEST)
        await conversations.remove("c1", ANN)
        assert await client_names.find(ANN, "chat") is None
        assert await client_names.give(ANN, "chat", "c2") == NamedConversation("c2")
