"""A confirmation as a row, in the order of its table."""

from typing import cast

from adapters.sqlite.json_columns import (
    object_from_column,
    time_from_column,
    time_to_column,
    to_column,
)
from domain.confirmation import (
    Confirmation,
    ConfirmationState,
    ExecutionRecord,
    Origin,
    Outcome,
    Verdict,
)

Json = bytes | str
Row = tuple[
    str,
    str,
    str,
    str,
    str,
    str,
    str | None,
    Json,
    Json,
    str,
    Json,
    str,
    str,
    str | None,
    str | None,
]

ExecutionRow = tuple[str, str, str, str, str | None, Json | None, str | None]

SELECT = """
    SELECT id, conversation_id, turn_id, user, call_id, tool_name, env_id, arguments, origins,
           digest, metadata, expires_at, state, verdict, decided_by
    FROM confirmations
"""


def confirmation_to_row(confirmation: Confirmation) -> Row:
    return (
        confirmation.id,
        confirmation.conversation_id,
        confirmation.turn_id,
        confirmation.user,
        confirmation.call_id,
        confirmation.tool_name,
        confirmation.env_id,
        to_column(confirmation.arguments),
        to_column(confirmation.origins),
        confirmation.digest,
        to_column(confirmation.metadata),
        time_to_column(confirmation.expires_at),
        confirmation.state,
        confirmation.verdict,
        confirmation.decided_by,
    )


def execution_from_row(row: ExecutionRow) -> ExecutionRecord:
    return ExecutionRecord(
        confirmation_id=row[0],
        action_id=row[1],
        outcome=Outcome(row[2]),
        at=time_from_column(row[3]),
        snapshot=row[4],
        undo=None if row[5] is None else object_from_column(row[5]),
        undone_by=row[6],
    )


def confirmation_from_row(row: Row) -> Confirmation:
    return Confirmation(
        id=row[0],
        conversation_id=row[1],
        turn_id=row[2],
        user=row[3],
        call_id=row[4],
        tool_name=row[5],
        env_id=row[6],
        arguments=object_from_column(row[7]),
        origins=cast("dict[str, Origin]", object_from_column(row[8])),
        digest=row[9],
        metadata=object_from_column(row[10]),
        expires_at=time_from_column(row[11]),
        state=ConfirmationState(row[12]),
        verdict=None if row[13] is None else Verdict(row[13]),
        decided_by=row[14],
    )
