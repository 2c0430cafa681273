"""`superset-agent doctor`: is everything there that the service needs."""

from datetime import timedelta

from returns.result import Failure

from domain.environments import Environment
from domain.identity import Caller
from domain.roles import Role
from domain.texts import text
from domain.tiers import is_lowered
from entrypoints.container.service import opened
from entrypoints.container.wiring import Container
from entrypoints.environments_file import ConfiguredEnvironments
from entrypoints.settings import Settings
from entrypoints.speaker import Speaker

_DOCTOR = "service:doctor"


async def examine(
    settings: Settings, configured: ConfiguredEnvironments, speaker: Speaker, trust: str | None
) -> bool:
    """Say how each environment does; True when all are well. `trust` accepts one as it is now."""
    async with opened(settings, configured) as container:
        speaker.say("doctor-model", model=container.model().name)
        environments = configured.environments
        if trust is not None:
            chosen = environments.find(trust)
            if chosen is None:
                known = ", ".join(environments) or "-"
                speaker.fail("error-unknown-environment", env=trust, known=known)
            await _trust(chosen, container, speaker)
        answers = [await _is_well(e, container, speaker) for e in environments.values()]
        return all(answers)


async def _trust(environment: Environment, container: Container, speaker: Speaker) -> None:
    caller = _caller(container, Role.ADMIN)
    trusted = await container.proof().trust(environment, caller)
    if isinstance(trusted, Failure):
        speaker.fail("doctor-problem", env=environment.env_id, problem=trusted.failure().text)
    speaker.say("doctor-trusted", env=environment.env_id)


async def _is_well(environment: Environment, container: Container, speaker: Speaker) -> bool:
    tier = environment.tier.value if environment.tier else "?"
    speaker.say("doctor-environment", env=environment.env_id, url=environment.url, tier=tier)
    if is_lowered(environment.env_id, environment.tier_setting):
        speaker.say("doctor-lowered", env=environment.env_id, tier=tier)
    is_well = True
    for role in Role:
        is_well &= await _account_is_well(environment, role, container, speaker)
    proven = await container.proof().prove(environment, _caller(container, Role.ADMIN))
    if isinstance(proven, Failure):
        speaker.say("doctor-problem", env=environment.env_id, problem=proven.failure().text)
        return False
    return is_well


async def _account_is_well(
    environment: Environment, role: Role, container: Container, speaker: Speaker
) -> bool:
    env = environment.env_id
    opened_superset = container.supersets().open(env, _caller(container, role))
    if isinstance(opened_superset, Failure):
        speaker.say("doctor-no-account", env=env, role=role.value)
        return True
    account = await opened_superset.unwrap().access.account()
    if isinstance(account, Failure):
        fault = account.failure()
        key = f"superset-{fault.fault.value.replace('_', '-')}"
        problem = text(key, env=env, detail=fault.detail or "-")
        speaker.say("doctor-problem", env=env, problem=problem)
        return False
    roles = ", ".join(account.unwrap().roles) or "-"
    username = account.unwrap().username
    speaker.say("doctor-account", env=env, role=role.value, username=username, roles=roles)
    return True


def _caller(container: Container, role: Role) -> Caller:
    return Caller(_DOCTOR, role, "", container.clock().now() + timedelta(minutes=5))
