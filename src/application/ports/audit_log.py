"""The audit log: append-only, each line bound to the one before."""

from abc import abstractmethod
from typing import Protocol

from returns.result import Result

from domain.audit import AuditBroken, AuditEntry, AuditLine


class AuditLog(Protocol):
    """Holds no secret and no SQL result; entries name things, they do not carry them."""

    @abstractmethod
    async def append(self, entry: AuditEntry) -> AuditLine:
        """Write one line durably before returning, chained to the last one."""

    @abstractmethod
    async def newest(self, limit: int) -> tuple[AuditLine, ...]:
        """The last `limit` lines, newest first."""

    @abstractmethod
    async def verify(self) -> Result[int, AuditBroken]:
        """
        Walk the whole chain; the number of lines when it holds.

        Failures:
            AuditBroken: the first line that is not what was written, or does not follow.
        """
