"""What Superset says is quoted as its own words, in whichever language the sentence is."""

import pytest

from application.toolkit.failure import from_superset
from domain.superset import SupersetError, SupersetFault
from domain.texts import Language
from tool_surroundings import TEXTS

DETAIL = "Owners are invalid"
SILENT = {SupersetFault.UNREACHABLE, SupersetFault.BAD_CREDENTIALS, SupersetFault.NO_ACCOUNT}


@pytest.mark.parametrize(("language", "quoted"), [("en", f"“{DETAIL}”"), ("ru", f"«{DETAIL}»")])
@pytest.mark.parametrize("fault", sorted(set(SupersetFault) - SILENT))
def test_its_words_stand_in_quotes(fault: SupersetFault, language: Language, quoted: str) -> None:
    failure = from_superset(SupersetError(fault, "ss-dev", f"{DETAIL}."))
    assert quoted in TEXTS.say(failure.text, language)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("fault", sorted(SupersetFault))
def test_without_its_words_there_are_no_quotes(fault: SupersetFault, language: Language) -> None:
    said = TEXTS.say(from_superset(SupersetError(fault, "ss-dev")).text, language)
    assert not set(said) & set("“”«»")
    assert "none" not in said
