"""How people write the environments that there are, in English and Russian."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from domain.tiers import match_environment

Span = tuple[int, int]

# Words for a tier; they name an environment only when it is the one of its tier.
_TIER_WORDS: Final[Mapping[str, str]] = {
    "prod": (
        r"prod|production|live|прод\w{0,3}|продакшн\w{0,2}|продакшен\w{0,2}"
        r"|боев(?:ой|ом|ую|ого|ому|ая)"
    ),
    "staging": (
        r"stage|staging|стейдж\w{0,2}|стейджинг\w{0,2}|предпрод\w{0,2}"
        r"|тестов(?:ый|ом|ого|ому|ой|ую|ая)"
    ),
    "dev": (
        r"dev|development|дев|дева|деве|деву|девом|дэв\w{0,2}|девелопмент\w{0,2}"
        r"|разработк(?:а|и|е|у|ой)"
    ),
}
# «в дев-окружении», "in the dev-environment".
_NOUN: Final = r"(?:-(?:environment|env|окружени\w+|сред\w+|стенд\w*))?"
# «прод» begins other words, too.
_NOT_A_TIER: Final = re.compile(r"прод(?:аж|ай|ав|ан|аё|ают|ук|олж|ел|ли|ля)\w*", re.IGNORECASE)


class EnvironmentWords:
    """
    Finds the environments that a text names.

    Args:
        known: the environment ids with their tier, or "" where it is unknown.

    """

    def __init__(self, known: Mapping[str, str]) -> None:
        self._patterns = list(_patterns(known))

    def within(self, text: str) -> Iterator[tuple[str, Span]]:
        """Environment ids with the place where each is written."""
        for env_id, pattern in self._patterns:
            for match in pattern.finditer(text):
                if _NOT_A_TIER.fullmatch(match[0]) is None:
                    yield env_id, match.span()


def whole_word(pattern: str) -> re.Pattern[str]:
    """The pattern, where no letter, digit, "_" or "-" goes on; letter case does not matter."""
    return re.compile(rf"(?<![\w-])(?:{pattern})(?![\w-])", re.IGNORECASE)


def _patterns(known: Mapping[str, str]) -> Iterator[tuple[str, re.Pattern[str]]]:
    for env_id in known:
        if match_environment(env_id.casefold(), known) == env_id:
            yield env_id, whole_word(re.escape(env_id) + _NOUN)
    for tier, words in _TIER_WORDS.items():
        of_tier = [env_id for env_id, its in known.items() if its == tier]
        if len(of_tier) == 1:
            yield of_tier[0], whole_word(f"(?:{words}){_NOUN}")
