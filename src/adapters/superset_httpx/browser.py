"""Superset's own sign-in form, for what it tells nobody but a browser."""

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from returns.pipeline import is_successful
from returns.result import Failure, Result

from adapters.superset_httpx.answers import Answer
from adapters.superset_httpx.calls import Call
from domain.accounts import Account
from domain.superset import SupersetError

Exchange = Callable[[Call, Mapping[str, str]], Awaitable[Result[Answer, SupersetError]]]

_PATH: Final = "/login/"
_CSRF: Final = re.compile(rb'name="csrf_token"[^>]* value="([\w.-]+)"')
_REDIRECTS: Final = range(300, 400)


async def sign_in_by_form(
    exchange: Exchange, account: Account, origin: str
) -> Result[bool, SupersetError]:
    """Whether the form took the account; the session is in the cookies of the exchange."""
    page = await exchange(Call.get(_PATH), {})
    if not is_successful(page):
        return Failure(page.failure())
    csrf = _CSRF.search(page.unwrap().body)
    form = {
        "username": account.username,
        "password": account.password,
        # There is none where the protection is switched off.
        **({"csrf_token": csrf[1].decode()} if csrf else {}),
    }
    answer = await exchange(Call.send_form(_PATH, form), {"Referer": origin})
    return answer.map(lambda arrived: arrived.status in _REDIRECTS and not arrived.is_sent_to_login)
