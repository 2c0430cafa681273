"""The command line's voice: catalogue texts in the language of the terminal."""

import os
import sys
from typing import NoReturn

import click

from application.ports.texts import Texts
from domain.texts import Language, Text, TextParam, text


class Speaker:
    """Says texts on the terminal."""

    def __init__(self, texts: Texts) -> None:
        locale = os.environ.get("LC_ALL") or os.environ.get("LANG") or ""
        self.texts = texts
        self.language: Language = "ru" if locale.lower().startswith("ru") else "en"

    def words(self, said: Text) -> str:
        """A text as a sentence."""
        return self.texts.say(said, self.language)

    def say(self, key: str, **params: TextParam) -> None:
        """Print a text, at once: a log file or a pipe must not hold it back."""
        click.echo(self.words(text(key, **params)))
        sys.stdout.flush()

    def fail(self, key: str, **params: TextParam) -> NoReturn:
        """Print a text to standard error and end with status 1."""
        click.echo(self.words(text(key, **params)), err=True)
        sys.exit(1)
