"""Untruncated results of tool calls."""

from abc import abstractmethod
from typing import Protocol

from returns.result import Result

from domain.conversation import ResultUnknown, ToolResult


class Results(Protocol):
    """A result belongs to the user whose call it was; somebody else's is ResultUnknown."""

    @abstractmethod
    async def keep(self, result: ToolResult) -> None:
        """Keep a result under its call id; keeping it twice replaces it."""

    @abstractmethod
    async def get(self, call_id: str, user: str) -> Result[ToolResult, ResultUnknown]:
        """The result of one call."""
