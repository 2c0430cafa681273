"""Two real Supersets for whatever goes from one to another."""

import importlib
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace

import pytest
from returns.result import Result

from adapters.demo_supersets.superset_api import SupersetApi
from adapters.demo_supersets.supersets import SupersetCopy
from application.toolkit.context import ToolContext
from application.toolkit.failure import ToolFailure
from application.toolkit.tool import AnyTool, Arguments, ToolOutcome
from superset.proven_tools import proven_by
from superset.two_supersets import Pair, Side


@pytest.fixture(autouse=True)
def _proven_tools_run(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """A test that is named as the proof of a tool must run that tool, to its good end."""
    named = proven_by(request.node.nodeid.partition("[")[0])
    ran: set[str] = set()
    for name in named:
        module = importlib.import_module(f"application.tools.{name}")
        monkeypatch.setattr(module, "TOOL", _noting(module.TOOL, ran))
    yield
    assert ran == named


def _noting(tool: AnyTool, ran: set[str]) -> AnyTool:
    async def run(arguments: Arguments, ctx: ToolContext) -> Result[ToolOutcome, ToolFailure]:
        result = await tool.run(arguments, ctx)
        ran.update(result.map(lambda _: {tool.name}).value_or(set()))
        return result

    return replace(tool, run=run)


@pytest.fixture(scope="module")
def sides(
    superset_copy: SupersetCopy, superset_prod_copy: SupersetCopy
) -> Iterator[tuple[Side, Side]]:
    with (
        SupersetApi(superset_copy.environment.url) as dev,
        SupersetApi(superset_prod_copy.environment.url) as prod,
    ):
        dev.sign_in(superset_copy.environment.accounts["admin"])
        prod.sign_in(superset_prod_copy.environment.accounts["admin"])
        yield Side("ss-dev", superset_copy, dev), Side("ss-prod", superset_prod_copy, prod)


@pytest.fixture
async def pair(sides: tuple[Side, Side]) -> AsyncIterator[Pair]:
    made = Pair(*sides)
    yield made
    await made.close()
