"""From a message to the tool that is surely meant."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from adapters.planner.arguments import Filled, fill
from adapters.planner.phrasebook import Rule
from adapters.planner.query import find_query
from adapters.planner.reading import Reading, Span
from adapters.planner.sources import Sources
from application.ports.language_model import Situation
from domain.superset import JsonValue


@dataclass(frozen=True, slots=True)
class Understood:
    """
    A rule that fits.

    Args:
        missing: an argument that the tool cannot do without and the message does not give.
        unexplained: how many words stayed so; fewer is better.
        weight: how many words the rule's needs stand on; more is better.

    """

    tool: str
    arguments: dict[str, JsonValue]
    missing: str | None
    unexplained: int
    weight: int
    writes: bool


def understand(reading: Reading, situation: Situation, rules: Iterable[Rule]) -> list[Understood]:
    """
    What is surely meant, the best first; an empty list when nothing is.

    Two different tools at the head that fit equally well are no understanding, unless one reads
    and has all that it needs, and the other would have to ask.
    """
    fits = sorted(_fits(reading, situation, rules), key=_order)
    if not fits:
        return []
    best = [one for one in fits if _order(one) == _order(fits[0])]
    if len({one.tool for one in best}) == 1:
        return fits
    whole = [one for one in best if one.missing is None]
    is_plain = len({one.tool for one in whole}) == 1 and not any(one.writes for one in best)
    return whole if is_plain else []


def _order(one: Understood) -> tuple[int, int]:
    return one.unexplained, -one.weight


def _fits(reading: Reading, situation: Situation, rules: Iterable[Rule]) -> Iterator[Understood]:
    is_plain_question = reading.is_question and not reading.of("request")
    for rule in rules:
        if rule.writes and is_plain_question:
            continue
        chosen = _choose(reading, rule.needs, frozenset())
        fit = None if chosen is None else _fit(reading, situation, rule, chosen)
        if fit is not None:
            yield fit


def _choose(
    reading: Reading, needs: tuple[tuple[str, ...], ...], taken: frozenset[int]
) -> frozenset[int] | None:
    """Places for all needs, none used twice; the longest phrases first."""
    if not needs:
        return taken
    for start, end in reading.of(*needs[0]):
        places = frozenset(range(start, end))
        if not places & taken:
            rest = _choose(reading, needs[1:], taken | places)
            if rest is not None:
                return rest
    return None


def _fit(
    reading: Reading, situation: Situation, rule: Rule, chosen: frozenset[int]
) -> Understood | None:
    fillers = ("polite",) if rule.writes else ("polite", "small_talk")
    said = chosen | reading.covered(*_groups_needed(rule), *rule.may)
    explained = said | reading.covered(*fillers)
    slots = frozenset(at for at, token in enumerate(reading.tokens) if token.slot is not None)
    everything = frozenset(range(len(reading.tokens)))
    # A slot is explained by the argument that takes it, never by its presence.
    sources = Sources(reading, situation, chosen, said, everything - (explained - slots))
    filled = fill(rule.tool, sources)
    if not filled.is_sure or _is_forbidden(reading, rule, chosen, filled.quoted):
        return None
    left = sources.left - filled.used
    if rule.is_free:
        return _with_query(sources, rule, filled, left)
    return _judged(sources, rule, filled, left)


def _groups_needed(rule: Rule) -> set[str]:
    return {name for entry in rule.needs for name in entry if name[0] != "@"}


def _is_forbidden(
    reading: Reading, rule: Rule, chosen: frozenset[int], quoted: frozenset[int]
) -> bool:
    """Whether words say the opposite, or no; in a text that is to be passed on they say nothing."""

    def is_within(span: Span, places: frozenset[int]) -> bool:
        return all(at in places for at in range(*span))

    if any(not is_within(span, chosen | quoted) for span in reading.of(*rule.never)):
        return True
    explained = chosen | quoted | reading.covered(*_groups_needed(rule), *rule.may)
    return any(not is_within(span, explained) for span in reading.of("negation"))


def _with_query(
    sources: Sources, rule: Rule, filled: Filled, left: frozenset[int]
) -> Understood | None:
    query = find_query(sources, rule, filled, left)
    if query is None:
        return None
    values = {"query": query.text, **filled.values} if query.text else filled.values
    used = filled.used | query.used
    # Whoever says "dashboard" may look for the weather.
    in_scope = query.used if any("dashboard" in entry for entry in rule.needs) else frozenset()
    return _judged(
        sources, rule, replace(filled, values=values, used=used, quoted=in_scope), left - query.used
    )


def _judged(
    sources: Sources, rule: Rule, filled: Filled, left: frozenset[int]
) -> Understood | None:
    reading = sources.reading
    foreign = reading.covered("foreign") - sources.chosen - filled.quoted
    slots = (slot for at in left if (slot := reading.tokens[at].slot) is not None)
    if len(left) > rule.loose or foreign or any(slot.kind != "since" for slot in slots):
        return None
    return Understood(
        tool=rule.tool,
        arguments=dict(filled.values),
        missing=filled.missing,
        unexplained=len(left),
        weight=len(sources.chosen),
        writes=rule.writes,
    )
