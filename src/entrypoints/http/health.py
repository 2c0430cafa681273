"""Whether the process lives, and whether it takes requests; monitors ask with HEAD too."""

from fastapi import APIRouter

from entrypoints.http.openapi import problems
from entrypoints.http.schemas import HealthShown, ReadyShown
from entrypoints.http.services import Ready

router = APIRouter(tags=["health"])


@router.head("/health", include_in_schema=False)
@router.get("/health")
async def health() -> HealthShown:
    """The process lives."""
    return HealthShown(status="ok")


@router.head("/ready", include_in_schema=False)
@router.get("/ready", responses=problems(503))
async def ready(state: Ready) -> ReadyShown:
    """Everything is open and what a crash left is finished; 503 until then."""
    state.opened()
    return ReadyShown(ready=True)
