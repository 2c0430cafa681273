"""How a tool fails: what the person is told, and what may be done next."""

from dataclasses import dataclass
from enum import StrEnum

from domain.superset import SupersetError, SupersetFault
from domain.texts import Text, text


class FailureKind(StrEnum):
    """What a failure means for the call."""

    FIXABLE = "fixable"  # other arguments may work: an unknown id, an ambiguous title
    FINAL = "final"  # trying again is no use until somebody acts
    TRANSIENT = "transient"  # a read may be tried once more
    UNKNOWN = "unknown"  # a write that may have happened


@dataclass(frozen=True, slots=True)
class ToolFailure:
    """A sentence that says what is wrong and what to do, and its kind."""

    text: Text
    kind: FailureKind = FailureKind.FIXABLE


_KINDS = {
    SupersetFault.NOT_FOUND: FailureKind.FIXABLE,
    SupersetFault.FORBIDDEN: FailureKind.FINAL,
    SupersetFault.REFUSED: FailureKind.FIXABLE,
    SupersetFault.UNREACHABLE: FailureKind.TRANSIENT,
    SupersetFault.GATEWAY: FailureKind.TRANSIENT,
    SupersetFault.BAD_CREDENTIALS: FailureKind.FINAL,
    SupersetFault.NO_ACCOUNT: FailureKind.FINAL,
    SupersetFault.NOT_SUPERSET: FailureKind.FINAL,
    SupersetFault.UNKNOWN_OUTCOME: FailureKind.UNKNOWN,
}

_KEYS = {
    SupersetFault.NOT_FOUND: "superset-not-found",
    SupersetFault.FORBIDDEN: "superset-forbidden",
    SupersetFault.REFUSED: "superset-refused",
    SupersetFault.UNREACHABLE: "superset-unreachable",
    SupersetFault.GATEWAY: "superset-gateway",
    SupersetFault.BAD_CREDENTIALS: "superset-bad-credentials",
    SupersetFault.NO_ACCOUNT: "superset-no-account",
    SupersetFault.NOT_SUPERSET: "superset-not-superset",
    SupersetFault.UNKNOWN_OUTCOME: "superset-unknown-outcome",
}


def from_superset(error: SupersetError) -> ToolFailure:
    """What a Superset error means to a person and to the call."""
    detail = error.detail.strip().rstrip(".") or "none"
    key = _KEYS[error.fault]
    return ToolFailure(text(key, env=error.env_id, detail=detail), _KINDS[error.fault])


def failed(key: str, **params: "str | int | float | Text") -> ToolFailure:
    """A failure that other arguments may mend."""
    return ToolFailure(text(key, **params))
