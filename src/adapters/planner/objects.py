"""Titles that are written without quotes."""

from adapters.planner.reading import Span
from adapters.planner.sources import Found, Sources

_LONGEST = 8
_BREAKS = ",;:()\n"


def titles_without_quotes(sources: Sources, noun: str) -> list[Found]:
    """
    Titles with a capital letter right before or after the noun.

    A title ends before an environment and at a comma. One that holds words of other wishes is
    none: whoever writes such a title puts it into quotes.
    """
    found = []
    for span in sources.reading.of(noun):
        for places in (_after(sources, span), _before(sources, span)):
            title = _title(sources, places)
            if title is not None:
                found.append(title)
    return found


def _after(sources: Sources, noun: Span) -> list[int]:
    tokens = sources.reading.tokens
    fillers = sources.reading.covered("name", "polite")
    start = noun[1]
    while start < len(tokens) and start in fillers and not tokens[start].text[0].isupper():
        start += 1
    places: list[int] = []
    for at in range(start, min(len(tokens), start + _LONGEST + 1)):
        slot = tokens[at].slot
        if slot is not None and slot.kind not in {"number", "name"}:
            break
        places.append(at)
    trailing = fillers | sources.said | sources.reading.covered("unneeded")
    while places and places[-1] in trailing and not tokens[places[-1]].text[0].isupper():
        places.pop()
    return places


def _before(sources: Sources, noun: Span) -> list[int]:
    places: list[int] = []
    for at in range(noun[0] - 1, -1, -1):
        token = sources.reading.tokens[at]
        if token.slot is not None or at in sources.chosen or not token.text[0].isupper():
            break
        places.insert(0, at)
    return places


def _title(sources: Sources, places: list[int]) -> Found | None:
    if not places or len(places) > _LONGEST or not set(places) & sources.left:
        return None
    tokens = sources.reading.tokens
    title = sources.raw((places[0], places[-1] + 1))
    is_plain = tokens[places[0]].text[0].isupper() and not any(sign in title for sign in _BREAKS)
    is_free = not sources.chosen & set(places) and not sources.reading.covered(
        "delete_verb", "deploy_verb", "backup_verb", "dashboard", "foreign"
    ) & set(places)
    return Found(title, frozenset(places)) if is_plain and is_free else None
