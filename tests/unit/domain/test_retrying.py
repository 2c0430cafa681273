import pytest

from domain.retrying import MAX_RETRIES, RETRY_DELAY_S, TimeoutOutcome, may_retry, timeout_outcome
from domain.risk import ToolRisk

TRANSIENT = True


def test_the_delay_is_fixed_and_there_is_one_retry() -> None:
    assert (RETRY_DELAY_S, MAX_RETRIES) == (1.0, 1)


def test_first_attempt_502_is_tried_once_more() -> None:
    """Edges first_attempt_502 and first_502."""
    assert may_retry(ToolRisk.READ, 1, TRANSIENT)


def test_both_attempts_502_is_exhausted() -> None:
    """Edges both_attempts_502 and both_502."""
    assert not may_retry(ToolRisk.READ, 2, TRANSIENT)


@pytest.mark.parametrize("risk", [ToolRisk.WRITE, ToolRisk.DANGEROUS])
def test_write_tool_502_is_never_tried_again(risk: ToolRisk) -> None:
    """Edges write_tool_502 and write_tool."""
    assert not may_retry(risk, 1, TRANSIENT)


def test_an_answer_that_says_no_is_not_tried_again() -> None:
    assert not may_retry(ToolRisk.READ, 1, not TRANSIENT)


def test_what_never_ran_is_not_a_retry() -> None:
    assert not may_retry(ToolRisk.READ, 0, TRANSIENT)


def test_read_tool_exceeds_30s_may_be_asked_again() -> None:
    """Edges read_tool_exceeds_30s and read_exceed."""
    assert timeout_outcome(ToolRisk.READ) == TimeoutOutcome(retryable=True, status_unknown=False)


@pytest.mark.parametrize("risk", [ToolRisk.WRITE, ToolRisk.DANGEROUS])
def test_write_tool_exceeds_30s_leaves_the_status_unknown(risk: ToolRisk) -> None:
    """Edges write_tool_exceeds_30s and write_exceed."""
    assert timeout_outcome(risk) == TimeoutOutcome(retryable=False, status_unknown=True)
