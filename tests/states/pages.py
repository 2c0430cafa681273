"""The other pages: filled, empty, loading, failed; and who is not signed in."""

from collections.abc import Callable
from typing import Any, TypeAlias

from playwright.sync_api import Page

from domain.superset import SupersetFault
from domain.tasks import TaskState
from entrypoints.http.tasks import TaskList, TaskShown
from states.acts import Act, pressed
from states.ordinary import (
    NOW,
    dashboards,
    environment_list,
    refused,
    session,
    superset_away,
    superset_refused,
)
from states.stage import WAITS, Answer, tells
from states.telling import Scene, State, Words

Json: TypeAlias = Any

SESSION = "GET /api/auth/session"
_NOTHING = tells({"items": [], "total": 0})
_DEV = "?env_id=ss-dev"
_LISTS = {
    "dashboards": (f"/dashboards{_DEV}", "GET /api/environments/ss-dev/dashboards"),
    "datasets": (f"/datasets{_DEV}", "GET /api/environments/ss-dev/datasets"),
    "migrations": (f"/migrations{_DEV}", "GET /api/environments/ss-dev/dashboards"),
    "tasks": ("/tasks", "GET /api/tasks"),
    "audit": ("/audit", "GET /api/audit"),
}


def tasks(words: Words) -> TaskList:
    """One of each state."""
    done = {TaskState.QUEUED: 0, TaskState.RUNNING: 3, TaskState.UNKNOWN: 7}
    items = [
        TaskShown(
            task_id=f"8f3a12b{at}",
            tool_name=("run_backup", "execute_migration")[at % 2],
            env_id="ss-prod",
            state=state,
            done=done.get(state, 10),
            total=10,
            cancelling=False,
            user="local:admin",
            created_at=NOW,
            updated_at=NOW,
            summary=words("10 of 10 dashboards.", "10 из 10 дашбордов.") if state.is_over else None,
        )
        for at, state in enumerate(TaskState)
    ]
    return TaskList(items=items, total=len(items))


def _filled(page: str, answers: Callable[[Words], Any], acts: Act | None = None) -> Any:  # noqa: ANN401
    path, route = _LISTS[page]
    return lambda words: Scene(path, "main tbody tr", {route: answers(words)}, acts=acts)


def _of_list(page: str) -> list[State]:
    """What every list can be besides filled."""
    path, route = _LISTS[page]
    return [
        State(
            f"{page}-loading",
            f"{page.capitalize()}: before the answer",
            lambda _: Scene(path, "main .skeleton", {route: WAITS}),
        ),
        State(
            f"{page}-empty",
            f"{page.capitalize()}: nothing there",
            lambda _: Scene(path, "main [data-testid=empty]", {route: _NOTHING}),
        ),
        State(
            f"{page}-failed",
            f"{page.capitalize()}: no answer, with a retry",
            lambda w: Scene(path, "main [role=alert] button", {route: superset_away(w.language)}),
        ),
    ]


def _locked(now: Callable[[Words], Answer]) -> Callable[[Words], Scene]:
    """The cookie changes under the tab, which hears of it when it is looked at."""

    def scene(words: Words) -> Scene:
        answers = {SESSION: [tells(session("admin")), now(words)]}
        return Scene("/risks", "main [role=alert] button", answers, acts=_look_again)

    return scene


def _look_again(page: Page) -> None:
    page.locator("main table").wait_for()
    page.evaluate("window.dispatchEvent(new Event('focus'))")


def _choose(page: Page) -> None:
    for at in range(2):
        page.locator("tbody input[type=checkbox]").nth(at).check()
    page.locator("main select").last.select_option("ss-prod")


def _wrong(words: Words) -> Answer:
    return superset_refused(SupersetFault.BAD_CREDENTIALS, "bad_credentials", words.language)


def _wrong_password(page: Page) -> None:
    for at in range(3):
        page.locator("main form input").nth(at).fill("ss-dev")
    page.locator("main form button").click()


STATES = (
    State(
        "dashboards",
        "Dashboards of an environment",
        _filled("dashboards", lambda w: tells(dashboards(w.language, 60))),
    ),
    *_of_list("dashboards"),
    State(
        "dashboards-no-environment",
        "No environment is chosen",
        lambda _: Scene(
            "/dashboards",
            "main select:has([value=ss-prod])",
            {"GET /api/environments": tells(environment_list(["ss-prod"]))},
        ),
    ),
    State(
        "dashboards-no-choice",
        "The environments could not be listed",
        lambda w: Scene(
            "/dashboards",
            "main [role=alert]",
            {"GET /api/environments": superset_away(w.language)},
        ),
    ),
    State("dashboard", "A dashboard", lambda _: Scene(f"/dashboards/1{_DEV}", "main h1 ~ a")),
    State(
        "dashboard-loading",
        "A dashboard: before the answer",
        lambda _: Scene(
            f"/dashboards/1{_DEV}",
            "main .skeleton",
            {"GET /api/environments/ss-dev/dashboards/1": WAITS},
        ),
    ),
    State(
        "dashboard-failed",
        "A dashboard: no answer, with a retry",
        lambda w: Scene(
            f"/dashboards/1{_DEV}",
            "main [role=alert] button",
            {"GET /api/environments/ss-dev/dashboards/1": superset_away(w.language)},
        ),
    ),
    State("datasets", "Datasets of an environment", lambda _: Scene(f"/datasets{_DEV}", "main td")),
    *_of_list("datasets"),
    State(
        "migrations",
        "What is to be moved, and where to",
        _filled("migrations", lambda w: tells(dashboards(w.language)), _choose),
    ),
    *_of_list("migrations"),
    State("tasks", "Tasks in every state", _filled("tasks", lambda w: tells(tasks(w)))),
    *_of_list("tasks"),
    State(
        "audit",
        "The audit log, one line open",
        lambda _: Scene("/audit", "main td", acts=pressed("main tbody button")),
    ),
    *_of_list("audit"),
    State("risks", "The risk matrix of an admin", lambda _: Scene("/risks", "main tbody tr")),
    State(
        "risks-viewer",
        "The risk matrix of a viewer: what is not offered",
        lambda _: Scene("/risks", "main ul li", role="viewer"),
    ),
    State(
        "risks-loading",
        "The risk matrix: before the answer",
        lambda _: Scene("/risks", "main .skeleton", {"GET /api/agent/tools": WAITS}),
    ),
    State(
        "risks-failed",
        "The risk matrix: no answer, with a retry",
        lambda w: Scene(
            "/risks",
            "main [role=alert] button",
            {"GET /api/agent/tools": superset_away(w.language)},
        ),
    ),
    State(
        "sign-in",
        "Nobody is signed in",
        lambda w: Scene("/agent", "main form", {SESSION: refused("unauthenticated", w.language)}),
    ),
    State(
        "sign-in-failed",
        "A sign-in that failed",
        lambda w: Scene(
            "/agent",
            "main .problem",
            {
                SESSION: refused("unauthenticated", w.language),
                "POST /api/auth/login": _wrong(w),
            },
            acts=_wrong_password,
        ),
    ),
    State(
        "locked-role",
        "Another role came into this browser",
        _locked(lambda _: tells(session("viewer"))),
    ),
    State(
        "locked-out",
        "Signed out in another tab",
        _locked(lambda w: refused("unauthenticated", w.language)),
    ),
    State(
        "starting",
        "The service is starting",
        lambda w: Scene(
            "/agent", "main [role=alert] h1", {SESSION: refused("not_ready", w.language)}
        ),
    ),
    State(
        "unreachable",
        "The service is away",
        lambda w: Scene(
            "/agent", "main [role=alert] button", {SESSION: refused("cannot_start", w.language)}
        ),
    ),
    State("unknown-page", "There is no such page", lambda _: Scene("/agent/nowhere", "main a")),
)
