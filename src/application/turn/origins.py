"""Where each argument of a call came from, as the card shows it."""

from collections.abc import Mapping, Sequence

from domain.confirmation import Origin
from domain.conversation import ChatMessage
from domain.superset import JsonValue


def origins_of(
    arguments: Mapping[str, JsonValue],
    from_page: frozenset[str],
    ui_context: Mapping[str, JsonValue] | None,
    window: Sequence[ChatMessage],
) -> dict[str, Origin]:
    """
    The origin of every argument.

    What the person wrote in this conversation counts as theirs; then what the page said; then
    what a tool's text said; the rest the model made.
    """
    written = _text(window, "user")
    read = _text(window, "tool")
    page = {str(value).casefold() for value in (ui_context or {}).values() if value is not None}
    return {
        name: "page" if name in from_page else _origin(str(value), written, page, read)
        for name, value in arguments.items()
    }


def _origin(value: str, written: str, page: set[str], read: str) -> Origin:
    wanted = value.casefold()
    if wanted and wanted in written:
        return "person"
    if wanted in page:
        return "page"
    if wanted and wanted in read:
        return "tool"
    return "model"


def _text(window: Sequence[ChatMessage], role: str) -> str:
    return "\n".join(message.content for message in window if message.role == role).casefold()
