"""Asks the command assistant as a person on a page would."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from adapters.fluent.texts import FluentTexts
from adapters.planner.arguments import TOOLS
from adapters.planner.language_model import CommandAssistant
from application.ports.language_model import (
    CallProposed,
    ModelRequest,
    ReplyEnded,
    Situation,
    TextDelta,
    ToolOffer,
)
from domain.context import UiContext
from domain.conversation import ChatMessage
from domain.roles import Role
from domain.texts import Language

WRITES = frozenset(
    {
        "superset_create_dataset",
        "create_branch",
        "commit_changes",
        "deploy_dashboard",
        "execute_migration",
        "run_backup",
        "start_maintenance",
        "end_maintenance",
        "delete_dashboard",
    }
)
ALL = tuple(ToolOffer(tool, tool, {"type": "object"}) for tool in sorted(TOOLS))
DASHBOARD = UiContext("dashboard", "42", "Sales", "ss-dev", "/dashboards/42")
RETAIL = (("1", "retail", "sqlite"),)
_LINK = re.compile(r"\[(?P<label>(?:[^\]\\]|\\.)*)\]\(#ask:(?P<prompt>[^)]*)\)")


@dataclass(frozen=True)
class Answer:
    """What came back: a call, or words with links that fill the composer."""

    text: str
    call: CallProposed | None

    @property
    def links(self) -> list[tuple[str, str]]:
        """Label and prompt of each link."""
        return [(match["label"], unquote(match["prompt"])) for match in _LINK.finditer(self.text)]

    @property
    def tool(self) -> str | None:
        return self.call.tool_name if self.call else None

    @property
    def arguments(self) -> dict[str, Any]:
        assert self.call is not None, self.text
        return dict(self.call.arguments or {})


@dataclass(frozen=True)
class Person:
    """Someone in a situation."""

    language: Language = "en"
    role: Role = Role.ADMIN
    env_id: str | None = "ss-dev"
    ui_context: UiContext | None = None
    databases: tuple[tuple[str, str, str], ...] = RETAIL
    environments: Mapping[str, str] = field(
        default_factory=lambda: {"ss-dev": "dev", "ss-prod": "prod"}
    )
    tools: Sequence[ToolOffer] = ALL
    samples: Mapping[str, str] = field(default_factory=dict)

    @property
    def situation(self) -> Situation:
        return Situation(
            self.language,
            self.role,
            self.env_id,
            self.environments,
            self.ui_context,
            self.databases,
            self.samples,
        )

    async def asks(self, *messages: str | ChatMessage) -> Answer:
        history = tuple(
            ChatMessage("user", message) if isinstance(message, str) else message
            for message in messages
        )
        request = ModelRequest(history, tuple(self.tools), self.situation)
        parts = [part async for part in assistant().reply(request)]
        end = parts[-1]
        assert isinstance(end, ReplyEnded)
        assert len(end.calls) <= 1, "one call a turn"
        text = "".join(part.text for part in parts if isinstance(part, TextDelta))
        return Answer(text, end.calls[0] if end.calls else None)


@dataclass(frozen=True)
class Wish:
    """One line of the prompt sets; `tool` is None where nothing may be called."""

    id: str
    kind: str
    language: Language
    prompt: str
    context: Mapping[str, Any]
    tool: str | None
    arguments: Mapping[str, Any]

    @property
    def person(self) -> Person:
        context = self.context
        shown = UiContext(
            context.get("objectType"), context.get("objectId"), None, context.get("envId"), None
        )
        return Person(
            language=self.language,
            env_id=context.get("envId"),
            ui_context=shown if shown.object_type else None,
            databases=RETAIL if context.get("envId") else (),
        )


def wishes() -> Iterator[Wish]:
    """Both prompt sets."""
    for language in ("en", "ru"):
        path = Path(__file__).with_name(f"prompts_{language}.json")
        for line in json.loads(path.read_text("utf-8")):
            yield Wish(
                line["id"],
                line["kind"],
                line["lang"],
                line["prompt"],
                line["context"],
                line["tool"],
                line["args"],
            )


@cache
def assistant() -> CommandAssistant:
    """It holds no state, so one serves all tests."""
    return CommandAssistant(FluentTexts())
