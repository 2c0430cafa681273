"""What the person may have meant by a sentence that was nearly understood, to be asked back."""

from collections.abc import Iterator

from rapidfuzz import process
from rapidfuzz.distance import OSA

from adapters.planner.matching import Understood, understand
from adapters.planner.phrasebook import Phrasebook
from adapters.planner.reading import Reader, Reading
from adapters.planner.spellings import Spellings
from application.ports.language_model import Situation
from domain.texts import Language

_LONGEST_TITLE = 6
# A title may go on with words that we know: "Sales overview".
_MORE_WORDS = 2
_SHORTEST_TYPO = 4
_MOST = 12
_TITLES = {
    "en": ("dashboard “{}”", "“{}”"),
    "ru": ("дашборд «{}»", "«{}»"),
}


def variants(
    reading: Reading, situation: Situation, reader: Reader, book: Phrasebook, language: Language
) -> Iterator[tuple[str, Understood]]:
    """
    Sentences that are surely understood and differ from the message in one thing alone.

    Either words that nothing explains are put into quotes, as a title, or one letter of a
    word is mended. Nothing is done by itself: the person reads the sentence and sends it.
    """
    sentences = [*_quoted(reading, language), *_mended(reading, book)]
    for sentence in sentences[:_MOST]:
        found = understand(reader.read(sentence, Spellings(situation)), situation, book.rules)
        if found and found[0].missing is None:
            yield sentence, found[0]


def _quoted(reading: Reading, language: Language) -> Iterator[str]:
    text, tokens = reading.text, reading.tokens
    nouns = reading.covered("dashboard")
    for first, last in _runs(reading):
        for more in range(_MORE_WORDS + 1):
            if last + more >= len(tokens):
                break
            start, end = tokens[first].start, tokens[last + more].end
            is_by_noun = bool({first - 1, last + more + 1} & nouns)
            for pattern in _TITLES[language][is_by_noun:]:
                yield text[:start] + pattern.format(text[start:end]) + text[end:]


def _runs(reading: Reading) -> Iterator[tuple[int, int]]:
    """The first and the last of words that are none of ours, or capitals in mid-sentence."""
    known = {at for spans in reading.spans.values() for span in spans for at in range(*span)}
    places: list[int] = []
    for at, token in enumerate(reading.tokens):
        is_capital = at > 0 and token.text[0].isupper()
        is_free = token.slot is None and (at not in known or is_capital)
        is_free = is_free or (token.slot is not None and token.slot.kind == "name")
        if is_free:
            places.append(at)
        if places and (not is_free or at == len(reading.tokens) - 1):
            if len(places) <= _LONGEST_TITLE:
                yield places[0], places[-1]
            places = []


def _mended(reading: Reading, book: Phrasebook) -> Iterator[str]:
    """
    With a letter that was left out, or two that changed places.

    A longer word is another form of it: who writes "deleted" tells, and orders nothing.
    """
    known = {at for spans in reading.spans.values() for span in spans for at in range(*span)}
    forms = [form for form in book.surfaces if len(form) >= _SHORTEST_TYPO]
    for at, token in enumerate(reading.tokens):
        word = token.text.lower()
        if at in known or token.slot is not None or len(word) < _SHORTEST_TYPO:
            continue
        near = process.extract(word, forms, scorer=OSA.distance, score_cutoff=1, limit=8)
        for form, _, _ in near:
            is_swapped = len(form) == len(word) and sorted(form) == sorted(word)
            if form[0] == word[0] and (is_swapped or len(form) == len(word) + 1):
                yield reading.text[: token.start] + form + reading.text[token.end :]
