"""The two ways to name an object of Superset."""

import re
from uuid import UUID

_NUMBER = re.compile(r"[0-9]{1,18}")
_UUID = re.compile(r"[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}", re.IGNORECASE)


def number_of(object_id: str) -> int | None:
    """Superset's number, or None: no such object can exist."""
    return int(object_id) if _NUMBER.fullmatch(object_id) else None


def uuid_of(object_id: str) -> str | None:
    """A uuid as Superset writes it, or None: the text is none."""
    return str(UUID(object_id)) if _UUID.fullmatch(object_id) else None
