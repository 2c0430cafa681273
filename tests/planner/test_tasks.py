"""Tasks in words: several dashboards, and a task by its id."""

import pytest

from domain.texts import Language
from planner.asking import Person

TASK = "01M8PJ9BM5X6EPQQTQ7WVJP5SR"
ROUTE = {"source_env": "ss-dev", "target_env": "ss-prod"}


@pytest.mark.parametrize(
    ("prompt", "tool", "arguments"),
    [
        (f"How is task {TASK} doing?", "get_task_status", {"task_id": TASK}),
        (f"Как там задача {TASK}?", "get_task_status", {"task_id": TASK}),
        ("Как идёт резервное копирование?", "get_task_status", {}),
        (
            "Migrate dashboards 1 and 2 from ss-dev to ss-prod",
            "execute_migration",
            {**ROUTE, "dashboard_ids": ["1", "2"]},
        ),
        (
            "Перенеси дашборды 1, 2 и 3 с ss-dev на ss-prod",
            "execute_migration",
            {**ROUTE, "dashboard_ids": ["1", "2", "3"]},
        ),
        (
            "Back up dashboards 1 and 2 on ss-dev",
            "run_backup",
            {"env_id": "ss-dev", "dashboard_ids": ["1", "2"]},
        ),
        ("Сделай резервную копию дашборда «Продажи»", "run_backup", {"dashboard_ids": ["Продажи"]}),
    ],
)
async def test_words_become_a_call(prompt: str, tool: str, arguments: dict[str, object]) -> None:
    language: Language = "ru" if "а" in prompt.lower() else "en"
    answer = await Person(language=language).asks(prompt)
    assert (answer.tool, answer.arguments) == (tool, arguments)


@pytest.mark.parametrize(
    "prompt",
    [
        "Migrate dashboards 1 and delete 2 from ss-dev to ss-prod",
        "Back up dashboard 1 and delete it",
        "Перенеси дашборд 1 и удали 2 с ss-dev на ss-prod",
    ],
)
async def test_two_wishes_in_one_are_not_half_granted(prompt: str) -> None:
    assert (await Person().asks(prompt)).call is None
