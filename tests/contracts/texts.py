"""What every text catalogue promises."""

import pytest

from application.ports.texts import Texts
from domain.texts import Language, text


class TextsContract:
    """
    Fixture of the adapter: `texts`, over two messages.

    "greeting" has a `name`, "found" has a `count` and a `what`; "plain" has nothing.
    """

    @pytest.mark.parametrize("key", ["nothing", "", "greeting.attribute", "-term"])
    @pytest.mark.parametrize("language", ["en", "ru"])
    def test_unknown_key_is_a_bug(self, texts: Texts, key: str, language: Language) -> None:
        with pytest.raises(KeyError):
            texts.say(text(key), language)

    def test_message_is_said_in_the_language(self, texts: Texts) -> None:
        assert texts.say(text("greeting", name="Ann"), "en") == "Hello, Ann!"
        assert texts.say(text("greeting", name="Анна"), "ru") == "Здравствуйте, Анна!"

    @pytest.mark.parametrize(
        ("count", "en", "ru"),
        [
            (1, "1 chart", "1 график"),
            (3, "3 charts", "3 графика"),
            (11, "11 charts", "11 графиков"),
            (21, "21 charts", "21 график"),
            (1_234_567, "1,234,567 charts", "1\u00a0234\u00a0567 графиков"),
        ],
    )
    def test_numbers_follow_the_language(self, texts: Texts, count: int, en: str, ru: str) -> None:
        assert texts.say(text("found", count=count, what="-"), "en") == f"{en}: -"
        assert texts.say(text("found", count=count, what="-"), "ru") == f"{ru}: -"

    def test_ids_given_as_text_stay_as_they_are(self, texts: Texts) -> None:
        assert texts.say(text("greeting", name="1234567"), "en") == "Hello, 1234567!"

    def test_text_in_a_text_is_said_first(self, texts: Texts) -> None:
        nested = text("found", count=2, what=text("greeting", name=text("plain")))
        assert texts.say(nested, "en") == "2 charts: Hello, nobody!"
        assert texts.say(nested, "ru") == "2 графика: Здравствуйте, никто!"

    @pytest.mark.parametrize(
        "name", ["{ $count }", "{plain}", "Ann\nBob", "", "\u202eAnn", "שלום", "a\\u0041"]
    )
    def test_parameters_are_put_in_as_they_are(self, texts: Texts, name: str) -> None:
        """No isolation marks around them, and nothing inside them is taken for a placeholder."""
        assert texts.say(text("greeting", name=name), "en") == f"Hello, {name}!"
