"""Writing so that it is on the disk."""

import os
from pathlib import Path


def write_all(file: int, data: bytes) -> None:
    """Write everything; a single call may take only a part, as before a disk is full."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(file, rest) :]


def write_new(path: Path, data: bytes) -> None:
    """
    Make a file that only its owner can read, and wait until it is on the disk.

    Raises:
        FileExistsError: there is one already.
        OSError: the disk is full or not writable; a part may be there.

    """
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        write_all(file, data)
        os.fsync(file)
    finally:
        os.close(file)


def sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
