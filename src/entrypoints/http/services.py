"""What the endpoints work with; the container fills it in."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends, Request
from prometheus_client import CollectorRegistry

from application.ports.audit_log import AuditLog
from application.ports.client_names import ClientNames
from application.ports.clock import Clock
from application.ports.confirmations import Confirmations
from application.ports.conversations import Conversations
from application.ports.event_sink import EventFeed
from application.ports.identity import Identity
from application.ports.language_model import LanguageModel
from application.ports.results import Results
from application.ports.sessions import Sessions
from application.ports.superset.gateway import Supersets
from application.ports.task_queue import TaskQueue
from application.ports.texts import Texts
from application.ports.turn_runner import TurnRunner
from application.ports.turns import Turns
from application.toolkit.catalogue import Catalogue
from domain.environments import Environments
from domain.events import RecordedEvent
from domain.texts import text
from entrypoints.http.problems import Problem


@dataclass(frozen=True, slots=True)
class ApiServices:
    """
    Ports, the runner, the catalogue, and how events are framed.

    Args:
        counts: what turns did so far, for /metrics.

    """

    runner: TurnRunner
    feed: EventFeed
    conversations: Conversations
    client_names: ClientNames
    turns: Turns
    confirmations: Confirmations
    results: Results
    identity: Identity
    sessions: Sessions
    supersets: Supersets
    audit: AuditLog
    texts: Texts
    clock: Clock
    model: LanguageModel
    environments: Environments
    catalogue: Catalogue
    tasks: TaskQueue
    counts: CollectorRegistry
    frame: Callable[[RecordedEvent], bytes]
    ping: bytes


@dataclass(slots=True)
class Readiness:
    """
    The state of one application.

    Args:
        services: None until everything is open and recovered.
        failure: why it will never be ready; None while all is well.
        closing: set when the service stops, so that open streams end.

    """

    services: ApiServices | None = None
    failure: BaseException | None = None
    closing: asyncio.Event = field(default_factory=asyncio.Event)

    def opened(self) -> ApiServices:
        """The services, once they are open; until then it raises a Problem."""
        if self.failure is not None:
            raise Problem("cannot_start", text("error-cannot-start"))
        if self.services is None:
            raise Problem("not_ready", text("error-not-ready"))
        return self.services


def readiness(request: Request) -> Readiness:
    """The state of the application that serves a request."""
    state: Readiness = request.app.state.readiness
    return state


def services(request: Request) -> ApiServices:
    """The services, or 503 while they are being opened."""
    return readiness(request).opened()


Services = Annotated[ApiServices, Depends(services)]
Ready = Annotated[Readiness, Depends(readiness)]
