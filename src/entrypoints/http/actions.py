"""What ran, and how it is undone."""

from fastapi import APIRouter
from fastapi.responses import StreamingResponse
from returns.result import Failure

from entrypoints.http.access import CallerSession
from entrypoints.http.openapi import problems, stream
from entrypoints.http.problems import problem_of
from entrypoints.http.schemas import Id
from entrypoints.http.services import Ready, Services
from entrypoints.http.streams import turn_stream

router = APIRouter(prefix="/api/agent", tags=["agent"])


@router.post(
    "/actions/{action_id}/undo",
    response_class=StreamingResponse,
    responses={**stream(), **problems(401, 403, 404, 409, 422)},
)
async def post_undo(
    action_id: Id, caller: CallerSession, services: Services, ready: Ready
) -> StreamingResponse:
    """Ask to undo an action; the stream ends with the plan of it, which waits for a decision."""
    started = await services.runner.undo(action_id, caller)
    if isinstance(started, Failure):
        raise problem_of(started.failure())
    return turn_stream(started.unwrap(), caller.caller.user, services, ready)
