"""Every setting, with its default and unit. Nothing else reads the process environment."""

from pathlib import Path
from typing import Annotated, Final, Self
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    SecretStr,
    field_validator,
    model_validator,
)
from pydantic_settings import BaseSettings, SettingsConfigDict

from application.toolkit.faults import wrong

_SQLITE: Final = "sqlite:///"
_IN_PROCESS: Final = "memory://"
_SECRET_ALGORITHMS: Final = frozenset({"HS256", "HS384", "HS512"})
_ANY_ADDRESS: Final = frozenset({"0.0.0.0", "::", ""})  # noqa: S104  # compared, not bound


def _http_address(url: str) -> str:
    """The address as it was written; clients of ours read its path each in their own way."""
    try:
        parts = urlsplit(url.strip())
    except ValueError:
        raise wrong("invalid-no-url") from None
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise wrong("invalid-no-url")
    return url.strip()


_Address = Annotated[str, AfterValidator(_http_address)]


class _Group(BaseModel):
    # A misspelt name must not be passed over in silence.
    model_config = ConfigDict(extra="forbid")


class LlmSettings(_Group):
    """The language model; without a base URL the built-in command assistant answers."""

    base_url: _Address | None = None
    api_key: SecretStr | None = None
    model: str | None = None

    @field_validator("base_url", mode="before")
    @classmethod
    def _empty_is_absent(cls, value: object) -> object:
        return None if isinstance(value, str) and not value.strip() else value

    @model_validator(mode="after")
    def _model_is_named(self) -> Self:
        if bool(self.base_url) != bool(self.model):
            raise wrong("setting-llm-pair")
        return self


class AuthSettings(_Group):
    """How tokens are verified. Neither a secret nor a key URL: a secret of our own is made."""

    jwt_secret: SecretStr | None = None
    jwks_url: _Address | None = None
    algorithm: str = "HS256"
    audience: str | None = None
    role_claim: str = Field(default="role", min_length=1)

    @field_validator("jwt_secret", "jwks_url", "audience", mode="before")
    @classmethod
    def _empty_is_absent(cls, value: object) -> object:
        return None if isinstance(value, str) and not value.strip() else value

    @model_validator(mode="after")
    def _one_source_of_keys(self) -> Self:
        if self.jwt_secret and self.jwks_url:
            raise wrong("setting-two-key-sources")
        if not self.jwks_url and self.algorithm not in _SECRET_ALGORITHMS:
            raise wrong("setting-algorithm")
        return self


class StoreSettings(_Group):
    """Our own tables; None means SQLite in the data directory."""

    url: str | None = None

    @field_validator("url")
    @classmethod
    def _is_sqlite(cls, url: str | None) -> str | None:
        if url and not (url.startswith(_SQLITE) and url.removeprefix(_SQLITE)):
            raise wrong("setting-store-url")
        return url or None


class EventsSettings(_Group):
    """How events that are in the store already reach those who listen: within this process."""

    url: str = _IN_PROCESS

    @field_validator("url")
    @classmethod
    def _is_in_process(cls, url: str) -> str:
        if url and url != _IN_PROCESS:
            raise wrong("setting-events-url")
        return _IN_PROCESS


class RepositorySettings(_Group):
    """Where versions of dashboards are kept; None means a repository in the data directory."""

    path: Path | None = None

    @field_validator("path", mode="before")
    @classmethod
    def _empty_is_absent(cls, value: object) -> object:
        return None if isinstance(value, str) and not value.strip() else value


class BackupSettings(_Group):
    """How many backups of an environment are kept; 0 keeps them all. Snapshots are not counted."""

    keep: int = Field(default=10, ge=0)


class GradioSettings(_Group):
    """The endpoint for old Gradio clients; Gradio is imported only when it is enabled."""

    enabled: bool = False


class Settings(BaseSettings):
    """The service's settings: variables with the prefix AGENT_, nested with `__`."""

    model_config = SettingsConfigDict(env_prefix="AGENT_", env_nested_delimiter="__")

    host: str = Field(default="127.0.0.1", min_length=1)
    port: int = Field(default=8000, ge=0, le=65535)
    data_dir: Path = Path("var")
    environments_file: Path = Path("environments.toml")
    llm: LlmSettings = LlmSettings()
    auth: AuthSettings = AuthSettings()
    store: StoreSettings = StoreSettings()
    events: EventsSettings = EventsSettings()
    backups: BackupSettings = BackupSettings()
    repository: RepositorySettings = RepositorySettings()
    gradio: GradioSettings = GradioSettings()
    tool_timeout_s: float = Field(default=30.0, gt=0, allow_inf_nan=False)
    log_level: str = "INFO"

    @property
    def store_file(self) -> Path:
        """The SQLite file of our own tables."""
        if self.store.url is None:
            return self.data_dir / "agent.sqlite"
        return Path(self.store.url.removeprefix(_SQLITE))

    @property
    def repository_path(self) -> Path:
        """The git repository of dashboards; a configured one is never made."""
        return self.repository.path or self.data_dir / "dashboards"

    @property
    def address(self) -> str:
        """Where a browser on this machine finds the page."""
        host = "127.0.0.1" if self.host in _ANY_ADDRESS else self.host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"
