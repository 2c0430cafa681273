"""Branches and the commits that they, or people's words, lead to."""

from typing import Final

from adapters.git.parsing import LOG_FORMAT, commits_in, heads_in, worktrees_in
from adapters.git.process import Git, GitFailed, failing
from domain.repository import Branch, Commit, name_refused

HEADS: Final = "refs/heads/"

_SHORTEST_ID: Final = 4
_LONGEST_ID: Final = 64
_SHOWN: Final = 10


async def branches(git: Git) -> tuple[Branch, ...]:
    """All of them by name."""
    places = await checked_out(git)
    return tuple(Branch(name, tip, places.get(name)) for name, tip in (await tips(git)).items())


async def tips(git: Git) -> dict[str, str]:
    """Branch -> the commit that it is at."""
    output = await git.ask(
        "for-each-ref", "--format=%(refname)%00%(objectname)%00%(objecttype)", HEADS
    )
    return {name.removeprefix(HEADS): tip for name, tip in heads_in(output)}


async def checked_out(git: Git) -> dict[str, str]:
    """Branch -> the folder in which somebody works on it, also one without a commit yet."""
    places = worktrees_in(await git.ask("worktree", "list", "--porcelain"))
    return {name.removeprefix(HEADS): place for name, place in places.items()}


async def log(git: Git, *arguments: str) -> tuple[Commit, ...]:
    return commits_in(await git.ask("log", "-z", f"--format={LOG_FORMAT}", *arguments))


async def commit_of(git: Git, commit_id: str) -> Commit:
    """The commit of a whole id."""
    [found] = await log(git, "-1", commit_id)
    return found


async def resolve(git: Git, reference: str) -> Commit:
    """The commit that a reference means, as the port says it."""
    known = await tips(git)
    word, _, rest = reference.strip().rpartition(":")
    name = rest.strip()
    if word not in {"", "branch", "commit"}:
        raise failing("unknown-branch", reference, named(known))
    if word != "commit" and name in known:
        return await commit_of(git, known[name])
    found = [] if word == "branch" else await _commits_beginning(git, name)
    if len(found) == 1:
        return await commit_of(git, found[0])
    if found:
        raise failing("ambiguous-commit", name, ", ".join(sorted(found)[:_SHOWN]))
    if not known:
        raise failing("empty", name)
    if word == "commit":
        raise failing("unknown-commit", name)
    raise failing("unknown-branch", name, named(known))


def named(known: dict[str, str]) -> str:
    """The branches there are, for people."""
    return ", ".join([*list(known)[:_SHOWN], *(["…"] if len(known) > _SHOWN else [])])


async def create_branch(git: Git, name: str, start: str) -> Branch:
    """A new branch at a reference."""
    await _refuse_name(git, name)
    begins = await resolve(git, start)
    made = await git.run("update-ref", f"{HEADS}{name}", begins.id, "")
    if made.status != 0:
        # Somebody else may have been faster.
        await _refuse_name(git, name)
        raise made.failed
    return Branch(name, begins.id)


async def _refuse_name(git: Git, name: str) -> None:
    refused = name_refused(name, await tips(git))
    if refused is not None:
        raise GitFailed(refused)


async def _commits_beginning(git: Git, digits: str) -> list[str]:
    """Never by asking git what a name means: a branch or a tag may be called like an id."""
    is_hex = set(digits.lower()) <= set("0123456789abcdef")
    if not is_hex or not _SHORTEST_ID <= len(digits) <= _LONGEST_ID:
        return []
    ids = await git.ask("rev-parse", f"--disambiguate={digits.lower()}")
    kinds = await git.ask("cat-file", "--batch-check", given=ids)
    rows = [line.split() for line in kinds.decode().splitlines()]
    return [row[0] for row in rows if row[1] == "commit"]
