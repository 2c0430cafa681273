"""Where something is taken from and where it goes: environments, branches, commits, backups."""

from adapters.planner.slots import Slot
from adapters.planner.sources import UNSURE, Found, Sources, only

_TO = frozenset({"to", "into", "onto", "на", "в", "во", "до"})
_AT = frozenset({"on", "in", "at", "over", "for"})
_FROM = frozenset({"from", "off", "с", "со", "из", "от"})
_NAMES = frozenset({"path", "name", "hex", "quoted"})


def compared_source(sources: Sources) -> Found | None:
    """The first of two places; left out when it is where the person is anyway."""
    places = _places(sources)
    if len(places) != 2:  # noqa: PLR2004 (source and target)
        return None
    first = places[0]
    return None if first.value == sources.env_id else first


def compared_target(sources: Sources) -> Found | None:
    """The second of two places, or the only one."""
    places = _places(sources)
    if not places or len(places) > 2:  # noqa: PLR2004 (source and target)
        return None if not places else UNSURE
    return Found(places[-1].value, frozenset().union(*(place.used for place in places)))


def target_environment(sources: Sources) -> Found | None:
    """
    The environment after "to"; after "on" when no other says "to".

    What is restored goes to where the person is when no other is named.
    """
    named = _directed(sources, _TO) or _directed(sources, _AT)
    if named is None and sources.env_id and sources.reading.of("restore_verb"):
        return None if sources.slots("environment") else Found(sources.env_id)
    return named


def source_environment(sources: Sources) -> Found | None:
    return _directed(sources, _FROM)


def deployed_source(sources: Sources) -> Found | None:
    """A branch, commit or backup, or the environment after "from" if the person is elsewhere."""
    versions = [place for place in _places(sources) if ":" in str(place.value)]
    if versions:
        return versions[0] if len(versions) == 1 else UNSURE
    found = _directed(sources, _FROM)
    if found is None and _directed(sources, _TO) is not None:
        found = _directed(sources, _AT)
    return found


def _places(sources: Sources) -> list[Found]:
    """In the order of the message: environments, `branch:x` and the like, and "branch x"."""
    found = {
        at: Found(slot.value, frozenset({at})) for at, slot in sources.slots("environment", "place")
    }
    for kind in ("branch", "commit"):
        for _, end in sources.reading.of(f"{kind}_place"):
            place = _named_version(sources, kind, end)
            if place is not None:
                found[end] = place
    return [found[at] for at in sorted(found)]


def _named_version(sources: Sources, kind: str, at: int) -> Found | None:
    """The name that follows the noun: "branch release/1"."""
    tokens = sources.reading.tokens
    if at >= len(tokens):
        return None
    slot = tokens[at].slot
    if slot is None:
        is_name = tokens[at].text.isascii() and (at in sources.left or kind == "branch")
        return Found(f"{kind}:{tokens[at].text}", frozenset({at})) if is_name else None
    return Found(f"{kind}:{slot.value}", frozenset({at})) if slot.kind in _NAMES else None


def _directed(sources: Sources, prepositions: frozenset[str]) -> Found | None:
    tokens = sources.reading.tokens
    found: list[tuple[int, Slot]] = []
    for at, slot in sources.slots("environment"):
        before = [tokens[place].text.lower() for place in range(max(0, at - 3), at)]
        nearest = next((word for word in reversed(before) if word in _TO | _AT | _FROM), None)
        if nearest in prepositions:
            found.append((at, slot))
    return only(found)
