"""The text catalogue in Project Fluent files: a folder per language, a file per area."""

from collections.abc import Mapping
from pathlib import Path

import structlog
from fluent.runtime import FluentBundle, FluentResource

from application.ports.texts import Texts
from domain.texts import LANGUAGES, Language, Text, TextParam

log = structlog.get_logger()


class FluentTexts(Texts):
    """
    Says messages from `<folder>/<language>/*.ftl`.

    Without isolation marks around placeholders: they are invisible, get copied along, and break
    links and names that people paste elsewhere.
    """

    def __init__(self, folder: Path = Path(__file__).parent) -> None:
        self._bundles: Mapping[Language, FluentBundle] = {
            language: _bundle(folder / language, language) for language in LANGUAGES
        }

    def say(self, text: Text, language: Language) -> str:
        bundle = self._bundles[language]
        pattern = bundle.get_message(text.key).value
        if pattern is None:
            raise KeyError(text.key)
        params = {name: self._param(param, language) for name, param in text.params.items()}
        said, faults = bundle.format_pattern(pattern, params)
        if faults:
            # A sentence with a hole in it still tells more than a failed turn.
            log.error(
                "text_incomplete",
                key=text.key,
                language=language,
                faults=[str(fault) for fault in faults],
            )
        return str(said)

    def _param(self, param: TextParam, language: Language) -> str | int | float:
        return self.say(param, language) if isinstance(param, Text) else param


def _bundle(folder: Path, language: Language) -> FluentBundle:
    bundle = FluentBundle([language], use_isolating=False)
    for file in sorted(folder.glob("*.ftl")):
        bundle.add_resource(FluentResource(file.read_text("utf-8")))
    return bundle
