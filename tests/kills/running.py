"""The service as a process of its own, spoken to over HTTP, killed and started again."""

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeAlias

import httpx
from returns.result import Failure

from adapters.files.audit_log import FileAuditLog
from adapters.jwt.identity import JwtIdentity
from adapters.memory.sessions import MemorySessions
from adapters.system.clock import SystemClock
from domain.roles import Role

Json: TypeAlias = Any

REPOSITORY = Path(__file__).parents[2]
LAUNCHER = [sys.executable, str(Path(__file__).with_name("launcher.py"))]
SECRET = "a signing secret of this suite, forty bytes"


@dataclass
class Running:
    """
    One service over restarts: the same data directory, port and environment.

    Args:
        environment: process variables besides what the suite sets.

    """

    folder: Path
    environment: dict[str, str]
    process: "subprocess.Popen[bytes] | None" = None
    port: int = 0
    client: httpx.Client = field(init=False)

    def __post_init__(self) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.point = self.folder / "kill-at"
        self.point.write_text("")
        identity = JwtIdentity(secret=SECRET, sessions=MemorySessions(), clock=SystemClock())
        token = identity.issue("local:ann", Role.ADMIN, timedelta(hours=1)).token
        self.client = httpx.Client(
            base_url=f"http://127.0.0.1:{self.port}",
            headers={"Authorization": f"Bearer {token}", "Accept-Language": "en"},
            timeout=30,
            trust_env=False,
        )

    @property
    def data_dir(self) -> Path:
        return self.folder / "data"

    @property
    def log(self) -> Path:
        return self.folder / "log.jsonl"

    @property
    def _variables(self) -> dict[str, str]:
        return {
            **os.environ,
            "PYTHONPATH": str(REPOSITORY / "src"),
            "KILL_FILE": str(self.point),
            "AGENT_PORT": str(self.port),
            "AGENT_DATA_DIR": str(self.data_dir),
            "AGENT_AUTH__JWT_SECRET": SECRET,
            **self.environment,
        }

    def sign_in_code(self) -> str:
        """The code of a new sign-in link for an analyst."""
        command = [*LAUNCHER, "link", "--role", "analyst"]
        said = subprocess.run(command, env=self._variables, capture_output=True, check=True)
        return said.stdout.decode().strip().split("#signin=")[1]

    def start(self) -> None:
        """Start it and wait until it takes requests."""
        self._launch("")
        until = time.monotonic() + 60
        while time.monotonic() < until:
            assert self.process is not None
            assert self.process.poll() is None, self.log.read_text()[-2000:]
            with contextlib.suppress(httpx.TransportError):
                if self.client.get("/ready").status_code == 200:
                    return
            time.sleep(0.05)
        raise AssertionError("the service is not ready")

    def die_starting(self, point: str) -> None:
        """Start it; it is killed at a point of its recovery."""
        self._launch(point)
        self.wait_dead()

    def _launch(self, point: str) -> None:
        self.point.write_text(point)
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*LAUNCHER, "serve"],
                env=self._variables,
                stdout=log,
                stderr=log,
                cwd=self.folder,
            )

    def kill(self) -> None:
        """kill -9, now."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.wait_dead()

    def wait_dead(self) -> None:
        """Wait until it has died of kill -9."""
        assert self.process is not None
        assert self.process.wait(30) == -signal.SIGKILL

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(15)
        self.client.close()

    def stream(self, path: str, body: Json) -> Iterator[Json]:
        """Events of a POST as they come; a service that dies ends them."""
        with (
            contextlib.suppress(httpx.TransportError),
            self.client.stream("POST", path, json=body) as answer,
        ):
            assert answer.status_code == 200, answer.read()
            for line in answer.iter_lines():
                if line.startswith("data: "):
                    yield json.loads(line.removeprefix("data: "))

    def send(self, text: str, conversation_id: str | None = None) -> list[Json]:
        body = {"message": text, "conversation_id": conversation_id, "env_id": "ss-test"}
        return list(self.stream("/api/agent/messages", body))

    def decide(self, card: Json, conversation_id: str, decision: str = "approve") -> list[Json]:
        body = {key: card[key] for key in ("confirmation_id", "digest")} | {"decision": decision}
        path = f"/api/agent/conversations/{conversation_id}/decisions"
        return list(self.stream(path, body))

    def decide_status(self, card: Json, conversation_id: str) -> tuple[int, str]:
        """Status and code of an approval that is refused."""
        body = {key: card[key] for key in ("confirmation_id", "digest")} | {"decision": "approve"}
        path = f"/api/agent/conversations/{conversation_id}/decisions"
        answer = self.client.post(path, json=body)
        return answer.status_code, answer.json()["code"]

    def conversation(self, conversation_id: str) -> Json:
        return self.client.get(f"/api/agent/conversations/{conversation_id}").json()

    def replay(self, conversation_id: str) -> list[tuple[int, Json]]:
        """All events with their numbers, as the store has them."""
        path = f"/api/agent/conversations/{conversation_id}/events?follow=false"
        text = self.client.get(path).raise_for_status().text
        frames = [frame for frame in text.split("\n\n") if "data: " in frame]
        numbered: list[tuple[int, Json]] = []
        for frame in frames:
            lines = dict(line.split(": ", 1) for line in frame.splitlines() if ": " in line)
            numbered.append((int(lines["id"]), json.loads(lines["data"])))
        return numbered

    def audited(self) -> list[Json]:
        """The lines of the audit log, oldest first, once its chain holds."""
        log = FileAuditLog(self.data_dir / "audit.jsonl")
        assert not isinstance(asyncio.run(log.verify()), Failure)
        return [json.loads(line.text) for line in reversed(asyncio.run(log.newest(10_000)))]
