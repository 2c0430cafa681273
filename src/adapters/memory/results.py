"""Untruncated results in memory."""

from dataclasses import replace

from returns.result import Failure, Result, Success

from adapters.memory.tables import Tables
from application.ports.results import Results
from domain.conversation import ResultUnknown, ToolResult
from domain.plain_json import plain


class MemoryResults(Results):
    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def keep(self, result: ToolResult) -> None:
        kept = replace(result, value=plain(result.value))
        self._tables.results[result.user, result.call_id] = kept

    async def get(self, call_id: str, user: str) -> Result[ToolResult, ResultUnknown]:
        kept = self._tables.results.get((user, call_id))
        return Failure(ResultUnknown(call_id)) if kept is None else Success(kept)
