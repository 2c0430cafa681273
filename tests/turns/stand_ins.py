"""Tools and models that stop, break or answer when a test says so."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field

from returns.result import Failure, Result, Success

from application.ports.language_model import (
    CallProposed,
    LanguageModel,
    ModelRequest,
    ReplyEnded,
    ReplyPart,
    TextDelta,
)
from application.toolkit.context import ToolContext
from application.toolkit.failure import ToolFailure
from application.toolkit.tool import Arguments, Tool, ToolOutcome
from domain.plan import Plan, Target
from domain.risk import ToolRisk
from domain.roles import Role
from domain.superset import JsonValue
from domain.texts import text

DONE = text("call-denied", tool="a stand-in")


class Word(Arguments):
    word: str = ""
    env_id: str | None = None


@dataclass
class StandIn:
    """
    One tool under a test's control.

    Args:
        outcome: what a run gives once it may go on; an exception is raised.
        is_open: whether runs go on at once.
        moves: whether a run makes plans stale that were made before it.

    """

    name: str
    risk: ToolRisk = ToolRisk.READ
    outcome: "JsonValue | ToolFailure | BaseException" = None
    is_open: bool = True
    timeout_s: float | None = None
    moves: bool = True
    runs: list[str] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.began = asyncio.Event()
        self.finished = asyncio.Event()
        self.gate = asyncio.Event()
        if self.is_open:
            self.gate.set()

    @property
    def tool(self) -> Tool[Word]:
        return Tool(
            name=self.name,
            description="A stand-in.",
            arguments=Word,
            risk=self.risk,
            role=Role.VIEWER if self.risk is ToolRisk.READ else Role.ADMIN,
            contexts=frozenset(),
            written_environments=() if self.risk is ToolRisk.READ else ("env_id",),
            run=self._run,
            plan=None if self.risk is ToolRisk.READ else self._plan,
            examples=0,
            timeout_s=self.timeout_s,
        )

    async def _run(self, args: Word, ctx: ToolContext) -> Result[ToolOutcome, ToolFailure]:
        self.runs.append(args.word)
        self.began.set()
        await self.gate.wait()
        self.ended.append(args.word)
        self.finished.set()
        if isinstance(self.outcome, BaseException):
            raise self.outcome
        if isinstance(self.outcome, ToolFailure):
            return Failure(self.outcome)
        return Success(ToolOutcome({"word": args.word, "said": self.outcome}, DONE))

    async def _plan(self, args: Word, ctx: ToolContext) -> Result[Plan, ToolFailure]:
        return Success(
            Plan(
                DONE,
                Target("thing", args.word or "thing"),
                state={"runs": len(self.runs) if self.moves else 0},
            )
        )


class ObedientModel(LanguageModel):
    """Proposes one call for every message of a person, and says "Done." to its result."""

    def __init__(self, call: CallProposed) -> None:
        self._call = call

    @property
    def name(self) -> str:
        return "obedient"

    @property
    def is_built_in(self) -> bool:
        return False

    async def reply(self, request: ModelRequest) -> AsyncIterator[ReplyPart]:
        if request.messages[-1].role == "tool":
            yield TextDelta("Done.")
            yield ReplyEnded()
        else:
            yield ReplyEnded((self._call,))


class HaltingModel(LanguageModel):
    """Says some words, then nothing until it is let go on; then the calls, if any."""

    def __init__(self, words: Sequence[str], calls: Sequence[CallProposed] = ()) -> None:
        self._words = words
        self._calls = tuple(calls)
        self.spoke = asyncio.Event()
        self.gate = asyncio.Event()
        self.is_closed = False

    @property
    def name(self) -> str:
        return "halting"

    @property
    def is_built_in(self) -> bool:
        return False

    async def reply(self, request: ModelRequest) -> AsyncIterator[ReplyPart]:
        try:
            for word in self._words:
                yield TextDelta(word)
            self.spoke.set()
            await self.gate.wait()
            yield ReplyEnded(self._calls)
        finally:
            self.is_closed = True


class BrokenModel(LanguageModel):
    """Says some words and raises, which no model may."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = words

    @property
    def name(self) -> str:
        return "broken"

    @property
    def is_built_in(self) -> bool:
        return False

    async def reply(self, request: ModelRequest) -> AsyncIterator[ReplyPart]:
        for word in self._words:
            yield TextDelta(word)
        raise RuntimeError("a bug")
