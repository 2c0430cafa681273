"""What may be tried again, and what a timeout leaves unknown (design section 4, Retry, Timeout)."""

from dataclasses import dataclass
from typing import Final

from domain.risk import ToolRisk

RETRY_DELAY_S: Final = 1.0
MAX_RETRIES: Final = 1


def may_retry(risk: ToolRisk, attempt: int, failure_is_transient: bool) -> bool:  # noqa: FBT001  # a fact, not a mode
    """
    Whether a failed call may run once more.

    `attempt` counts the runs so far, the failed one included, from 1. Transient are 502, 503,
    504 and connection errors. Only reads: a write may have happened although its answer was lost.
    """
    return risk is ToolRisk.READ and failure_is_transient and 1 <= attempt <= MAX_RETRIES


@dataclass(frozen=True, slots=True)
class TimeoutOutcome:
    retryable: bool
    status_unknown: bool


def timeout_outcome(risk: ToolRisk) -> TimeoutOutcome:
    """What the person is told after a timeout: a write may still be running on the server."""
    is_read = risk is ToolRisk.READ
    return TimeoutOutcome(retryable=is_read, status_unknown=not is_read)
