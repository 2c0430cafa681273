"""What a plan rested on, in short, so that a call can tell whether it is still the approved one."""

import hashlib
import json
from collections.abc import Mapping

from domain.superset import JsonValue


def state_hash(state: Mapping[str, JsonValue]) -> str:
    """64 hex digits, equal for equal states (Plan.state)."""
    written = json.dumps(state, sort_keys=True, ensure_ascii=True, default=dict)
    return hashlib.sha256(written.encode()).hexdigest()
