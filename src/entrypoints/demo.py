"""`superset-agent demo`: two real Supersets with sample data, and the agent on top of them."""

import asyncio
import signal
import sys
from collections.abc import Iterable
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
from entrypoints.environments_file import ConfiguredEnvironments
from entrypoints.links import make_link
from entrypoints.server import free_port, is_free
from entrypoints.serving import serve_until_signal
from entrypoints.settings import Settings
from entrypoints.speaker import Speaker

_LOCK_FILE: Final = Path(__file__).resolve().parents[2] / "requirements" / "superset.txt"


def run_demo(settings: Settings, speaker: Speaker, *, with_parent: bool) -> None:
    """
    Provision what is missing, print a sign-in link for each role, and serve until a signal.

    Args:
        with_parent: stop when the process that started this one ends, however it ends.

    """
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _leave)
    if with_parent:
        end_with_parent()
    settings = _on_free_port(settings, speaker)
    speaker.say("demo-begins", folder=str(settings.data_dir.absolute()))
    supersets = demo_supersets(
        settings.data_dir,
        _Reporter(speaker),
        lock_file=_LOCK_FILE,
        uv=Path(sys.executable).with_name("uv"),
    )
    try:
        environments = supersets.start()
        _greet(environments, settings, speaker)
        serve_until_signal(settings, _configured(environments), speaker)
    except DemoFailed as failed:
        speaker.fail(f"demo-{failed.code.replace('_', '-')}", detail=failed.detail)
    finally:
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


def _greet(environments: Iterable[DemoEnvironment], settings: Settings, speaker: Speaker) -> None:
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
    for role in (Role.ADMIN, Role.ANALYST, Role.VIEWER):
        link = asyncio.run(make_link(settings, role))
        speaker.say("demo-link", role=role.value, link=link)
    speaker.say("demo-stop")
    sys.stdout.flush()


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


def _on_free_port(settings: Settings, speaker: Speaker) -> Settings:
    """Another port when the usual one is busy; a port that was asked for is a promise."""
    if is_free(settings.host, settings.port):
        return settings
    if "port" in settings.model_fields_set:
        speaker.fail("cli-port-busy", host=settings.host, port=str(settings.port))
    port = free_port(settings.host)
    speaker.say("demo-other-port", busy=str(settings.port), port=str(port))
    return settings.model_copy(update={"port": port})


def _leave(number: int, _frame: FrameType | None) -> NoReturn:
    sys.exit(128 + number)
