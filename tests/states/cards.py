"""Confirmations: each tone, each outcome, and what else a card shows."""

from collections.abc import Sequence
from typing import Any, TypeAlias

from playwright.sync_api import Page

from states.ordinary import NOW
from states.stage import WAITS
from states.telling import CONVERSATION, Scene, State, Words, begun, ended, event, talk

Json: TypeAlias = Any

TO_DECIDE = f"POST {CONVERSATION}/decisions"
_OPEN = "article.card[data-open=true]"
_BUTTONS = f"{_OPEN} .row:has([role=timer]) button, {_OPEN} .stack > .row:last-child button"


def deletion(words: Words, tier: str = "prod") -> Json:
    """The card of the specification: a dashboard is to be deleted."""
    title = words("Sales overview", "Обзор продаж")
    metadata: Json = event("confirm_required")["metadata"]
    plan = metadata["plan"]
    plan["summary"] = words(
        f"Delete the dashboard “{title}” from ss-{tier}.",
        f"Удалить дашборд «{title}» из ss-{tier}.",
    )
    plan["resources"][0]["title"] = metadata["target"]["title"] = title
    chart = words("Revenue by month", "Выручка по месяцам")
    plan["resources"][1]["title"] = plan["touched"][0]["title"] = chart
    plan["touched"][0]["why"] = words(
        "also stands on “Board report”", "стоит и на дашборде «Отчёт совету»"
    )
    metadata["arguments"]["env_id"]["value"] = f"ss-{tier}"
    metadata |= {"env_id": f"ss-{tier}", "env_context": tier, "expires_at": "2026-11-30T12:28:00Z"}
    return metadata


def deploying(words: Words, tier: str | None) -> Json:
    """A write that is not dangerous: a dashboard comes from ss-dev."""
    env_id = f"ss-{tier or 'old'}"
    metadata = deletion(words, tier or "old")
    title = metadata["target"]["title"]
    old = words("Sales 2025", "Продажи 2025")
    dashboard, chart = metadata["plan"]["resources"]
    metadata["plan"] |= {
        "summary": words(
            f"Deploy “{title}” from ss-dev to {env_id}.",
            f"Перенести «{title}» из ss-dev в {env_id}.",
        ),
        "resources": [
            dashboard
            | {
                "change": "update",
                "fields": [{"name": "dashboard_title", "old": old, "new": title}],
            },
            chart | {"change": "create", "id": None},
        ],
        "touched": [],
    }
    metadata["arguments"] = {
        "dashboard_id": {"value": "10", "origin": "page"},
        "source": {"value": "ss-dev", "origin": "model"},
        "target_env": {"value": env_id, "origin": "person"},
    }
    risks = {"risk": "write", "risk_level": "guarded", "dangerous": False}
    return metadata | risks | {"tool_name": "deploy_dashboard", "env_context": tier}


def asking(words: Words, metadata: Json, **more: Json) -> Scene:
    """The turn that waits for an answer to this card."""
    message = words("delete the dashboard", "удали дашборд")
    if not metadata["dangerous"]:
        message = words("deploy it", "перенеси его")
    events = [
        *begun(env_id=metadata["env_id"], tier=metadata["env_context"]),
        event("confirm_required", metadata=metadata),
        ended("awaiting_confirmation"),
    ]
    return talk(words, message, events, is_in="awaiting_confirmation", until=_OPEN, **more)


def answered(
    words: Words, decision: str, *then: Json, by: str | None = None, undone: Sequence[str] = ()
) -> Scene:
    """A card that was decided, and what came of it."""
    reason = words("Wrong dashboard", "Не тот дашборд") if decision == "deny" else None
    resolved = event(
        "confirm_resolved",
        confirmation_id=deletion(words)["confirmation_id"],
        decision=decision,
        by=by,
        reason=reason,
    )
    events = [
        *begun(),
        event("confirm_required", metadata=deletion(words, "dev")),
        resolved,
        *then,
        ended(),
    ]
    message = words("delete the dashboard", "удали дашборд")
    return talk(words, message, events, until="article.card[data-open=false]", undone=undone)


def countdown_over(page: Page) -> None:
    page.locator(f"{_OPEN} [role=timer]").wait_for()
    page.clock.run_for(10_500)
    page.locator(f"{_OPEN} .button.danger:enabled").wait_for()


def approve(page: Page) -> None:
    page.locator(_BUTTONS).nth(1).click()
    page.locator("[data-tone=loading_confirm]").wait_for()


def deny(page: Page) -> None:
    page.locator(_BUTTONS).nth(0).click()
    page.locator("[data-tone=loading_deny]").wait_for()


def edit(page: Page) -> None:
    page.locator(f"{_OPEN} .edit button").click()
    page.locator(f"{_OPEN} dl input").nth(0).fill("12")


def _read(words: Words) -> Scene:
    metadata = deploying(words, "dev")
    text = words("Read 2 000 rows of “orders”.", "Прочитать 2 000 строк «orders».")
    metadata["plan"] |= {"summary": text, "resources": []}
    metadata["arguments"] = {"sql": {"value": "SELECT *\nFROM orders", "origin": "model"}}
    risks = {"risk": "read", "risk_level": "safe", "tool_name": "superset_execute_sql"}
    return asking(words, metadata | risks)


def _compared(words: Words) -> Scene:
    old = "SELECT region,\n       sum(revenue) AS revenue\nFROM orders\nGROUP BY region"
    metadata = deploying(words, "staging")
    new = old.replace("region", "city")
    metadata["plan"]["resources"][0]["fields"] = [{"name": "sql", "old": old, "new": new}]
    return asking(words, metadata, acts=lambda page: page.locator("del").first.wait_for())


def _hidden(words: Words) -> Scene:
    """Text that would mislead, made visible."""
    metadata = deploying(words, "prod")
    title = "Sales\u202e2026 \u200boverview"
    metadata["target"]["title"] = metadata["plan"]["resources"][0]["title"] = title
    warning = words("12 people look at it today.", "Сегодня его смотрят 12 человек.")
    forever = words("The old title is not kept.", "Старое название не сохранится.")
    metadata["plan"] |= {"warnings": [warning], "irreversible": [forever]}
    return asking(words, metadata)


def _approved(words: Words, *undone: str) -> Scene:
    tool = {"call_id": "call_1", "tool_name": "delete_dashboard"}
    done = words("“Sales overview” is deleted.", "Дашборд «Обзор продаж» удалён.")
    end = event(
        "tool_end",
        **tool,
        summary=done,
        result_url=None,
        action_id="A1",
        at="2026-11-30T12:00:02Z",
    )
    start = event("tool_start", **tool, arguments={}, risk_level="dangerous", is_write_tool=True)
    said = event("token", text=done)
    return answered(words, "approve", start, end, said, by="local:admin", undone=undone)


STATES = (
    State("card-read", "A read that asks first", _read),
    State("card-write-dev", "A write on dev", lambda w: asking(w, deploying(w, "dev"))),
    State("card-write-staging", "A write on staging", lambda w: asking(w, deploying(w, "staging"))),
    State("card-write-prod", "A write on production", lambda w: asking(w, deploying(w, "prod"))),
    State(
        "card-write-unknown",
        "A write where nobody knows the tier: treated as production",
        lambda w: asking(w, deploying(w, None)),
    ),
    State(
        "card-countdown",
        "A dangerous call cannot be approved for ten seconds",
        lambda w: asking(w, deletion(w)),
    ),
    State(
        "card-dangerous",
        "A dangerous call that may be approved now",
        lambda w: asking(w, deletion(w), acts=countdown_over),
    ),
    State(
        "card-approving",
        "The approval is on its way",
        lambda w: asking(w, deploying(w, "prod"), acts=approve, answers={TO_DECIDE: WAITS}),
    ),
    State(
        "card-denying",
        "The refusal is on its way",
        lambda w: asking(w, deploying(w, "prod"), acts=deny, answers={TO_DECIDE: WAITS}),
    ),
    State(
        "card-edited",
        "Arguments that the person wants otherwise",
        lambda w: asking(w, deploying(w, "dev"), acts=edit),
    ),
    State("card-compared", "A long change, side by side", _compared),
    State("card-hidden", "Warnings, and characters that hide", _hidden),
    State("card-approved", "Approved, and done: it can be undone", _approved),
    State("card-undone", "Approved, done, and undone", lambda w: _approved(w, "A1")),
    State(
        "card-denied",
        "Denied: the operation is cancelled",
        lambda w: answered(
            w,
            "deny",
            event("tool_cancelled", tool_name="delete_dashboard"),
            by="local:admin",
        ),
    ),
    State("card-expired", "Nobody answered in time", lambda w: answered(w, "expired")),
    State("card-cancelled", "Cancelled with its turn", lambda w: answered(w, "cancelled")),
    State("card-replaced", "Replaced by a newer plan", lambda w: answered(w, "replaced")),
)

assert deletion(Words("en"))["expires_at"] > NOW
