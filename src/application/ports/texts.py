"""The text catalogue: everything that people read."""

from abc import abstractmethod
from typing import Protocol

from domain.texts import Language, Text


class Texts(Protocol):
    """English and Russian, equal in keys and placeholders."""

    @abstractmethod
    def say(self, text: Text, language: Language) -> str:
        """The message in a language; an unknown key is a bug and raises KeyError."""
