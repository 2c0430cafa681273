"""What the command assistant suggests is understood by itself, and names real things."""

import pytest

from adapters.fluent.texts import FluentTexts
from adapters.planner.sentences import Sentences
from application.ports.language_model import ToolOffer
from domain.texts import Language
from planner.asking import ALL, Person


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("offer", ALL, ids=lambda offer: offer.name)
async def test_it_understands_what_it_suggests(language: Language, offer: ToolOffer) -> None:
    person = Person(language)
    suggested = Sentences(FluentTexts(), language, person.situation).prompt(offer.name)

    assert (await person.asks(suggested)).tool == offer.name


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("offer", ALL, ids=lambda offer: offer.name)
async def test_it_understands_what_it_suggests_of_real_things(
    language: Language, offer: ToolOffer
) -> None:
    named = {
        "env_id": "ss-prod",
        "dashboard": "Удалить на прод: Q4, all",
        "dataset": "не трогать",
        "table": "customers",
        "database": "retail",
    }
    person = Person(language, env_id=None, databases=(), samples=named)
    suggested = Sentences(FluentTexts(), language, person.situation).prompt(offer.name)
    answer = await person.asks(suggested)

    assert answer.tool == offer.name
    assert answer.arguments.get("dashboard_id", named["dashboard"]) == named["dashboard"]
    assert answer.arguments.get("dataset_id", named["dataset"]) == named["dataset"]


@pytest.mark.parametrize(("language", "label"), [("en", "Restore"), ("ru", "Восстановить")])
async def test_the_example_of_a_restore_is_called_so(language: Language, label: str) -> None:
    said = {"en": "restore dashboard “Sales”", "ru": "восстанови дашборд «Sales»"}
    [(shown, _)] = (await Person(language).asks(said[language])).links

    assert shown.startswith(label)
