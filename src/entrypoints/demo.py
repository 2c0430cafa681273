"""`superset-agent demo`: two real Supersets with sample data, and the agent on top of them."""

import asyncio
import signal
import socket
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Final, NoReturn

from domain.accounts import Account
from domain.environments import Environment, Environments
from domain.roles import Role
from domain.tiers import Tier
from entrypoints.container.demo import (
    DemoEnvironment,
    DemoFailed,
    Progress,
    demo_supersets,
    end_with_parent,
)
from entrypoints.data_dir import held
from entrypoints.environments_file import ConfiguredEnvironments
from entrypoints.links import make_link
from entrypoints.server import listen
from entrypoints.serving import listen_or_fail, on_port_of, serve_until_signal
from entrypoints.settings import Settings
from entrypoints.speaker import Speaker

_LOCK_FILE: Final = Path(__file__).resolve().parents[2] / "requirements" / "superset.txt"
_STOPPING: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def run_demo(settings: Settings, speaker: Speaker, *, with_parent: bool) -> None:
    """
    Provision what is missing, print a sign-in link for each role, and serve until a signal.

    Args:
        with_parent: stop when the process that started this one ends, however it ends.

    """
    for number in _STOPPING:
        signal.signal(number, _leave)
    if with_parent:
        end_with_parent()
    with held(settings, speaker):
        if "port" in settings.model_fields_set:
            # Better said now than after minutes of installing.
            for listener in listen_or_fail(settings, speaker):
                listener.close()
        speaker.say("demo-begins", folder=str(settings.data_dir.absolute()))
        supersets = demo_supersets(
            settings.data_dir,
            _Reporter(speaker),
            lock_file=_LOCK_FILE,
            uv=Path(sys.executable).with_name("uv"),
        )
        try:
            _serve(supersets.start(), settings, speaker)
        except DemoFailed as failed:
            speaker.fail(f"demo-{failed.code.replace('_', '-')}", detail=failed.detail)
        except _Interrupted:
            speaker.say("demo-stopped")
            raise
        finally:
            for number in _STOPPING:
                signal.signal(number, signal.SIG_IGN)
            supersets.stop()


class _Reporter:
    """Prints each step once when it begins and once when it is done."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker
        self._said: set[tuple[str, str | None, bool]] = set()

    def __call__(self, progress: Progress) -> None:
        is_done = progress.done >= progress.total
        key = (progress.step, progress.env_id, is_done)
        if key in self._said:
            return
        self._said.add(key)
        self._speaker.say(
            f"demo-step-{progress.step}",
            env=progress.env_id or "-",
            state="done" if is_done else "begun",
        )


def _serve(environments: list[DemoEnvironment], settings: Settings, speaker: Speaker) -> None:
    listeners = _listen(settings, speaker)
    settings = on_port_of(listeners, settings)
    links = {role: asyncio.run(make_link(settings, role)) for role in reversed(Role)}

    def greet() -> None:
        _greet(environments, links, speaker)

    serve_until_signal(settings, listeners, _configured(environments), speaker, greet)


def _greet(
    environments: Iterable[DemoEnvironment], links: Mapping[Role, str], speaker: Speaker
) -> None:
    for environment in environments:
        admin = environment.accounts["admin"]
        speaker.say(
            "demo-environment",
            env=environment.env_id,
            url=environment.url,
            username=admin.username,
            password=admin.password,
        )
    speaker.say("demo-links")
    for role, link in links.items():
        speaker.say("demo-link", role=role.value, link=link)
    speaker.say("demo-stop")


def _configured(environments: Iterable[DemoEnvironment]) -> ConfiguredEnvironments:
    known = list(environments)
    return ConfiguredEnvironments(
        Environments(
            [Environment(e.env_id, e.url, Tier(e.tier) if e.tier else None) for e in known]
        ),
        {
            e.env_id: {
                Role(role): Account(account.username, account.password)
                for role, account in e.accounts.items()
            }
            for e in known
        },
    )


def _listen(settings: Settings, speaker: Speaker) -> list[socket.socket]:
    """Another port when the usual one is busy; a port that was asked for is a promise."""
    if "port" not in settings.model_fields_set:
        with suppress(OSError):
            return listen(settings.host, settings.port)
        listeners = listen_or_fail(settings.model_copy(update={"port": 0}), speaker)
        port = on_port_of(listeners, settings).port
        speaker.say("demo-other-port", busy=str(settings.port), port=str(port))
        return listeners
    return listen_or_fail(settings, speaker)


class _Interrupted(SystemExit):
    """A signal, before the service obeys it by itself."""


def _leave(number: int, _frame: FrameType | None) -> NoReturn:
    raise _Interrupted(128 + number)
