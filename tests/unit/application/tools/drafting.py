"""What the tests of drafted descriptions share: a queue that works while a plan waits."""

from application.ports.language_model import CallProposed
from application.tools.run_llm_documentation import TOOL
from domain.tasks import Task
from task_surroundings import TaskSurroundings
from tool_surroundings import Json


class Drafting(TaskSurroundings):
    """Drafts are made while a plan waits for them, as a service does it."""

    async def serve(self) -> "Drafting":
        await self.tasks.serve(self.worker(TOOL).work)
        return self

    async def drafted(self, **arguments: Json) -> Json:
        """The result of the task that drafts."""
        done = await (await self.serve()).run(TOOL, **arguments)
        return done.value["result"]

    async def applied(self, **arguments: Json) -> Task:
        """The task that writes what a plan showed, at its end."""
        await (await self.serve()).plan(TOOL, apply=True, **arguments)
        started = await self.run(TOOL, apply=True, **arguments)
        ended = await self.tasks.wait(started.value["task_id"], 30)
        assert ended is not None
        assert ended.state.is_over
        return ended


def texts(value: Json) -> dict[str, str | None]:
    found = {}
    for each in value["items"]:
        found[f"{each['kind']} {each['title']}"] = each["new"]
        for column in each["columns"]:
            found[f"{each['title']}.{column['name']}"] = column["new"]
    return found


def worded(**said: Json) -> CallProposed:
    """What a model hands in; a column's or chart's text is named after its number."""
    return CallProposed("", "write_descriptions", said)
