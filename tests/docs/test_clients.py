"""The example clients of docs/ against the service as a process of its own."""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from endpoints.program import Home
from model_server import Asked, ModelServer, Reply, calls, says

DOCS = Path(__file__).parents[2] / "docs"
CLIENTS = {
    "python": (sys.executable, str(DOCS / "client.py")),
    "curl": ("sh", str(DOCS / "client.sh")),
}


def talk(asked: Asked) -> Reply:
    """`branch NAME` begins a branch; whatever else is greeted."""
    last = asked.messages[-1]
    words = str(last["content"]).splitlines()[-1].split()
    if last["role"] == "tool":
        return says("That is that.")
    if words[0] == "branch":
        return calls(("create_branch", {"name": words[1]}), text="Shall I?")
    return says("Hello to you.")


@dataclass(frozen=True)
class Agent:
    """A running service, and what a client of it needs."""

    repository: Path
    variables: dict[str, str]

    def ask(self, client: str, message: str, answers: str = "") -> tuple[int, str]:
        """Exit status and everything printed by a client that is typed these answers."""
        ended = subprocess.run(
            [*CLIENTS[client], *message.split()],
            env=self.variables,
            input=answers,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=60,
            check=False,
        )
        return ended.returncode, ended.stdout

    def branches(self) -> list[str]:
        command = ["git", "-C", str(self.repository), "branch", "--format=%(refname:short)"]
        return subprocess.check_output(command, text=True).split()


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    home = Home(tmp_path_factory.mktemp("clients"))
    token = home.run("token", "--user", "ann", "--role", "admin").stdout.strip()
    with ModelServer(talk) as model:
        scripted = {"AGENT_LLM__BASE_URL": model.url, "AGENT_LLM__MODEL": "scripted"}
        with home.serving(scripted) as serving:
            variables = {**home.variables, "AGENT_URL": serving.url, "AGENT_TOKEN": token}
            repository = home.folder / "data" / "dashboards"
            yield Agent(repository, variables)
        assert not model.rejected


@pytest.mark.parametrize("client", CLIENTS)
def test_a_client_prints_what_the_agent_says(agent: Agent, client: str) -> None:
    assert agent.ask(client, "hello") == (0, "Hello to you.\n")


@pytest.mark.parametrize("client", CLIENTS)
def test_a_client_asks_before_anything_is_written(agent: Agent, client: str) -> None:
    status, printed = agent.ask(client, f"branch yes/{client}", "y\n")
    assert status == 0, printed
    before, _, after = printed.partition("Run this? y/n ")
    assert before.startswith("Shall I?")
    assert f"yes/{client}" in before
    assert after.endswith("That is that.\n")
    assert f"yes/{client}" in agent.branches()


@pytest.mark.parametrize("client", CLIENTS)
def test_a_no_writes_nothing(agent: Agent, client: str) -> None:
    status, printed = agent.ask(client, f"branch no/{client}", "n\n")
    assert (status, printed.count("Run this?")) == (0, 1), printed
    assert f"no/{client}" not in agent.branches()


@pytest.mark.parametrize("client", CLIENTS)
def test_a_client_that_is_refused_says_why(agent: Agent, client: str) -> None:
    stranger = Agent(agent.repository, {**agent.variables, "AGENT_TOKEN": "no-token"})
    status, printed = stranger.ask(client, "hello")
    assert status == 1
    assert "sign" in printed.lower()


def test_the_python_client_is_short() -> None:
    lines = (DOCS / "client.py").read_text("utf-8").splitlines()
    assert len([line for line in lines if line.strip()]) <= 35
