"""The command line: `superset-agent`."""

import asyncio
import os
import re
import sys
from datetime import timedelta
from typing import Final

import click
from pydantic import ValidationError
from returns.result import Failure

from application.ports.store import StoreUnavailable
from domain.roles import Role
from entrypoints.container.command_line import (
    audit_log,
    issued_token,
    texts_catalogue,
)
from entrypoints.demo import run_demo
from entrypoints.doctor import examine
from entrypoints.environments_file import (
    EnvironmentsFileInvalid,
    load_environments,
)
from entrypoints.links import make_link
from entrypoints.logs import configure_logs
from entrypoints.server import build_app, is_free, run
from entrypoints.settings import Settings
from entrypoints.speaker import Speaker

_ROLES: Final = click.Choice([role.value for role in Role])
_UNITS: Final = {"m": "minutes", "h": "hours", "d": "days"}


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
def main() -> None:
    """An agent that operates Apache Superset, and changes nothing without your yes."""
    os.environ.setdefault("LANGGRAPH_STRICT_MSGPACK", "true")


@main.command()
def serve() -> None:
    """
    Serve the agent for the Supersets of AGENT_ENVIRONMENTS_FILE.

    Example: AGENT_ENVIRONMENTS_FILE=environments.toml superset-agent serve
    """
    settings, speaker = _start()
    try:
        configured = load_environments(settings.environments_file)
    except EnvironmentsFileInvalid as error:
        speaker.fail("cli-environments-file", problem=str(error))
    if not is_free(settings.host, settings.port):
        speaker.fail("cli-port-busy", port=str(settings.port))
    for environment in configured.environments.values():
        if environment.tier_setting is not None:
            speaker.say("cli-tier-set", env=environment.env_id, tier=environment.tier_setting.value)
    speaker.say("cli-serving", address=f"{settings.address}/agent")
    speaker.say("cli-link-hint")
    run(build_app(settings, configured, speaker.texts), settings)


@main.command()
@click.option("--with-parent", is_flag=True, help="End when the process that started this ends.")
def demo(with_parent: bool) -> None:  # noqa: FBT001  # a command line flag
    """
    Start two real Supersets with sample data, and the agent on top of them.

    Example: superset-agent demo
    """
    settings, speaker = _start()
    run_demo(settings, speaker, with_parent=with_parent)


@main.command()
@click.option("--role", type=_ROLES, required=True, help="The role of whoever opens the link.")
def link(role: str) -> None:
    """
    Print a sign-in link: one use, 24 hours.

    Example: superset-agent link --role analyst
    """
    settings, speaker = _start()
    try:
        url = asyncio.run(make_link(settings, Role(role)))
    except StoreUnavailable as error:
        speaker.fail("cli-store", problem=str(error))
    click.echo(url)


@main.command()
@click.option("--user", required=True, help="The name of the user.")
@click.option("--role", type=_ROLES, required=True, help="The role of the user.")
@click.option("--ttl", default="8h", show_default=True, help="Lifetime: 30m, 8h or 7d.")
def token(user: str, role: str, ttl: str) -> None:
    """
    Print a bearer token for the API.

    Example: superset-agent token --user ci --role viewer --ttl 30m
    """
    settings, speaker = _start()
    lifetime = _lifetime(ttl)
    if lifetime is None:
        speaker.fail("cli-ttl", ttl=ttl)
    try:
        click.echo(asyncio.run(issued_token(settings, f"local:{user}", Role(role), lifetime)))
    except StoreUnavailable as error:
        speaker.fail("cli-store", problem=str(error))


@main.command()
@click.option("--trust", metavar="ENV", help="Accept an environment as it is now.")
def doctor(trust: str | None) -> None:
    """
    Check the settings, the store, the model and every environment.

    Example: superset-agent doctor --trust ss-dev
    """
    settings, speaker = _start()
    try:
        configured = load_environments(settings.environments_file)
    except EnvironmentsFileInvalid as error:
        speaker.fail("cli-environments-file", problem=str(error))
    is_well = asyncio.run(examine(settings, configured, speaker, trust))
    sys.exit(0 if is_well else 1)


@main.group()
def audit() -> None:
    """Read the audit log."""


@audit.command("verify")
def audit_verify() -> None:
    """
    Check that no line of the audit log was changed.

    Example: superset-agent audit verify
    """
    settings, speaker = _start()
    verified = asyncio.run(audit_log(settings).verify())
    if isinstance(verified, Failure):
        speaker.fail("cli-audit-broken", line=str(verified.failure().number))
    speaker.say("cli-audit-whole", lines=verified.unwrap())


@audit.command("export")
@click.option("--limit", default=1000, show_default=True, help="Lines at the most, newest first.")
def audit_export(limit: int) -> None:
    """
    Print audit lines as JSON, newest first.

    Example: superset-agent audit export --limit 50
    """
    settings, _ = _start()
    for line in asyncio.run(audit_log(settings).newest(limit)):
        click.echo(line.text)


def _start() -> tuple[Settings, Speaker]:
    speaker = Speaker(texts_catalogue())
    try:
        settings = Settings()
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        name = "AGENT_" + "__".join(str(part).upper() for part in first["loc"])
        speaker.fail("cli-setting", name=name, problem=first["msg"])
    configure_logs(settings.log_level)
    return settings, speaker


def _lifetime(written: str) -> timedelta | None:
    found = re.fullmatch(r"(\d{1,6})([mhd])", written.strip().lower())
    return timedelta(**{_UNITS[found[2]]: int(found[1])}) if found else None
