"""Clients' names for conversations, in SQLite."""

from sqlite3 import Connection

from adapters.sqlite.database import Database
from application.ports.client_names import ClientNames, NamedConversation
from domain.plain_json import clean

_FIND = "SELECT conversation_id, shown_digest FROM client_names WHERE user = ? AND name = ?"
_GIVE = "INSERT INTO client_names (user, name, conversation_id) VALUES (?, ?, ?)"
_SHOW = "UPDATE client_names SET shown_digest = ? WHERE user = ? AND name = ?"


class SqliteClientNames(ClientNames):
    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, user: str, name: str) -> NamedConversation | None:
        return await self._database.read(lambda db: _find(db, user, clean(name)))

    async def give(self, user: str, name: str, conversation_id: str) -> NamedConversation:
        def give(db: Connection) -> NamedConversation:
            found = _find(db, user, clean(name))
            if found is not None:
                return found
            db.execute(_GIVE, (user, clean(name), conversation_id))
            return NamedConversation(conversation_id)

        return await self._database.write(give)

    async def show(self, user: str, name: str, digest: str) -> None:
        await self._database.write(lambda db: db.execute(_SHOW, (digest, user, clean(name))))


def _find(db: Connection, user: str, name: str) -> NamedConversation | None:
    row = db.execute(_FIND, (user, name)).fetchone()
    return None if row is None else NamedConversation(*row)
