"""The same wishes in other words, their opposites, and two wishes in one sentence."""

import pytest

from domain.superset import JsonValue
from domain.texts import Language
from planner.asking import WRITES, Person

UUID = "6f6f1b0e-7d3c-4bde-9a53-2f6c6f1e9a11"
SALES = {"dashboard_id": "Sales", "env_id": "ss-dev"}
TWELVE = {"dashboard_id": "12", "env_id": "ss-dev"}


def language_of(prompt: str) -> Language:
    return "ru" if any("а" <= letter <= "я" for letter in prompt.lower()) else "en"


@pytest.mark.parametrize(
    ("prompt", "tool", "arguments"),
    [
        ('Could you please get rid of dashboard "Sales" on ss-dev?', "delete_dashboard", SALES),
        ("on dev delete dashboard 12", "delete_dashboard", TWELVE),
        ("on dev, delete dashboard 'Sales'", "delete_dashboard", SALES),
        ("dev: delete dashboard 12", "delete_dashboard", TWELVE),
        ("DELETE DASHBOARD 12 ON SS-DEV", "delete_dashboard", TWELVE),
        ("erase dashboard #12 in dev environment", "delete_dashboard", TWELVE),
        ("delete dashboard no. 12 in the dev-environment", "delete_dashboard", TWELVE),
        ("delete dashboard no 12 from dev", "delete_dashboard", TWELVE),
        ("please delete the Sales dashboard on dev", "delete_dashboard", SALES),
        (f"bin dashboard {UUID} from dev", "delete_dashboard", {**SALES, "dashboard_id": UUID}),
        ('delete dashboard "run backup"', "delete_dashboard", {"dashboard_id": "run backup"}),
        ("удали дашборд «Sales» в дев-окружении", "delete_dashboard", SALES),
        ("Будь добр, удали дашборд «Sales» на деве", "delete_dashboard", SALES),
        ("на деве, удали дашборд 12", "delete_dashboard", TWELVE),
        ("дашборд 12 на ss-dev удали", "delete_dashboard", TWELVE),
        ("удали-ка дашборд №12 на дэве", "delete_dashboard", TWELVE),
        ("снеси отчёт 'Sales' с дева", "delete_dashboard", SALES),
        ("удали дашборд «Сделай бэкап»", "delete_dashboard", {"dashboard_id": "Сделай бэкап"}),
        ("on dev, validate dashboard 12", "run_llm_validation", TWELVE),
        ("на деве проверь дашборд 12", "run_llm_validation", TWELVE),
        ('on dev commit dashboard 12 with message "x"', "commit_changes", TWELVE),
        ("back up the dev-environment", "run_backup", {"env_id": "ss-dev"}),
        ("сделай бэкап прод-среды", "run_backup", {"env_id": "ss-prod"}),
        ("cancel maintenance on prod", "end_maintenance", {"env_id": "ss-prod"}),
        ('roll out "Sales" to production', "deploy_dashboard", {"target_env": "ss-prod"}),
        ("выкати «Продажи» на прод", "deploy_dashboard", {"target_env": "ss-prod"}),
        ('find dashboard "delete me"', "search_dashboards", {"query": "delete me"}),
        ("найди дашборд «Удалить»", "search_dashboards", {"query": "Удалить"}),
        ("find dashboards about drop rate", "search_dashboards", {"query": "drop rate"}),
        (
            "найди дашборды про продажи и возвраты",
            "search_dashboards",
            {"query": "продажи и возвраты"},
        ),
        ("прод живой?", "get_health_summary", {"env_id": "ss-prod"}),
    ],
)
async def test_one_wish_in_many_words(
    prompt: str, tool: str, arguments: dict[str, JsonValue]
) -> None:
    answer = await Person(language_of(prompt)).asks(prompt)

    assert answer.tool == tool
    assert arguments.items() <= answer.arguments.items()


OPPOSITES = [
    "no need to delete dashboard 12",
    "there is no need to run a backup of prod",
    "no, delete dashboard 12",
    "by no means deploy dashboard 12 to prod",
    "dont delete dashboard 12 on dev",
    "don’t delete dashboard 12",
    "wont delete dashboard 12",
    "dont migrate everything from dev to prod",
    "don't end maintenance on prod yet",
    'please do NOT remove dashboard "Sales"',
    "backup prod, not dev",
    "не удаляй дашборд 12",
    "неудаляй дашборд 12",
    "не надо удалять дашборд «Продажи»",
    "ни в коем случае не удаляй дашборд 12",
    "нельзя удалять дашборд 12 на проде",
    "не выкатывай «Продажи» на прод",
    "не снимай баннер с прода",
    "рано делать бэкап прода",
    "сделай бэкап прода, а не дева",
    "удали дашборд 12 не на проде",
    "удали дашборд 12 везде, кроме прода",
    "передумал удалять дашборд 12",
]


@pytest.mark.parametrize("prompt", OPPOSITES)
async def test_the_opposite_is_neither_done_nor_offered(prompt: str) -> None:
    answer = await Person(language_of(prompt)).asks(prompt)

    assert answer.call is None
    for _, offered in answer.links:
        assert (await Person(language_of(prompt)).asks(offered)).tool != "delete_dashboard"


@pytest.mark.parametrize(
    "prompt",
    [
        "delete dashboard 12 and show environments",
        "delete dashboard 12 and dashboard 13",
        "back up prod and delete dashboard 12",
        "create branch fix and delete dashboard 12",
        "find dashboards about sales and delete them",
        "show dashboards and delete dashboard 12",
        "find dashboards about sales, then deploy them to prod",
        "delete all dashboards on prod",
        "delete dashboard 12 on dev and prod",
        "delete dashboard 12 if nobody uses it",
        "delete dashboard 12 tomorrow",
        "delete the oldest dashboard",
        "he said: delete dashboard 12",
        "удали дашборд 12 и покажи окружения",
        "удали дашборды 12 и 13",
        "удали самый старый дашборд",
        "сделай бэкап прода и удали дашборд 12",
        "сделай бэкап дева и прода",
        "удали дашборд 12 завтра",
        "найди дашборды про продажи и удали их",
        "покажи дашборды про продажи и удали первый",
        "найди дашборды про продажи, потом выкати их на прод",
        "что будет, если удалить дашборд 12",
    ],
)
async def test_more_than_one_wish_is_offered_and_not_begun(prompt: str) -> None:
    answer = await Person(language_of(prompt)).asks(prompt)

    assert answer.call is None
    assert 1 <= len(answer.links) <= 3


@pytest.mark.parametrize(
    ("prompt", "offered"),
    [
        ("delete dashboard sales overview on dev", "delete dashboard “sales overview” on dev"),
        ("delete sales overview dashboard on dev", "delete “sales overview” dashboard on dev"),
        ("delete sales overview on dev", "delete dashboard “sales overview” on dev"),
    ],
)
async def test_a_title_that_may_be_meant_is_asked_back_in_one_sentence(
    prompt: str, offered: str
) -> None:
    ((_, asked_back),) = (await Person().asks(prompt)).links

    assert asked_back == offered
    assert (await Person().asks(asked_back)).tool in WRITES


@pytest.mark.parametrize(
    "prompt",
    [
        "turn maintenance mode off on ss-prod while",
        "smart maintenance on prod",
        "boring dashboard 12 to prod",
        'commit: "fix colours" stop',
        "удали дашборд 12 затем",
    ],
)
async def test_a_word_of_its_own_is_no_slip_of_the_keyboard(prompt: str) -> None:
    """While, smart and boring are words: they are not taken for whole, start and bring."""
    assert (await Person(language_of(prompt)).asks(prompt)).call is None
