"""What every repository of dashboards promises."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace

import pytest
from returns.result import Success

from application.ports.dashboard_repository import DashboardRepository as Repository
from contracts.samples import NOON
from domain.repository import (
    MAX_FILE,
    Author,
    Branch,
    Commit,
    NewCommit,
    RepositoryFailed,
    author_of,
)

BOSS = author_of("superset:ss-dev:boss")
SALES = "dashboards/Продажи_1"
STOCK = "dashboards/Stock_2"
# Names that git quotes, escapes or splits when it is not told otherwise.
STRANGE = (
    f"{SALES}/Продажи за май.yaml",
    f'{SALES}/with "quotes".yaml',
    f"{SALES}/two\nlines.yaml",
    f"{SALES}/old -> new.yaml",
    f"{SALES}/charts/\ttab \\ *?[x].yaml",
    f"{SALES}/:(top)magic.yaml",
    f"{SALES}/-n.yaml",
    f"{SALES}/🚀.yaml",
)
BAD_BRANCHES = (
    *("", " ", "@", "HEAD", "a b", "a..b", "a//b", "/a", "a/", ".a", "a/.b", "a.lock", "a/b.LOCK"),
    *(
        "-d",
        "--force",
        "a~1",
        "a^",
        "a:b",
        "a?",
        "a*",
        "a[b",
        "a\\b",
        "a@{1}",
        "a.",
        "a\nb",
        "a\0b",
    ),
    *("a\u200bb", "a\u00a0b", "a\u202eb", 'a"b', "a<b>", "a|b", "x" * 201, "ж" * 101, "0" * 40),
)


def new(
    files: Mapping[str, bytes | None], base: Commit | None = None, branch: str = "main"
) -> NewCommit:
    """A commit of the boss to the folder that its files are in."""
    folder = "/".join(next(iter(files)).split("/")[:2])
    base_id = base.id if base else None
    return NewCommit(branch, folder, files, "Цвета и фильтры", BOSS, NOON, base_id)


async def committed(repository: Repository, wanted: NewCommit) -> Commit:
    made = (await repository.commit(wanted)).unwrap()
    assert made is not None
    return made


async def begun(repository: Repository) -> Commit:
    """One commit on main."""
    return await committed(repository, new({f"{SALES}/dashboard.yaml": b"title: one\n"}))


def failure(result: object) -> RepositoryFailed:
    found: RepositoryFailed = result.failure()  # type: ignore[attr-defined]  # any Result
    return found


class DashboardRepositoryContract:
    """
    Fixtures of the adapter.

    `repository` has no commit; `checked_out` is one whose branch "main" somebody works on, with
    one commit and another branch "free".
    """

    async def test_empty_repository_says_so(self, repository: Repository) -> None:
        assert await repository.branches() == Success(())
        for reference in ("main", "branch:main", "abcd", "commit:abcd"):
            assert failure(await repository.resolve(reference)).code == "empty"
        assert failure(await repository.create_branch("x", "main")).code == "empty"

    @pytest.mark.parametrize("branch", ["main", "export/продажи"])
    async def test_any_branch_takes_the_first_commit(
        self, repository: Repository, branch: str
    ) -> None:
        made = await committed(repository, new({f"{SALES}/a": b"1"}, branch=branch))
        assert await repository.branches() == Success((Branch(branch, made.id),))

    @pytest.mark.parametrize("name", BAD_BRANCHES)
    async def test_impossible_branch_is_refused(self, repository: Repository, name: str) -> None:
        await begun(repository)
        refused = await repository.create_branch(name, "main")
        assert failure(refused) == RepositoryFailed("bad-branch", name)
        made = await repository.commit(new({f"{SALES}/a": b"1"}, branch=name))
        assert failure(made) == RepositoryFailed("bad-branch", name)

    @pytest.mark.parametrize(
        ("name", "code", "known"),
        [
            ("export/sales", "branch-exists", "export/sales"),
            ("Export/SALES", "branch-exists", "export/sales"),
            ("export", "branch-conflict", "export/sales"),
            ("export/sales/may", "branch-conflict", "export/sales"),
            ("main/x", "branch-conflict", "main"),
        ],
    )
    async def test_taken_branch_is_refused(
        self, repository: Repository, name: str, code: str, known: str
    ) -> None:
        """T10: a folder and a file of one name cannot be side by side; nothing is forced."""
        first = await begun(repository)
        await repository.create_branch("export/sales", "main")
        await committed(repository, new({f"{SALES}/a": b"2"}, first, "export/sales"))
        before = await repository.branches()
        refused = failure(await repository.create_branch(name, "main"))
        assert (refused.code, refused.name, refused.detail) == (code, name, known)
        assert await repository.branches() == before

    async def test_branch_begins_where_it_is_told(self, repository: Repository) -> None:
        first = await begun(repository)
        second = await committed(repository, new({f"{SALES}/a": b"2"}, first))
        for number, reference in enumerate(
            [first.id, first.id[:8].upper(), f"commit:{first.id}", f" commit: {first.short_id} "]
        ):
            made = await repository.create_branch(f"old/{number}", reference)
            assert made == Success(Branch(f"old/{number}", first.id))
        for number, reference in enumerate(["main", "branch:main", "branch: main"]):
            made = await repository.create_branch(f"new/{number}", reference)
            assert made == Success(Branch(f"new/{number}", second.id))

    @pytest.mark.parametrize(
        ("reference", "code", "name"),
        [
            ("branch:nope", "unknown-branch", "nope"),
            ("nope", "unknown-branch", "nope"),
            ("", "unknown-branch", ""),
            ("commit:dead", "unknown-commit", "dead"),
            ("commit:main", "unknown-commit", "main"),
            ("commit:HEAD~1", "unknown-commit", "HEAD~1"),
            ("--all", "unknown-branch", "--all"),
            ("backup:main", "unknown-branch", "backup:main"),
        ],
    )
    async def test_unknown_reference_is_named(
        self, repository: Repository, reference: str, code: str, name: str
    ) -> None:
        await begun(repository)
        refused = failure(await repository.resolve(reference))
        assert (refused.code, refused.name) == (code, name)
        assert refused.detail == ("main" if code == "unknown-branch" else "")

    async def test_too_short_an_id_is_unknown(self, repository: Repository) -> None:
        made = await begun(repository)
        assert failure(await repository.resolve(f"commit:{made.id[:3]}")).code == "unknown-commit"
        assert await repository.resolve(f"commit:{made.id[:4]}") == Success(made)

    async def test_branch_called_like_a_commit_comes_first(self, repository: Repository) -> None:
        first = await begun(repository)
        second = await committed(repository, new({f"{SALES}/a": b"2"}, first))
        await repository.create_branch(first.id[:7], "main")
        assert await repository.resolve(first.id[:7]) == Success(second)
        assert await repository.resolve(f"commit:{first.id[:7]}") == Success(first)

    async def test_commit_is_known_by_person_time_and_message(self, repository: Repository) -> None:
        wanted = replace(
            new({f"{SALES}/a": b"1"}),
            message="  Заголовок\n\n# not a comment\n\nDashboard: x\n",
            at=NOON.replace(microsecond=700_000),
        )
        made = await committed(repository, wanted)
        message = "Заголовок\n\n# not a comment\n\nDashboard: x"
        assert (made.author, made.at, made.message) == (BOSS, NOON.replace(microsecond=0), message)
        assert made.subject == "Заголовок"
        assert await repository.resolve(made.id) == Success(made)

    @pytest.mark.parametrize(
        "user",
        ["", "<>", "local:a\nb <c@d>", "Ёлка\0", "…", "-x", "a" * 3_000, "\ud800", '".,'],
    )
    async def test_any_user_can_be_the_author(self, repository: Repository, user: str) -> None:
        wanted = replace(new({f"{SALES}/a": b"1"}), author=author_of(user))
        made = await committed(repository, wanted)
        assert made.author == author_of(user) != Author("", "")

    @pytest.mark.parametrize("message", ["x\0y", "\ud800", "--amend", "a" * 100_000, "🚀\r\nx"])
    async def test_any_message_is_kept(self, repository: Repository, message: str) -> None:
        await committed(repository, replace(new({f"{SALES}/a": b"1"}), message=message))

    async def test_files_of_any_name_come_back(self, repository: Repository) -> None:
        """T08."""
        contents = {path: path.encode() + b"\0\r\n\xff" for path in STRANGE}
        made = await committed(repository, new(contents))
        assert await repository.read(made.id, SALES) == Success(contents)
        folders = ("dashboards", SALES, f"{SALES}/charts")
        assert await repository.folders(made.id) == Success(folders)

    async def test_same_files_again_are_no_commit(self, repository: Repository) -> None:
        first = await begun(repository)
        again = new({f"{SALES}/dashboard.yaml": b"title: one\n", f"{SALES}/gone": None}, first)
        assert await repository.commit(again) == Success(None)
        assert await repository.resolve("main") == Success(first)

    async def test_what_is_not_named_stays(self, repository: Repository) -> None:
        first = await committed(repository, new({f"{SALES}/a": b"1", f"{SALES}/b": b"2"}))
        other = await committed(repository, new({f"{STOCK}/a": b"3"}, first))
        last = await committed(repository, new({f"{SALES}/a": None, f"{SALES}/c/d": b"4"}, other))
        assert await repository.read(last.id, SALES) == Success(
            {f"{SALES}/b": b"2", f"{SALES}/c/d": b"4"}
        )
        assert await repository.read(last.id, STOCK) == Success({f"{STOCK}/a": b"3"})
        assert await repository.read(first.id, SALES) == Success(
            {f"{SALES}/a": b"1", f"{SALES}/b": b"2"}
        )

    async def test_folder_is_not_one_that_begins_alike(self, repository: Repository) -> None:
        first = await begun(repository)
        longer = await committed(repository, new({f"{SALES}00/a": b"1"}, first))
        assert list((await repository.read(longer.id, SALES)).unwrap()) == [
            f"{SALES}/dashboard.yaml"
        ]
        assert await repository.read(longer.id, "dashboards/nope") == Success({})

    async def test_history_of_a_folder_newest_first(self, repository: Repository) -> None:
        first = await begun(repository)
        other = await committed(repository, new({f"{STOCK}/a": b"1"}, first))
        last = await committed(repository, new({f"{SALES}/dashboard.yaml": b"title: two\n"}, other))
        assert await repository.log(last.id, SALES, 10) == Success((last, first))
        assert await repository.log(last.id, SALES, 1) == Success((last,))
        assert await repository.log(first.id, STOCK, 10) == Success(())

    async def test_unknown_branch_is_not_begun_by_a_commit(self, repository: Repository) -> None:
        first = await begun(repository)
        refused = failure(await repository.commit(new({f"{SALES}/a": b"1"}, first, "nope")))
        assert refused == RepositoryFailed("unknown-branch", "nope", "main")

    async def test_commits_at_the_same_time_all_land(self, repository: Repository) -> None:
        first = await begun(repository)
        folders = [f"dashboards/d{number}" for number in range(6)]
        made = await asyncio.gather(
            *(repository.commit(new({f"{folder}/a": b"1"}, first)) for folder in folders)
        )
        assert all(each.unwrap() is not None for each in made)
        tip = (await repository.resolve("main")).unwrap()
        for folder in folders:
            assert await repository.read(tip.id, folder) == Success({f"{folder}/a": b"1"})

    async def test_changed_folder_is_not_written_over(self, repository: Repository) -> None:
        first = await begun(repository)
        second = await committed(repository, new({f"{SALES}/dashboard.yaml": b"x"}, first))
        refused = failure(await repository.commit(new({f"{SALES}/dashboard.yaml": b"y"}, first)))
        assert refused == RepositoryFailed("moved", "main", SALES)
        refused = failure(await repository.commit(new({f"{SALES}/dashboard.yaml": b"y"})))
        assert refused.code == "moved"
        assert await repository.resolve("main") == Success(second)

    async def test_huge_file_is_refused(self, repository: Repository) -> None:
        path = f"{SALES}/huge"
        refused = failure(await repository.commit(new({path: bytes(MAX_FILE + 1)})))
        assert refused == RepositoryFailed("too-large", path)
        large = bytes(MAX_FILE)
        many = {f"{SALES}/{number}": large for number in range(11)}
        assert failure(await repository.commit(new(many))) == RepositoryFailed("too-large", "all")
        assert await repository.branches() == Success(())

    @pytest.mark.parametrize(
        "path", [f"{STOCK}/a", SALES, f"{SALES}/../x", f"{SALES}/.git/x", f"{SALES}//x", "/etc/x"]
    )
    def test_commit_outside_its_folder_cannot_be_made(self, path: str) -> None:
        with pytest.raises(ValueError, match="not inside"):
            NewCommit("main", SALES, {path: b""}, "m", BOSS, NOON, None)

    async def test_branch_that_somebody_works_on_is_left_alone(
        self, checked_out: Repository
    ) -> None:
        tip = (await checked_out.resolve("main")).unwrap()
        refused = failure(await checked_out.commit(new({f"{SALES}/a": b"1"}, tip)))
        assert (refused.code, refused.name) == ("checked-out", "main")
        places = {each.name: each.checked_out for each in (await checked_out.branches()).unwrap()}
        assert places == {"free": None, "main": refused.detail}
        assert await checked_out.resolve("main") == Success(tip)
        await committed(checked_out, new({f"{SALES}/a": b"1"}, tip, "free"))
