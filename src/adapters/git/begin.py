"""Finds the repository, or makes it on first use: whole or not at all."""

import asyncio
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

from adapters.git.process import AGENT, Git, failing

_MAIN: Final = "main"
# Clones on every system then hold the same bytes.
_ATTRIBUTES: Final = b"* -text\n"
_MESSAGE: Final = b"Begin the versions of dashboards\n"


async def find_repository(path: Path, program: str, *, create: bool) -> Git:
    """
    The git program on the repository at a path; a folder above it is never taken instead.

    A new one has no working tree, and a first commit, so that branches can begin.
    """
    if create and await asyncio.to_thread(_is_nothing, path):
        await _make(path, program)
    found = await asyncio.to_thread(_folder_of, path)
    if found is None:
        # What is missing may be git itself, which has to be said first.
        await Git(None, program).ask("--version")
        raise failing("not-a-repository", str(path))
    return Git(found, program)


def _folder_of(path: Path) -> Path | None:
    """Where a repository's own files are; `.git` is a file in a linked working tree."""
    link = path / ".git"
    if link.is_file():
        return _led_to(link)
    for folder in (link, path):
        if (folder / "HEAD").is_file() and (folder / "objects").is_dir():
            return folder
    return None


def _led_to(link: Path) -> Path | None:
    try:
        word, _, place = link.read_text("utf-8").strip().partition(": ")
    except (OSError, UnicodeDecodeError):
        return None
    folder = link.parent / place
    return folder if word == "gitdir" and folder.is_dir() else None


def _is_nothing(path: Path) -> bool:
    try:
        return not path.exists() or (path.is_dir() and not any(path.iterdir()))
    except OSError:
        return False


async def _make(path: Path, program: str) -> None:
    """Made beside its place and moved there: whoever comes second throws theirs away."""
    try:
        beside = await asyncio.to_thread(_room_beside, path)
    except OSError as broken:
        raise failing("not-written", str(path), broken.strerror or str(broken)) from broken
    try:
        await _fill(Git(beside, program))
        await asyncio.to_thread(_put, beside, path)
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _room_beside(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    return Path(tempfile.mkdtemp(prefix=f".{path.name}-", dir=path.parent))


def _put(beside: Path, path: Path) -> None:
    with suppress(OSError):
        beside.rename(path)


async def _fill(git: Git) -> None:
    await Git(None, git.program).ask(
        *("init", "--quiet", "--bare", "--template=", f"--initial-branch={_MAIN}", str(git.folder))
    )
    blob = await git.word("hash-object", "-w", "--stdin", "--no-filters", given=_ATTRIBUTES)
    entry = f"100644 blob {blob}\t.gitattributes\0".encode()
    tree = await git.word("mktree", "-z", given=entry)
    commit = await git.word("commit-tree", "-F", "-", tree, given=_MESSAGE, environ=AGENT)
    await git.ask("update-ref", f"refs/heads/{_MAIN}", commit, "")
