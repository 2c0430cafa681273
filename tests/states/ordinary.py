"""What the service answers where a state of the page needs nothing else: a small retail company."""

from collections.abc import Collection
from datetime import UTC, datetime
from typing import Any, TypeAlias

from application import tools
from application.toolkit.catalogue import load_catalogue
from domain.pipeline import offered_tools
from domain.roles import Role
from domain.superset import SupersetFault
from domain.texts import Language, text
from domain.tiers import Tier
from entrypoints.http.schemas import (
    AuditList,
    ChartShown,
    ConversationList,
    ConversationShown,
    DashboardDatasetShown,
    DashboardList,
    DashboardShown,
    DashboardWhole,
    DatasetList,
    DatasetShown,
    EnvironmentList,
    EnvironmentShown,
    ExcludedShown,
    ModelShown,
    NamedShown,
    SessionShown,
    ToolList,
    ToolShown,
)
from states.stage import Answer, Asked, Ordinary, refuses, tells
from tool_surroundings import TEXTS

Json: TypeAlias = Any

NOW = "2026-11-30T12:00:00Z"
CATALOGUE = load_catalogue(tools)
ENVIRONMENTS = {"ss-dev": Tier.DEV, "ss-staging": Tier.STAGING, "ss-prod": Tier.PROD}
_DASHBOARDS = (
    ("Sales overview", "Обзор продаж"),
    ("Customers", "Клиенты"),
    ("Revenue by store", "Выручка по магазинам"),
    ("Returns and refunds", "Возвраты"),
    ("Stock on hand", "Складские остатки"),
)
_CONVERSATIONS = (
    ("Dashboards about sales", "Дашборды про продажи"),
    ("Delete the old board", "Удалить старую доску"),
    ("Move “Customers” to production", "Перенести «Клиенты» на прод"),
)


def said(language: str) -> Language:
    return "ru" if language == "ru" else "en"


def refused(code: str, language: str) -> Answer:
    """The problem in the service's own words."""
    return refuses(code, TEXTS.say(text(f"error-{code.replace('_', '-')}"), said(language)))


def superset_refused(fault: SupersetFault, code: str, language: str) -> Answer:
    """What the service says of a Superset that does not do its part."""
    named = text(f"superset-{fault.value.replace('_', '-')}", env="ss-dev", detail="-")
    return refuses(code, TEXTS.say(named, said(language)))


def superset_away(language: str) -> Answer:
    return superset_refused(SupersetFault.UNREACHABLE, "superset_unavailable", language)


def session(role: str) -> SessionShown:
    return SessionShown(
        user=f"local:{role}",
        name=role,
        role=Role(role),
        env_id=None,
        model=ModelShown(name="command-assistant", built_in=True),
        expires_at="2026-12-30T12:00:00Z",
    )


def tool_list(role: str, language: str, object_type: str | None = None) -> ToolList:
    """The real catalogue, as `/api/agent/tools` shows it."""
    offered = offered_tools(CATALOGUE.declarations.values(), Role(role), object_type)
    chosen = [CATALOGUE.tools[name] for name in offered.tools]
    shown = [
        ToolShown(
            name=tool.name,
            description=TEXTS.say(tool.does, said(language)),
            risk=tool.risk,
            required_role=tool.role,
            arguments=tool.parameters,
            examples=[TEXTS.say(example, said(language)) for example in tool.example_texts],
        )
        for tool in chosen
    ]
    excluded = [ExcludedShown(tool=each.tool, reason=each.reason) for each in offered.excluded]
    return ToolList(items=shown, total=len(shown), excluded=excluded)


def environment_list(env_ids: Collection[str] = ENVIRONMENTS) -> EnvironmentList:
    items = [
        EnvironmentShown(
            env_id=env_id,
            tier=tier,
            url=f"https://{env_id}.example",
            reachable=tier is not Tier.STAGING,
            version="6.1.0",
        )
        for env_id, tier in ENVIRONMENTS.items()
        if env_id in env_ids
    ]
    return EnvironmentList(items=items, total=len(items))


def dashboards(language: str, total: int | None = None) -> DashboardList:
    items = [_dashboard(number, _word(words, language)) for number, words in _numbered(_DASHBOARDS)]
    return DashboardList(items=items, total=total or len(items))


def dashboard(language: str) -> DashboardWhole:
    charts = [
        ChartShown(id=str(31 + at), uuid=f"c-{at}", title=title, viz_type=kind, dataset_id="7")
        for at, (title, kind) in enumerate(
            [("Revenue by month", "echarts_timeseries_line"), ("Orders by region", "pie")]
        )
    ]
    return DashboardWhole(
        **_dashboard(1, _word(_DASHBOARDS[0], language)).model_dump(),
        charts=charts,
        datasets=[DashboardDatasetShown(id="7", uuid="d-7", title="orders")],
    )


def datasets() -> DatasetList:
    items = [
        DatasetShown(
            id=str(at),
            uuid=f"d-{at}",
            title=title,
            schema_="main",
            database=NamedShown(id="1", title="retail"),
            kind="virtual" if title.endswith("_by_month") else "physical",
        )
        for at, title in _numbered(("orders", "customers", "stores", "revenue_by_month"))
    ]
    return DatasetList(items=items, total=len(items))


def conversations(language: str, first: str | None = None) -> ConversationList:
    """The side bar's list, the first with a title of its own."""
    states = ("idle", "awaiting_confirmation", "running")
    items = [
        ConversationShown(
            id=f"C{number}",
            title=first if first and number == 1 else _word(words, language),
            state=states[number - 1],
            env_id="ss-dev",
            created_at=NOW,
            updated_at=f"2026-11-{30 - number}T10:00:00Z",
        )
        for number, words in _numbered(_CONVERSATIONS)
    ]
    return ConversationList(items=items, total=len(items))


def audit() -> AuditList:
    """Lines as the log has them, newest first."""
    facts: list[tuple[str, str, Json]] = [
        ("execution", "admin", {"tool": "delete_dashboard", "env_id": "ss-dev", "outcome": "done"}),
        ("decision", "admin", {"tool": "delete_dashboard", "env_id": "ss-dev"} | _APPROVED),
        ("refusal", "analyst", {"tool": "delete_dashboard"} | _REFUSED),
        ("context_error", "viewer", {"code": "invalid_context", "field": "objectType"}),
        ("task", "admin", {"tool": "run_backup", "env_id": "ss-prod", "state": "succeeded"}),
        ("sign_in", "admin", {"role": "admin"}),
    ]
    items = [
        {
            "number": 42 - at,
            "kind": kind,
            "at": f"2026-11-30T11:{59 - at}:00Z",
            "user": f"local:{user}",
            "conversation_id": "C1",
            "turn_id": None,
            "call_id": None,
            "facts": fact,
            "hash": f"{at:x}" * 64,
        }
        for at, (kind, user, fact) in enumerate(facts)
    ]
    return AuditList(items=items, total=len(items))


_APPROVED = {"decision": "approve"}
_REFUSED = {"required_role": "admin", "user_role": "analyst", "env_id": "ss-dev"}


def ordinary() -> Ordinary:
    """Answers by method and path."""
    return {
        "GET /api/auth/session": lambda asked: tells(session(asked.role)),
        "GET /api/agent/tools": _tools,
        "GET /api/agent/conversations": lambda asked: tells(conversations(asked.language)),
        "GET /api/environments": lambda _: tells(environment_list()),
        "GET /api/environments/ss-dev/dashboards": lambda asked: tells(dashboards(asked.language)),
        "GET /api/environments/ss-dev/dashboards/1": lambda asked: tells(dashboard(asked.language)),
        "GET /api/environments/ss-dev/datasets": lambda _: tells(datasets()),
        "GET /api/audit": lambda _: tells(audit()),
    }


def _tools(asked: Asked) -> Answer:
    return tells(tool_list(asked.role, asked.language, asked.query.get("object_type", [None])[0]))


def _dashboard(number: int, title: str) -> DashboardShown:
    return DashboardShown(
        id=str(number),
        uuid=f"b-{number}",
        title=title,
        url=f"https://ss-dev.example/superset/dashboard/{number}/",
        published=number % 2 == 1,
        owners=["Ann Admin"],
        tags=[],
        changed_at=datetime(2026, 11, number, 9, 30, tzinfo=UTC),
        changed_by="Ann Admin",
    )


def _word(words: tuple[str, str], language: str) -> str:
    return words[language == "ru"]


def _numbered(things: Any) -> Any:  # noqa: ANN401  # a shorter enumerate
    return enumerate(things, 1)
