"""What every SQL judge promises."""

import asyncio
import time

import pytest
from returns.pipeline import is_successful

from application.ports.sql_judge import SqlJudge
from domain.sql_verdict import SqlReason

LONG = "SELECT " + ", ".join(f"column_{n}" for n in range(900)) + " FROM t"
# Each JOIN doubles the time: the parser would need hours.
ENDLESS = "SELECT * FROM a " + "JOIN a " * 40


class SqlJudgeContract:
    @pytest.mark.parametrize("sql", ["SELECT a FROM t", LONG])
    async def test_a_query_is_a_read(self, judge: SqlJudge, sql: str) -> None:
        assert (await judge.judge(sql, "postgres")).is_read

    @pytest.mark.parametrize("sql", ["DELETE FROM t", f"{LONG} WHERE pg_sleep(9)"])
    async def test_anything_else_is_not(self, judge: SqlJudge, sql: str) -> None:
        assert not (await judge.judge(sql, "postgres")).is_read

    @pytest.mark.parametrize("sql", ["SELECT `a`", LONG.replace("column_1,", "`a`,")])
    async def test_the_dialect_counts(self, judge: SqlJudge, sql: str) -> None:
        assert (await judge.judge(sql, "mysql")).is_read
        assert not (await judge.judge(sql, None)).is_read
        assert not (await judge.judge(sql, "no such dialect")).is_read

    async def test_the_reason_is_that_of_the_rules(self, judge: SqlJudge) -> None:
        verdict = await judge.judge(f"{LONG} WHERE pg_sleep(9)", "postgres")
        assert (verdict.reason, verdict.detail) == (SqlReason.FUNCTION, "pg_sleep")

    async def test_what_never_ends_is_too_complex(self, judge: SqlJudge) -> None:
        await judge.judge(LONG, None)
        before = time.monotonic()
        verdict = await judge.judge(ENDLESS, None)
        assert verdict.reason is SqlReason.TOO_COMPLEX
        assert not verdict.is_read
        # Tenths of a second are meant; the rest is for a busy machine.
        assert time.monotonic() - before < 3

    async def test_others_run_while_it_judges(self, judge: SqlJudge) -> None:
        judging = asyncio.create_task(judge.judge(ENDLESS, None))
        longest, before = 0.0, time.monotonic()
        while not judging.done():
            await asyncio.sleep(0.005)
            now = time.monotonic()
            longest, before = max(longest, now - before), now
        assert longest < 1

    async def test_the_next_is_judged_after_an_endless_one(self, judge: SqlJudge) -> None:
        await judge.judge(ENDLESS, None)
        assert (await judge.judge(LONG, None)).is_read

    async def test_many_at_once_get_their_own_answers(self, judge: SqlJudge) -> None:
        texts = [f"{LONG} WHERE {'pg_sleep' if n % 3 else 'abs'}({n})" for n in range(12)]
        verdicts = await asyncio.gather(*(judge.judge(text, "postgres") for text in texts))
        assert [verdict.is_read for verdict in verdicts] == [n % 3 == 0 for n in range(12)]

    async def test_a_cancelled_question_does_not_answer_the_next(self, judge: SqlJudge) -> None:
        for _ in range(3):
            asking = asyncio.create_task(judge.judge(f"{LONG} WHERE pg_sleep(9)", "postgres"))
            await asyncio.sleep(0.01)
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
        assert (await judge.judge(LONG, "postgres")).is_read

    @pytest.mark.parametrize("sql", ["", ";", "\x00", "'\ud83d'", "(" * 9_000, "{" * 40_000])
    async def test_any_text_gets_an_answer(self, judge: SqlJudge, sql: str) -> None:
        assert not (await judge.judge(sql, "postgres")).is_read

    @pytest.mark.parametrize("sql", ["select a from t", LONG.lower()])
    async def test_formatting_lays_out_what_it_was_given(self, judge: SqlJudge, sql: str) -> None:
        formatted = (await judge.format(sql, "postgres")).unwrap()
        assert formatted.startswith("SELECT\n  ")
        assert formatted.endswith("\nFROM t")

    async def test_what_never_ends_is_not_formatted(self, judge: SqlJudge) -> None:
        assert (await judge.format(ENDLESS, None)).failure() is SqlReason.TOO_COMPLEX

    @pytest.mark.parametrize("sql", ["", "no sql at all", "SELECT {{ a }}"])
    async def test_what_is_no_sql_is_not_formatted(self, judge: SqlJudge, sql: str) -> None:
        assert not is_successful(await judge.format(sql, "postgres"))
