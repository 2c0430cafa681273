"""The command line: `superset-agent`."""

import asyncio
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Final

import click
from pydantic import ValidationError
from returns.result import Failure

from application.ports.store import StoreUnavailable
from application.toolkit.faults import fault_of, place_of
from domain.roles import Role
from entrypoints.container.command_line import audit_log, issued_token, texts_catalogue
from entrypoints.data_dir import prepare_data_dir
from entrypoints.environments_file import EnvironmentsFileInvalid, load_environments
from entrypoints.links import make_link
from entrypoints.logs import configure_logs
from entrypoints.settings import Settings
from entrypoints.speaker import Speaker

# What only one command needs is imported there: `serve` shall open its port at once.

_ROLES: Final = click.Choice([role.value for role in Role])
_UNITS: Final = {"m": "minutes", "h": "hours", "d": "days"}
_LONGEST: Final = timedelta(days=3650)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
def main() -> None:
    """
    An agent that operates Apache Superset, and changes nothing without your yes.

    Example: superset-agent demo
    """
    os.environ.setdefault("LANGGRAPH_STRICT_MSGPACK", "true")


@main.command()
def serve() -> None:
    """
    Serve the agent for the Supersets of AGENT_ENVIRONMENTS_FILE.

    Example: AGENT_ENVIRONMENTS_FILE=environments.toml superset-agent serve
    """
    from entrypoints.serving import run_service  # noqa: PLC0415  # see above

    with _started() as (settings, speaker):
        run_service(settings, load_environments(settings.environments_file), speaker)


@main.command()
@click.option("--with-parent", is_flag=True, help="End when the process that started this ends.")
def demo(with_parent: bool) -> None:  # noqa: FBT001  # a command line flag
    """
    Start two real Supersets with sample data, and the agent on top of them.

    Example: superset-agent demo
    """
    from entrypoints.demo import run_demo  # noqa: PLC0415  # see above

    with _started() as (settings, speaker):
        run_demo(settings, speaker, with_parent=with_parent)


@main.command()
@click.option("--role", type=_ROLES, required=True, help="The role of whoever opens the link.")
def link(role: str) -> None:
    """
    Print a sign-in link: one use, 24 hours.

    Example: superset-agent link --role analyst
    """
    with _started() as (settings, _):
        click.echo(asyncio.run(make_link(settings, Role(role))))


@main.command()
@click.option("--user", required=True, help="The name of the user.")
@click.option("--role", type=_ROLES, required=True, help="The role of the user.")
@click.option("--ttl", default="8h", show_default=True, help="Lifetime: 30m, 8h or 7d.")
def token(user: str, role: str, ttl: str) -> None:
    """
    Print a bearer token for the API.

    Example: superset-agent token --user ci --role viewer --ttl 30m
    """
    with _started() as (settings, speaker):
        lifetime = _lifetime(ttl)
        if lifetime is None:
            speaker.fail("cli-ttl", ttl=ttl)
        name = user.strip()
        if re.fullmatch(r"[^\s:\x00-\x1f\x7f]{1,100}", name) is None:
            speaker.fail("cli-user")
        click.echo(asyncio.run(issued_token(settings, f"local:{name}", Role(role), lifetime)))


@main.command()
@click.option("--trust", metavar="ENV", help="Accept an environment as it is now.")
def doctor(trust: str | None) -> None:
    """
    Check the settings, the store, the model and every environment.

    Example: superset-agent doctor --trust ss-dev
    """
    from entrypoints.doctor import examine  # noqa: PLC0415  # see above

    with _started() as (settings, speaker):
        configured = load_environments(settings.environments_file)
        is_well = asyncio.run(examine(settings, configured, speaker, trust))
        sys.exit(0 if is_well else 1)


@main.group()
def audit() -> None:
    """
    Read the audit log.

    Example: superset-agent audit verify
    """


@audit.command("verify")
def audit_verify() -> None:
    """
    Check that no line of the audit log was changed.

    Example: superset-agent audit verify
    """
    with _started() as (settings, speaker):
        verified = asyncio.run(audit_log(settings).verify())
        if isinstance(verified, Failure):
            speaker.fail("cli-audit-broken", line=str(verified.failure().number))
        speaker.say("cli-audit-whole", lines=verified.unwrap())


@audit.command("export")
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=1000,
    show_default=True,
    help="Lines at the most, newest first.",
)
def audit_export(limit: int) -> None:
    """
    Print audit lines as JSON, newest first.

    Example: superset-agent audit export --limit 50
    """
    with _started() as (settings, _):
        for line in asyncio.run(audit_log(settings).newest(limit)):
            click.echo(line.text)


@contextmanager
def _started() -> Iterator[tuple[Settings, Speaker]]:
    """Settings and a voice; what a person can put right ends as one sentence and status 1."""
    speaker = Speaker(texts_catalogue())
    try:
        settings = Settings()
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        name = f"AGENT_{place_of(first, '__').upper()}"
        speaker.fail("cli-setting", name=name, problem=fault_of(first))
    configure_logs(settings.log_level)
    try:
        prepare_data_dir(settings.data_dir)
        yield settings, speaker
    except StoreUnavailable as error:
        speaker.fail("cli-store", problem=str(error))
    except EnvironmentsFileInvalid as error:
        speaker.fail("cli-environments-file", problem=error.said)


def _lifetime(written: str) -> timedelta | None:
    found = re.fullmatch(r"(\d{1,6})([mhd])", written.strip().lower())
    lifetime = timedelta(**{_UNITS[found[2]]: int(found[1])}) if found else timedelta()
    return lifetime if timedelta() < lifetime <= _LONGEST else None
