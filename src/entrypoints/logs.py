"""structlog, configured once: one JSON event a line on standard error."""

import logging
import sys
from typing import Final

import structlog
from structlog.tracebacks import ExceptionDictTransformer
from structlog.typing import Processor

_SHARED: Final[tuple[Processor, ...]] = (
    structlog.contextvars.merge_contextvars,
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    # Without locals: they hold tokens, passwords and rows.
    structlog.processors.ExceptionRenderer(ExceptionDictTransformer(show_locals=False)),
)


def configure_logs(level: str) -> None:
    """Write events of this level and above; library logs only from WARNING on, as JSON too."""
    number = logging.getLevelNamesMapping().get(level.upper(), logging.INFO)
    rendered = structlog.processors.JSONRenderer(ensure_ascii=False)
    of_libraries = logging.StreamHandler(sys.stderr)
    of_libraries.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=_SHARED,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, rendered],
        )
    )
    logging.basicConfig(level=logging.WARNING, handlers=[of_libraries])
    structlog.configure(
        processors=[*_SHARED, rendered],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
