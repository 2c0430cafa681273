"""Every command: what it prints, and how it says what is wrong. Nothing ends in a traceback."""

import asyncio
import json
import socket
from datetime import UTC, datetime, timedelta
from pathlib import Path

import jwt
import pytest

from adapters.files.audit_log import FileAuditLog
from adapters.sqlite.database import Database
from adapters.sqlite.task_records import SqliteTaskRecords
from domain.audit import AuditEntry
from domain.identity import Caller
from domain.roles import Role
from domain.tasks import NewTask
from endpoints.program import Home

COMMANDS = [
    (),
    ("serve",),
    ("demo",),
    ("link",),
    ("token",),
    ("doctor",),
    ("audit",),
    ("audit", "verify"),
    ("audit", "export"),
]
TOKEN = ("token", "--user", "ci", "--role", "viewer")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


@pytest.mark.parametrize("words", COMMANDS)
def test_every_help_shows_an_example(home: Home, words: tuple[str, ...]) -> None:
    shown = home.run(*words, "--help")
    assert shown.exit_code == 0
    assert "Example:" in shown.stdout


@pytest.mark.parametrize(
    ("variables", "words"),
    [
        ({"AGENT_PORT": "x"}, ["AGENT_PORT", "no number"]),
        ({"AGENT_PORT": "70000"}, ["AGENT_PORT", "outside the range"]),
        ({"AGENT_TOOL_TIMEOUT_S": "0"}, ["AGENT_TOOL_TIMEOUT_S"]),
        ({"AGENT_TOOL_TIMEOUT_S": "inf"}, ["AGENT_TOOL_TIMEOUT_S"]),
        ({"AGENT_LLM__BASE_URL": "http://x"}, ["AGENT_LLM", "AGENT_LLM__MODEL"]),
        ({"AGENT_LLM__MODEL": "m"}, ["AGENT_LLM", "AGENT_LLM__BASE_URL"]),
        (
            {"AGENT_LLM__BASE_URL": "localhost:11434", "AGENT_LLM__MODEL": "m"},
            ["AGENT_LLM__BASE_URL", "no http address"],
        ),
        ({"AGENT_AUTH__JWKS_URL": "keys.json"}, ["AGENT_AUTH__JWKS_URL", "no http address"]),
        ({"AGENT_LLM__MODLE": "m"}, ["AGENT_LLM__MODLE", "no such name"]),
        (
            {"AGENT_AUTH__JWT_SECRET": "canary-secret" * 3, "AGENT_AUTH__JWKS_URL": "http://x"},
            ["AGENT_AUTH__JWT_SECRET", "AGENT_AUTH__JWKS_URL", "not both"],
        ),
        ({"AGENT_AUTH__ALGORITHM": "RS256"}, ["HS256", "AGENT_AUTH__JWKS_URL"]),
        ({"AGENT_STORE__URL": "postgresql://canary@x/y"}, ["AGENT_STORE__URL", "sqlite:///"]),
        ({"AGENT_EVENTS__URL": "redis://canary@x/0"}, ["AGENT_EVENTS__URL", "memory://"]),
        ({"AGENT_BACKUPS__KEPT": "5"}, ["AGENT_BACKUPS__KEPT", "no such name"]),
        ({"AGENT_ENVIRONMENTS_FILE": "nowhere.toml"}, ["nowhere.toml", "superset-agent demo"]),
        ({"SS_DEV_ADMIN_PASSWORD": None}, ["SS_DEV_ADMIN_PASSWORD", "ss-dev", "agent-admin"]),
        ({"AGENT_DATA_DIR": "environments.toml"}, ["environments.toml", "AGENT_DATA_DIR"]),
        ({"AGENT_DATA_DIR": "/proc/agent"}, ["/proc/agent", "AGENT_DATA_DIR"]),
        ({"AGENT_HOST": "192.0.2.1"}, ["192.0.2.1", "AGENT_HOST"]),
        ({"AGENT_HOST": "no.such.host.invalid"}, ["no.such.host.invalid", "AGENT_HOST"]),
    ],
)
def test_a_wrong_setting_is_one_sentence(
    home: Home, variables: dict[str, str | None], words: list[str]
) -> None:
    failed = home.run("serve", **variables)
    assert failed.exit_code == 1
    (sentence,) = failed.stderr.splitlines()
    assert [word for word in words if word not in sentence] == []
    assert "canary" not in failed.stdout + failed.stderr


def test_it_speaks_russian_on_a_russian_terminal(home: Home) -> None:
    failed = home.run("serve", LANG="ru_RU.UTF-8", AGENT_LLM__BASE_URL="http://x")
    assert failed.stderr.startswith("Настройка AGENT_LLM неверна: AGENT_LLM__BASE_URL и")


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("[ss-dev\n", ["no TOML", "line 1"]),
        ("", ["names no environment"]),
        ("[ss-dev]\nurl = 5\n", ["ss-dev.url", "no http address"]),
        ("[ss-dev]\nurl = 'ftp://x'\n", ["ss-dev.url"]),
        ("[ss-dev]\ntier = 'dev'\n", ["ss-dev.url", "missing"]),
        ("[ss-dev]\nurl = 'http://x'\ncolour = 1\n", ["ss-dev.colour", "no such name"]),
        ("[ss-dev]\nurl = 'http://x'\ntier = 'blue'\n", ["ss-dev.tier", "'prod'"]),
        ("[ss-dev]\nurl='http://x'\n[ss-dev.accounts.boss]\nusername='x'\n", ["boss"]),
        (
            "[ss-dev]\nurl='http://x'\n[ss-dev.accounts.admin]\nusername='x'\npassword='canary'\n",
            ["ss-dev.accounts.admin"],
        ),
        ("ss-dev = 5\n", ["ss-dev", "no object"]),
        ("[ss-dev]\nurl = 'superset.example.com'\n", ["ss-dev.url", "no http address"]),
        ("[ss-dev]\nurl = 'http://u:canary@x'\n", ["ss-dev.url", "without a user"]),
        ("[ss-dev]\nurl = 'http://x/?token=canary'\n", ["ss-dev.url", "without a user"]),
        ("[ss-dev]\nurl = 'http://x'\n[ss-dev]\nurl = 'http://y'\n", ["twice", "README.md"]),
        ("[ss-dev]\nurl = 'http://x'\n[SS-Dev]\nurl = 'http://y'\n", ["upper and lower case"]),
        ("['']\nurl = 'http://x'\n", ["name of an environment"]),
        ("['a/b']\nurl = 'http://x'\n", ["a/b", "name of an environment"]),
    ],
)
def test_a_wrong_environments_file_is_one_sentence(home: Home, file: str, words: list[str]) -> None:
    home.file.write_text(file, "utf-8")
    failed = home.run("serve")
    assert failed.exit_code == 1
    (sentence,) = failed.stderr.splitlines()
    assert [word for word in [*words, "environments.toml"] if word not in sentence] == []
    assert "canary" not in sentence


def test_a_busy_port_is_one_sentence(home: Home) -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", home.port))
        busy.listen()
        failed = home.run("serve")
    assert failed.exit_code == 1
    assert str(home.port) in failed.stderr
    assert "AGENT_PORT" in failed.stderr
    assert len(failed.stderr.splitlines()) == 1


def test_a_store_that_is_no_database_ends_the_service(home: Home) -> None:
    (home.folder / "data").mkdir()
    (home.folder / "data" / "agent.sqlite").write_text("this is no database at all" * 100)
    failed = home.spawn("serve")
    assert failed.returncode == 1
    assert failed.stderr.splitlines()[-1].startswith("The service could not start:")


def test_a_link_is_for_the_page_and_its_code_stays_in_the_fragment(home: Home) -> None:
    made = home.run("link", "--role", "analyst")
    assert made.exit_code == 0
    start, _, code = made.stdout.strip().partition("#signin=")
    assert start == f"http://127.0.0.1:{home.port}/agent"
    assert len(code) >= 32


@pytest.mark.parametrize("words", [("link",), ("link", "--role", "root"), ("link", "x"), ("nope",)])
def test_wrong_words_show_the_usage(home: Home, words: tuple[str, ...]) -> None:
    failed = home.run(*words)
    assert failed.exit_code == 2
    assert failed.stderr.startswith("Usage: superset-agent")


def test_a_token_says_who_for_how_long(home: Home) -> None:
    made = home.run(*TOKEN, "--ttl", "30m")
    claims = jwt.decode(made.stdout.strip(), options={"verify_signature": False})
    assert (claims["sub"], claims["role"]) == ("local:ci", "viewer")
    assert claims["exp"] - claims["iat"] == 1800
    secret = home.folder / "data" / "jwt-secret"
    assert secret.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("ttl", ["0h", "x", "", "-1h", "1w", "9999d", "1.5h"])
def test_a_lifetime_that_is_none_is_refused(home: Home, ttl: str) -> None:
    failed = home.run(*TOKEN, f"--ttl={ttl}")
    assert failed.exit_code == 1
    assert "30m" in failed.stderr
    assert failed.stdout == ""


@pytest.mark.parametrize("user", ["", " ", "a b", "a:b", "x" * 101, "a\nb"])
def test_a_name_that_is_none_is_refused(home: Home, user: str) -> None:
    failed = home.run("token", "--user", user, "--role", "viewer")
    assert failed.exit_code == 1
    assert len(failed.stderr.splitlines()) == 1


def test_the_audit_log_is_verified_and_exported(home: Home) -> None:
    assert home.run("audit", "verify").exit_code == 0
    log = home.folder / "data" / "audit.jsonl"
    at = datetime(2026, 11, 30, tzinfo=UTC)
    entries = [AuditEntry("sign_in", at, f"local:{name}", {}) for name in ("ann", "bob")]
    for entry in entries:
        asyncio.run(FileAuditLog(log).append(entry))
    exported = [json.loads(line) for line in home.run("audit", "export").stdout.splitlines()]
    assert [line["user"] for line in exported] == ["local:bob", "local:ann"]
    assert len(home.run("audit", "export", "--limit", "1").stdout.splitlines()) == 1
    assert home.run("audit", "export", "--limit", "0").exit_code == 2
    assert "2" in home.run("audit", "verify").stdout
    log.write_text(log.read_text().replace("local:ann", "local:eve"))
    failed = home.run("audit", "verify")
    assert (failed.exit_code, "line 1" in failed.stderr) == (1, True)


def test_a_log_that_cannot_be_read_is_one_sentence(home: Home) -> None:
    (home.folder / "data" / "audit.jsonl").mkdir(parents=True)
    for command in ("verify", "export"):
        failed = home.run("audit", command)
        assert failed.exit_code == 1
        assert len(failed.stderr.splitlines()) == 1


def test_the_doctor_says_that_a_model_does_not_answer(home: Home) -> None:
    examined = home.spawn("doctor", AGENT_LLM__BASE_URL="http://127.0.0.1:9", AGENT_LLM__MODEL="m")
    assert examined.returncode == 1
    assert "The language model at http://127.0.0.1:9" in examined.stdout


def test_the_doctor_says_it_once_when_an_environment_does_not_answer(home: Home) -> None:
    lines = home.spawn("doctor").stdout.splitlines()
    assert len([line for line in lines if "does not answer" in line]) == 1


def test_an_environment_without_any_account_is_not_well(home: Home) -> None:
    home.file.write_text("[ss-dev]\nurl = 'http://127.0.0.1:9'\n", "utf-8")
    examined = home.spawn("doctor")
    assert examined.returncode == 1
    assert "Add one to the environments file" in examined.stdout


def test_the_doctor_names_what_does_not_answer(home: Home) -> None:
    examined = home.spawn("doctor")
    assert examined.returncode == 1
    assert "ss-dev" in examined.stdout
    assert "canary" not in examined.stdout + examined.stderr
    assert "Traceback" not in examined.stderr


async def test_the_doctor_leaves_tasks_to_the_service(home: Home) -> None:
    data = home.folder / "data"
    database = Database()
    await database.open(data / "agent.sqlite")
    now = datetime.now(UTC)
    caller = Caller("local:ann", Role.ADMIN, "t", now + timedelta(hours=1))
    records = SqliteTaskRecords(database)
    await records.add(
        NewTask("t1", "run_backup", caller, {}, (), False, "ss-dev", "en", created_at=now)
    )

    await asyncio.to_thread(home.spawn, "doctor")

    task = await records.get("t1")
    await database.close()
    assert task is not None
    assert not task.state.is_over
    assert not (data / "tasks").exists(), "where tasks are run"


def test_the_doctor_trusts_no_stranger(home: Home) -> None:
    examined = home.spawn("doctor", "--trust", "ss-other")
    assert examined.returncode == 1
    assert "ss-other" in examined.stderr
    assert "Traceback" not in examined.stderr
