"""A whole service in memory: two Supersets, a scripted model, and every step of a turn."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeAlias

from dependency_injector import providers
from returns.result import Failure, Result

from adapters.jwt.identity import JwtIdentity
from adapters.memory.audit_log import MemoryAuditLog
from adapters.memory.backup_pieces import MemoryBackupPieces
from adapters.memory.backups import MemoryBackups
from adapters.memory.client_names import MemoryClientNames
from adapters.memory.clock import MemoryClock
from adapters.memory.confirmations import MemoryConfirmations
from adapters.memory.conversations import MemoryConversations
from adapters.memory.dashboard_repository import MemoryDashboardRepository
from adapters.memory.environment_records import MemoryEnvironmentRecords
from adapters.memory.event_sink import MemoryEventSink
from adapters.memory.language_model import ScriptedModel, ScriptedReply
from adapters.memory.maintenance_windows import MemoryMaintenanceWindows
from adapters.memory.results import MemoryResults
from adapters.memory.run_facts import MemoryRunFacts
from adapters.memory.sessions import MemorySessions
from adapters.memory.superset.gateway import MemorySupersets
from adapters.memory.superset.server import MemorySuperset
from adapters.memory.tables import Tables
from adapters.memory.task_queue import MemoryTaskQueue
from adapters.memory.task_records import MemoryTaskRecords
from adapters.memory.turns import MemoryTurns
from adapters.sql_process.sql_judge import ProcessSqlJudge
from adapters.sse.fan_out import FanOut
from adapters.turns_langgraph.savers import MemoryCheckpoints, SaverCheckpoints
from application import tools
from application.ports.language_model import CallProposed, LanguageModel
from application.ports.turn_runner import (
    DecisionRefused,
    Message,
    MessageRefused,
    Session,
    TurnHandle,
    TurnRunner,
)
from application.toolkit.catalogue import catalogue_of, load_catalogue
from application.toolkit.tool import AnyTool
from domain.confirmation import Decision, Verdict
from domain.conversation import TurnState
from domain.environments import Environment, Environments
from domain.roles import Role
from domain.texts import Language
from entrypoints.container.wiring import Container
from entrypoints.settings import Settings
from tool_surroundings import ENVIRONMENTS, TEXTS, retail
from turns.checks import check_answers, check_events, check_history

# Events are JSON, into which tests look.
Json: TypeAlias = Any

SECRET = "a secret of at least thirty-two bytes, for tests"


def call(tool_name: str, **arguments: Json) -> CallProposed:
    """A tool call as a model proposes it."""
    return CallProposed("", tool_name, arguments)


@dataclass
class World:
    """
    The service and its surroundings; everything may be changed by a test at any time.

    Args:
        replies: what the model says, call after call.
        more_tools: in the catalogue besides the real ones.
        given_model: stands in for the scripted one.
        checkpoints: where a waiting turn is kept.
        adjust: changes the container before the runner is made.

    """

    replies: list[ScriptedReply]
    clock: MemoryClock = field(default_factory=MemoryClock)
    tables: Tables = field(default_factory=Tables)
    dev: MemorySuperset = field(default_factory=lambda: retail("ss-dev"))
    prod: MemorySuperset = field(default_factory=lambda: retail("ss-prod"))
    timeout_s: float = 30.0
    more_tools: Sequence[AnyTool] = ()
    environments: Sequence[Environment] = ENVIRONMENTS
    given_model: LanguageModel | None = None
    checkpoints: SaverCheckpoints = field(default_factory=MemoryCheckpoints)
    adjust: Callable[[Container], None] = lambda _: None
    records: MemoryEnvironmentRecords = field(default_factory=MemoryEnvironmentRecords)
    model: LanguageModel = field(init=False)
    conversation_id: str | None = None

    def __post_init__(self) -> None:
        self.scripted = ScriptedModel(self.replies)
        self.model = self.given_model or self.scripted
        self.audit = MemoryAuditLog()
        self.backups = MemoryBackups()
        self.sessions = MemorySessions()
        self.task_records = MemoryTaskRecords()
        self.tasks = MemoryTaskQueue(self.task_records)
        self.identity = JwtIdentity(secret=SECRET, sessions=self.sessions, clock=self.clock)
        self.supersets = MemorySupersets([self.dev, self.prod])
        self.container = self._container()
        self.runner: TurnRunner = self.container.runner()

    def _container(self) -> Container:
        container = Container(
            settings=Settings(data_dir=Path("unused"), tool_timeout_s=self.timeout_s),
            environments=Environments(list(self.environments)),
            checkpoints=self.checkpoints,
            supersets=self.supersets,
            model=self.model,
            sql_judge=ProcessSqlJudge(),
            identity=self.identity,
            sessions=self.sessions,
            clock=self.clock,
            texts=TEXTS,
        )
        stores = {
            "conversations": MemoryConversations(self.tables),
            "client_names": MemoryClientNames(self.tables),
            "turns": MemoryTurns(self.tables),
            "results": MemoryResults(self.tables),
            "confirmations": MemoryConfirmations(self.tables),
            "records": self.records,
            "feed": FanOut(MemoryEventSink(self.tables)),
            "audit": self.audit,
            "backups": self.backups,
            "backup_pieces": MemoryBackupPieces(self.backups),
            "repository": MemoryDashboardRepository(),
            "task_records": self.task_records,
            "tasks": self.tasks,
            "maintenance": MemoryMaintenanceWindows(),
            "run_facts": MemoryRunFacts(),
        }
        for name, store in stores.items():
            getattr(container, name).override(providers.Object(store))
        if self.more_tools:
            real = load_catalogue(tools).tools.values()
            catalogue = catalogue_of([*real, *self.more_tools])
            container.catalogue.override(providers.Object(catalogue))
        self.adjust(container)
        return container

    def session(
        self, role: Role = Role.ADMIN, user: str = "local:ann", language: Language | None = "en"
    ) -> Session:
        """Somebody's session, with a token that is good for an hour."""
        issued = self.identity.issue(user, role, timedelta(hours=1))
        return Session(issued.caller, language, issued.token)

    async def send(
        self,
        text: str,
        *,
        session: Session | None = None,
        env_id: str | None = "ss-dev",
        ui_context: object = None,
        message_id: str | None = None,
    ) -> list[Json]:
        """Send a message to the world's conversation; the events up to `done`."""
        message = Message(text, message_id, self.conversation_id, env_id, ui_context)
        return await self.until_done(await self.begin(message, session))

    async def begin(self, message: Message, session: Session | None = None) -> TurnHandle:
        """Start a turn and let it run."""
        started = await self.runner.start(message, session or self.session())
        assert not isinstance(started, Failure), started
        handle = started.unwrap()
        self.conversation_id = handle.conversation_id
        return handle

    async def refused_message(self, text: str, session: Session | None = None) -> MessageRefused:
        """Why a message to the world's conversation is not taken."""
        message = Message(text, None, self.conversation_id, "ss-dev")
        started = await self.runner.start(message, session or self.session())
        assert isinstance(started, Failure), started
        refused: MessageRefused = started.failure()
        return refused

    async def decide(
        self,
        verdict: Verdict = Verdict.APPROVE,
        *,
        session: Session | None = None,
        reason: str | None = None,
        arguments: dict[str, Json] | None = None,
    ) -> list[Json]:
        """Decide what waits; the events up to the next `done`."""
        card = await self.waiting()
        session = session or self.session()
        decision = Decision(
            verdict,  # type: ignore[arg-type]
            session.caller.user,
            card["digest"],
            reason,
            arguments,
        )
        decided = await self.try_decide(card, decision, session)
        assert not isinstance(decided, Failure), decided
        return await self.until_done(decided.unwrap())

    async def try_decide(
        self, card: Json, decision: Decision | None = None, session: Session | None = None
    ) -> Result[TurnHandle, DecisionRefused]:
        """Answer a card, by default with a yes; nothing is awaited of its turn."""
        session = session or self.session()
        decision = decision or Decision(Verdict.APPROVE, session.caller.user, card["digest"])
        return await self.runner.decide(
            str(self.conversation_id), card["confirmation_id"], decision, session
        )

    async def refused_decision(
        self, card: Json, decision: Decision | None = None, session: Session | None = None
    ) -> DecisionRefused:
        """Why a decision is not taken."""
        decided = await self.try_decide(card, decision, session)
        assert isinstance(decided, Failure), decided
        refused: DecisionRefused = decided.failure()
        return refused

    async def cancel(self, session: Session | None = None) -> None:
        """Stop what runs or waits."""
        cancelled = await self.runner.cancel(str(self.conversation_id), session or self.session())
        assert not isinstance(cancelled, Failure), cancelled

    async def waiting(self) -> Json:
        """The card that waits in the world's conversation."""
        confirmations = self.container.confirmations()
        waiting = await confirmations.waiting(str(self.conversation_id))
        assert waiting is not None
        return waiting.metadata

    async def until_done(self, handle: TurnHandle) -> list[Json]:
        """The events of a turn above a point, up to its end, and the turn let end."""
        events: list[Json] = []
        async for event in self.container.feed().follow(handle.conversation_id, handle.after):
            events.append(event.data)
            if event.type == "done" and event.seq >= handle.until:
                break
        await self.settle()
        return events

    async def settle(self) -> None:
        """Let every turn end; then nothing is left of it but what may be left."""
        await self.runner.drain(10)
        for request in self.scripted.requests:
            check_history(request.messages)
        for messages in self.tables.messages.values():
            check_answers(messages)
        check_events(self.tables)
        waiting = {t.id for t in self.tables.turns.values() if t.state is TurnState.AWAITING}
        assert set(await self.checkpoints.known()) == waiting

    async def said(self) -> list[Json]:
        """Every event of the world's conversation."""
        events = await self.container.feed().replay(str(self.conversation_id))
        return [event.data for event in events]

    def told(self, call_id: str) -> str:
        """What the model was told of a call."""
        messages = self.tables.messages[str(self.conversation_id)]
        (answer,) = [message for message in messages if message.call_id == call_id]
        return answer.content

    def audited(self, kind: str) -> list[Json]:
        """The facts of audit lines of a kind."""
        lines = [json.loads(line.text) for line in self.audit.lines]
        return [line["facts"] for line in lines if line["kind"] == kind]


def types(events: list[Json]) -> list[str]:
    """The event types, tokens folded together."""
    found: list[str] = []
    for event in events:
        if event["type"] == "token" and found and found[-1] == "token":
            continue
        found.append(event["type"])
    return found


def only(events: list[Json], kind: str) -> Json:
    """The one event of a kind."""
    (event,) = [event for event in events if event["type"] == kind]
    return event


def every(events: list[Json], kind: str) -> list[Json]:
    """All events of a kind, in order."""
    return [event for event in events if event["type"] == kind]
