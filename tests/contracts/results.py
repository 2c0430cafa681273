"""What every store of results promises."""

import pytest
from returns.result import Failure, Success

from application.ports.results import Results
from domain.conversation import ResultUnknown, ToolResult
from domain.superset import JsonValue

UNKNOWN = Failure(ResultUnknown("x1"))


def result(value: JsonValue = 1, user: str = "local:ann", call_id: str = "x1") -> ToolResult:
    return ToolResult(call_id, "c1", user, "superset_execute_sql", value)


class ResultsContract:
    async def test_unknown_call_is_unknown(self, results: Results) -> None:
        assert await results.get("x1", "local:ann") == UNKNOWN

    async def test_somebody_elses_is_unknown(self, results: Results) -> None:
        await results.keep(result())
        assert await results.get("x1", "local:bob") == UNKNOWN
        assert await results.get("x1", "local:Ann") == UNKNOWN

    async def test_same_call_id_of_two_users_is_two_results(self, results: Results) -> None:
        """Some model servers number their calls anew in each conversation."""
        await results.keep(result("ann's", user="local:ann"))
        await results.keep(result("bob's", user="local:bob"))
        assert (await results.get("x1", "local:ann")).unwrap().value == "ann's"

    @pytest.mark.parametrize(
        "value",
        [
            None,
            "",
            [],
            {"rows": [["Москва", 1.5, None, True]]},
            123456789012345678901234567890,
            [-(2**63), 2**64, {"deep": [2**70]}],
            1.0e-7,
            "line\u2028break \x00 😀",
        ],
    )
    async def test_value_comes_back_unchanged(self, results: Results, value: JsonValue) -> None:
        await results.keep(result(value))
        assert await results.get("x1", "local:ann") == Success(result(value))

    async def test_a_large_value_comes_back_whole(self, results: Results) -> None:
        """G10: 1 MB rows stay out of the graph's state; they are here."""
        rows: JsonValue = [{"n": n, "text": "я" * 100} for n in range(10_000)]
        await results.keep(result(rows))
        assert (await results.get("x1", "local:ann")).unwrap().value == rows

    async def test_keeping_twice_replaces(self, results: Results) -> None:
        await results.keep(result("old"))
        await results.keep(result("new"))
        assert (await results.get("x1", "local:ann")).unwrap().value == "new"

    async def test_what_json_cannot_hold_is_made_plain(self, results: Results) -> None:
        await results.keep(result(("\ud800", float("nan"), float("inf"))))
        assert (await results.get("x1", "local:ann")).unwrap().value == ["\ufffd", None, None]
