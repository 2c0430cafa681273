"""What every store may raise besides its answers."""


class StoreUnavailable(Exception):  # noqa: N818 - it names a state of the world, not a mistake
    """
    Infrastructure broke: disk full, file locked for too long, database damaged.

    Nothing of the step that raised it was kept. Entrypoints map it to 503; the caller may try
    again.
    """
