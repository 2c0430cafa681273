"""One call of an old client: who it is, what it wants, and what it is told."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from datetime import UTC, datetime
from weakref import WeakValueDictionary

import structlog
from returns.result import Failure
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from application.ports.store import StoreUnavailable
from application.ports.texts import Texts
from application.ports.turn_runner import Session
from domain.audit import AuditEntry
from domain.identity import Caller
from domain.texts import text
from entrypoints.gradio_api.answers import Answers, CardWaits, EventData
from entrypoints.gradio_api.arguments import Call, read_call
from entrypoints.gradio_api.following import TurnEvents
from entrypoints.gradio_api.turns import LegacyTurns
from entrypoints.http.language import language_of
from entrypoints.http.problems import Problem, problem_of, problem_response
from entrypoints.http.services import ApiServices, Readiness

log = structlog.get_logger()


class AgentHandler:
    """What `agent_handler` does, without anything of Gradio."""

    def __init__(self, readiness: Readiness, texts: Texts) -> None:
        self._readiness = readiness
        self._texts = texts
        self._locks: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()

    async def answer(
        self, received: Sequence[object], connection: HTTPConnection, *, shows_cards: bool
    ) -> AsyncGenerator[EventData, None]:
        """
        The events of a call, the last of them `done`.

        Never raises: old clients cannot read how Gradio spells an exception (R07).
        """
        said: tuple[EventData, ...] = ()
        try:
            async with aclosing(self._events(received, connection, shows_cards)) as events:
                async for data in events:
                    yield data
        except CardWaits as card:
            said = self._answers(connection).waiting(card)
        except Problem as problem:
            said = self._answers(connection).refusal(problem)
        except StoreUnavailable as error:
            log.error("store_unavailable", reason=str(error))  # noqa: TRY400  # no bug of ours
            unavailable = Problem("store_unavailable", text("error-store-unavailable"))
            said = self._answers(connection).refusal(unavailable)
        except Exception:
            # The last place where a bug can become something that an old client reads.
            log.exception("gradio_call_broke")
            said = self._answers(connection).refusal(Problem("internal", text("gradio-broke")))
        for data in said:
            yield data

    def wrong_names(self, request: Request, _error: Exception) -> Response:
        """The answer to a call by names that are not those of the arguments."""
        problem = Problem("invalid_request", text("gradio-wrong-names"))
        return problem_response(self._texts, request, problem)

    async def _events(
        self,
        received: Sequence[object],
        connection: HTTPConnection,
        shows_cards: bool,  # noqa: FBT001  # handed on
    ) -> AsyncGenerator[EventData, None]:
        services = self._readiness.opened()
        call = read_call(received)
        session = await _session(call, connection, services)
        user = session.caller.user
        turns = LegacyTurns(services, session, call, shows_cards)
        # Two first messages under one name must not make two conversations.
        async with self._locks.setdefault((user, call.name), asyncio.Lock()):
            handle = await turns.begin()
        kind: object = None
        following = TurnEvents(handle, user, services, self._readiness.closing)
        async with aclosing(following.until_done()) as events:
            async for data in events:
                kind = data["type"]
                await turns.note_shown(data)
                yield data
        if kind != "done":
            raise Problem("not_ready", text("gradio-cut-off"))

    def _answers(self, connection: HTTPConnection) -> Answers:
        return Answers(self._texts, language_of(connection) or "en", datetime.now(UTC))


async def _session(call: Call, connection: HTTPConnection, services: ApiServices) -> Session:
    """
    Whom the token stands for; what else the client says of itself only may not contradict.

    Raises:
        Problem: no good token, or the token of somebody else.

    """
    found = await services.identity.authenticate(call.token)
    if isinstance(found, Failure):
        raise problem_of(found.failure())
    caller = found.unwrap()
    if call.user_id is not None and call.user_id not in _names_of(caller):
        facts = {"code": "other_user", "user_id": call.user_id}
        await services.audit.append(AuditEntry("refusal", services.clock.now(), caller.user, facts))
        raise Problem("forbidden", text("gradio-other-user"))
    return Session(caller, language_of(connection), call.token)


def _names_of(caller: Caller) -> set[str]:
    """The user, and the same without the namespace, which old clients never knew."""
    user = caller.user
    without = user.removeprefix(f"superset:{caller.env_id}:")
    return {user, user.partition(":")[2] if without == user else without}
