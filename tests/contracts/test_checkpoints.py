from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, TypedDict

import pytest
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Command, interrupt

from adapters.turns_langgraph.savers import (
    MemoryCheckpoints,
    SaverCheckpoints,
    SqliteCheckpoints,
    thread,
)
from contracts.checkpoints import CheckpointsContract, Resume, Wait


class State(TypedDict):
    answer: str


def ask(state: State) -> State:
    return {"answer": interrupt("may I?")}


# Graph types are the library's own and say little.
Graph = CompiledStateGraph[Any, Any, Any, Any]


class OnLangGraph:
    @pytest.fixture
    def graph(self, checkpoints: SaverCheckpoints) -> Graph:
        graph = StateGraph(State)
        graph.add_node("ask", ask)
        graph.add_edge(START, "ask")
        graph.add_edge("ask", END)
        return graph.compile(checkpointer=checkpoints.saver)

    @pytest.fixture
    def wait(self, graph: Graph) -> Wait:
        async def wait(turn_id: str) -> None:
            # As turns run: nothing is kept before the wait.
            await graph.ainvoke({"answer": ""}, thread(turn_id), durability="exit")

        return wait

    @pytest.fixture
    def resume(self, graph: Graph) -> Resume:
        async def resume(turn_id: str) -> None:
            await graph.ainvoke(Command(resume="yes"), thread(turn_id), durability="sync")

        return resume


class TestMemoryCheckpoints(OnLangGraph, CheckpointsContract):
    @pytest.fixture
    def checkpoints(self) -> MemoryCheckpoints:
        return MemoryCheckpoints()


class TestSqliteCheckpoints(OnLangGraph, CheckpointsContract):
    @pytest.fixture
    def path(self, tmp_path: Path) -> Path:
        return tmp_path / "checkpoints.sqlite"

    @pytest.fixture
    async def checkpoints(self, path: Path) -> AsyncIterator[SqliteCheckpoints]:
        async with SqliteCheckpoints.opened(path) as checkpoints:
            yield checkpoints

    async def test_only_its_owner_can_read_it(
        self, path: Path, checkpoints: SqliteCheckpoints, wait: Wait
    ) -> None:
        await wait("t1")
        assert {file.stat().st_mode & 0o777 for file in path.parent.iterdir()} == {0o600}

    async def test_turn_still_waits_after_a_restart(
        self, path: Path, checkpoints: SqliteCheckpoints, wait: Wait
    ) -> None:
        await wait("t1")
        async with SqliteCheckpoints.opened(path) as restarted:
            assert await restarted.is_waiting("t1")
