"""No secret and no row of a query is anywhere but where it belongs."""

import re
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from application.ports.identity import IssuedToken
from application.ports.turn_runner import Session
from application.toolkit.tool import ToolOutcome
from canaries.conftest import API_KEY, LOGIN_PASSWORD, PASSWORD, ROW, SESSION, SQL, Driven
from domain.accounts import Account
from domain.conversation import ToolResult
from domain.identity import Caller
from domain.proof import EnvironmentRecord
from domain.roles import Role
from domain.superset import Column, QueryResult
from domain.texts import text
from entrypoints.http.schemas import LoginBody, SessionBody
from entrypoints.settings import Settings

WHOLE = pytest.mark.superset


def found_in(secrets: dict[str, str], text: str) -> list[str]:
    """Which of them a text holds, whole or with their ends cut off."""
    return [name for name, secret in secrets.items() if secret in text or secret[4:-4] in text]


@WHOLE
def test_the_canaries_were_heard_where_they_belong(driven: Driven) -> None:
    """A search that finds nothing means little when nothing was planted."""
    heard = "\n".join(driven.liar.heard)
    assert PASSWORD in heard
    assert LOGIN_PASSWORD in heard
    echoed = "\n".join(driven.echo.heard)
    for secret in SESSION:
        assert secret in echoed
    asked = driven.model.asked
    assert any(API_KEY in str(request.headers) for request in asked)
    assert any(ROW in str(request.body) for request in asked)
    assert ROW not in SQL
    answers = "\n".join(driven.answers)
    for event in ("tool_end", "tool_error", "confirm_required", '"error"', "model_refused"):
        assert event in answers


@WHOLE
def test_no_answer_holds_a_secret(driven: Driven) -> None:
    assert found_in(driven.secrets, "\n".join(driven.answers)) == []


@WHOLE
def test_no_event_holds_a_row(driven: Driven) -> None:
    assert ROW not in "\n".join(driven.answers)


@WHOLE
def test_the_log_holds_no_secret_and_no_row(driven: Driven) -> None:
    log = driven.service.log.read_text()
    assert log.count("\n") > 20
    assert found_in({**driven.secrets, "row": ROW}, log) == []


@WHOLE
def test_no_process_of_ours_shows_a_secret(driven: Driven) -> None:
    """Arguments are for everybody on the machine to read; the SQL worker needs no secret at all."""
    assert driven.service.process is not None
    pid = driven.service.process.pid
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    arguments = [Path(f"/proc/{each}/cmdline").read_text() for each in (str(pid), *children)]
    surroundings = [Path(f"/proc/{each}/environ").read_text() for each in children]
    assert found_in(driven.secrets, "\n".join([*arguments, *surroundings])) == []


@WHOLE
def test_the_audit_log_holds_no_secret_and_no_row(driven: Driven) -> None:
    driven.service.audited()
    log = (driven.service.data_dir / "audit.jsonl").read_text()
    assert found_in({**driven.secrets, "row": ROW}, log) == []


@WHOLE
def test_checkpoints_hold_no_secret_and_no_row(driven: Driven) -> None:
    files = list(driven.service.data_dir.glob("checkpoints.sqlite*"))
    kept = "".join(file.read_bytes().decode("latin-1") for file in files)
    assert "delete_dashboard" in kept, "a turn waits, so there is a checkpoint"
    assert found_in({**driven.secrets, "row": ROW}, kept) == []


@WHOLE
def test_no_file_holds_a_secret(driven: Driven) -> None:
    """But the one of the signing secret, were it made here, and the proof of an environment."""
    for file in driven.service.data_dir.rglob("*"):
        if file.is_file():
            text = file.read_bytes().decode("latin-1")
            proof = {"superset token"} if file.name.startswith("agent.sqlite") else set()
            assert set(found_in(driven.secrets, text)) <= proof, file


@WHOLE
def test_a_token_of_superset_is_in_the_proof_of_its_environment_alone(driven: Driven) -> None:
    """It must be shown again to tell the same Superset; after 15 minutes it is good for no more."""
    assert tables_with(driven, SESSION[0]) == {"environment_records"}


@WHOLE
def test_a_row_is_in_the_results_and_in_what_the_model_was_told_alone(driven: Driven) -> None:
    assert tables_with(driven, ROW) == {"messages", "results"}


def tables_with(driven: Driven, canary: str) -> set[str]:
    store = driven.service.data_dir / "agent.sqlite"
    holding: set[str] = set()
    with closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as db:
        tables = [
            name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type='table'")
        ]
        for table in tables:
            if canary in str(db.execute(f'SELECT * FROM "{table}"').fetchall()):
                holding.add(table)
    return holding


@WHOLE
def test_files_are_for_their_owner_alone(driven: Driven) -> None:
    open_to_others = [
        file
        for file in driven.service.data_dir.rglob("*")
        if file.is_file() and file.stat().st_mode & 0o077
    ]
    assert open_to_others == []


NOW = datetime(2026, 1, 1, tzinfo=UTC)
CALLER = Caller("local:ann", Role.ADMIN, "id", NOW + timedelta(hours=1))
CANARY = "canary-in-a-repr"


@pytest.mark.parametrize(
    "thing",
    [
        Account("agent", CANARY),
        Session(CALLER, "en", CANARY),
        IssuedToken(CANARY, CALLER),
        EnvironmentRecord("ss-dev", "http://x", (), NOW, CANARY),
        ToolResult("c", "v", "local:ann", "t", CANARY),
        QueryResult((Column("a", "STRING"),), ((CANARY,),), limited=False, executed_sql=""),
        ToolOutcome([CANARY], text("call-denied", tool="x"), CANARY),
        LoginBody(env_id="ss-dev", username="x", password=CANARY),
        SessionBody(code=CANARY),
        Settings.model_validate(
            {"llm": {"api_key": CANARY}, "auth": {"jwt_secret": CANARY}, "data_dir": "x"}
        ),
    ],
    ids=lambda thing: type(thing).__name__,
)
def test_what_an_exception_may_show_holds_no_secret(thing: object) -> None:
    """A repr is what a traceback, an assertion or a careless log line shows."""
    assert CANARY not in repr(thing)
    assert CANARY not in f"{ValueError(thing)!r}"
    assert re.search(r"\w+\(", repr(thing))
