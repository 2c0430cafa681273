"""The folder that holds everything the service keeps."""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

from filelock import BaseFileLock, FileLock, Timeout

from application.ports.store import StoreUnavailable
from entrypoints.settings import Settings
from entrypoints.speaker import Speaker

# A service that is being stopped, its Supersets with it, lets go within this time.
_WAIT_S: Final = 15.0
_ADDRESS: Final = "agent.address"


def prepare_data_dir(path: Path) -> None:
    """
    Make the folder, readable to its owner alone, and see that it can be written to.

    Raises:
        StoreUnavailable: it cannot; the message names the folder and the reason.

    """
    try:
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryFile(dir=path):
            pass
    except OSError as error:
        raise StoreUnavailable(f"{path.absolute()}: {error.strerror}") from error


@contextmanager
def held(settings: Settings, speaker: Speaker) -> Iterator[None]:
    """
    Let one service at a time work on the folder and on the store, or end with a sentence.

    A second one would take the turns that the first is running for left over from a crash.

    Raises:
        StoreUnavailable: nothing can be written there.

    """
    with ExitStack() as stack:
        for lock in _locks(settings):
            try:
                _acquire(lock, settings, speaker)
            except OSError as error:
                raise StoreUnavailable(f"{lock.lock_file}: {error.strerror}") from error
            stack.callback(lock.release)
        (settings.data_dir / _ADDRESS).unlink(missing_ok=True)
        yield


def note_address(settings: Settings) -> None:
    """Let other commands know where the service is; only the one that holds the folder may."""
    noted = settings.data_dir / _ADDRESS
    noted.touch(mode=0o600)
    noted.write_text(settings.address, encoding="utf-8")


def address_of(settings: Settings) -> str:
    """Where the service is that works on the folder; without one, where it would be."""
    lock, *_ = _locks(settings)
    try:
        with lock.acquire(blocking=False):
            return settings.address
    except Timeout:
        noted = settings.data_dir / _ADDRESS
        return noted.read_text(encoding="utf-8") if noted.exists() else settings.address


def _locks(settings: Settings) -> list[BaseFileLock]:
    """One, unless the store lies elsewhere."""
    kept = dict.fromkeys((settings.data_dir / "agent.sqlite", settings.store_file))
    return [FileLock(path.with_suffix(".lock"), mode=0o600) for path in kept]


def _acquire(lock: BaseFileLock, settings: Settings, speaker: Speaker) -> None:
    with suppress(Timeout):
        lock.acquire(blocking=False)
        return
    folder = str(settings.data_dir.absolute())
    speaker.say("cli-waiting", folder=folder)
    with suppress(Timeout):
        lock.acquire(timeout=_WAIT_S)
        return
    speaker.fail("cli-in-use", folder=folder, address=f"{address_of(settings)}/agent")
