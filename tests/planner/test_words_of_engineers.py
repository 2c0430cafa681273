"""Sentences that a BI engineer wrote in a review and that were understood wrongly."""

from typing import Any

import pytest

from domain.context import UiContext
from planner.asking import DASHBOARD, Person

BACKUP = "20261130T171440Z-ss-dev-3bb753938384e252"
RESTORED = {
    "dashboard_id": "Customers",
    "source": f"backup:{BACKUP}",
    "target_env": "ss-dev",
}
JOINED = (
    "select s.region, sum(o.revenue) from orders o join stores s on s.id = o.store_id group by 1"
)


@pytest.mark.parametrize(
    "prompt",
    [
        JOINED,
        f"run {JOINED} on retail",
        f"Please run: {JOINED};",
        f"выполни {JOINED} в базе retail",
        f"покажи {JOINED}",
        f"сколько строк вернёт {JOINED}?",
    ],
)
async def test_a_join_in_a_sentence_is_sql(prompt: str) -> None:
    answer = await Person().asks(prompt)

    assert answer.tool == "superset_execute_sql"
    assert answer.arguments == {"sql": JOINED, "database_id": "1"}


@pytest.mark.parametrize(
    ("prompt", "tool", "arguments"),
    [
        (
            "run select 1 on the retail database on ss-dev",
            "superset_execute_sql",
            {"sql": "select 1"},
        ),
        ("run select 1 on retail on ss-dev", "superset_execute_sql", {"sql": "select 1"}),
        ("выполни select 1 в базе retail на деве", "superset_execute_sql", {"sql": "select 1"}),
        ("show tables in the retail database on ss-dev", "superset_explore_database", {}),
        (
            "создай датасет из таблицы orders базы retail на ss-dev",
            "superset_create_dataset",
            {"table": "orders"},
        ),
    ],
)
async def test_without_a_page_a_database_goes_by_its_name(
    prompt: str, tool: str, arguments: dict[str, Any]
) -> None:
    """Nothing is known of the databases then."""
    answer = await Person(env_id=None, databases=()).asks(prompt)

    assert answer.tool == tool
    assert answer.arguments == {"database_id": "retail", "env_id": "ss-dev", **arguments}


@pytest.mark.parametrize(
    "prompt",
    [
        f'restore dashboard "Customers" from backup:{BACKUP} on ss-dev',
        f"restore dashboard Customers from backup {BACKUP}",
        f"восстанови дашборд «Customers» из резервной копии {BACKUP} на ss-dev",
        f"верни дашборд «Customers» из копии {BACKUP}",
    ],
)
async def test_a_dashboard_is_restored_from_a_backup(prompt: str) -> None:
    answer = await Person().asks(prompt)

    assert (answer.tool, answer.arguments) == ("deploy_dashboard", RESTORED)


async def test_a_backup_that_is_not_named_is_asked_for() -> None:
    answer = await Person().asks("восстанови дашборд «Customers»")

    assert answer.call is None
    assert "Из какой резервной копии" in answer.text
    [(_, example)] = answer.links
    assert (await Person().asks(example)).arguments["source"].startswith("backup:")


@pytest.mark.parametrize("branch", ["branch release/1", "branch:release/1"])
async def test_a_branch_is_a_place(branch: str) -> None:
    deployed = await Person().asks(f'deploy dashboard "Customers" from {branch} to prod')
    compared = await Person().asks(f'compare dashboard "Customers" with {branch}')

    assert deployed.arguments["source"] == "branch:release/1"
    assert compared.arguments["target"] == "branch:release/1"


@pytest.mark.parametrize(
    "prompt",
    ["сделай бэкап этого дашборда", "back up this dashboard", "повесь баннер на этот дашборд"],
)
async def test_one_dashboard_is_not_all_of_them(prompt: str) -> None:
    assert (await Person(ui_context=DASHBOARD).asks(prompt)).arguments == {"dashboard_ids": ["42"]}
    assert (await Person().asks(prompt)).call is None


async def test_a_title_ends_before_the_words_of_the_wish() -> None:
    answer = await Person().asks("проверь дашборд Sales overview на ошибки")

    assert answer.arguments == {"dashboard_id": "Sales overview"}


async def test_titles_joined_by_and_are_several() -> None:
    answer = await Person().asks("перенеси дашборды «Клиенты» и «Sales» с ss-dev на ss-prod")

    assert answer.arguments["dashboard_ids"] == ["Клиенты", "Sales"]


@pytest.mark.parametrize(
    ("prompt", "message"),
    [
        ('commit "Sales overview" to release/1: as is', "as is"),
        ('commit dashboard "Sales: total" with the message "fix: colours"', "fix: colours"),
        ("закоммить дашборд «Клиенты»: «первая версия»", "первая версия"),
    ],
)
async def test_a_commit_message_after_a_colon(prompt: str, message: str) -> None:
    assert (await Person().asks(prompt)).arguments["message"] == message


@pytest.mark.parametrize(
    ("prompt", "tool"),
    [
        ("find the broken chart on ss-dev", "get_health_summary"),
        ("какие графики сломаны?", "get_health_summary"),
        ("is everything in order?", "get_health_summary"),
        ("что сломано на этом дашборде?", "run_llm_validation"),
        ("почему этот дашборд не работает?", "run_llm_validation"),
    ],
)
async def test_broken_charts_are_looked_for(prompt: str, tool: str) -> None:
    assert (await Person(ui_context=DASHBOARD).asks(prompt)).tool == tool


async def test_a_slip_in_a_noun_is_forgiven_and_another_first_letter_is_another_word() -> None:
    assert (await Person().asks("удали дашбород «Клиенты»")).tool == "delete_dashboard"
    assert (await Person().asks("deleted dashboard 5")).tool != "delete_dashboard"
    page = UiContext("dataset", "17", None, "ss-dev", None)
    named = await Person(ui_context=page, databases=()).asks("проверь датасет retail")
    assert named.arguments == {"dataset_id": "retail"}


@pytest.mark.parametrize("prompt", ["undo", "отмени последнее действие", "откати как было"])
async def test_undoing_is_a_button(prompt: str) -> None:
    answer = await Person().asks(prompt)

    assert answer.call is None
    assert "“Undo”" in answer.text or "«Отменить сделанное»" in answer.text


@pytest.mark.parametrize(
    ("prompt", "tool"),
    [
        ("что с ss-dev?", "get_health_summary"),
        ("есть ли ошибки в графиках на деве?", "get_health_summary"),
        ("есть ли публичный доступ на проде?", "superset_audit_permissions"),
        ('is dashboard "Sales overview" ok?', "run_llm_validation"),
        ("с чем вы можете помочь?", "show_capabilities"),
        ("make a dataset out of the customers table", "superset_create_dataset"),
    ],
)
async def test_plain_questions(prompt: str, tool: str) -> None:
    assert (await Person().asks(prompt)).tool == tool


async def test_a_branch_begins_at_another_branch() -> None:
    answer = await Person().asks("create branch release/2 from branch release/1")

    assert answer.arguments == {"name": "release/2", "from": "release/1"}
