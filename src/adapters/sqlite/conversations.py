"""Conversations in SQLite; state and environment are those of the last turn."""

from sqlite3 import Connection

from returns.result import Failure, Result, Success

from adapters.sqlite.database import Database
from adapters.sqlite.json_columns import time_from_column, time_to_column
from application.ports.conversations import Conversations
from domain.conversation import Conversation, ConversationUnknown, TurnState
from domain.plain_json import clean
from domain.searching import mentions
from domain.texts import Language

Row = tuple[str, str, str, Language, str, str, str | None, str | None]

_SELECT = """
    SELECT c.id, c.user, c.title, c.language, c.created_at, c.updated_at, t.state, t.env_id
    FROM conversations c
    LEFT JOIN turns t
        ON t.number = (SELECT max(number) FROM turns WHERE conversation_id = c.id)
"""
_ONE = f"{_SELECT} WHERE c.id = ? AND c.user = ?"
_ALL = f"{_SELECT} WHERE c.user = ? ORDER BY c.updated_at DESC, c.created_at DESC, c.id DESC"
# What the person saw: of a tool message the summary, not the text for the model.
_SEEN = """
    SELECT CASE role WHEN 'tool' THEN summary ELSE content END
    FROM messages WHERE conversation_id = ?
"""
# What waited or was never run goes too; what ran stays for its undo.
_REMOVE = (
    "DELETE FROM events WHERE conversation_id = ?",
    "DELETE FROM results WHERE conversation_id = ?",
    """
    DELETE FROM confirmations
    WHERE conversation_id = ? AND state NOT IN ('executing', 'executed')
    """,
)


class SqliteConversations(Conversations):
    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, conversation: Conversation) -> None:
        row = (
            conversation.id,
            conversation.user,
            clean(conversation.title),
            conversation.language,
            time_to_column(conversation.created_at),
            time_to_column(conversation.updated_at),
        )
        await self._database.write(
            lambda db: db.execute("INSERT INTO conversations VALUES (?, ?, ?, ?, ?, ?)", row)
        )

    async def get(
        self, conversation_id: str, user: str
    ) -> Result[Conversation, ConversationUnknown]:
        return await self._database.read(lambda db: _one(db, conversation_id, user))

    async def of_user(self, user: str, search: str = "") -> tuple[Conversation, ...]:
        def find(db: Connection) -> tuple[Conversation, ...]:
            all_of_user = map(_conversation, db.execute(_ALL, (user,)).fetchall())
            return tuple(one for one in all_of_user if _mentions(db, one, search))

        return await self._database.read(find)

    async def rename(
        self, conversation_id: str, user: str, title: str
    ) -> Result[Conversation, ConversationUnknown]:
        def rename(db: Connection) -> Result[Conversation, ConversationUnknown]:
            db.execute(
                "UPDATE conversations SET title = ? WHERE id = ? AND user = ?",
                (clean(title), conversation_id, user),
            )
            return _one(db, conversation_id, user)

        return await self._database.write(rename)

    async def remove(self, conversation_id: str, user: str) -> Result[None, ConversationUnknown]:
        def remove(db: Connection) -> Result[None, ConversationUnknown]:
            removed = db.execute(
                "DELETE FROM conversations WHERE id = ? AND user = ?", (conversation_id, user)
            )
            if removed.rowcount == 0:
                return Failure(ConversationUnknown(conversation_id))
            for statement in _REMOVE:
                db.execute(statement, (conversation_id,))
            return Success(None)

        return await self._database.write(remove)


def _one(
    db: Connection, conversation_id: str, user: str
) -> Result[Conversation, ConversationUnknown]:
    row: Row | None = db.execute(_ONE, (conversation_id, user)).fetchone()
    if row is None:
        return Failure(ConversationUnknown(conversation_id))
    return Success(_conversation(row))


def _mentions(db: Connection, conversation: Conversation, search: str) -> bool:
    if mentions(conversation.title, search):
        return True
    seen = db.execute(_SEEN, (conversation.id,))
    return any(mentions(text, search) for (text,) in seen if text is not None)


def _conversation(row: Row) -> Conversation:
    own_id, user, title, language, created_at, updated_at, state, env_id = row
    return Conversation(
        id=own_id,
        user=user,
        title=title,
        language=language,
        created_at=time_from_column(created_at),
        updated_at=time_from_column(updated_at),
        state=TurnState.OVER if state is None else TurnState(state),
        env_id=env_id,
    )
