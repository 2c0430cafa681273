"""Every setting, with its default and unit. Nothing else reads the process environment."""

from pathlib import Path
from typing import Self

from pydantic import BaseModel, Field, SecretStr, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict


class LlmSettings(BaseModel):
    """The language model; without a base URL the built-in command assistant answers."""

    base_url: str | None = None
    api_key: SecretStr | None = None
    model: str | None = None

    @model_validator(mode="after")
    def _model_is_named(self) -> Self:
        if self.base_url and not self.model:
            raise ValueError("AGENT_LLM__BASE_URL is set, so AGENT_LLM__MODEL must name a model")
        return self


class AuthSettings(BaseModel):
    """How tokens are verified. Neither a secret nor a key URL: a secret of our own is made."""

    jwt_secret: SecretStr | None = None
    jwks_url: str | None = None
    algorithm: str = "HS256"
    audience: str | None = None
    role_claim: str = "role"

    @model_validator(mode="after")
    def _one_source_of_keys(self) -> Self:
        if self.jwt_secret and self.jwks_url:
            raise ValueError("set AGENT_AUTH__JWT_SECRET or AGENT_AUTH__JWKS_URL, not both")
        return self


class StoreSettings(BaseModel):
    """Our own tables; None means SQLite in the data directory."""

    url: str | None = None


class Settings(BaseSettings):
    """The service's settings: variables with the prefix AGENT_, nested with `__`."""

    model_config = SettingsConfigDict(env_prefix="AGENT_", env_nested_delimiter="__")

    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=0, le=65535)
    data_dir: Path = Path("var")
    environments_file: Path = Path("environments.toml")
    llm: LlmSettings = LlmSettings()
    auth: AuthSettings = AuthSettings()
    store: StoreSettings = StoreSettings()
    tool_timeout_s: float = Field(default=30.0, gt=0)
    log_level: str = "INFO"

    @property
    def store_file(self) -> Path:
        """The SQLite file of our own tables."""
        prefix = "sqlite:///"
        if self.store.url is None:
            return self.data_dir / "agent.sqlite"
        if not self.store.url.startswith(prefix):
            raise ValueError(f"AGENT_STORE__URL must start with {prefix}")
        return Path(self.store.url.removeprefix(prefix))

    @property
    def address(self) -> str:
        """Where a browser on this machine finds the page."""
        host = "127.0.0.1" if self.host in {"0.0.0.0", "::"} else self.host  # noqa: S104
        return f"http://{host}:{self.port}"
