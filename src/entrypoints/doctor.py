"""`superset-agent doctor`: is everything there that the service needs."""

from datetime import timedelta

from returns.result import Failure

from application.ports.language_model import (
    LanguageModel,
    ModelRequest,
    ReplyFailed,
    Situation,
)
from domain.conversation import ChatMessage
from domain.environments import Environment
from domain.identity import Caller
from domain.roles import Role
from domain.superset import SupersetFault
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
        model_is_well = await _model_is_well(container.model(), speaker)
        environments = configured.environments
        if trust is not None:
            chosen = environments.find(trust)
            if chosen is None:
                known = ", ".join(environments) or "-"
                speaker.fail("error-unknown-environment", env=trust, known=known)
            await _trust(chosen, container, speaker)
        answers = [await _is_well(e, container, speaker) for e in environments.values()]
        return all(answers) and model_is_well


async def _model_is_well(model: LanguageModel, speaker: Speaker) -> bool:
    """Whether it answers; it is asked for one word."""
    speaker.say("doctor-model", model=model.name)
    if model.is_built_in:
        return True
    situation = Situation(speaker.language, Role.VIEWER, None, {}, None)
    request = ModelRequest((ChatMessage("user", "Say OK."),), (), situation)
    async for part in model.reply(request):
        if isinstance(part, ReplyFailed):
            detail = part.detail or part.fault or part.code
            speaker.say("doctor-model-problem", address=part.address, detail=detail)
            return False
    return True


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
    found = {role: await _account_is_well(environment, role, container, speaker) for role in Role}
    if set(found.values()) == {None}:
        speaker.say("doctor-no-accounts", env=environment.env_id)
        return False
    if found[Role.ADMIN]:
        proven = await container.proof().prove(environment, _caller(container, Role.ADMIN))
        if isinstance(proven, Failure):
            speaker.say("doctor-problem", env=environment.env_id, problem=proven.failure().text)
            return False
    return False not in found.values()


async def _account_is_well(
    environment: Environment, role: Role, container: Container, speaker: Speaker
) -> bool | None:
    """None when there is no account for the role."""
    env = environment.env_id
    opened_superset = container.supersets().open(env, _caller(container, role))
    if isinstance(opened_superset, Failure):
        speaker.say("doctor-no-account", env=env, role=role.value)
        return None
    account = await opened_superset.unwrap().access.account()
    if isinstance(account, Failure):
        fault = account.failure()
        if fault.fault is SupersetFault.BAD_CREDENTIALS:
            speaker.say("doctor-sign-in", env=env, role=role.value)
            return False
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
