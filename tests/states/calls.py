"""Calls in a turn: how they go, what they bring, and the tasks that they start."""

from typing import Any, TypeAlias

from states.acts import pressed
from states.ordinary import refused
from states.stage import WAITS, Answer, tells
from states.telling import Scene, State, Words, begun, ended, event, finding, talk

Json: TypeAlias = Any

RESULT = "/api/agent/results/call_1"
_SWITCH = "article.call .switch button:{}-of-type"
_RETRY = "tool_retry"
_UNKNOWN = {"tool_name": "superset_create_dataset", "is_write_tool": True}


def call(words: Words, *then: Json, is_in: str = "idle", **more: Json) -> Scene:
    """A search that became a call."""
    start = event("tool_start", arguments={"query": words("sales", "продажи")})
    over = [] if is_in == "streaming" else [ended()]
    return finding(words, start, *then, *over, is_in=is_in, until="article.call", **more)


def writing(words: Words, *then: Json) -> Scene:
    """A write that was approved and is called."""
    tool = {"tool_name": "superset_create_dataset"}
    arguments = {"database_id": "1", "table": "customers"}
    start = event("tool_start", **tool, arguments=arguments, is_write_tool=True)
    message = words("create a dataset", "создай датасет")
    return talk(words, message, [*begun(), start, *then, ended()], until="article.call")


def with_result(words: Words, value: Json, **more: Json) -> Scene:
    """A call whose result is shown."""
    found = words("12 months", "12 месяцев")
    end = event("tool_end", tool_name="superset_execute_sql", summary=found, result_url=RESULT)
    start = event(
        "tool_start",
        tool_name="superset_execute_sql",
        arguments={"sql": "SELECT month, sum(revenue) AS revenue FROM orders GROUP BY month"},
    )
    answer = value if isinstance(value, Answer) else tells(value)
    message = words("revenue by month", "выручка по месяцам")
    events = [*begun(), start, end, ended()]
    return talk(words, message, events, answers={f"GET {RESULT}": answer}, **more)


def regions() -> Json:
    columns = [{"name": "region", "type": "STRING"}, {"name": "orders", "type": "INTEGER"}]
    rows = [["North", 420], ["South", 380], ["East", 512], ["West", 97]]
    return {"columns": columns, "rows": rows, "row_count": 4, "limited": False, "sql": "SELECT 1"}


def months() -> Json:
    columns = [{"name": "month", "type": "DATE"}, {"name": "revenue", "type": "FLOAT"}]
    rows = [[f"2026-{month:02}-01", 120_000 + month * month * 1_700.5] for month in range(1, 13)]
    return {"columns": columns, "rows": rows, "row_count": 12, "limited": False, "sql": "SELECT 1"}


def _task(words: Words) -> Scene:
    tool = {"tool_name": "run_backup"}
    start = event("tool_start", **tool, arguments={}, is_write_tool=True)
    note = words("Board report", "Отчёт совету")
    task = event("task_progress", **tool, task_id="A1", note=note)
    begun_ = words("The backup is under way.", "Резервная копия создаётся.")
    end = event("tool_end", **tool, summary=begun_, result_url=None, action_id="A1")
    message = words("back up ss-dev", "сделай копию ss-dev")
    events = [*begun(), start, end, task, ended()]
    answers = {"GET /api/tasks/A1": refused("task_unknown", words.language)}
    return talk(words, message, events, until="progress", answers=answers)


def _cancelled_call(words: Words) -> Scene:
    return call(words, event("tool_cancelled", tool_name="search_dashboards"))


STATES = (
    State("call-running", "A call that runs", lambda w: call(w, is_in="streaming")),
    State(
        "call-retrying",
        "A read that is tried once more",
        lambda w: call(w, event(_RETRY), is_in="streaming"),
    ),
    State(
        "call-timeout",
        "A read without an answer in time: it can be sent again",
        lambda w: call(
            w,
            event(
                "tool_timeout",
                tool_name="search_dashboards",
                is_write_tool=False,
                retryable=True,
                status_unknown=False,
            ),
        ),
    ),
    State(
        "call-timeout-write",
        "A write without an answer in time: its status is unknown",
        lambda w: writing(w, event("tool_timeout")),
    ),
    State(
        "call-failed",
        "A read that failed, after a retry: it can be sent again",
        lambda w: call(w, event("tool_error", message=w("ss-dev is away.", "ss-dev молчит."))),
    ),
    State(
        "call-failed-write",
        "A write that failed half way: its status is unknown, nothing is sent again",
        lambda w: writing(
            w,
            event(
                "tool_error",
                **_UNKNOWN,
                message=w("The connection broke.", "Соединение оборвалось."),
                retry_exhausted=False,
                status_unknown=True,
            ),
        ),
    ),
    State("call-cancelled", "A call that was cut off", _cancelled_call),
    State(
        "chart",
        "Numbers over time, as a line",
        lambda w: with_result(w, months(), until="article.call figure svg"),
    ),
    State(
        "chart-bars",
        "Numbers by category, as bars",
        lambda w: with_result(
            w, regions(), until="article.call figure svg", acts=pressed(_SWITCH.format("last"))
        ),
    ),
    State(
        "result",
        "The same result as a table",
        lambda w: with_result(
            w, months(), until="article.call td", acts=pressed(_SWITCH.format("first"))
        ),
    ),
    State(
        "result-loading",
        "A result that is being fetched",
        lambda w: with_result(
            w, WAITS, acts=pressed("article.call button"), until="article.call .skeleton"
        ),
    ),
    State(
        "result-failed",
        "A result that cannot be fetched",
        lambda w: with_result(
            w,
            refused("result_unknown", w.language),
            acts=pressed("article.call button"),
            until="article.call [role=alert]",
        ),
    ),
    State("task", "A task that goes on after its turn", _task),
)
