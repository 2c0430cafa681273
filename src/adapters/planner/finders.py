"""One finder per kind of argument: what it says in this message, or None."""

from adapters.planner.objects import titles_without_quotes
from adapters.planner.slots import Slot
from adapters.planner.sources import UNSURE, Found, Sources

_TO = frozenset({"to", "into", "onto", "на", "в", "во", "до"})
_AT = frozenset({"on", "in", "at", "over", "for"})
_FROM = frozenset({"from", "off", "с", "со", "из", "от"})


def environment(sources: Sources) -> Found | None:
    """The environment that is written; several different ones are no answer."""
    return _only(sources.slots("environment"))


def database(sources: Sources) -> Found | None:
    """By name, number or title; else the only one there is."""
    named = sources.slots("database")
    if named:
        return _database_named(sources, named)
    numbered = [
        (at, slot)
        for at, slot in sources.slots("number", "uuid", "quoted", "name")
        if sources.purpose(at) == "database"
    ]
    if numbered:
        return _database_named(sources, numbered)
    written = sources.word_after("database")
    if written is not None and _is_latin(written.value):
        return written
    known = sources.situation.databases
    return Found(known[0][0]) if len(known) == 1 and not _is_elsewhere(sources) else None


def _database_named(sources: Sources, named: list[tuple[int, Slot]]) -> Found | None:
    only = _only(named)
    if only is None or not only.is_sure or _is_elsewhere(sources):
        return only
    wanted = str(only.value).casefold()
    ids = [one for one, title, _ in sources.situation.databases if title.casefold() == wanted]
    return Found(ids[0], only.used) if len(ids) == 1 else only


def _is_elsewhere(sources: Sources) -> bool:
    """Whether the message names another environment: ids of databases differ there."""
    written = {slot.value for _, slot in sources.slots("environment")}
    return bool(written) and written != {sources.env_id}


def dashboard(sources: Sources) -> Found | None:
    """A dashboard that is named, or that "this" points at."""
    return _object(sources, "dashboard")


def dashboard_or_open(sources: Sources) -> Found | None:
    """The same, and without a word the one that the person looks at."""
    found = _object(sources, "dashboard")
    open_id = sources.context_id("dashboard")
    return found or (Found(open_id) if open_id is not None else None)


def dashboard_if_meant(sources: Sources) -> Found | None:
    """A dashboard only when the message speaks of one."""
    return _object(sources, "dashboard") if sources.reading.of("dashboard") else None


def dataset_if_meant(sources: Sources) -> Found | None:
    return _object(sources, "dataset") if sources.reading.of("dataset") else None


def dataset(sources: Sources) -> Found | None:
    """A dataset that is named, or the one that the person looks at."""
    if sources.reading.of("dashboard") and not sources.reading.of("dataset"):
        return None
    found = _object(sources, "dataset") if sources.reading.of("dataset") else None
    open_id = sources.context_id("dataset")
    return found or (Found(open_id) if open_id is not None else None)


def _object(sources: Sources, kind: str) -> Found | None:
    accepted = (kind, "name", None) if kind == "dashboard" else (kind, "name")
    named = [
        (at, slot)
        for at, slot in sources.slots("number", "uuid", "quoted")
        if sources.purpose(at) in accepted
    ]
    if named:
        return _only(named)
    titles = titles_without_quotes(sources, kind)
    if titles:
        return titles[0] if len(titles) == 1 else UNSURE
    open_id = sources.context_id(kind)
    if open_id is not None and (places := sources.reading.covered("this")):
        return Found(open_id, frozenset(places))
    return None


def dashboards(sources: Sources) -> Found | None:
    """Several dashboards by number."""
    found = [
        (at, slot)
        for at, slot in sources.slots("number", "uuid", "quoted")
        if sources.purpose(at) == "dashboard"
    ]
    if not found:
        return None
    values = list(dict.fromkeys(slot.value for _, slot in found))
    return Found(values, frozenset(at for at, _ in found))


def sql(sources: Sources) -> Found | None:
    return _only(sources.slots("sql"))


def limit(sources: Sources) -> Found | None:
    """How many; a number that counts rows or dashboards."""
    found = [(at, slot) for at, slot in sources.slots("number") if sources.purpose(at) == "limit"]
    only = _only(found)
    return only if only is None or not only.is_sure else Found(int(str(only.value)), only.used)


def owner(sources: Sources) -> Found | None:
    return _after(sources, "owner")


def tag(sources: Sources) -> Found | None:
    return _after(sources, "tag")


def changed_since(sources: Sources) -> Found | None:
    return _only(sources.slots("since"))


def task(sources: Sources) -> Found | None:
    return _only(sources.slots("hex", "uuid", "number", "quoted"))


def schema(sources: Sources) -> Found | None:
    return _after(sources, "schema")


def explored_table(sources: Sources) -> Found | None:
    """The table that is named; a schema or a database is none."""
    other = {at for one in (schema(sources), database(sources)) if one for at in one.used}
    found = _after(sources, "table") or sources.word_before("table") or _after(sources, "column")
    if found is None:
        found = sources.word_before("column") or _only(sources.slots("name"))
    if found is None or found.used & other:
        return None
    return found if _is_name(found.value) else None


def dataset_name(sources: Sources) -> Found | None:
    """What a dataset made from SQL is called."""
    if not sources.slots("sql"):
        return None
    quoted = sources.quoted_for("dataset", "name")
    named = [(at, slot) for at, slot in sources.slots("name") if sources.purpose(at) != "database"]
    return _only([*quoted, *named]) or sources.word_after("name") or sources.word_after("dataset")


def dataset_table(sources: Sources) -> Found | None:
    """The table that a dataset is made from."""
    if sources.slots("sql"):
        return None
    quoted = sources.quoted_for("table", "origin", "dataset")
    found = _only([*quoted, *sources.slots("name")])
    for group in ("table", "view", "origin", "dataset"):
        found = found or sources.word_after(group)
    found = found or sources.word_before("table")
    return found if found is None or not found.is_sure or _is_name(found.value) else None


def apply(sources: Sources) -> Found | None:
    places = sources.reading.covered("apply")
    return Found(value=True, used=frozenset(places)) if places else None


def compared_source(sources: Sources) -> Found | None:
    """The first of two places; left out when it is where the person is anyway."""
    places = sources.slots("environment", "place")
    if len(places) != 2:  # noqa: PLR2004 (source and target)
        return None
    at, slot = places[0]
    return None if slot.value == sources.env_id else Found(slot.value, frozenset({at}))


def compared_target(sources: Sources) -> Found | None:
    """The second of two places, or the only one."""
    places = sources.slots("environment", "place")
    if not places or len(places) > 2:  # noqa: PLR2004 (source and target)
        return None if not places else UNSURE
    return Found(places[-1][1].value, frozenset(at for at, _ in places))


def target_environment(sources: Sources) -> Found | None:
    """The environment after "to"; after "on" when no other says "to"."""
    return _directed(sources, _TO) or _directed(sources, _AT)


def source_environment(sources: Sources) -> Found | None:
    return _directed(sources, _FROM)


def deployed_source(sources: Sources) -> Found | None:
    """A branch, commit or backup, or the environment after "from" if the person is elsewhere."""
    place = _only(sources.slots("place"))
    if place is not None:
        return place
    found = _directed(sources, _FROM)
    if found is None and _directed(sources, _TO) is not None:
        found = _directed(sources, _AT)
    return found


def _directed(sources: Sources, prepositions: frozenset[str]) -> Found | None:
    tokens = sources.reading.tokens
    found = []
    for at, slot in sources.slots("environment"):
        before = [tokens[place].text.lower() for place in range(max(0, at - 3), at)]
        nearest = next((word for word in reversed(before) if word in _TO | _AT | _FROM), None)
        if nearest in prepositions:
            found.append((at, slot))
    return _only(found)


def branch_name(sources: Sources) -> Found | None:
    """The new branch; what follows "from" is another one."""
    origin = branch_origin(sources)
    taken = origin.used if origin is not None else frozenset()
    quoted = sources.quoted_for("branch", "name", None)
    written = [*quoted, *sources.slots("path", "name")]
    found = _only([(at, slot) for at, slot in written if at not in taken])
    found = found or sources.chunk_after("name") or sources.chunk_after("branch")
    return None if found is None or found.used & taken else found


def branch_origin(sources: Sources) -> Found | None:
    tokens = sources.reading.tokens
    for at in range(1, len(tokens)):
        slot = tokens[at].slot
        named = slot is None or slot.kind in {"path", "name", "quoted"}
        if tokens[at - 1].text.lower() in {"from", "от", "из"} and at in sources.left and named:
            return Found(tokens[at].text if slot is None else slot.value, frozenset({at}))
    return None


def branch_named(sources: Sources) -> Found | None:
    return _only(sources.slots("path"))


def message(sources: Sources) -> Found | None:
    """In quotes, or all that follows a colon."""
    quoted = sources.quoted_for("message", "name", "text_mark") or sources.quoted_for(None)
    return _only(quoted) or _after_colon(sources)


def banner_text(sources: Sources) -> Found | None:
    return _only(sources.quoted_for("text_mark", "message", "name", None)) or _after_colon(sources)


def until(sources: Sources) -> Found | None:
    return _only(sources.slots("time"))


def _after_colon(sources: Sources) -> Found | None:
    head, colon, tail = sources.reading.text.partition(": ")
    if not colon or not tail.strip():
        return None
    places = [at for at, token in enumerate(sources.reading.tokens) if token.start > len(head)]
    return Found(tail.strip(), frozenset(places))


def _after(sources: Sources, group: str) -> Found | None:
    return _only(sources.quoted_for(group)) or sources.word_after(group)


def _only(slots: list[tuple[int, Slot]]) -> Found | None:
    values = {slot.value for _, slot in slots}
    if len(values) > 1:
        return UNSURE
    used = frozenset(at for at, _ in slots)
    return Found(next(iter(values)), used) if values else None


def _is_name(value: object) -> bool:
    plain = value.replace(".", "").replace("_", "") if isinstance(value, str) else ""
    return plain.isascii() and plain.isalnum()


def _is_latin(value: object) -> bool:
    return isinstance(value, str) and value.isascii()
