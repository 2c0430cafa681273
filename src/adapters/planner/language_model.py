"""The built-in command assistant: fixed phrases in English and Russian, no language model."""

import secrets
from collections.abc import AsyncIterator, Mapping, Sequence

from rapidfuzz import fuzz, process

from adapters.planner.matching import Understood, understand
from adapters.planner.phrasebook import Phrasebook
from adapters.planner.ranking import Ranking
from adapters.planner.reading import Reader, Reading
from adapters.planner.reporting import report
from adapters.planner.sentences import Sentences
from adapters.planner.slash import Command, read_command, typed
from adapters.planner.spellings import Spellings
from adapters.planner.variants import variants
from application.ports.language_model import (
    CallProposed,
    LanguageModel,
    ModelRequest,
    ReplyEnded,
    ReplyPart,
    TextDelta,
    ToolOffer,
)
from application.ports.texts import Texts
from domain.conversation import ChatMessage
from domain.superset import JsonValue
from domain.texts import LANGUAGES, Language

_CAPABILITIES = "show_capabilities"
_MOST_VARIANTS = 3
_FIRST_STEPS = (_CAPABILITIES, "search_dashboards", "get_health_summary")


class CommandAssistant(LanguageModel):
    """
    Acts on what it surely understands, else offers up to three tools. Deterministic, no network.

    A wish is passed on although its tool is not offered: what the page narrows is no permission,
    and what the role may not do is for the guard to refuse.

    One call a turn: after a tool's answer it only reports, and what a tool returns is never
    read as a wish.
    """

    def __init__(self, texts: Texts) -> None:
        self._texts = texts
        self._book = Phrasebook()
        self._reader = Reader(self._book)
        self._ranking = Ranking(self._book)

    @property
    def name(self) -> str:
        return "command-assistant"

    @property
    def is_built_in(self) -> bool:
        return True

    async def reply(self, request: ModelRequest) -> AsyncIterator[ReplyPart]:
        outcome = self._decide(request)
        if isinstance(outcome, CallProposed):
            yield ReplyEnded((outcome,))
            return
        if outcome:
            yield TextDelta(outcome)
        yield ReplyEnded()

    def _decide(self, request: ModelRequest) -> CallProposed | str:
        wish, after = _last_wish(request.messages)
        offers = {offer.name: offer for offer in request.tools}
        if any(message.role == "tool" for message in after):
            sentences = Sentences(self._texts, request.situation.language, request.situation)
            asked = self._reader.read(wish, Spellings(request.situation)).of("backup_list")
            known = filter(self._ranking.knows, offers)
            return report(after, sentences, known, lists_backups=bool(asked))
        command = read_command(wish)
        if command is not None:
            sentences = Sentences(self._texts, request.situation.language, request.situation)
            return self._obey(command, offers, sentences)
        reading = self._reader.read(wish, Spellings(request.situation))
        language = _language_of(reading, request.situation.language)
        sentences = Sentences(self._texts, language, request.situation)
        understood = understand(reading, request.situation, self._book.rules)
        if understood:
            return self._act(understood[0], reading, offers, sentences)
        return self._offer(reading, offers, sentences)

    def _act(
        self,
        meant: Understood,
        reading: Reading,
        offers: Mapping[str, ToolOffer],
        sentences: Sentences,
    ) -> CallProposed | str:
        offer = offers.get(meant.tool)
        if offer is None and not sentences.is_narrowed:
            # Not for this role: the guard refuses it on a card that says whose it is.
            return _call(meant.tool, meant.arguments)
        if meant.missing == "database_id" and sentences.situation.databases:
            return sentences.which_database(reading.text)
        if meant.missing is not None:
            return sentences.missing(meant.tool, meant.missing)
        if offer is None:
            return _call(meant.tool, meant.arguments)
        arguments = _accepted(meant.arguments, offer)
        missing = _first_required(arguments, offer)
        return (
            _call(meant.tool, arguments)
            if missing is None
            else sentences.missing(meant.tool, missing)
        )

    def _offer(
        self, reading: Reading, offers: Mapping[str, ToolOffer], sentences: Sentences
    ) -> str:
        first_steps = _offered(_FIRST_STEPS, offers)
        if reading.tokens and len(reading.covered("greeting", "polite")) == len(reading.tokens):
            return sentences.introduction(first_steps)
        if reading.of("undo_word"):
            return sentences.undo_hint()
        examples = {
            tool: [*offer.examples, *self._prompts(tool, sentences)]
            for tool, offer in offers.items()
            if self._ranking.knows(tool)
        }
        meant = self._variants(reading, offers, sentences)
        if meant:
            return sentences.perhaps(meant)
        nearest = self._ranking.nearest(reading, examples)
        if nearest:
            return sentences.not_understood(nearest)
        return sentences.out_of_scope(_offered([_CAPABILITIES], offers))

    def _variants(
        self, reading: Reading, offers: Mapping[str, ToolOffer], sentences: Sentences
    ) -> list[tuple[str, str]]:
        """Up to three whole sentences with the tool of each; a negation says no to all of them."""
        if not reading.tokens or reading.of("negation", "foreign") or reading.is_question:
            return []
        found = variants(reading, sentences.situation, self._reader, self._book, sentences.language)
        by_tool: dict[str, str] = {}
        for sentence, understood in found:
            # A search is for anything: quotes around words would always make one.
            if understood.tool in offers and understood.tool != "search_dashboards":
                by_tool.setdefault(understood.tool, sentence)
        return list(by_tool.items())[:_MOST_VARIANTS]

    def _prompts(self, tool: str, sentences: Sentences) -> list[str]:
        return [
            Sentences(self._texts, language, sentences.situation).prompt(tool)
            for language in LANGUAGES
        ]

    def _obey(
        self, command: Command, offers: Mapping[str, ToolOffer], sentences: Sentences
    ) -> CallProposed | str:
        if command.name in {"", "help"} and _CAPABILITIES in offers:
            return _call(_CAPABILITIES, {})
        offer = offers.get(command.name)
        if offer is None and not self._ranking.knows(command.name):
            near = process.extract(command.name, list(offers), scorer=fuzz.WRatio, limit=3)
            return sentences.unknown_command(command.name, [name for name, _, _ in near])
        if command.unread:
            return sentences.unreadable_command(command.name, command.unread)
        return _call(command.name, typed(command.values, offer))


def _last_wish(messages: Sequence[ChatMessage]) -> tuple[str, Sequence[ChatMessage]]:
    """The person's last message, and what came after it."""
    last = max((at for at, one in enumerate(messages) if one.role == "user"), default=None)
    if last is None:
        return "", []
    return messages[last].content, messages[last + 1 :]


def _language_of(reading: Reading, otherwise: Language) -> Language:
    """Russian for a message with a Russian word, whatever the page's language is."""
    words = (token.text for token in reading.tokens if token.slot is None)
    is_russian = any("а" <= letter <= "я" for word in words for letter in word.lower())
    return "ru" if is_russian else otherwise


def _offered(tools: Sequence[str], offers: Mapping[str, ToolOffer]) -> list[str]:
    return [tool for tool in tools if tool in offers]


def _accepted(arguments: Mapping[str, JsonValue], offer: ToolOffer) -> dict[str, JsonValue]:
    """Without what the tool does not take (yet)."""
    properties = offer.parameters.get("properties")
    if not isinstance(properties, Mapping):
        return dict(arguments)
    return {name: value for name, value in arguments.items() if name in properties}


def _first_required(arguments: Mapping[str, JsonValue], offer: ToolOffer) -> str | None:
    required = offer.parameters.get("required")
    if not isinstance(required, list | tuple):
        return None
    return next((str(name) for name in required if name not in arguments), None)


def _call(tool: str, arguments: Mapping[str, JsonValue]) -> CallProposed:
    return CallProposed(secrets.token_hex(6), tool, arguments)
