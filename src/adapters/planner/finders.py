"""One finder per kind of argument: what it says in this message, or None."""

from adapters.planner.objects import titles_without_quotes
from adapters.planner.slots import Slot
from adapters.planner.sources import UNSURE, Found, Sources, only

_WITHIN = frozenset({"on", "in", "against", "в", "во", "на"})


def environment(sources: Sources) -> Found | None:
    """The environment that is written; several different ones are no answer."""
    return only(sources.slots("environment"))


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
    if not known or _is_elsewhere(sources):
        written = sources.word_before("database")
    if (written is None or not _is_latin(written.value)) and sources.slots("sql"):
        written = _word_within(sources)
    if written is not None and _is_latin(written.value):
        return written
    return Found(known[0][0]) if len(known) == 1 and not _is_elsewhere(sources) else None


def _word_within(sources: Sources) -> Found | None:
    """An unexplained name after "on" or "in"."""
    tokens = sources.reading.tokens
    for at in range(1, len(tokens)):
        token, before = tokens[at], tokens[at - 1]
        is_free = at in sources.left and (token.slot is None or token.slot.kind == "name")
        if is_free and before.slot is None and before.text.lower() in _WITHIN:
            return Found(token.text, frozenset({at}))
    return None


def _database_named(sources: Sources, named: list[tuple[int, Slot]]) -> Found | None:
    meant = only(named)
    if meant is None or not meant.is_sure or _is_elsewhere(sources):
        return meant
    wanted = str(meant.value).casefold()
    ids = [one for one, title, _ in sources.situation.databases if title.casefold() == wanted]
    return Found(ids[0], meant.used) if len(ids) == 1 else meant


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
    if not sources.reading.of("dataset"):
        return None
    return _object(sources, "dataset") or _name_right_after(sources, "dataset")


def dataset(sources: Sources) -> Found | None:
    """A dataset that is named, or the one that the person looks at."""
    if sources.reading.of("dashboard") and not sources.reading.of("dataset"):
        return None
    found = dataset_if_meant(sources)
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
        # One that stands by its noun is meant, whatever else is quoted.
        return only([(at, slot) for at, slot in named if sources.purpose(at) == kind] or named)
    titles = titles_without_quotes(sources, kind)
    if titles:
        return titles[0] if len(titles) == 1 else UNSURE
    open_id = sources.context_id(kind)
    if open_id is not None and (places := sources.reading.covered("this")):
        return Found(open_id, frozenset(places))
    return None


def _name_right_after(sources: Sources, group: str) -> Found | None:
    """A name without quotes, such as a table has: "dataset customer_orders"."""
    for _, end in sources.reading.of(group):
        token = sources.reading.tokens[end] if end < len(sources.reading.tokens) else None
        if token is None or end not in sources.left or not token.text.isascii():
            continue
        if token.slot is None or token.slot.kind == "name":
            return Found(token.text, frozenset({end}))
    return None


def dashboards(sources: Sources) -> Found | None:
    """Several dashboards by number or title, or the one that "this" points at."""
    found = [
        (at, slot)
        for at, slot in sources.slots("number", "uuid", "quoted")
        if sources.purpose(at) == "dashboard"
    ]
    if not found:
        one = dashboard(sources) if sources.reading.of("dashboard_one") else None
        return one if one is None or not one.is_sure else Found([one.value], one.used)
    values = list(dict.fromkeys(slot.value for _, slot in found))
    return Found(values, frozenset(at for at, _ in found))


def sql(sources: Sources) -> Found | None:
    """The SQL that is written, or what asks for some rows of a table: "first 5 rows of orders"."""
    written = only(sources.slots("sql"))
    if written is not None or not sources.reading.of("rows") or limit(sources) is None:
        return written
    table = _after(sources, "table") or sources.word_before("table") or _row_source(sources)
    if table is None or not _is_name(table.value):
        return None
    plain = f"SELECT * FROM {table.value}"  # noqa: S608 (letters and digits alone, shown and judged)
    return Found(plain, table.used)


def _row_source(sources: Sources) -> Found | None:
    """What stands right after "rows", or after "rows of"."""
    return sources.word_after("origin") or sources.word_after("rows")


def limit(sources: Sources) -> Found | None:
    """How many; a number that counts rows or dashboards."""
    found = [(at, slot) for at, slot in sources.slots("number") if sources.purpose(at) == "limit"]
    meant = only(found)
    if meant is None or not meant.is_sure:
        return meant
    return Found(int(str(meant.value)), meant.used)


def owner(sources: Sources) -> Found | None:
    return _after(sources, "owner")


def tag(sources: Sources) -> Found | None:
    return _after(sources, "tag")


def changed_since(sources: Sources) -> Found | None:
    return only(sources.slots("since"))


def task(sources: Sources) -> Found | None:
    return only(sources.slots("hex", "uuid", "number", "quoted"))


def schema(sources: Sources) -> Found | None:
    return _after(sources, "schema")


def explored_table(sources: Sources) -> Found | None:
    """The table that is named; a schema or a database is none."""
    other = {at for one in (schema(sources), database(sources)) if one for at in one.used}
    found = _after(sources, "table") or sources.word_before("table") or _after(sources, "column")
    if found is None and sources.reading.of("sample"):
        found = sources.word_after("origin")
    if found is None:
        found = sources.word_before("column") or only(sources.slots("name"))
    if found is None or found.used & other:
        return None
    return found if _is_name(found.value) else None


def dataset_name(sources: Sources) -> Found | None:
    """What a dataset made from SQL is called."""
    if not sources.slots("sql"):
        return None
    quoted = sources.quoted_for("dataset", "name")
    named = [(at, slot) for at, slot in sources.slots("name") if sources.purpose(at) != "database"]
    return only([*quoted, *named]) or sources.word_after("name") or sources.word_after("dataset")


def dataset_table(sources: Sources) -> Found | None:
    """The table that a dataset is made from."""
    if sources.slots("sql"):
        return None
    quoted = sources.quoted_for("table", "origin", "dataset")
    found = only([*quoted, *sources.slots("name")])
    for group in ("table", "view", "origin", "dataset"):
        found = found or sources.word_after(group)
    found = found or sources.word_before("table")
    return found if found is None or not found.is_sure or _is_name(found.value) else None


def apply(sources: Sources) -> Found | None:
    places = sources.reading.covered("apply")
    return Found(value=True, used=frozenset(places)) if places else None


def branch_named(sources: Sources) -> Found | None:
    return only(sources.slots("path")) or _name_right_after(sources, "branch")


def message(sources: Sources) -> Found | None:
    """In quotes, or all that follows a colon."""
    named = only(sources.quoted_for("message", "name", "text_mark"))
    return named or _after_colon(sources) or only(sources.quoted_for(None))


def banner_text(sources: Sources) -> Found | None:
    return only(sources.quoted_for("text_mark", "message", "name", None)) or _after_colon(sources)


def until(sources: Sources) -> Found | None:
    return only(sources.slots("time"))


def _after_colon(sources: Sources) -> Found | None:
    """All that follows a colon, unless the colon or a quoted text of its own stands there."""
    tokens, text = sources.reading.tokens, sources.reading.text
    colon = text.find(": ")
    quoted = [token for token in tokens if token.slot is not None and token.slot.kind == "quoted"]
    tail = text[colon + 1 :].strip()
    if colon < 0 or not tail or any(token.start < colon < token.end for token in quoted):
        return None
    places = [at for at, token in enumerate(tokens) if token.start > colon]
    if len(places) == 1 and tokens[places[0]] in quoted:
        return only(sources.slots("quoted")[-1:])
    return Found(tail, frozenset(places))


def _after(sources: Sources, group: str) -> Found | None:
    return only(sources.quoted_for(group)) or sources.word_after(group)


def _is_name(value: object) -> bool:
    plain = value.replace(".", "").replace("_", "") if isinstance(value, str) else ""
    return plain.isascii() and plain.isalnum()


def _is_latin(value: object) -> bool:
    return isinstance(value, str) and value.isascii()
