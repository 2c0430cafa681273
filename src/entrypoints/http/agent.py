"""Messages, decisions, cancel, and the event stream of a conversation."""

from typing import Annotated

from fastapi import APIRouter, Header, Query
from fastapi.responses import StreamingResponse
from returns.result import Failure

from application.ports.turn_runner import Message
from domain.confirmation import Decision, Verdict
from entrypoints.http.access import CallerSession
from entrypoints.http.openapi import BODY, problems, stream
from entrypoints.http.problems import problem_of
from entrypoints.http.schemas import DecisionBody, Id, MessageBody
from entrypoints.http.services import Ready, Services
from entrypoints.http.streams import Watch, conversation_stream, replay_stream, turn_stream

router = APIRouter(prefix="/api/agent", tags=["agent"])


@router.post(
    "/messages",
    response_class=StreamingResponse,
    responses={**stream(), **problems(401, 403, 404, 409, *BODY)},
)
async def post_message(
    body: MessageBody, caller: CallerSession, services: Services, ready: Ready
) -> StreamingResponse:
    """Send a message; the stream ends with `done`, the turn does not end with the request."""
    message = Message(
        body.message, body.message_id, body.conversation_id, body.env_id, body.uicontext
    )
    started = await services.runner.start(message, caller)
    if isinstance(started, Failure):
        raise problem_of(started.failure())
    return turn_stream(started.unwrap(), caller.caller.user, services, ready)


@router.post(
    "/conversations/{conversation_id}/decisions",
    response_class=StreamingResponse,
    responses={**stream(), **problems(401, 403, 404, 409, *BODY)},
)
async def post_decision(
    conversation_id: Id,
    body: DecisionBody,
    caller: CallerSession,
    services: Services,
    ready: Ready,
) -> StreamingResponse:
    """Approve or deny the confirmation that waits; the stream goes on with the turn."""
    decision = Decision(
        verdict=Verdict.APPROVE if body.decision == "approve" else Verdict.DENY,
        by=caller.caller.user,
        digest=body.digest,
        reason=body.reason,
        arguments=body.arguments,
    )
    decided = await services.runner.decide(conversation_id, body.confirmation_id, decision, caller)
    if isinstance(decided, Failure):
        raise problem_of(decided.failure())
    return turn_stream(decided.unwrap(), caller.caller.user, services, ready)


@router.post(
    "/conversations/{conversation_id}/cancel",
    status_code=204,
    responses=problems(401, 403, 404, 422),
)
async def post_cancel(conversation_id: Id, caller: CallerSession, services: Services) -> None:
    """Stop the turn that runs or waits; a write under way is let end."""
    cancelled = await services.runner.cancel(conversation_id, caller)
    if isinstance(cancelled, Failure):
        raise problem_of(cancelled.failure())


@router.get(
    "/conversations/{conversation_id}/events",
    response_class=StreamingResponse,
    responses={**stream(), **problems(401, 404, 422)},
)
async def get_events(
    conversation_id: Id,
    caller: CallerSession,
    services: Services,
    ready: Ready,
    follow: Annotated[bool, Query()] = True,  # noqa: FBT002  # a query parameter
    last_event_id: Annotated[int, Header(ge=0, le=2**53)] = 0,
) -> StreamingResponse:
    """Replay the events after Last-Event-ID, then follow live while anything runs."""
    owned = await services.conversations.get(conversation_id, caller.caller.user)
    if isinstance(owned, Failure):
        raise problem_of(owned.failure())
    if follow:
        watch = Watch(conversation_id, caller.caller.user, last_event_id)
        return conversation_stream(watch, services, ready)
    return await replay_stream(conversation_id, last_event_id, services)
