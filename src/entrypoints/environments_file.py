"""environments.toml: the Supersets and the account that stands for each role."""

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    HttpUrl,
    TypeAdapter,
    ValidationError,
    field_validator,
)
from pydantic_core import PydanticCustomError

from application.toolkit.faults import fault_of, place_of
from domain.accounts import Account
from domain.environments import Environment, Environments
from domain.roles import Role
from domain.texts import Text, text
from domain.tiers import Tier


class EnvironmentsFileInvalid(Exception):  # noqa: N818  # reads as a sentence
    """The file cannot be used; `said` names the file, the place and what to do."""

    def __init__(self, said: Text) -> None:
        super().__init__(said.key)
        self.said = said


class _Account(BaseModel):
    model_config = ConfigDict(extra="forbid")

    username: str = Field(min_length=1)
    password_env: str = Field(min_length=1)


class _Environment(BaseModel):
    model_config = ConfigDict(extra="forbid")

    url: HttpUrl
    tier: Tier | None = None
    accounts: dict[Role, _Account] = {}

    @field_validator("url")
    @classmethod
    def _is_an_address_alone(cls, url: HttpUrl) -> HttpUrl:
        # It is shown to everybody; a password in it would be too.
        if url.username or url.password or url.query or url.fragment:
            raise _wrong("envfile-url-not-plain")
        return url


def _is_a_name(env_id: str) -> str:
    if re.fullmatch(r"\w[\w.-]{0,127}", env_id) is None:
        raise _wrong("envfile-no-name")
    return env_id


def _differ_by_more_than_case(entries: dict[str, _Environment]) -> dict[str, _Environment]:
    if len({env_id.casefold() for env_id in entries}) < len(entries):
        raise _wrong("envfile-same-name")
    return entries


def _wrong(text_key: str) -> PydanticCustomError:
    """A fault that is said by a text of ours."""
    return PydanticCustomError("environment", "not right", {"text_key": text_key})


_EnvId = Annotated[str, AfterValidator(_is_a_name)]
_FILE = TypeAdapter(
    Annotated[dict[_EnvId, _Environment], AfterValidator(_differ_by_more_than_case)]
)


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
        EnvironmentsFileInvalid: missing, no TOML, an unknown key, no environment in it, or a
            password variable that is not set.

    """
    entries = _entries(path)
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


def _entries(path: Path) -> dict[str, _Environment]:
    file = str(path)
    try:
        entries = _FILE.validate_python(tomllib.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError as error:
        raise EnvironmentsFileInvalid(text("envfile-missing", file=file)) from error
    except OSError as error:
        said = text("envfile-unreadable", file=file, reason=error.strerror or "-")
        raise EnvironmentsFileInvalid(said) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        said = text("envfile-no-toml", file=file, reason=str(error))
        raise EnvironmentsFileInvalid(said) from error
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        said = text("envfile-wrong", file=file, place=place_of(first), problem=fault_of(first))
        raise EnvironmentsFileInvalid(said) from error
    if not entries:
        raise EnvironmentsFileInvalid(text("envfile-empty", file=file))
    return entries


def _password(path: Path, env_id: str, account: _Account, variables: Mapping[str, str]) -> str:
    password = variables.get(account.password_env)
    if not password:
        raise EnvironmentsFileInvalid(
            text(
                "envfile-password",
                file=str(path),
                username=account.username,
                env=env_id,
                variable=account.password_env,
            )
        )
    return password
