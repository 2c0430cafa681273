"""A tool that counts, as a task: it reads, or it writes a line to a file."""

from dataclasses import dataclass
from pathlib import Path

from pydantic import Field
from returns.result import Failure, Result, Success

from application.toolkit.context import ToolContext
from application.toolkit.failure import FailureKind, ToolFailure
from application.toolkit.tasks.start import TaskOrder, start_task
from application.toolkit.tool import Arguments, EnvironmentNeed, StepDone, TaskParts, Tool
from application.toolkit.tool import ToolOutcome as Outcome
from domain.plan import Plan
from domain.risk import ToolRisk
from domain.roles import Role
from domain.superset import JsonValue
from domain.tasks import TaskEnding, TaskStep
from domain.texts import Text, text


class Count(Arguments):
    upto: int = Field(description="How far.")


@dataclass
class Counting:
    """
    What the tool does in a test.

    Args:
        path: gets a line per step that was done.
        failures: what a step fails with, by position; a bug when it is an exception.

    """

    path: Path
    failures: dict[int, ToolFailure | Exception]
    role: Role = Role.ADMIN
    wait_s: float = 0.0
    step_timeout_s: float = 0.5

    def tool(self, *, writes: bool = False) -> Tool[Count]:
        async def run(args: Count, ctx: ToolContext) -> Result[Outcome, ToolFailure]:
            items: list[JsonValue] = [{"title": f"№ {n}"} for n in range(args.upto)]
            arguments = args.model_dump(mode="json")
            order = TaskOrder(
                tool_name=tool.name,
                arguments=arguments,
                items=items,
                writes=writes,
                wait_s=self.wait_s,
            )
            return await start_task(order, ctx)

        async def plan(args: Count, ctx: ToolContext) -> Result[Plan, ToolFailure]:
            return Success(Plan(summary=text("task-ended", said=str(args.upto))))

        tool = Tool(
            name="count_things",
            description="Count.",
            arguments=Count,
            risk=ToolRisk.WRITE if writes else ToolRisk.READ,
            role=self.role,
            contexts=frozenset(),
            run=run,
            plan=plan,
            environment=EnvironmentNeed.NONE,
            examples=0,
            task=TaskParts(
                step=self.step,
                finish=self.finish,
                title=_title,
                writes=writes,
                check=_check,
                step_timeout_s=self.step_timeout_s,
            ),
        )
        return tool

    async def step(self, step: TaskStep, ctx: ToolContext) -> Result[StepDone, ToolFailure]:
        failure = self.failures.get(step.position)
        if isinstance(failure, Exception):
            raise failure
        if failure is not None:
            return Failure(failure)
        with self.path.open("a") as file:
            file.write(f"{step.task_id} {step.position}\n")
        return Success(StepDone(step.position, text("task-state-succeeded")))

    async def finish(self, ending: TaskEnding, ctx: ToolContext) -> Result[Outcome, ToolFailure]:
        counted = [end.value for end in ending.ends if end.outcome == "done"]
        return Success(
            Outcome(counted, text(f"task-state-{ending.state}"), f"Counted {len(counted)}.")
        )

    @property
    def lines(self) -> list[str]:
        return self.path.read_text().splitlines() if self.path.exists() else []


def final() -> ToolFailure:
    return ToolFailure(text("superset-no-account", env="ss-dev"), FailureKind.FINAL)


def fixable() -> ToolFailure:
    return ToolFailure(text("dashboard-unknown", reference="x", env="ss-dev"))


def unknown() -> ToolFailure:
    return ToolFailure(
        text("superset-unknown-outcome", env="ss-dev", detail="none"), FailureKind.UNKNOWN
    )


def _title(item: JsonValue) -> str:
    assert isinstance(item, dict)
    return str(item["title"])


def _check(step: TaskStep, ctx: ToolContext) -> Text:
    return text("task-check-nothing")
