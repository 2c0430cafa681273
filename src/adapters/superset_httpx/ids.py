"""The two ways to name an object of Superset, and the list filter that finds it."""

import re
from uuid import UUID

from domain.superset import JsonValue

_NUMBER = re.compile(r"[0-9]{1,18}")
_UUID = re.compile(r"[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}", re.IGNORECASE)


def number_of(object_id: str) -> int | None:
    """Superset's number, or None: no such object can exist."""
    return int(object_id) if _NUMBER.fullmatch(object_id) else None


def filter_for(object_id: str) -> JsonValue:
    """The filter for a number or uuid; None for a text that names nothing."""
    number = number_of(object_id)
    if number is not None:
        return {"col": "id", "opr": "eq", "value": number}
    if _UUID.fullmatch(object_id):
        return {"col": "uuid", "opr": "eq", "value": str(UUID(object_id))}
    return None
