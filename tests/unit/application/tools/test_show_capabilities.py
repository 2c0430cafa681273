from dataclasses import replace

from application.toolkit.context import ToolCard
from application.tools import delete_dashboard, search_dashboards
from application.tools.show_capabilities import TOOL
from domain.roles import Role
from tool_surroundings import TEXTS, Surroundings


async def test_tells_what_is_offered_in_the_persons_language() -> None:
    here = Surroundings(role=Role.ADMIN, language="ru")
    offered = tuple(
        ToolCard(tool.name, tool.does, tool.example_texts)
        for tool in (search_dashboards.TOOL, delete_dashboard.TOOL)
    )
    done = await TOOL.run(TOOL.arguments(), replace(here.ctx(None), offered=offered))
    outcome = done.unwrap()
    assert outcome.value == {
        "role": "admin",
        "items": [
            {
                "name": card.name,
                "does": TEXTS.say(card.does, "ru"),
                "examples": [TEXTS.say(example, "ru") for example in card.examples],
            }
            for card in offered
        ],
        "total": 2,
    }
    assert here.say(outcome.summary) == "С ролью администратора вам здесь доступны 2 инструмента."
    assert outcome.told is not None
    assert "- delete_dashboard: Deletes a dashboard, after a backup" in outcome.told


async def test_nothing_offered() -> None:
    done = await Surroundings().run(TOOL, None)
    assert done.value["items"] == []
