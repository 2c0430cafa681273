"""A service full of canaries, driven through what works and through what fails."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import httpx
import pytest

from adapters.jwt.identity import JwtIdentity
from adapters.memory.sessions import MemorySessions
from adapters.system.clock import SystemClock
from canaries.liar import Liar
from contracts.superset_arranger import Arranger
from domain.roles import Role
from kills.running import SECRET, Json, Running
from model_server import Asked, ModelServer, Reply, calls, fails, says

PASSWORD = "canary-of-a-service-password-51"
LOGIN_PASSWORD = "canary-of-a-persons-password-52"
WRONG_PASSWORD = "canary-of-a-wrong-password-53"
API_KEY = "sk-canary-of-an-api-key-54"
SESSION = ("canary-of-a-superset-token-56", "canary-of-a-csrf-token-57", "canary-of-a-cookie-58")
ROW = "canary-of-a-row-55"
SQL = f"SELECT 'canary-of-' || '{ROW.removeprefix('canary-of-')}' AS told"

ENVIRONMENTS = """
[ss-test]
url = "{real}"
[ss-test.accounts.admin]
username = "{username}"
password_env = "SS_TEST_PASSWORD"
[ss-echo]
url = "{echo}"
[ss-echo.accounts.admin]
username = "agent-admin"
password_env = "SS_LIAR_PASSWORD"
[ss-liar]
url = "{liar}"
[ss-liar.accounts.admin]
username = "agent-admin"
password_env = "SS_LIAR_PASSWORD"
"""


def talk(asked: Asked) -> Reply:
    last = asked.messages[-1]
    text = str(last["content"])
    if last["role"] == "tool":
        return says("That is that.")
    if "select" in text:
        return calls(("superset_execute_sql", {"database_id": "1", "sql": SQL}))
    if "delete" in text:
        return calls(("delete_dashboard", {"dashboard_id": "1"}))
    if "create" in text:
        return calls(("superset_create_dataset", {"database_id": "1", "table": "t"}))
    if "search" in text:
        return calls(("search_dashboards", {}), ("superset_list_databases", {}))
    return fails(401, {"error": {"message": f"Incorrect API key: {dict(asked.headers)}"}})


@dataclass
class Driven:
    """
    What the service left behind.

    Args:
        secrets: by what they are; none of them may be anywhere.
        answers: bodies of all answers but those that hand out a token.

    """

    service: Running
    secrets: dict[str, str]
    liar: Liar
    echo: Liar
    model: ModelServer
    answers: list[str] = field(default_factory=list)

    def drive(self) -> None:
        for env_id in ("ss-test", "ss-liar", "ss-echo"):
            for words in ("select it", "search", "delete 1", "create it", "cause an error"):
                self._turn(words, env_id)
        self._sign_in()
        self._post("/api/auth/login", env_id="ss-test", username="x", password=WRONG_PASSWORD)
        self._post("/api/auth/login", env_id="ss-liar", username="x", password=LOGIN_PASSWORD)
        self._post("/api/auth/login", env_id="ss-liar", username=[], password=LOGIN_PASSWORD)
        self._post("/api/auth/login", env_id="ss-liar", password=[LOGIN_PASSWORD])
        self._forged()
        self._misplaced()

    def _turn(self, words: str, env_id: str) -> None:
        answer = self._post("/api/agent/messages", message=words, env_id=env_id)
        conversation_id = answer.headers["X-Conversation-Id"]
        self._get(f"/api/agent/conversations/{conversation_id}")
        self._get(f"/api/agent/conversations/{conversation_id}/events?follow=false")

    def _sign_in(self) -> None:
        code = self.secrets["sign-in code"]
        self._post("/api/auth/session", code=code, more="than asked for")
        taken = self.service.client.post("/api/auth/session", json={"code": code})
        assert taken.status_code == 200
        self.secrets["cookie"] = next(iter(taken.cookies.values()))
        self.service.client.cookies.clear()
        assert self._post("/api/auth/session", code=code).status_code == 401

    def _forged(self) -> None:
        identity = JwtIdentity(
            secret="another secret of at least 32 bytes",
            sessions=MemorySessions(),
            clock=SystemClock(),
        )
        forged = identity.issue("local:ann", Role.ADMIN, timedelta(hours=1)).token
        self.secrets["forged token"] = forged
        for token in (forged, f"{self.secrets['token']}x"):
            answer = httpx.get(
                f"{self.service.client.base_url}/api/environments",
                headers={"Authorization": f"Bearer {token}"},
            )
            assert answer.status_code == 401
            self.answers.append(answer.text)

    def _misplaced(self) -> None:
        """A token where it does not belong: in the address, in another header, in a cookie."""
        token, base = self.secrets["token"], self.service.client.base_url
        for path in (
            f"/api/environments?access_token={token}",
            f"/api/agent/conversations/{token}",
            f"/api/{token}",
            f"/agent/{token}",
        ):
            for headers in ({}, {"Authorization": f"Bearer {token}"}, {"Cookie": f"jwt={token}"}):
                self.answers.append(
                    httpx.get(f"{base}{path}", headers=headers | {"User-Agent": token}).text
                )
        self._post("/api/agent/messages", message="hello", message_id=["x"], token=token)

    def _post(self, path: str, **body: Json) -> httpx.Response:
        answer = self.service.client.post(path, json=body)
        self.answers.append(answer.text)
        return answer

    def _get(self, path: str) -> None:
        self.answers.append(self.service.client.get(path).text)


@pytest.fixture(scope="module")
def driven(arranger: Arranger, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Driven]:
    folder: Path = tmp_path_factory.mktemp("canaries")
    superset = arranger.superset.environment
    account = superset.accounts["admin"]
    with ExitStack() as stack:
        echo = stack.enter_context(Liar(SESSION))
        liar, model = stack.enter_context(Liar()), stack.enter_context(ModelServer(talk))
        file = folder / "environments.toml"
        file.write_text(
            ENVIRONMENTS.format(
                real=superset.url, liar=liar.url, echo=echo.url, username=account.username
            )
        )
        service = Running(
            folder,
            {
                "AGENT_ENVIRONMENTS_FILE": str(file),
                "SS_TEST_PASSWORD": account.password,
                "SS_LIAR_PASSWORD": PASSWORD,
                "AGENT_LLM__BASE_URL": model.url,
                "AGENT_LLM__MODEL": "scripted",
                "AGENT_LLM__API_KEY": API_KEY,
                "AGENT_LOG_LEVEL": "DEBUG",
            },
        )
        service.start()
        stack.callback(service.stop)
        secrets = {
            "password of the real account": account.password,
            "service password": PASSWORD,
            "person's password": LOGIN_PASSWORD,
            "wrong password": WRONG_PASSWORD,
            "API key": API_KEY,
            **dict(
                zip(("superset token", "CSRF token", "cookie of superset"), SESSION, strict=True)
            ),
            "signing secret": SECRET,
            "token": str(service.client.headers["Authorization"]).removeprefix("Bearer "),
            "sign-in code": service.sign_in_code(),
        }
        driven = Driven(service, secrets, liar, echo, model)
        driven.drive()
        yield driven
