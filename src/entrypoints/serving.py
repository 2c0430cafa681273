"""`superset-agent serve`: the agent for Supersets that exist already."""

import socket
from collections.abc import Callable

from entrypoints.announcement import Announcement
from entrypoints.data_dir import held, note_address
from entrypoints.environments_file import ConfiguredEnvironments
from entrypoints.server import ServiceFailed, build_app, listen, run
from entrypoints.settings import Settings
from entrypoints.speaker import Speaker


def run_service(settings: Settings, configured: ConfiguredEnvironments, speaker: Speaker) -> None:
    """Serve until a signal; where the page is, is said when it is there."""
    with held(settings, speaker):
        listeners = listen_or_fail(settings, speaker)
        settings = on_port_of(listeners, settings)
        for environment in configured.environments.values():
            if environment.tier_setting is not None:
                tier = environment.tier_setting.value
                speaker.say("cli-tier-set", env=environment.env_id, tier=tier)

        def greet() -> None:
            speaker.say("cli-serving", address=f"{settings.address}/agent")
            speaker.say("cli-link-hint")

        serve_until_signal(settings, listeners, configured, speaker, greet)


def listen_or_fail(settings: Settings, speaker: Speaker) -> list[socket.socket]:
    """Take the port of the settings; 0 is any free one."""
    try:
        return listen(settings.host, settings.port)
    except OSError:
        speaker.fail("cli-port-busy", host=settings.host, port=str(settings.port))


def on_port_of(listeners: list[socket.socket], settings: Settings) -> Settings:
    """The settings with the port that was taken."""
    return settings.model_copy(update={"port": listeners[0].getsockname()[1]})


def serve_until_signal(
    settings: Settings,
    listeners: list[socket.socket],
    configured: ConfiguredEnvironments,
    speaker: Speaker,
    greet: Callable[[], None],
) -> None:
    """Serve, greet when ready; a service that cannot start ends with a sentence and status 1."""
    note_address(settings)
    app = build_app(settings, configured, speaker.texts)
    try:
        run(app, listeners, Announcement(settings.address, greet, speaker))
    except ServiceFailed as failed:
        speaker.fail("cli-cannot-serve", problem=str(failed))
