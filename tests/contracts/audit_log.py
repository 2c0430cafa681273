"""What every audit log promises."""

import asyncio
import json
from collections.abc import Callable
from types import MappingProxyType

import pytest
from returns.result import Failure, Success

from application.ports.audit_log import AuditLog
from contracts.samples import NOON
from domain.audit import FIRST_HASH, AuditBroken, AuditEntry, chain
from domain.superset import JsonValue

# Changes what is kept behind the log's back: gets all lines, gives the new ones.
Tamper = Callable[[Callable[[list[str]], list[str]]], None]


def entry(number: int = 1, **facts: JsonValue) -> AuditEntry:
    return AuditEntry("decision", NOON, "local:ann", {"n": number, **facts}, "c1", "t1", "x1")


class AuditLogContract:
    """Fixtures of the adapter: `audit_log` and `tamper`."""

    async def test_empty_log_holds(self, audit_log: AuditLog) -> None:
        assert await audit_log.verify() == Success(0)
        assert await audit_log.newest(10) == ()

    async def test_each_line_is_bound_to_the_one_before(self, audit_log: AuditLog) -> None:
        lines = [await audit_log.append(entry(n)) for n in range(1, 4)]
        written = [json.loads(line.text) for line in lines]
        assert [line.number for line in lines] == [1, 2, 3]
        assert [one["previous"] for one in written] == [FIRST_HASH, lines[0].hash, lines[1].hash]
        assert [one["hash"] for one in written] == [line.hash for line in lines]
        assert await audit_log.verify() == Success(3)

    async def test_line_says_who_did_what_when(self, audit_log: AuditLog) -> None:
        line = await audit_log.append(entry(7, tool="delete_dashboard", title="Продажи"))
        written = json.loads(line.text)
        assert written["facts"] == {"n": 7, "tool": "delete_dashboard", "title": "Продажи"}
        assert (written["kind"], written["user"]) == ("decision", "local:ann")
        assert written["at"] == "2026-11-30T12:00:00.123Z"
        assert [written["conversation_id"], written["turn_id"], written["call_id"]] == [
            "c1",
            "t1",
            "x1",
        ]

    async def test_lines_of_many_at_once_form_one_chain(self, audit_log: AuditLog) -> None:
        lines = await asyncio.gather(*(audit_log.append(entry(n)) for n in range(50)))
        assert sorted(line.number for line in lines) == list(range(1, 51))
        assert await audit_log.verify() == Success(50)

    async def test_newest_come_first(self, audit_log: AuditLog) -> None:
        lines = [await audit_log.append(entry(n)) for n in range(1, 6)]
        assert await audit_log.newest(2) == (lines[4], lines[3])
        assert await audit_log.newest(99) == tuple(reversed(lines))
        assert await audit_log.newest(0) == ()

    @pytest.mark.parametrize("number", [1, 2, 3])
    async def test_one_changed_character_is_found(
        self, audit_log: AuditLog, tamper: Tamper, number: int
    ) -> None:
        for n in range(1, 4):
            await audit_log.append(entry(n, title="before"))

        def change(lines: list[str]) -> list[str]:
            lines[number - 1] = lines[number - 1].replace("before", "beforf")
            return lines

        tamper(change)
        assert await audit_log.verify() == Failure(AuditBroken(number))

    async def test_line_with_its_hash_made_anew_is_found_at_the_next(
        self, audit_log: AuditLog, tamper: Tamper
    ) -> None:
        for n in range(1, 4):
            await audit_log.append(entry(n))

        def replace_second(lines: list[str]) -> list[str]:
            return [lines[0], _forged(lines[1]), lines[2]]

        tamper(replace_second)
        assert await audit_log.verify() == Failure(AuditBroken(3))

    @pytest.mark.parametrize(
        ("change", "broken"),
        [
            (lambda lines: lines[1:], 1),
            (lambda lines: [lines[0], *lines[2:]], 2),
            (lambda lines: [lines[0], lines[2], lines[1], *lines[3:]], 2),
            (lambda lines: [*lines[:2], lines[1], *lines[2:]], 3),
            (lambda lines: [*lines, lines[-1]], 5),
            (lambda lines: [lines[0], "", *lines[1:]], 2),
            (lambda lines: [*lines, "{}"], 5),
            (lambda lines: [*lines, "not JSON"], 5),
            (lambda lines: [*lines, "[" * 100_000], 5),
            (lambda lines: [lines[0], lines[1] + " ", *lines[2:]], 2),
            (lambda lines: [lines[0].replace('"user"', ' "user"'), *lines[1:]], 1),
        ],
        ids=[
            "first removed",
            "one removed",
            "two swapped",
            "one doubled",
            "last doubled",
            "empty line",
            "empty object",
            "no JSON",
            "nested deeply",
            "space at the end",
            "space inside",
        ],
    )
    async def test_line_out_of_place_is_found(
        self,
        audit_log: AuditLog,
        tamper: Tamper,
        change: Callable[[list[str]], list[str]],
        broken: int,
    ) -> None:
        for n in range(1, 5):
            await audit_log.append(entry(n))
        tamper(change)
        assert await audit_log.verify() == Failure(AuditBroken(broken))

    @pytest.mark.parametrize(
        "odd",
        ["\ud800", "a\nb\r\u2028", float("nan"), 2**70, MappingProxyType({"a": (1, 2)}), "\x00"],
    )
    async def test_odd_facts_do_not_break_the_chain(
        self, audit_log: AuditLog, odd: JsonValue
    ) -> None:
        await audit_log.append(entry(1, odd=odd))
        await audit_log.append(entry(2))
        assert await audit_log.verify() == Success(2)


def _forged(written: str) -> str:
    """The same line with other facts and a hash that fits them."""
    content = json.loads(written)
    return chain(entry(666), content["number"], content["previous"]).text
