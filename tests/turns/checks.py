"""What must hold after every turn, whatever happened in it."""

from collections import Counter
from collections.abc import Sequence

from adapters.memory.tables import Tables
from domain.conversation import ChatMessage, TurnState
from domain.events import RecordedEvent


def check_history(messages: Sequence[ChatMessage]) -> None:
    """As strict model servers want it: every call answered exactly once, right after it."""
    assert messages, "a model was asked without any message"
    assert messages[0].role == "user", "a history begins with a person"
    open_calls: list[str] = []
    for message in messages:
        if message.role == "tool":
            assert message.call_id in open_calls, f"an answer to nothing: {message}"
            open_calls.remove(str(message.call_id))
            continue
        assert not open_calls, f"calls without an answer: {open_calls}"
        open_calls = [call.call_id for call in message.calls]
        assert len(set(open_calls)) == len(open_calls), "a call id twice in one message"
    assert not open_calls, f"calls without an answer: {open_calls}"


def check_answers(messages: Sequence[ChatMessage]) -> None:
    """No call is answered twice, also before any repair; call ids are never used again."""
    answered = Counter(message.call_id for message in messages if message.role == "tool")
    assert not [call_id for call_id, times in answered.items() if times > 1], answered
    proposed = Counter(call.call_id for message in messages for call in message.calls)
    assert not [call_id for call_id, times in proposed.items() if times > 1], proposed


def check_events(tables: Tables) -> None:
    """Numbers without a gap; a turn that is over said its last `done` last."""
    for events in tables.events.values():
        assert [event.seq for event in events] == list(range(1, len(events) + 1))
    for turn in tables.turns.values():
        logged = tables.events.get(turn.conversation_id, [])
        # A task may tell of itself after the `done` of its turn (design.md section 5).
        said = [e for e in logged if e.turn_id == turn.id and e.type != "task_progress"]
        if turn.state is TurnState.RUNNING:
            continue
        ends = [event for event in said if event.type == "done"]
        assert said[-1].type == "done"
        reasons = [str(event.data["finish_reason"]) for event in ends]
        is_awaiting = turn.state is TurnState.AWAITING
        assert (reasons[-1] == "awaiting_confirmation") is is_awaiting
        assert set(reasons[:-1]) <= {"awaiting_confirmation"}, "a turn ended twice"
        check_calls(said)


def check_calls(said: Sequence[RecordedEvent]) -> None:
    """Every call that began ended once."""
    began: Counter[str] = Counter()
    ended: Counter[str] = Counter()
    for event in said:
        if event.type == "tool_start":
            began[str(event.data["call_id"])] += 1
        if event.type in {"tool_end", "tool_error", "tool_timeout", "tool_cancelled"}:
            ended[str(event.data["call_id"])] += 1
    assert set(began.values()) <= {1}, f"began twice: {began}"
    assert set(ended.values()) <= {1}, f"ended twice: {ended}"
    assert set(began) <= set(ended), f"never ended: {set(began) - set(ended)}"
