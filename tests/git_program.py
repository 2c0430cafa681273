"""The git program as a person uses it, for tests that look at a repository from outside."""

import os
import subprocess
from pathlib import Path

_SOMEBODY = {
    "GIT_AUTHOR_NAME": "Somebody",
    "GIT_AUTHOR_EMAIL": "somebody@example.com",
    "GIT_COMMITTER_NAME": "Somebody",
    "GIT_COMMITTER_EMAIL": "somebody@example.com",
}


def git(folder: Path, *arguments: str) -> str:
    """What git says; a failing call is an error of the test."""
    done = subprocess.run(
        ["git", "-C", str(folder), *arguments],  # noqa: S607  # the machine's own git
        env=os.environ | _SOMEBODY,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()
