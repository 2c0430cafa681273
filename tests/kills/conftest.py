"""One service for all kills, between a model server and a Superset behind a counting proxy."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from contracts.superset_arranger import Arranger
from counting_proxy import CountingProxy
from kills.running import Json, Running
from model_server import Asked, ModelServer, Reply, calls, says

ENVIRONMENT = """
[ss-test]
url = "{url}"
[ss-test.accounts.admin]
username = "{username}"
password_env = "SS_TEST_PASSWORD"
"""


def talk(asked: Asked) -> Reply:
    """Does what the last message says: `delete 1 2`, `speak`; whatever else is greeted."""
    last = asked.messages[-1]
    words = str(last["content"]).splitlines()[-1].split()
    if last["role"] == "tool":
        return says("That is that.")
    if words[0] == "delete":
        wanted = [("delete_dashboard", {"dashboard_id": each}) for each in words[1:]]
        return calls(*wanted, text="Shall I?")
    if words[0] == "speak":
        return says("word " * 400).slowly(0.05)
    return says("Hello again.")


@dataclass
class Stage:
    """Where a kill happens."""

    service: Running
    proxy: CountingProxy
    model: ModelServer
    arranger: Arranger

    def dashboard(self, title: str) -> str:
        """A new dashboard; its number."""
        made = self.arranger.api.call(
            "POST", "/api/v1/dashboard/", {"dashboard_title": title, "published": True}
        )
        return str(made["id"])

    def exists(self, number: str) -> bool:
        rows = self.arranger.api.all_rows("dashboard", ["id"], "changed_on")
        return number in {str(row["id"]) for row in rows}

    def deletes(self, number: str) -> int:
        """How often a DELETE of it was on the wire."""
        return self.proxy.counts["DELETE", f"/api/v1/dashboard/{number}"]

    def asked(self, *numbers: str) -> tuple[str, Json]:
        """A conversation in which a deletion waits, and its card."""
        events = self.service.send(f"delete {' '.join(numbers)}")
        cards = [event["metadata"] for event in events if event["type"] == "confirm_required"]
        assert len(cards) == 1, events
        return str(events[0]["conversation_id"]), cards[0]

    def after(self, conversation_id: str) -> list[Json]:
        """Start again; what the conversation says then, checked for what always holds."""
        self.service.start()
        numbered = self.service.replay(conversation_id)
        assert [number for number, _ in numbered] == list(range(1, len(numbered) + 1))
        events = [event for _, event in numbered]
        assert events[-1]["type"] == "done"
        turns = {event["turn_id"] for event in events}
        for turn_id in turns:
            own = [event for event in events if event["turn_id"] == turn_id]
            assert own[-1]["type"] == "done"
        assert not self.model.rejected
        self.service.audited()
        return events

    def goes_on(self, conversation_id: str) -> None:
        """The conversation takes the next message, and the model accepts the history."""
        events = self.service.send("hello", conversation_id)
        assert events[-1]["finish_reason"] == "stop", events
        assert events[-1]["text"] == "Hello again."
        assert not self.model.rejected


@pytest.fixture
def stage(whole_stage: Stage) -> Stage:
    """Counts from zero: on SQLite, Superset gives the number of what was deleted last again."""
    whole_stage.proxy.counts.clear()
    return whole_stage


@pytest.fixture(scope="module")
def whole_stage(arranger: Arranger, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    folder: Path = tmp_path_factory.mktemp("kills")
    superset = arranger.superset.environment
    account = superset.accounts["admin"]
    with CountingProxy(superset.url) as proxy, ModelServer(talk) as model:
        file = folder / "environments.toml"
        file.write_text(ENVIRONMENT.format(url=proxy.url, username=account.username))
        service = Running(
            folder,
            {
                "AGENT_ENVIRONMENTS_FILE": str(file),
                "SS_TEST_PASSWORD": account.password,
                "AGENT_LLM__BASE_URL": model.url,
                "AGENT_LLM__MODEL": "scripted",
            },
        )
        service.start()
        yield Stage(service, proxy, model, arranger)
        service.stop()
