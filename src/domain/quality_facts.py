"""What a run of a chart or dataset found, kept for the next run to compare with."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from domain.superset import JsonValue


@dataclass(frozen=True, slots=True)
class KeptFacts:
    """
    The facts of one run; plain JSON without any row of the data.

    Args:
        subject: what was run: the uuid of a chart or dataset.

    """

    subject: str
    at: datetime
    facts: Mapping[str, JsonValue]
