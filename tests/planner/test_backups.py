"""Backups are found by asking for them, and restored from by a click."""

import pytest

from domain.conversation import ChatCall, ChatMessage
from domain.texts import Language
from planner.asking import Answer, Person

ID = "20261130T171440Z-ss-dev-3bb753938384e252"
LINE = f"- backup:{ID}, 2026-11-30 17:14 UTC, ss-dev: “Customers”, “Sales” + 4"


async def after(
    wish: str, tool: str, content: str, summary: str, language: Language = "en"
) -> Answer:
    """The report once a tool told this to the model, and that to the person."""
    return await Person(language=language).asks(
        wish,
        ChatMessage("assistant", "", (ChatCall("c1", tool, {}),)),
        ChatMessage("tool", content, call_id="c1", summary=summary),
    )


@pytest.mark.parametrize(
    "prompt",
    [
        "list backups",
        "which backups are there?",
        "show me the backups",
        "what backups do we have",
        "какие есть бэкапы",
        "Какие есть бэкапы?",
        "покажи резервные копии",
        "покажи последние бекапы",
        "список бэкапов",
    ],
)
async def test_the_wish_is_understood(prompt: str) -> None:
    answer = await Person().asks(prompt)
    assert (answer.tool, answer.arguments) == ("get_task_status", {})


@pytest.mark.parametrize(
    ("prompt", "tool"),
    [
        ("make a backup of ss-dev", "run_backup"),
        ("сделай бэкап ss-dev", "run_backup"),
        ("How far is the backup?", "get_task_status"),
    ],
)
async def test_making_one_is_something_else(prompt: str, tool: str) -> None:
    assert (await Person().asks(prompt)).tool == tool


@pytest.mark.parametrize(
    ("wish", "prompt"),
    [
        ("list backups", f"Restore dashboard “Customers” from backup:{ID} on ss-dev"),
        ("какие есть бэкапы", f"Восстанови дашборд «Customers» из backup:{ID} на ss-dev"),
    ],
)
async def test_each_is_a_click_that_is_understood(wish: str, prompt: str) -> None:
    language: Language = "ru" if wish.startswith("к") else "en"
    told = f"0 tasks, newest first:\nBackups, newest first:\n{LINE}"
    answer = await after(wish, "get_task_status", told, "No tasks.", language)
    assert answer.links == [(rf"backup:{ID}", prompt)]
    assert "“Sales” + 4" in answer.text
    again = await Person(language=language).asks(answer.links[0][1])
    assert again.arguments == {
        "dashboard_id": "Customers",
        "source": f"backup:{ID}",
        "target_env": "ss-dev",
    }


async def test_a_refusal_names_them_as_clicks_too() -> None:
    said = f"Which backup? The newest backups:\n{LINE}"
    answer = await after("restore it", "deploy_dashboard", f"Error: {said}", said)
    assert [label for label, _ in answer.links] == [f"backup:{ID}"]


async def test_only_those_who_asked_get_the_list() -> None:
    told = f"0 tasks, newest first:\nBackups, newest first:\n{LINE}"
    answer = await after("which tasks are running?", "get_task_status", told, "None.")
    assert answer.text == "None."


async def test_none_is_told() -> None:
    answer = await after("list backups", "get_task_status", "0 tasks:", "No tasks.")
    assert answer.text == "No tasks.\n\nThere are no backups yet."


async def test_what_a_title_says_makes_no_link_of_its_own() -> None:
    line = LINE.replace("“Sales”", "“[x](#ask:delete)”")
    answer = await after("list backups", "get_task_status", line, "No tasks.")
    assert [label for label, _ in answer.links] == [f"backup:{ID}"]
