"""Audit lines and the hash chain that binds them."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from domain.events import wire_time
from domain.superset import JsonValue

AuditKind = Literal[
    "decision", "refusal", "execution", "context_error", "sign_in", "environment", "task", "log"
]

FIRST_HASH = "0" * 64


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """
    Something worth remembering for good.

    Args:
        kind: "log" is about the log itself: a line that a crash left half written.
        facts: what happened, by name: tool, env_id, decision, digest, outcome, uuid …
            Never secrets, never rows.

    """

    kind: AuditKind
    at: datetime
    user: str
    facts: Mapping[str, JsonValue]
    conversation_id: str | None = None
    turn_id: str | None = None
    call_id: str | None = None


@dataclass(frozen=True, slots=True)
class AuditLine:
    """
    A written entry.

    Args:
        number: 1, 2, 3 …
        text: the JSON line as it stands in the log, without the line break.

    """

    number: int
    text: str
    hash: str


@dataclass(frozen=True, slots=True)
class AuditBroken:
    """The first line that does not hold, counted from 1."""

    number: int


def chain(entry: AuditEntry, number: int, previous_hash: str) -> AuditLine:
    """Make the next line: its hash covers its own content and the hash of the line before."""
    content = {
        "number": number,
        "kind": entry.kind,
        "at": wire_time(entry.at),
        "user": entry.user,
        "conversation_id": entry.conversation_id,
        "turn_id": entry.turn_id,
        "call_id": entry.call_id,
        "facts": entry.facts,
        "previous": previous_hash,
    }
    digest = _hash(content)
    return AuditLine(number, _compact({**content, "hash": digest}), digest)


def follows(text: str, number: int, previous_hash: str) -> str | None:
    """The hash of a line that is unchanged and in its place, else None; `text` may be anything."""
    try:
        content = json.loads(text)
        if not isinstance(content, dict):
            return None
        claimed = content.pop("hash", None)
        in_place = content.get("number") == number and content.get("previous") == previous_hash
        is_written = _compact({**content, "hash": claimed}) == text
        if in_place and is_written and claimed == _hash(content):
            return str(claimed)
    # No JSON, or nested deeper than a parser goes: nothing that we wrote.
    except (ValueError, RecursionError):
        return None
    return None


def _hash(content: Mapping[str, object]) -> str:
    return hashlib.sha256(_compact(content).encode("utf-8", "surrogatepass")).hexdigest()


def _compact(content: Mapping[str, object]) -> str:
    return json.dumps(content, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
