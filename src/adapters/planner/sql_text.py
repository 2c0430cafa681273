"""Finding SQL in a sentence. Whether it may run is for the judge to say."""

import re
from collections.abc import Sequence

from adapters.planner.spellings import Spellings

_SHAPES = (
    # A full stop between two names is no end of a sentence.
    (
        r"select\b(?=\s*[*(\d'\"]|\s+distinct\b"
        r"|\s+(?:[^.!?]|(?<=[\w\"`\]])\.(?=[\w\"`\[*])){0,400}?(?:\bfrom\b|,|\bas\b)"
        r"|\s+\w+\s*\(|\s+\w+\s*$)"
    ),
    r"with\s+(?:recursive\s+)?[\"\w]+\s*(?:\([^)]*\)\s*)?as\s*\(",
    r"insert\s+into\b",
    r"update\s+[\w.\"`\[\]]+\s+(?:as\s+\w+\s+)?set\b",
    r"delete\s+from\s+[\w.\"`\[\]]+\s*(?:$|;|\bwhere\b|\busing\b)",
    r"(?:drop|alter|truncate)\s+(?:table|view|schema|database|index|column|user|role)\b",
    (
        r"create\s+(?:or\s+replace\s+)?(?:temp(?:orary)?\s+)?"
        r"(?:table|view|schema|database|index|materialized)"
        r"\s+(?:if\s+not\s+exists\s+)?[\w.\"`\[\]]+\s*(?:\(|as\b|on\b|$)"
    ),
    r"truncate\s+\w+\s*(?:$|;)",
    r"merge\s+into\b",
    r"(?:grant|revoke)\s+[\w, ]+\s+on\b",
    r"explain\s+(?:analyze\s+|query\s+plan\s+)?(?:select|with|insert|update|delete)\b",
    r"pragma\s+\w+",
    r"values\s*\(",
    r"(?:attach|detach)\s+database\b",
    r"call\s+\w+\s*\(",
    r"vacuum\s*(?:$|;)",
)
_SQL = re.compile(r"(?<![\w`«“\"'.-])(?:" + "|".join(_SHAPES) + ")", re.IGNORECASE)
_START = re.compile(
    r"\s*(?:--[^\n]*\n\s*|/\*.*?\*/\s*)*(?:" + "|".join(_SHAPES) + ")", re.IGNORECASE | re.DOTALL
)
_TAIL = re.compile(
    r"[\s,;]*(?:\b(?:please|pls|пожалуйста|thanks|спасибо)[.!?]*"
    r"|\b(?:on|in|against|using|from|at|with|в|во|на|из|для|по)\s+"
    r"(?:(?:the|this|our|этой|эту|нашей)\s+)?"
    r"(?:(?:database|db|connection|environment|env|баз[аеуы](?:\s+данных)?|бд|окружени[еия]|сред[аеуы]|стенд[еа]?)\s*)?"
    r"(?P<named>[\w.#-]*|«[^»]+»|“[^”]+”|\"[^\"]+\")"
    r"(?:\s*(?:database|db|connection|environment|env|баз[аеуы]))?)[.!?]*\s*$",
    re.IGNORECASE,
)
_DATASET_TAIL = re.compile(
    r"[\s,;]*\b(?:as|into|как|в)\s+(?:an?\s+|the\s+)?(?:(?:new|virtual|новый|виртуальный)\s+)?"
    r"(?:dataset|датасет)\s+(?:(?:named|called|под\s+названием|с\s+названием|с\s+именем)\s+)?"
    r"(?P<named>\w+|«[^»]+»|“[^”]+”|\"[^\"]+\")[.!?]*\s*$",
    re.IGNORECASE,
)
# What stands there without a join is no condition but the name of a database.
_WITHIN = re.compile(r"[\s,;]*\b(?:on|in|against|в|во|на)\s+[a-z][\w.-]*\s*$", re.IGNORECASE)
_JOIN = re.compile(r"\b(?:join|merge)\b", re.IGNORECASE)
_ENDS = "?!. \t\r\n"
_LONGEST_TAIL = 200
_MOST_TAILS = 5
_PLACE_NOUN = re.compile(
    r"database|\bdb\b|connection|\bбаз|\bбд\b|environment|\benv\b|окружени|сред|стенд",
    re.IGNORECASE,
)


def looks_like_sql(text: str) -> bool:
    """Whether a text begins as a statement does, comments aside."""
    return _START.match(text) is not None


def bare_sql(
    text: str, quoted: Sequence[tuple[int, int]], spellings: Spellings
) -> tuple[int, int] | None:
    """
    Where SQL stands without quotes: from its first word to the end of the message, without a
    tail such as "on the retail database" or "на ss-dev". None when there is none.
    """
    for match in _SQL.finditer(text):
        if any(start <= match.start() < end for start, end in quoted):
            continue
        return match.start(), _end(text, match.start(), spellings)
    return None


def _end(text: str, start: int, spellings: Spellings) -> int:
    end = len(text.rstrip(_ENDS))
    for _ in range(_MOST_TAILS):
        first = max(start + 1, end - _LONGEST_TAIL)
        dataset = _DATASET_TAIL.search(text, first, end)
        if dataset is not None:
            end = dataset.start()
            continue
        tail = _TAIL.search(text, first, end)
        if tail is None:
            break
        named = (tail["named"] or "").strip('«»“”"')
        is_place = (
            not named
            or spellings.is_environment(named)
            or spellings.is_database(named)
            or _PLACE_NOUN.search(tail[0]) is not None
            or (
                _WITHIN.fullmatch(tail[0]) is not None
                and _JOIN.search(text, start, tail.start()) is None
            )
        )
        if not is_place:
            break
        end = tail.start()
    return end
