"""How people write the environments and databases that there are."""

import re
from collections.abc import Iterator

from application.ports.language_model import Situation
from domain.environment_words import EnvironmentWords, Span, whole_word


class Spellings:
    """
    Reads a message against what is known of the situation.

    A database is named by its id when it belongs to the environment of the turn and no other
    environment is written; else by its title, because numbers differ between environments.
    """

    def __init__(self, situation: Situation) -> None:
        self._situation = situation
        self._environment_words = EnvironmentWords(situation.environments)

    def environments(self, text: str) -> Iterator[tuple[str, Span]]:
        """Environment ids with the place where each is written."""
        return self._environment_words.within(text)

    def databases(self, text: str) -> Iterator[tuple[str, Span]]:
        """Titles of databases with the place where each is written."""
        for _, title, _ in self._situation.databases:
            for match in whole_word(re.escape(title)).finditer(text):
                yield title, match.span()

    def is_environment(self, word: str) -> bool:
        return any(span == (0, len(word)) for _, span in self.environments(word))

    def is_database(self, word: str) -> bool:
        return any(title.casefold() == word.casefold() for _, title, _ in self._situation.databases)
