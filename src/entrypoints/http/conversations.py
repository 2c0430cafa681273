"""A person's conversations."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Query
from returns.result import Failure

from domain.conversation import Conversation, Turn, TurnState
from domain.events import wire_time
from domain.plain_json import plain_object
from entrypoints.http.access import CallerSession
from entrypoints.http.openapi import BODY, problems
from entrypoints.http.problems import problem_of
from entrypoints.http.schemas import (
    ConversationList,
    ConversationShown,
    ConversationWhole,
    Id,
    TitleBody,
    TurnShown,
)
from entrypoints.http.services import Services

router = APIRouter(prefix="/api/agent/conversations", tags=["conversations"])

_STATES: Final[Mapping[TurnState, Literal["idle", "running", "awaiting_confirmation"]]] = {
    TurnState.OVER: "idle",
    TurnState.RUNNING: "running",
    TurnState.AWAITING: "awaiting_confirmation",
}


@router.get("", responses=problems(401, 422))
async def list_conversations(
    caller: CallerSession,
    services: Services,
    q: Annotated[str, Query(max_length=200)] = "",
) -> ConversationList:
    """Last used first; `q` searches titles and messages."""
    found = await services.conversations.of_user(caller.caller.user, q)
    return ConversationList(items=[shown(c) for c in found], total=len(found))


@router.get("/{conversation_id}", responses=problems(401, 404, 422))
async def get_conversation(
    conversation_id: Id, caller: CallerSession, services: Services
) -> ConversationWhole:
    """One conversation with its turns and the confirmation that waits in it."""
    found = await services.conversations.get(conversation_id, caller.caller.user)
    if isinstance(found, Failure):
        raise problem_of(found.failure())
    conversation = found.unwrap()
    waiting = await services.confirmations.waiting(conversation_id)
    turns = await services.turns.of_conversation(conversation_id)
    return ConversationWhole(
        **shown(conversation).model_dump(),
        language=conversation.language,
        last_event_id=await services.feed.last_seq(conversation_id),
        turns=[_turn(turn) for turn in turns],
        confirmation=None if waiting is None else plain_object(waiting.metadata),
        undone_actions=list(await services.confirmations.undone(conversation_id)),
    )


@router.patch("/{conversation_id}", responses=problems(401, 403, 404, *BODY))
async def rename_conversation(
    conversation_id: Id, body: TitleBody, caller: CallerSession, services: Services
) -> ConversationShown:
    """Give it another title."""
    renamed = await services.conversations.rename(conversation_id, caller.caller.user, body.title)
    if isinstance(renamed, Failure):
        raise problem_of(renamed.failure())
    return shown(renamed.unwrap())


@router.delete("/{conversation_id}", status_code=204, responses=problems(401, 403, 404, 422))
async def delete_conversation(
    conversation_id: Id, caller: CallerSession, services: Services
) -> None:
    """Cancel what runs or waits in it, then remove it. The audit log stays."""
    removed = await services.runner.remove(conversation_id, caller)
    if isinstance(removed, Failure):
        raise problem_of(removed.failure())


def shown(conversation: Conversation) -> ConversationShown:
    """A conversation as lists show it."""
    return ConversationShown(
        id=conversation.id,
        title=conversation.title,
        state=_STATES[conversation.state],
        env_id=conversation.env_id,
        created_at=wire_time(conversation.created_at),
        updated_at=wire_time(conversation.updated_at),
    )


def _turn(turn: Turn) -> TurnShown:
    return TurnShown(
        turn_id=turn.id,
        message_id=turn.message_id,
        message=turn.message,
        env_id=turn.env_id,
        uicontext=None if turn.ui_context is None else plain_object(turn.ui_context),
        started_at=wire_time(turn.started_at),
        finish_reason=turn.finish_reason,
    )
