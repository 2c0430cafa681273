"""The audit log in memory."""

from dataclasses import replace

from returns.result import Failure, Result, Success

from application.ports.audit_log import AuditLog
from domain.audit import FIRST_HASH, AuditBroken, AuditEntry, AuditLine, chain, follows
from domain.plain_json import plain_object


class MemoryAuditLog(AuditLog):
    """`lines` are as they would stand in a file."""

    def __init__(self) -> None:
        self.lines: list[AuditLine] = []

    async def append(self, entry: AuditEntry) -> AuditLine:
        previous = self.lines[-1].hash if self.lines else FIRST_HASH
        plain_entry = replace(entry, facts=plain_object(entry.facts))
        line = chain(plain_entry, len(self.lines) + 1, previous)
        self.lines.append(line)
        return line

    async def newest(self, limit: int) -> tuple[AuditLine, ...]:
        return tuple(reversed(self.lines[max(0, len(self.lines) - limit) :]))

    async def verify(self) -> Result[int, AuditBroken]:
        previous = FIRST_HASH
        for number, line in enumerate(self.lines, start=1):
            own_hash = follows(line.text, number, previous)
            if own_hash is None:
                return Failure(AuditBroken(number))
            previous = own_hash
        return Success(len(self.lines))
