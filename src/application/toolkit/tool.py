"""What a tool is made of. A tool states its risk and its role; it never decides whether to ask."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict
from returns.result import Result

from application.toolkit.context import ToolContext
from application.toolkit.failure import ToolFailure
from domain.confirmation import Outcome
from domain.plan import Plan
from domain.risk import ToolDeclaration, ToolRisk
from domain.roles import Role
from domain.superset import JsonValue
from domain.tasks import TaskEnding, TaskStep
from domain.texts import Text, text
from domain.truncation import Truncated


class Arguments(BaseModel):
    """Arguments of a tool: unknown names are refused, strings are stripped."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)


class EnvironmentNeed(StrEnum):
    """Whether a call is about one environment."""

    NONE = "none"
    OPTIONAL = "optional"
    REQUIRED = "required"


@dataclass(frozen=True, slots=True)
class ToolOutcome:
    """
    What a tool did.

    Args:
        value: the whole result, kept for download.
        summary: one sentence for the person.
        for_model: English text for the model, and whether it is shorter than what it tells of; the
            value as JSON when None.
        snapshot: backup id of the state before a write.
        undo: what an undo needs besides, plain JSON.

    """

    value: JsonValue = field(repr=False)
    summary: Text
    for_model: str | Truncated | None = field(default=None, repr=False)
    snapshot: str | None = None
    undo: Mapping[str, JsonValue] | None = None

    @property
    def told(self) -> str | None:
        """The text for the model alone."""
        return self.for_model.text if isinstance(self.for_model, Truncated) else self.for_model


@dataclass(frozen=True, slots=True)
class StepDone:
    """
    What one step of a task did.

    Args:
        value: for the end of the task, plain JSON; kept with the task, so keep it short.
        said: a line for the log of the task.

    """

    value: JsonValue = None
    said: Text | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskParts:
    """
    What makes a tool a task: its `run` prepares the items and starts it, one step runs per item.

    A step that fails with a FIXABLE failure concerns its item alone; any other failure stops the
    task. `finish` is called once the steps are over, also when the task stopped on the way, and
    may be called twice.

    Args:
        writes: whether a step may change something; such a step never runs twice.
        title: of an item, as its data has it; shown while it is worked on.
        check: how to check what became of a write that was cut off; needed when it writes.
        step_timeout_s: seconds.

    """

    step: Callable[[TaskStep, ToolContext], Awaitable[Result[StepDone, ToolFailure]]]
    finish: Callable[[TaskEnding, ToolContext], Awaitable[Result[ToolOutcome, ToolFailure]]]
    title: Callable[[JsonValue], str]
    writes: bool = False
    check: Callable[[TaskStep, ToolContext], Text] | None = None
    step_timeout_s: float = 300.0


A = TypeVar("A", bound=Arguments)

Run = Callable[[A, ToolContext], Awaitable[Result[ToolOutcome, ToolFailure]]]
MakePlan = Callable[[A, ToolContext], Awaitable[Result[Plan, ToolFailure]]]
FindDialect = Callable[[A, ToolContext], Awaitable[Result[str | None, ToolFailure]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool(Generic[A]):
    """
    One tool of the catalogue, declared once, in one file.

    Args:
        description: what the model reads, in English.
        examples: how many `example-<tool>-<n>` prompts the text catalogue holds for it.
        plan: makes the plan that is shown before a write; a tool that can write has one.
        dialect: finds the SQL dialect that its SQL argument is judged in.
        timeout_s: seconds; None means the service's own setting.
        task: of a tool that starts a task.
        undo_risk: of the inverse of what it does; None when that cannot be undone.
        inverse: an inverse of its own, where the bundles of a snapshot are not what it takes.

    """

    name: str
    description: str
    arguments: type[A]
    risk: ToolRisk
    role: Role
    contexts: frozenset[str]
    run: Run[A]
    plan: MakePlan[A] | None = None
    dialect: FindDialect[A] | None = None
    environment: EnvironmentNeed = EnvironmentNeed.REQUIRED
    environment_argument: str | None = "env_id"
    written_environments: tuple[str, ...] = ()
    sql_argument: str | None = None
    write_when: str | None = None
    examples: int = 2
    timeout_s: float | None = None
    task: TaskParts | None = None
    undo_risk: ToolRisk | None = None
    inverse: "AnyTool | None" = None

    @property
    def declaration(self) -> ToolDeclaration:
        """What the rules know of it."""
        fields = {field.alias or name: field for name, field in self.arguments.model_fields.items()}
        needs_none = self.environment is EnvironmentNeed.NONE
        return ToolDeclaration(
            name=self.name,
            risk=self.risk,
            required_role=self.role,
            contexts=self.contexts,
            arguments=tuple(fields),
            optional=tuple(name for name, field in fields.items() if not field.is_required()),
            environment_argument=None if needs_none else self.environment_argument,
            written_environments=self.written_environments,
            sql_argument=self.sql_argument,
            write_when=self.write_when,
        )

    @property
    def parameters(self) -> dict[str, JsonValue]:
        """The JSON schema of its arguments, without pydantic's titles."""
        return _schema_of(self.arguments)

    @property
    def does(self) -> Text:
        """What it does, for people."""
        return text(f"tool-{self.slug}")

    @property
    def example_texts(self) -> tuple[Text, ...]:
        """Prompts that a person could send."""
        return tuple(text(f"example-{self.slug}-{n}") for n in range(1, self.examples + 1))

    @property
    def slug(self) -> str:
        """Its name as the text catalogue spells it."""
        return self.name.replace("_", "-")


AnyTool = Tool[Any]


@dataclass(frozen=True, slots=True)
class Execution:
    """How a call ended: the outcome, or the failure with what is known of a write."""

    outcome: Outcome
    done: ToolOutcome | None = None
    failure: ToolFailure | None = None


@cache
def _schema_of(arguments: type[Arguments]) -> dict[str, JsonValue]:
    """Made once: every call of the model carries the schemas of all its tools."""
    schema: dict[str, JsonValue] = arguments.model_json_schema()
    return _without_titles(schema)


def _without_titles(schema: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    kept: dict[str, JsonValue] = {}
    for key, value in schema.items():
        if key == "title" and isinstance(value, str):
            continue
        if key == "properties" and isinstance(value, Mapping):
            kept[key] = {
                name: _without_titles(inner) if isinstance(inner, Mapping) else inner
                for name, inner in value.items()
            }
        else:
            kept[key] = value
    return kept
