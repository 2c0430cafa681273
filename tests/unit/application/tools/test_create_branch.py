import pytest
from pydantic import ValidationError

from application.tools.create_branch import TOOL, CreateBranch
from contracts.dashboard_repository import SALES, begun, committed, new
from domain.repository import RepositoryFailed
from tool_surroundings import Json, Surroundings, failure_of


def args(name: str, start: str | None = None) -> dict[str, Json]:
    return {"name": name, "from": start}


@pytest.mark.parametrize(
    ("name", "start", "key"),
    [
        ("a b", None, "repository-bad-branch"),
        ("--force", None, "repository-bad-branch"),
        ("MAIN", None, "repository-branch-exists"),
        ("main/x", None, "repository-branch-conflict"),
        ("x", "nope", "repository-unknown-branch"),
        ("x", "commit:beef", "repository-unknown-commit"),
        ("x", "ss-dev:1", "repository-unknown-branch"),
    ],
)
async def test_impossible_branch_is_refused_before_anybody_is_asked(
    name: str, start: str | None, key: str
) -> None:
    here = Surroundings()
    await begun(here.repository)
    for tried in (
        await here.try_plan(TOOL, **args(name, start)),
        await here.try_run(TOOL, None, **args(name, start)),
    ):
        assert failure_of(tried).text.key == key
    assert len((await here.repository.branches()).unwrap()) == 1


async def test_empty_repository_has_nothing_to_begin_at() -> None:
    assert failure_of(await Surroundings().try_plan(TOOL, name="x")).text.key == "repository-empty"


@pytest.mark.parametrize("trouble", ["no-git", "not-a-repository", "broken", "not-written"])
async def test_trouble_of_the_repository_is_told(trouble: str) -> None:
    here = Surroundings()
    here.repository.troubles.append(RepositoryFailed(trouble, "/srv/x", "No space left"))  # type: ignore[arg-type]  # a code, by parametrisation
    assert failure_of(await here.try_plan(TOOL, name="x")).text.key == f"repository-{trouble}"


async def test_name_is_needed_and_bounded() -> None:
    for name in ("", "  ", "x" * 201):
        with pytest.raises(ValidationError):
            CreateBranch.model_validate({"name": name})


async def test_plan_shows_the_branch_and_where_it_begins() -> None:
    here = Surroundings()
    first = await begun(here.repository)
    await committed(here.repository, new({f"{SALES}/a": b"2"}, first))
    plan = await here.plan(TOOL, **args("feature/новое", f"commit:{first.id[:6]}"))
    [branch] = plan.resources
    assert (branch.kind, branch.change, branch.title) == ("branch", "create", "feature/новое")
    assert branch.fields[0].new == f"{first.id[:10]} Цвета и фильтры"
    assert plan.state == {"branch": "feature/новое", "commit": first.id}
    assert plan.undo == "none"
    assert len((await here.repository.branches()).unwrap()) == 1


async def test_moved_start_is_another_plan() -> None:
    here = Surroundings()
    first = await begun(here.repository)
    before = await here.plan(TOOL, name="x")
    await committed(here.repository, new({f"{SALES}/a": b"2"}, first))
    assert (await here.plan(TOOL, name="x")).state != before.state


async def test_branch_is_made_at_main_when_nothing_is_said() -> None:
    here = Surroundings()
    first = await begun(here.repository)
    done = await here.run(TOOL, None, name="feature/x")
    assert done.value == {"branch": "feature/x", "commit": first.id}
    assert "feature/x" in done.said
    assert (await here.repository.resolve("branch:feature/x")).unwrap() == first
    again = await here.try_run(TOOL, None, name="feature/x")
    assert failure_of(again).text.key == "repository-branch-exists"
