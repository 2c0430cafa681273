"""`superset-agent serve`: the agent for Supersets that exist already."""

from entrypoints.environments_file import ConfiguredEnvironments
from entrypoints.server import ServiceFailed, build_app, free_port, is_free, run
from entrypoints.settings import Settings
from entrypoints.speaker import Speaker


def run_service(settings: Settings, configured: ConfiguredEnvironments, speaker: Speaker) -> None:
    """Say where the page is, and serve until a signal; port 0 is any free one."""
    if settings.port == 0:
        settings = settings.model_copy(update={"port": free_port(settings.host)})
    if not is_free(settings.host, settings.port):
        speaker.fail("cli-port-busy", host=settings.host, port=str(settings.port))
    for environment in configured.environments.values():
        if environment.tier_setting is not None:
            speaker.say("cli-tier-set", env=environment.env_id, tier=environment.tier_setting.value)
    speaker.say("cli-serving", address=f"{settings.address}/agent")
    speaker.say("cli-link-hint")
    serve_until_signal(settings, configured, speaker)


def serve_until_signal(
    settings: Settings, configured: ConfiguredEnvironments, speaker: Speaker
) -> None:
    """Serve; a service that cannot start ends with a sentence and status 1."""
    try:
        run(build_app(settings, configured, speaker.texts), settings)
    except ServiceFailed as failed:
        speaker.fail("cli-cannot-serve", problem=str(failed))
