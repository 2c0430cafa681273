"""Whether the process lives, and whether it takes requests."""

from fastapi import APIRouter

from entrypoints.http.openapi import problems
from entrypoints.http.schemas import HealthShown, ReadyShown
from entrypoints.http.services import Ready

router = APIRouter(tags=["health"])


@router.get("/health")
async def health() -> HealthShown:
    """The process lives."""
    return HealthShown(status="ok")


@router.get("/ready", responses=problems(503))
async def ready(state: Ready) -> ReadyShown:
    """Everything is open and what a crash left is finished; 503 until then."""
    state.opened()
    return ReadyShown(ready=True)
