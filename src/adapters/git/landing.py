"""
How a commit comes onto a branch.

Blobs, a tree and a commit are written beside what is there, with an index of their own; only then
does the branch move, and only if it is still where it was. So nothing is ever checked out, and
dying at any point leaves at worst objects that nobody refers to.
"""

import asyncio
import random
from typing import Final

from adapters.git.objects import check_sizes, write_tree
from adapters.git.process import Git, GitFailed, failing
from adapters.git.references import HEADS, checked_out, commit_of, named, tips
from domain.repository import Commit, NewCommit, is_branch_name

_ATTEMPTS: Final = 50
_LONGEST_PAUSE_S: Final = 0.2


async def commit(git: Git, new: NewCommit) -> Commit | None:
    """Put files on top of a branch, again and again while others are faster."""
    if not is_branch_name(new.branch):
        raise failing("bad-branch", new.branch)
    check_sizes(new)
    for _ in range(_ATTEMPTS):
        parent = await _tip(git, new)
        await _refuse_checked_out(git, new)
        await _refuse_moved(git, new, parent)
        tree = await write_tree(git, new, parent)
        if tree is None:
            return None
        made = await _write_commit(git, new, parent, tree)
        if await _moved_on(git, new.branch, parent, made):
            return await commit_of(git, made)
        await asyncio.sleep(random.uniform(0, _LONGEST_PAUSE_S))  # noqa: S311  # no secret
    raise failing("locked", new.branch)


async def _tip(git: Git, new: NewCommit) -> str:
    """The commit that the branch is at, empty where this is the first one."""
    known = await tips(git)
    if known and new.branch not in known:
        raise failing("unknown-branch", new.branch, named(known))
    return known.get(new.branch, "")


async def _refuse_checked_out(git: Git, new: NewCommit) -> None:
    place = (await checked_out(git)).get(new.branch)
    if place is not None:
        raise failing("checked-out", new.branch, place)


async def _refuse_moved(git: Git, new: NewCommit, parent: str) -> None:
    """Other folders may change as they like; what the change was worked out from may not."""
    if await _folder_id(git, parent, new.folder) != await _folder_id(git, new.base, new.folder):
        raise failing("moved", new.branch, new.folder)


async def _folder_id(git: Git, commit_id: str | None, folder: str) -> str | None:
    """The id of a folder's content in a commit; None when it is not there."""
    if not commit_id:
        return None
    found = await git.run("rev-parse", "--verify", "--quiet", f"{commit_id}:{folder}")
    return found.output.decode().strip() if found.status == 0 else None


async def _write_commit(git: Git, new: NewCommit, parent: str, tree: str) -> str:
    when = f"@{int(new.at.timestamp())} +0000"
    return await git.word(
        *("commit-tree", "-F", "-", *(["-p", parent] if parent else []), tree),
        given=new.message.replace("\0", " ").strip().encode(errors="replace") + b"\n",
        environ={
            "GIT_AUTHOR_NAME": new.author.name,
            "GIT_AUTHOR_EMAIL": new.author.email,
            "GIT_AUTHOR_DATE": when,
            "GIT_COMMITTER_DATE": when,
        },
    )


async def _moved_on(git: Git, branch: str, parent: str, commit_id: str) -> bool:
    """Whether the branch moved to the commit; False when another one came first."""
    stopped: GitFailed | None = None
    try:
        await git.ask("update-ref", "-m", "superset-agent", f"{HEADS}{branch}", commit_id, parent)
    except GitFailed as failed:
        # A call that was given up may have done it all the same.
        stopped = failed
    now = (await tips(git)).get(branch, "") if stopped else commit_id
    if stopped and now == parent:
        raise stopped
    return now == commit_id
