"""What happens, said part by part: what does not happen is not counted out as zero."""

from collections.abc import Iterable, Sequence
from typing import Final

from domain.texts import Text, text

# So few objects are named; more are counted, and stand below.
_NAMED: Final = 3


def in_a_row(parts: Sequence[Text]) -> Text | None:
    """One sentence part after another, with commas; None for none."""
    if not parts:
        return None
    *before, said = parts
    for part in reversed(before):
        said = text("enumeration", first=part, rest=said)
    return said


def named(objects: Sequence[tuple[str, str]]) -> Text | str:
    """A few objects (kind, title) by name; "none" for none, and for more than a few."""
    if len(objects) > _NAMED:
        return "none"
    called = [text("object-called", kind=kind, title=title) for kind, title in objects]
    return in_a_row(called) or "none"


def happening(parts: Iterable[tuple[str, Sequence[tuple[str, str]]]]) -> Text | str:
    """
    What a plan does.

    Args:
        parts: what happens ("created", "changed", "leaving", "restored", "deleted"), and to which
            objects, by kind and title.

    """
    said = [
        text(f"happening-{what}", count=len(objects), names=named(objects))
        for what, objects in parts
        if objects
    ]
    return in_a_row(said) or "none"


def counted(counts: Iterable[tuple[str, int]]) -> Text | str:
    """How many of each; `counts` are by the key of their text."""
    return in_a_row([text(key, count=count) for key, count in counts if count]) or "none"
