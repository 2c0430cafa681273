"""
One call of the git program, in surroundings that are the same on every machine.

Inside this adapter what goes wrong is raised as `GitFailed`; its edge turns it into a value.
"""

import asyncio
import os
import shutil
import signal
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from domain.repository import FailureCode, RepositoryFailed

_TIMEOUT_S: Final = 20.0
_GRACE_S: Final = 2.0
_MAX_DETAIL: Final = 300

# No hook, no helper program and no conversion of content, whatever the repository configures.
_OVERRIDES: Final = (
    f"core.hooksPath={os.devnull}",
    "core.fsmonitor=false",
    "core.quotePath=false",
    "core.splitIndex=false",
    "core.protectHFS=true",
    "core.protectNTFS=true",
    "core.fsync=all",
    "core.filesRefLockTimeout=3000",
    "i18n.commitEncoding=UTF-8",
    "i18n.logOutputEncoding=UTF-8",
    "log.showSignature=false",
    "gc.auto=0",
)
_NAME: Final = "Superset Agent"
_EMAIL: Final = "agent@superset-agent.invalid"
# For what no person asked for.
AGENT: Final = {"GIT_AUTHOR_NAME": _NAME, "GIT_AUTHOR_EMAIL": _EMAIL}
# Nothing of the surroundings is passed on: no person's configuration, no prompt, no network.
_ENVIRON: Final = {
    "PATH": os.defpath,
    "HOME": os.devnull,
    "LC_ALL": "C",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_COMMITTER_NAME": _NAME,
    "GIT_COMMITTER_EMAIL": _EMAIL,
}


class GitFailed(Exception):  # noqa: N818  # a fact, like the value that it carries
    """Why the repository gives nothing."""

    def __init__(self, failed: RepositoryFailed) -> None:
        super().__init__(failed)
        self.failed = failed


def failing(code: FailureCode, name: str = "", detail: str = "") -> GitFailed:
    return GitFailed(RepositoryFailed(code, name, detail))


@dataclass(frozen=True, slots=True)
class GitSaid:
    """How git ended: 0 is well; what it wrote to both of its outputs."""

    status: int
    output: bytes
    complaint: str

    @property
    def failed(self) -> GitFailed:
        """What its complaint means."""
        first = next((line for line in self.complaint.splitlines() if line.strip()), "no word")
        detail = first.removeprefix("fatal: ").removeprefix("error: ")[:_MAX_DETAIL]
        if self.status == -signal.SIGXFSZ or any(word in self.complaint for word in _DISK):
            return failing("not-written", detail=detail)
        if ".lock': File exists" in self.complaint:
            return failing("locked", detail=detail)
        return failing("broken", detail=detail)


_DISK: Final = (
    "No space left",
    "Disk quota exceeded",
    "File too large",
    "Read-only file system",
    "Permission denied",
    "insufficient permission",
    "unable to write",
    "Input/output error",
)


@dataclass(frozen=True, slots=True)
class Git:
    """
    The git program on one repository.

    Args:
        folder: where the repository's own files are; None before there is one.
        program: name or path of the program.

    """

    folder: Path | None
    program: str = "git"
    overrides: Sequence[str] = field(default=_OVERRIDES)

    async def ask(
        self, *arguments: str, given: bytes = b"", environ: Mapping[str, str] | None = None
    ) -> bytes:
        """The output of a call that should succeed."""
        said = await self.run(*arguments, given=given, environ=environ)
        if said.status != 0:
            raise said.failed
        return said.output

    async def word(
        self, *arguments: str, given: bytes = b"", environ: Mapping[str, str] | None = None
    ) -> str:
        """The one id that a call answers with."""
        output = await self.ask(*arguments, given=given, environ=environ)
        return output.decode(errors="replace").strip()

    async def run(
        self, *arguments: str, given: bytes = b"", environ: Mapping[str, str] | None = None
    ) -> GitSaid:
        """How a call ended; a status other than 0 is an answer."""
        program = shutil.which(self.program)
        if program is None:
            raise failing("no-git")
        command = [program, *self._options(), *arguments]
        process = await self._start(command, environ or {}, PIPE if given else DEVNULL)
        try:
            async with asyncio.timeout(_TIMEOUT_S):
                output, complaint = await process.communicate(given or None)
        except TimeoutError:
            raise failing("broken", detail=f"no answer within {_TIMEOUT_S:g} s") from None
        except RuntimeError:
            # What uvloop raises for a process that is gone before it was given anything.
            raise failing("broken", detail="git ended before it read its input") from None
        finally:
            await _stop(process)
        said = complaint.decode(errors="replace").strip()
        return GitSaid(process.returncode or 0, output, said)

    async def _start(
        self, command: Sequence[str], environ: Mapping[str, str], stdin: int
    ) -> Process:
        starting = asyncio.ensure_future(
            asyncio.create_subprocess_exec(
                *command,
                stdin=stdin,
                stdout=PIPE,
                stderr=PIPE,
                cwd=self.folder,
                env={**_ENVIRON, **environ},
                start_new_session=True,
            )
        )
        try:
            # Given up half way, asyncio would kill it in a way that leaves locks behind.
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            await _stop(await starting)
            raise
        except OSError as broken:
            raise failing("broken", detail=broken.strerror or str(broken)) from broken

    def _options(self) -> list[str]:
        options = [part for each in self.overrides for part in ("-c", each)]
        return options if self.folder is None else [*options, f"--git-dir={self.folder}"]


async def _stop(process: Process) -> None:
    """
    End a call that nobody waits for any more.

    Most end by themselves at once; one that is asked to end takes its locks away.
    """
    if process.returncode is not None:
        return
    if process.stdin is not None:
        process.stdin.close()
    for end in (None, process.terminate, process.kill):
        if end is not None:
            with suppress(ProcessLookupError):
                end()
        try:
            async with asyncio.timeout(_GRACE_S):
                await process.wait()
        except TimeoutError:
            continue
        return
