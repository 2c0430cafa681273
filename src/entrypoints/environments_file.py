"""environments.toml: the Supersets and the account that stands for each role."""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, HttpUrl, TypeAdapter, ValidationError

from domain.accounts import Account
from domain.environments import Environment, Environments
from domain.roles import Role
from domain.tiers import Tier


class EnvironmentsFileInvalid(Exception):  # noqa: N818  # reads as a sentence
    """The file cannot be used; the message names the file, the place and what to do."""


class _Account(BaseModel):
    model_config = ConfigDict(extra="forbid")

    username: str
    password_env: str


class _Environment(BaseModel):
    model_config = ConfigDict(extra="forbid")

    url: HttpUrl
    tier: Tier | None = None
    accounts: dict[Role, _Account] = {}


_FILE = TypeAdapter(dict[str, _Environment])


@dataclass(frozen=True, slots=True)
class ConfiguredEnvironments:
    """What the file says, with the passwords from the process environment."""

    environments: Environments
    accounts: Mapping[str, Mapping[Role, Account]]


def load_environments(
    path: Path, process_environment: Mapping[str, str] | None = None
) -> ConfiguredEnvironments:
    """
    Read the file.

    Raises:
        EnvironmentsFileInvalid: missing, no TOML, an unknown key, or a password variable that
            is not set.

    """
    try:
        parsed = tomllib.loads(path.read_text(encoding="utf-8"))
        entries = _FILE.validate_python(parsed)
    except OSError as error:
        raise EnvironmentsFileInvalid(f"{path}: cannot be read ({error.strerror})") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise EnvironmentsFileInvalid(f"{path}: is not TOML ({error})") from error
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise EnvironmentsFileInvalid(f"{path}: [{place}]: {first['msg']}") from error
    variables = os.environ if process_environment is None else process_environment
    return ConfiguredEnvironments(
        Environments(
            [
                Environment(env_id, str(entry.url).rstrip("/"), entry.tier)
                for env_id, entry in entries.items()
            ]
        ),
        {
            env_id: {
                role: Account(account.username, _password(path, env_id, account, variables))
                for role, account in entry.accounts.items()
            }
            for env_id, entry in entries.items()
        },
    )


def _password(path: Path, env_id: str, account: _Account, variables: Mapping[str, str]) -> str:
    password = variables.get(account.password_env)
    if not password:
        raise EnvironmentsFileInvalid(
            f"{path}: the password of {account.username} on {env_id} is to be in the variable "
            f"{account.password_env}, which is not set"
        )
    return password
