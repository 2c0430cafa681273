"""Superset's forms of an error, and what may be shown of one."""

import time
from collections.abc import Callable
from typing import TypeAlias

import httpx
import pytest

from adapters.superset_httpx.errors import shown
from application.ports.superset.sql_lab import Query
from domain.superset import SupersetFault
from superset_httpx.scripted_superset import ScriptedSuperset, json_answer

Echo: TypeAlias = Callable[[httpx.Request], str]


@pytest.mark.parametrize(
    ("status", "body", "fault", "detail"),
    [
        (
            422,
            {"message": "There are associated alerts or reports: weekly"},
            SupersetFault.REFUSED,
            "There are associated alerts or reports: weekly",
        ),
        (
            422,
            {"message": {"slug": ["Must be unique"], "owners": ["Owners are invalid"]}},
            SupersetFault.REFUSED,
            "slug: Must be unique; owners: Owners are invalid",
        ),
        (
            500,
            {"errors": [{"message": "first", "error_type": "X"}, {"message": "second"}]},
            SupersetFault.REFUSED,
            "first",
        ),
        (500, {"errors": [{"message": "bare"}], "message": "other"}, SupersetFault.REFUSED, "bare"),
        (422, {"error": "(sqlite3.OperationalError) gone"}, SupersetFault.REFUSED, "gone"),
        (429, {"errors": [{"message": "429 Too Many Requests"}]}, SupersetFault.REFUSED, "429"),
        (403, {"message": "Forbidden"}, SupersetFault.FORBIDDEN, "Forbidden"),
        (404, {"message": "Not found"}, SupersetFault.NOT_FOUND, "Not found"),
        (418, {}, SupersetFault.REFUSED, ""),
        (599, {"message": None}, SupersetFault.REFUSED, ""),
        (
            500,
            {"errors": [{"message": "no", "error_type": "TABLE_SECURITY_ACCESS_ERROR"}]},
            SupersetFault.FORBIDDEN,
            "no",
        ),
    ],
)
async def test_error_body_is_read_in_every_form(
    status: int, body: object, fault: SupersetFault, detail: str
) -> None:
    server = ScriptedSuperset(answer=json_answer(body, status))
    error = (await server.opened().dashboards.delete("1")).failure()
    assert error.fault is fault
    assert detail in error.detail


ECHOES = [
    lambda sent: str(dict(sent.headers)),
    lambda sent: "\n".join(f"{name}: {value}" for name, value in sent.headers.items()),
    lambda sent: " ".join(value for name, value in sent.headers.items()),
    lambda sent: f"refused: {[value for _, value in sent.headers.items()]}",
]


@pytest.mark.parametrize("echo", ECHOES)
async def test_headers_that_a_server_gives_back_are_not_shown(echo: Echo) -> None:
    """A proxy in its debug mode, or a page of Flask's, complains with all that it was sent."""
    seen: list[str] = []

    def complain(sent: httpx.Request) -> httpx.Response:
        seen.append(str(sent.headers))
        return httpx.Response(500, json={"message": echo(sent)[-290:]})

    superset = ScriptedSuperset(answer=complain).opened()
    details = [
        (await superset.dashboards.delete("1")).failure().detail,
        (await superset.dashboards.all()).failure().detail,
        (await superset.access.accepts_proof("old.proof.signed")).failure().detail,
    ]
    assert any("session-1" in headers for headers in seen)
    for secret in ("session-1", "csrf-1", "token-1", "old.proof.signed", "canary"):
        assert not [detail for detail in details if secret in detail]


@pytest.mark.parametrize(
    "part", [" ", "<a", "://:", "password", "password: '", "token ", "a", "Cookie:", "\n", "[SQL"]
)
def test_a_megabyte_of_words_is_shown_at_once(part: str) -> None:
    """What a driver quotes is the person's; the event loop waits for what we make of it."""
    began = time.process_time()
    assert len(shown(part * (2**20 // len(part)))) <= 300
    assert time.process_time() - began < 0.5


def test_words_that_are_cut_are_cut_between_them() -> None:
    long = "well " * 398 + "://agent:canary-of-a-password@host " + "x" * 100
    assert "canary" not in shown(long)
    assert shown(" " * 1990 + "://agent:canary-of-a-password@host")[:3] in {"…", ""}
    assert "canary" not in shown("<b>" * 660 + " ://agent:canary-of-a-password@host" + " x" * 99)


@pytest.mark.parametrize("depth", [100, 600])
async def test_words_nested_beyond_reason_are_not_looked_for(depth: int) -> None:
    body = '{"message": ' + "[" * depth + '"deep"' + "]" * depth + "}"
    server = ScriptedSuperset(answer=lambda _: httpx.Response(422, text=body))
    error = (await server.opened().dashboards.delete("1")).failure()
    assert (error.fault, error.detail) == (SupersetFault.REFUSED, "…")


async def test_detail_holds_no_secret_of_ours() -> None:
    words = "wrong: canary-password, Bearer token-1, postgresql://bi:canary-db@db.example.com/x"
    server = ScriptedSuperset(answer=json_answer({"message": words}, 422))
    detail = (await server.opened().dashboards.delete("1")).failure().detail
    assert "canary" not in detail
    assert "token-1" not in detail
    assert "db.example.com" in detail


@pytest.mark.parametrize(
    "words",
    [
        "postgresql://bi:p@canary@db.example.com/x",
        "mysql://bi:canary@1:@canary@db.example.com",
        "mssql://?odbc_connect=DRIVER=x;UID=sa;PWD=canary;SERVER=y",
        "connection failed: host=db user=bi password=canary dbname=x",
        "connection failed: password = 'canary of words' port=1",
        'invalid: {"private_key": "canary", "access_token": "canary"}',
        "https://db.example.com/?user=bi&token=canary&x=1",
    ],
)
def test_no_password_of_a_database_is_shown(words: str) -> None:
    assert "canary" not in shown(words)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("a\n b\t c", "a b c"),
        ("<p>No <b>such</b> table</p>", "No such table"),
        ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2"),
        ("Password: must be given for b.yaml", "Password: must be given for b.yaml"),
        (
            "(psycopg2.UniqueViolation) duplicate key value DETAIL:  Key (email)=(a@b.c) exists.",
            "(psycopg2.UniqueViolation) duplicate key value",
        ),
        ("no such table: t [SQL: SELECT secret] [parameters: ('x',)]", "no such table: t"),
    ],
)
def test_shown_words_are_one_plain_line(words: str, expected: str) -> None:
    assert shown(words) == expected


def test_shown_words_are_short() -> None:
    assert shown("я" * 1000) == "я" * 299 + "…"


async def test_unknown_database_is_told_from_a_bad_statement() -> None:
    gone = {"errors": [{"message": "The database referenced in this query was not found."}]}
    server = ScriptedSuperset(answer=json_answer(gone, 500))
    error = (await server.opened().sql_lab.run(Query("7", "SELECT 1", 10))).failure()
    assert error.fault is SupersetFault.NOT_FOUND
