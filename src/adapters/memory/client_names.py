"""Clients' names for conversations, in memory."""

from dataclasses import replace

from adapters.memory.tables import Tables
from application.ports.client_names import ClientNames, NamedConversation
from domain.plain_json import clean


class MemoryClientNames(ClientNames):
    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._names: dict[tuple[str, str], NamedConversation] = {}

    async def find(self, user: str, name: str) -> NamedConversation | None:
        found = self._names.get((user, clean(name)))
        is_kept = found is not None and found.conversation_id in self._tables.conversations
        return found if is_kept else None

    async def give(self, user: str, name: str, conversation_id: str) -> NamedConversation:
        found = await self.find(user, name)
        if found is None:
            found = self._names[user, clean(name)] = NamedConversation(conversation_id)
        return found

    async def show(self, user: str, name: str, digest: str) -> None:
        found = await self.find(user, name)
        if found is not None:
            self._names[user, clean(name)] = replace(found, shown_digest=digest)
