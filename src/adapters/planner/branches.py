"""What a new branch is called, and what it begins at."""

from adapters.planner.sources import Found, Sources, only


def branch_name(sources: Sources) -> Found | None:
    """The new branch; what follows "from" is another one."""
    origin = branch_origin(sources)
    taken = origin.used if origin is not None else frozenset()
    quoted = sources.quoted_for("branch", "name", None)
    written = [*quoted, *sources.slots("path", "name")]
    found = only([(at, slot) for at, slot in written if at not in taken])
    found = found or _chunk_of_noun(sources)
    found = found or sources.chunk_after("name") or sources.chunk_after("as_name")
    found = found or sources.chunk_after("branch")
    return None if found is None or found.used & taken else found


def _chunk_of_noun(sources: Sources) -> Found | None:
    """What follows the noun and can only be a name: "новая-ветка", "релиз/2"."""
    tokens, text = sources.reading.tokens, sources.reading.text
    for _, end in sources.reading.of("branch"):
        if end >= len(tokens) or tokens[end].slot is not None:
            continue
        chunk = text[tokens[end].start :].split(maxsplit=1)[0].rstrip(".,;:!?")
        if set("-/_0123456789") & set(chunk):
            last = tokens[end].start + len(chunk)
            used = [at for at in range(end, len(tokens)) if tokens[at].start < last]
            slots = [slot for at in used if (slot := tokens[at].slot) is not None]
            is_plain = all(slot.kind == "number" for slot in slots)
            return Found(chunk, frozenset(used)) if is_plain else None
    return None


def branch_origin(sources: Sources) -> Found | None:
    tokens = sources.reading.tokens
    nouns = sources.reading.covered("branch")
    for at in range(1, len(tokens)):
        slot = tokens[at].slot
        named = slot is None or slot.kind in {"path", "name", "quoted"}
        before = at - 2 if at - 1 in nouns and at > 1 else at - 1
        if (
            tokens[before].text.lower() in {"from", "off", "от", "из"}
            and at in sources.left
            and named
        ):
            return Found(tokens[at].text if slot is None else slot.value, frozenset({at}))
    return None
