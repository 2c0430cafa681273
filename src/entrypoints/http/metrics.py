"""What a monitoring system reads: counts and times, nothing about people or their data."""

from collections.abc import Sequence
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

from domain.conversation import Turn, TurnState
from entrypoints.http.openapi import problems
from entrypoints.http.services import Ready

router = APIRouter(tags=["health"])

# Streams last as long as their turn.
_BUCKETS_S: Final = (0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120)
# A client may name methods as it likes, and every name would be a series that stays.
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class RequestTimes:
    """How long requests take, by the template of their route; "" is no route of ours."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._seconds = Histogram(
            "agent_request_seconds",
            "From a request to the end of its answer.",
            ["method", "route", "status"],
            buckets=_BUCKETS_S,
            registry=self.registry,
        )

    def observe(self, method: str, route: str | None, status: int | None, seconds: float) -> None:
        """Note one request; `status` is None when it was given up before its answer."""
        known = method if method in _METHODS else "other"
        self._seconds.labels(known, route or "", status or "none").observe(seconds)


@router.get(
    "/metrics",
    response_class=PlainTextResponse,
    responses={200: {"description": "Prometheus text form"}, **problems(503)},
)
async def metrics(request: Request, state: Ready) -> Response:
    """
    Counts and times for Prometheus: requests, open turns, ends of turns, tool calls.

    Without a sign-in, like /health. Until the service is ready only requests are known.
    """
    times: RequestTimes = request.app.state.times
    written = generate_latest(times.registry)
    if state.services is not None:
        written += generate_latest(state.services.counts)
        written += _open_turns(await state.services.turns.unfinished())
    return Response(written, headers={"Content-Type": CONTENT_TYPE_LATEST})


def _open_turns(turns: Sequence[Turn]) -> bytes:
    """Read off the store at each look, so that no crash can leave it wrong."""
    registry = CollectorRegistry()
    running = Gauge("agent_turns_running", "Turns that run.", registry=registry)
    running.set(sum(turn.state is TurnState.RUNNING for turn in turns))
    waiting = Gauge("agent_confirmations_waiting", "Questions that wait.", registry=registry)
    waiting.set(sum(turn.state is TurnState.AWAITING for turn in turns))
    return generate_latest(registry)
