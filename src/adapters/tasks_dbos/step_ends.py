"""Ends of steps as DBOS keeps them."""

from collections.abc import Mapping
from typing import cast

from domain.plain_json import plain
from domain.superset import JsonValue
from domain.tasks import Said, StepEnd


def to_json(end: StepEnd) -> JsonValue:
    return plain(
        {
            "outcome": end.outcome,
            "value": end.value,
            "said": None if end.said is None else dict(end.said),
            "stops": end.stops,
        }
    )


def from_json(kept: JsonValue) -> StepEnd:
    read = cast("Mapping[str, JsonValue]", kept)
    return StepEnd(
        outcome=read["outcome"],  # type: ignore[arg-type]  # as `to_json` wrote it
        value=read["value"],
        said=cast("Said | None", read["said"]),
        stops=bool(read["stops"]),
    )
