"""Blobs and trees: written before anything refers to them, read within bounds."""

import asyncio
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from adapters.git.parsing import Listed, listed, names_in
from adapters.git.process import Git, failing
from domain.repository import MAX_FILE, MAX_FILES, Files, NewCommit

_ABSENT: Final = "0" * 40


def check_sizes(new: NewCommit) -> None:
    """A commit holds nothing that could not be read again."""
    _refuse_too_large({path: len(content or b"") for path, content in new.files.items()})


async def folders(git: Git, commit_id: str) -> tuple[str, ...]:
    """The paths of all folders of a commit."""
    output = await git.ask("ls-tree", "-r", "-d", "-z", "--name-only", "--full-tree", commit_id)
    return tuple(sorted(names_in(output)))


async def read(git: Git, commit_id: str, folder: str) -> Files:
    """The plain files below a folder of a commit."""
    listing = await git.ask(
        "ls-tree", "-r", "-z", "-l", "--full-tree", commit_id, "--", f"{folder}/"
    )
    found = listed(listing)
    _refuse_too_large({each.path: each.size for each in found})
    wanted = "".join(f"{each.object_id}\n" for each in found).encode()
    return _split(await git.ask("cat-file", "--batch", given=wanted), found)


async def write_tree(git: Git, new: NewCommit, parent: str) -> str | None:
    """The tree of a commit upon another one; None when it is the same."""
    try:
        with tempfile.TemporaryDirectory(prefix="superset-agent-") as scratch:
            blobs = await _write_blobs(git, new, Path(scratch))
            tree = await _write_tree(git, new, parent, blobs, Path(scratch) / "index")
    except OSError as broken:
        raise failing("not-written", detail=broken.strerror or str(broken)) from broken
    return None if tree == await _tree_of(git, parent) else tree


async def _write_tree(
    git: Git, new: NewCommit, parent: str, blobs: Mapping[str, str], index: Path
) -> str:
    environ = {"GIT_INDEX_FILE": str(index)}
    if parent:
        await git.ask("read-tree", parent, environ=environ)
    removed = [f"0 {_ABSENT}\t{path}\0" for path, each in new.files.items() if each is None]
    added = [f"100644 {blob} 0\t{path}\0" for path, blob in blobs.items()]
    entries = "".join([*removed, *added]).encode()
    await git.ask("update-index", "-z", "--index-info", given=entries, environ=environ)
    return await git.word("write-tree", environ=environ)


async def _tree_of(git: Git, commit_id: str) -> str:
    if commit_id:
        return await git.word("rev-parse", "--verify", f"{commit_id}^{{tree}}")
    return await git.word("hash-object", "-t", "tree", "--stdin")


async def _write_blobs(git: Git, new: NewCommit, scratch: Path) -> dict[str, str]:
    """Path -> id of its content, as it stands: no conversion of line ends, no filter."""
    content = {path: each for path, each in new.files.items() if each is not None}
    if not content:
        return {}
    places = await asyncio.to_thread(_lay_out, list(content.values()), scratch)
    written = await git.ask(
        *("hash-object", "-w", "--no-filters", "--stdin-paths"),
        given="".join(f"{place}\n" for place in places).encode(),
    )
    return dict(zip(content, written.decode().split(), strict=True))


def _lay_out(contents: list[bytes], scratch: Path) -> list[Path]:
    places = [scratch / str(number) for number in range(len(contents))]
    for place, content in zip(places, contents, strict=True):
        place.write_bytes(content)
    return places


def _refuse_too_large(sizes: Mapping[str, int]) -> None:
    for path, size in sizes.items():
        if size > MAX_FILE:
            raise failing("too-large", path)
    if sum(sizes.values()) > MAX_FILES:
        raise failing("too-large", "all")


def _split(output: bytes, found: list[Listed]) -> Files:
    """The answers of `git cat-file --batch`: a line with the size, the content, a line end."""
    files: dict[str, bytes] = {}
    at = 0
    for each in found:
        head_end = output.find(b"\n", at)
        end = head_end + 1 + each.size
        if output[at:head_end].split() != [each.object_id.encode(), b"blob", b"%d" % each.size]:
            raise failing("broken", each.path, "cat-file")
        files[each.path] = output[head_end + 1 : end]
        at = end + 1
    return files
