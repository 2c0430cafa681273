"""Bodies of requests and answers. Field names are the wire's (design.md section 6)."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints
from pydantic_core import PydanticCustomError

from domain.conversation import FinishReason
from domain.plain_json import is_keepable
from domain.risk import ToolRisk
from domain.roles import Role
from domain.texts import Language
from domain.tiers import Tier

MessageText = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=32_000)
]
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
Id = Annotated[str, StringConstraints(min_length=1, max_length=128)]


def _kept(value: Any) -> Any:  # noqa: ANN401  # any JSON
    """Refuse what JSON may spell but a waiting turn cannot keep: it would break half way."""
    if not is_keepable(value):
        raise PydanticCustomError("odd", "cannot be kept", {"text_key": "invalid-other"})
    return value


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class MessageBody(Body):
    """A person's message; `uicontext` is an object or a JSON string and is checked on its own."""

    message: MessageText
    message_id: Id | None = None
    conversation_id: Id | None = None
    env_id: Id | None = None
    uicontext: Any = None


class DecisionBody(Body):
    """A decision on the confirmation that waits; approving needs the digest that was shown."""

    confirmation_id: Id
    decision: Literal["approve", "deny"]
    digest: Annotated[str, StringConstraints(max_length=100)] | None = None
    reason: Annotated[str, StringConstraints(strip_whitespace=True, max_length=1000)] | None = None
    arguments: Annotated[dict[str, Any], AfterValidator(_kept)] | None = None


class SessionBody(Body):
    """The code of a sign-in link."""

    code: Annotated[str, StringConstraints(min_length=1, max_length=200)] = Field(repr=False)


class LoginBody(Body):
    """A person's own Superset account."""

    env_id: Id
    username: Name
    password: Annotated[str, StringConstraints(min_length=1, max_length=500)] = Field(repr=False)


class TitleBody(Body):
    """A conversation's new title."""

    title: Name


class ModelShown(BaseModel):
    name: str
    built_in: bool


class SessionShown(BaseModel):
    """Who is signed in."""

    user: str
    name: str
    role: Role
    env_id: str | None
    model: ModelShown
    expires_at: str


class LoginShown(SessionShown):
    """Likewise, with the token for clients that are no browser."""

    token: str


class ConversationShown(BaseModel):
    id: str
    title: str
    state: Literal["idle", "running", "awaiting_confirmation"]
    env_id: str | None
    created_at: str
    updated_at: str


class ConversationList(BaseModel):
    items: list[ConversationShown]
    total: int


class TurnShown(BaseModel):
    turn_id: str
    message_id: str
    message: str
    env_id: str | None
    uicontext: dict[str, Any] | None
    started_at: str
    finish_reason: FinishReason | None


class ConversationWhole(ConversationShown):
    """A conversation with its turns; what was said in them are its events."""

    language: Language
    last_event_id: int
    turns: list[TurnShown]
    confirmation: dict[str, Any] | None
    undone_actions: list[str] = Field(
        default=[],
        description="Actions of this conversation (`action_id` of tool_end) that are undone.",
    )


class ToolShown(BaseModel):
    name: str
    description: str
    risk: ToolRisk
    required_role: Role
    arguments: dict[str, Any]
    examples: list[str]


class ExcludedShown(BaseModel):
    tool: str
    reason: str


class ToolList(BaseModel):
    items: list[ToolShown]
    total: int
    excluded: list[ExcludedShown]


class EnvironmentShown(BaseModel):
    env_id: str
    tier: Tier | None
    url: str
    reachable: bool | None = Field(description="null: no account of this role could ask")
    version: str | None


class EnvironmentList(BaseModel):
    items: list[EnvironmentShown]
    total: int


class DashboardShown(BaseModel):
    id: str
    uuid: str
    title: str
    url: str = Field(description="A path on its Superset, whose address /api/environments gives")
    published: bool
    owners: list[str]
    tags: list[str]
    changed_at: datetime
    changed_by: str | None


class DashboardList(BaseModel):
    items: list[DashboardShown]
    total: int


class ChartShown(BaseModel):
    id: str
    uuid: str
    title: str
    viz_type: str
    dataset_id: str | None


class DashboardDatasetShown(BaseModel):
    id: str
    uuid: str
    title: str


class DashboardWhole(DashboardShown):
    """A dashboard with its charts and, as far as the account sees them, their datasets."""

    charts: list[ChartShown]
    datasets: list[DashboardDatasetShown]


class NamedShown(BaseModel):
    id: str
    title: str


class DatasetShown(BaseModel):
    id: str
    uuid: str
    title: str
    schema_: str | None = Field(serialization_alias="schema")
    database: NamedShown
    kind: Literal["physical", "virtual"]


class DatasetList(BaseModel):
    items: list[DatasetShown]
    total: int


class DatabaseShown(BaseModel):
    id: str
    uuid: str
    title: str
    backend: str
    allow_dml: bool


class DatabaseList(BaseModel):
    items: list[DatabaseShown]
    total: int


class AuditList(BaseModel):
    items: list[dict[str, Any]]
    total: int


class HealthShown(BaseModel):
    status: Literal["ok"]


class ReadyShown(BaseModel):
    ready: bool


class ProblemShown(BaseModel):
    """RFC 9457, with a stable `code`; `detail` is a sentence in the language of the request."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    confirmation: dict[str, Any] = Field(
        default={}, description="Of confirmation_pending alone: the card that waits."
    )
