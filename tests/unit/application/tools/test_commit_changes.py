"""T02, T04, T07: versions of dashboards, and nothing written when nothing changed."""

from dataclasses import replace

import pytest
from returns.result import Success

from adapters.memory.superset.objects import MemoryDashboard, MemoryDataset
from application.toolkit.failure import FailureKind
from application.tools.commit_changes import TOOL
from contracts.dashboard_repository import BOSS, begun
from contracts.samples import NOON
from domain.plan import Plan, Resource
from domain.repository import Commit, NewCommit, RepositoryFailed
from domain.superset import SupersetFault
from tool_surroundings import Done, Surroundings, failure_of

SALES = {"dashboard_id": "1", "message": "Новые цвета"}


async def tip(here: Surroundings, branch: str = "main") -> Commit:
    return (await here.repository.resolve(f"branch:{branch}")).unwrap()


async def files(here: Surroundings, branch: str = "main") -> dict[str, str]:
    """Everything that stands on a branch."""
    read = await here.repository.read((await tip(here, branch)).id, "dashboards")
    return {path: content.decode() for path, content in read.unwrap().items()}


async def edit_by_hand(here: Surroundings, changed: dict[str, bytes | None]) -> None:
    """What somebody commits with their own git."""
    base = await tip(here)
    folder = "/".join(next(iter(changed)).split("/")[:2])
    wanted = NewCommit("main", folder, changed, "By hand", BOSS, NOON, base.id)
    assert (await here.repository.commit(wanted)).unwrap() is not None


def folder_of(here: Surroundings, title: str, number: str = "1") -> str:
    return f"dashboards/{title}_{here.dev.dashboards[number].uuid[:8]}"


def objects(plan: Plan) -> list[Resource]:
    return [each for each in plan.resources if each.kind != "branch"]


async def commit(here: Surroundings, **more: str) -> Done:
    return await here.run(TOOL, **{**SALES, **more})


class TestRefused:
    @pytest.mark.parametrize(
        ("arguments", "key"),
        [
            ({"dashboard_id": "99"}, "dashboard-unknown"),
            ({"branch": "nope"}, "repository-unknown-branch"),
            ({"branch": "a b"}, "repository-bad-branch"),
        ],
    )
    async def test_what_is_not_there(self, arguments: dict[str, str], key: str) -> None:
        here = Surroundings()
        await begun(here.repository)
        tried = await here.try_plan(TOOL, **{**SALES, **arguments})
        assert failure_of(tried).text.key == key
        tried_to_run = await here.try_run(TOOL, **{**SALES, **arguments})
        assert failure_of(tried_to_run).text.key == key

    async def test_superset_that_does_not_answer(self) -> None:
        here = Surroundings()
        here.dev.fail_next(SupersetFault.UNREACHABLE, "assets.export_dashboards")
        failure = failure_of(await here.try_plan(TOOL, **SALES))
        assert failure.kind is FailureKind.TRANSIENT

    async def test_branch_that_somebody_works_on_blocks(self) -> None:
        here = Surroundings()
        await begun(here.repository)
        here.repository.checked_out["main"] = "/home/ann/dashboards"
        [blocked] = (await here.plan(TOOL, **SALES)).blocked
        assert "/home/ann/dashboards" in here.say(blocked)
        assert failure_of(await here.try_run(TOOL, **SALES)).text == blocked

    async def test_full_disk_is_told(self) -> None:
        here = Surroundings()
        await begun(here.repository)
        full = RepositoryFailed("not-written", detail="No space left on device")

        async def refuse(_: NewCommit) -> object:
            here.repository.troubles.append(full)
            return await here.repository.branches()

        here.repository.commit = refuse  # type: ignore[assignment,method-assign]  # a disk of ours
        failure = failure_of(await here.try_run(TOOL, **SALES))
        assert "No space left on device" in here.say(failure.text)

    async def test_number_that_was_given_to_another_dashboard(self) -> None:
        here = Surroundings()
        failure = failure_of(await here.try_run(TOOL, planned_uuid="another", **SALES))
        assert failure.text.key == "commit-changes-moved"
        assert (await here.repository.branches()) == Success(())


class TestFirstVersion:
    async def test_plan_names_every_object_and_writes_nothing(self) -> None:
        here = Surroundings()
        plan = await here.plan(TOOL, **SALES)
        assert plan.is_needed
        assert plan.target is not None
        assert plan.target.title == "Sales overview"
        assert {(each.kind, each.change, each.title) for each in plan.resources} == {
            ("branch", "create", "main"),
            ("dashboard", "create", "Sales overview"),
            ("chart", "create", "Revenue"),
            ("chart", "create", "Выручка по регионам"),
            ("dataset", "create", "orders"),
            ("database", "create", "retail"),
        }
        assert (await here.repository.branches()) == Success(())

    async def test_person_is_the_author_and_the_title_is_in_the_message(self) -> None:
        here = Surroundings()
        done = await commit(here)
        made = await tip(here)
        assert made.author.name == "local:someone"
        assert made.subject == "Новые цвета"
        uuid = here.dev.dashboards["1"].uuid
        assert f"Dashboard: Sales overview ({uuid})\nEnvironment: ss-dev" in made.message
        assert done.value["commit"] == made.id
        assert made.short_id in done.said

    async def test_files_are_named_after_what_they_hold(self) -> None:
        here = Surroundings()
        await commit(here)
        folder = folder_of(here, "Sales_overview")
        there = await files(here)
        assert f"{folder}/dashboard.yaml" in there
        [russian] = [path for path in there if "Выручка_по_регионам" in path]
        assert russian.startswith(f"{folder}/charts/")
        assert "slice_name: Выручка по регионам" in there[russian]
        assert len(there) == 5

    async def test_address_of_the_database_is_not_written(self) -> None:
        here = Surroundings()
        await commit(here)
        assert "sqlite://" not in "".join((await files(here)).values())

    @pytest.mark.parametrize(
        "title", ["Продажи", "Sales/2026", "sales/2026", "CON", "..", ".git", "ж" * 250, "🚀"]
    )
    async def test_dashboard_of_any_title(self, title: str) -> None:
        """T04, T05."""
        here = Surroundings()
        here.dev.add(MemoryDashboard("7", title, ("1",)))
        await commit(here)
        await commit(here, dashboard_id="7")
        folders = {path.split("/")[1] for path in await files(here)}
        assert len({folder.casefold() for folder in folders}) == 2
        assert title in (await tip(here)).message

    async def test_same_title_twice_is_two_folders(self) -> None:
        here = Surroundings()
        here.dev.add(
            MemoryDashboard("7", "Namesake", ("1",)), MemoryDashboard("8", "NAMESAKE", ("2",))
        )
        await commit(here, dashboard_id="7")
        await commit(here, dashboard_id="8")
        assert len({path.split("/")[1] for path in await files(here)}) == 2


class TestNextVersion:
    async def test_nothing_changed_is_no_question_and_no_commit(self) -> None:
        here = Surroundings()
        await commit(here)
        before = await tip(here)
        plan = await here.plan(TOOL, **SALES)
        assert not plan.is_needed
        assert plan.summary.key == "commit-changes-nothing"
        done = await commit(here)
        assert done.value["changed"] is False
        assert await tip(here) == before

    async def test_only_what_changed_is_shown(self) -> None:
        here = Surroundings()
        await commit(here)
        before = await files(here)
        here.dev.charts["1"] = replace(here.dev.charts["1"], viz_type="pie")
        plan = await here.plan(TOOL, **SALES)
        [chart] = objects(plan)
        assert (chart.kind, chart.change, chart.title) == ("chart", "update", "Revenue")
        assert [(each.name, each.new) for each in chart.fields] == [("viz_type", "pie")]
        done = await commit(here)
        assert [each["title"] for each in done.value["changes"]] == ["Revenue"]
        after = await files(here)
        assert [path for path in after if after[path] != before.get(path)] == [
            path for path in before if "/Revenue_" in path
        ]

    async def test_plan_says_who_made_the_last_version(self) -> None:
        here = Surroundings()
        await commit(here)
        here.dev.charts["1"] = replace(here.dev.charts["1"], viz_type="pie")
        [last] = (await here.plan(TOOL, **SALES)).touched
        assert last.title == f"{(await tip(here)).short_id} Новые цвета"
        assert "local:someone" in here.say(last.why)

    async def test_new_title_keeps_folder_and_file(self) -> None:
        here = Surroundings()
        await commit(here)
        before = set(await files(here))
        here.dev.dashboards["1"] = replace(here.dev.dashboards["1"], title="Umsatz")
        here.dev.charts["1"] = replace(here.dev.charts["1"], title="Erlös")
        await commit(here)
        after = await files(here)
        assert set(after) == before
        assert (
            "dashboard_title: Umsatz"
            in after[f"{folder_of(here, 'Sales_overview')}/dashboard.yaml"]
        )

    async def test_chart_that_left_is_removed(self) -> None:
        here = Surroundings()
        await commit(here)
        here.dev.dashboards["1"] = replace(here.dev.dashboards["1"], charts=("1",))
        plan = await here.plan(TOOL, **SALES)
        assert ("chart", "delete") in {(each.kind, each.change) for each in plan.resources}
        await commit(here)
        assert not [path for path in await files(here) if "регионам" in path]

    async def test_files_of_people_stay(self) -> None:
        here = Surroundings()
        await commit(here)
        notes = f"{folder_of(here, 'Sales_overview')}/README.md"
        await edit_by_hand(here, {notes: b"notes\n"})
        here.dev.charts["1"] = replace(here.dev.charts["1"], viz_type="pie")
        await commit(here)
        assert (await files(here))[notes] == "notes\n"

    async def test_what_cannot_be_read_is_replaced_with_a_warning(self) -> None:
        here = Surroundings()
        await commit(here)
        before = await files(here)
        path = f"{folder_of(here, 'Sales_overview')}/dashboard.yaml"
        await edit_by_hand(here, {path: b"<<<<<<< HEAD\n"})
        plan = await here.plan(TOOL, **SALES)
        assert plan.is_needed
        assert "dashboard.yaml" in here.say(plan.warnings[0])
        await commit(here)
        assert await files(here) == before

    async def test_sql_reads_line_by_line(self) -> None:
        here = Surroundings()
        sql = "SELECT region,  \n\tSUM(revenue) -- Ёлка 🚀\nFROM orders"
        here.dev.add(MemoryDataset("9", "by region", "1", sql))
        here.dev.charts["1"] = replace(here.dev.charts["1"], dataset="9")
        await commit(here)
        [content] = [each for path, each in (await files(here)).items() if "by_region" in path]
        assert (
            "sql: |-\n  SELECT region,  \n  \tSUM(revenue) -- Ёлка 🚀\n  FROM orders\n" in content
        )

    async def test_branches_have_versions_of_their_own(self) -> None:
        here = Surroundings()
        await commit(here)
        await here.repository.create_branch("feature", "main")
        main = await tip(here)
        here.dev.charts["1"] = replace(here.dev.charts["1"], viz_type="pie")
        await commit(here, branch="feature")
        assert await tip(here) == main
        assert not (await here.plan(TOOL, **SALES, branch="feature")).is_needed
        assert (await here.plan(TOOL, **SALES)).is_needed

    async def test_plan_of_an_older_state_does_not_hold(self) -> None:
        """What moved makes another digest; other dashboards may move as they like."""
        here = Surroundings()
        await commit(here)
        here.dev.charts["1"] = replace(here.dev.charts["1"], viz_type="pie")
        planned = (await here.plan(TOOL, **SALES)).state
        await commit(here, dashboard_id="3")
        assert (await here.plan(TOOL, **SALES)).state == planned
        here.dev.charts["1"] = replace(here.dev.charts["1"], viz_type="table")
        edited = (await here.plan(TOOL, **SALES)).state
        assert edited != planned
        path = f"{folder_of(here, 'Sales_overview')}/dashboard.yaml"
        await edit_by_hand(here, {path: (await files(here))[path].encode() + b"css: a\n"})
        assert (await here.plan(TOOL, **SALES)).state != edited
