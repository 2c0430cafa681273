"""How people write the environments and databases that there are."""

import re
from collections.abc import Iterator, Mapping

from application.ports.language_model import Situation
from domain.tiers import match_environment

Span = tuple[int, int]

# Words for a tier; they name an environment only when it is the one of its tier.
_TIER_WORDS: Mapping[str, str] = {
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
# «прод» begins other words, too.
_NOT_A_TIER = re.compile(r"прод(?:аж|ай|ав|ан|аё|ают|ук|олж|ел|ли|ля)\w*", re.IGNORECASE)


class Spellings:
    """
    Reads a message against what is known of the situation.

    A database is named by its id when it belongs to the environment of the turn and no other
    environment is written; else by its title, because numbers differ between environments.
    """

    def __init__(self, situation: Situation) -> None:
        self._situation = situation
        self._environment_patterns = list(self._patterns())

    def environments(self, text: str) -> Iterator[tuple[str, Span]]:
        """Environment ids with the place where each is written."""
        for env_id, pattern in self._environment_patterns:
            for match in pattern.finditer(text):
                if _NOT_A_TIER.fullmatch(match[0]) is None:
                    yield env_id, match.span()

    def databases(self, text: str) -> Iterator[tuple[str, Span]]:
        """Titles of databases with the place where each is written."""
        for _, title, _ in self._situation.databases:
            for match in _whole_word(re.escape(title)).finditer(text):
                yield title, match.span()

    def is_environment(self, word: str) -> bool:
        return any(span == (0, len(word)) for _, span in self.environments(word))

    def is_database(self, word: str) -> bool:
        return any(title.casefold() == word.casefold() for _, title, _ in self._situation.databases)

    def _patterns(self) -> Iterator[tuple[str, re.Pattern[str]]]:
        known = self._situation.environments
        for env_id in known:
            if match_environment(env_id.casefold(), known) == env_id:
                yield env_id, _whole_word(re.escape(env_id))
        for tier, words in _TIER_WORDS.items():
            of_tier = [env_id for env_id, its in known.items() if its == tier]
            if len(of_tier) == 1:
                yield of_tier[0], _whole_word(words)


def _whole_word(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{pattern})(?![\w-])", re.IGNORECASE)
