"""The folder that holds everything the service keeps."""

import tempfile
from pathlib import Path

from application.ports.store import StoreUnavailable


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
