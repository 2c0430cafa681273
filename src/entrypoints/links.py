"""Sign-in links: `http://HOST:PORT/agent#signin=CODE`."""

import secrets
from typing import Final

from domain.roles import Role
from domain.sessions import CODE_LIFETIME, SignInCode
from entrypoints.container.command_line import opened_sessions
from entrypoints.data_dir import address_of
from entrypoints.settings import Settings

_CODE_BYTES: Final = 24


async def make_link(settings: Settings, role: Role) -> str:
    """A link that signs in once as `local:<role>`; the code stays in the fragment, off the wire."""
    code = secrets.token_urlsafe(_CODE_BYTES)
    async with opened_sessions(settings) as (sessions, clock):
        grant = SignInCode(f"local:{role.value}", role, clock.now() + CODE_LIFETIME)
        await sessions.add_code(code, grant)
    return f"{address_of(settings)}/agent#signin={code}"
