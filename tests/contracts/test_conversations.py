from contracts.conversations import ConversationsContract
from contracts.stores import InMemory, InSqlite


class TestMemoryConversations(ConversationsContract, InMemory): ...


class TestSqliteConversations(ConversationsContract, InSqlite): ...
