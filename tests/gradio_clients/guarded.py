"""
`superset-agent serve` that notes where it connects to and what it looks up.

The file that AGENT_TEST_CONNECTIONS names gets a line for each.
"""

import os
import sys
from pathlib import Path
from typing import Any

_NOTED = frozenset({"socket.connect", "socket.getaddrinfo", "socket.gethostbyname"})
_notes = Path(os.environ.pop("AGENT_TEST_CONNECTIONS")).open("a", buffering=1)  # noqa: SIM115  # for as long as we live


def _note(event: str, details: tuple[Any, ...]) -> None:
    if event in _NOTED:
        _notes.write(f"{event} {details[-1] if event == 'socket.connect' else details[0]!r}\n")


if __name__ == "__main__":
    sys.addaudithook(_note)
    from entrypoints.cli import main

    main(["serve"], prog_name="superset-agent")
