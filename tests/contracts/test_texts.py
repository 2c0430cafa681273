from pathlib import Path

import pytest

from adapters.fluent.texts import FluentTexts
from application.ports.texts import Texts
from contracts.texts import TextsContract
from domain.texts import text

ENGLISH = """
plain = nobody
greeting = Hello, { $name }!
    .attribute = no message of its own
-term = no message
found = { $count ->
    [one] { $count } chart
   *[other] { $count } charts
  }: { $what }
"""
RUSSIAN = """
plain = никто
greeting = Здравствуйте, { $name }!
found = { $count ->
    [one] { $count } график
    [few] { $count } графика
   *[many] { $count } графиков
  }: { $what }
"""


class TestFluentTexts(TextsContract):
    @pytest.fixture
    def texts(self, tmp_path: Path) -> Texts:
        for language, catalogue in (("en", ENGLISH), ("ru", RUSSIAN)):
            (tmp_path / language).mkdir()
            # One area per file; the order of the files does not matter.
            first, rest = catalogue.split("found", 1)
            (tmp_path / language / "b.ftl").write_text(first, "utf-8")
            (tmp_path / language / "a.ftl").write_text(f"found{rest}", "utf-8")
        return FluentTexts(tmp_path)

    def test_missing_parameter_leaves_its_name(self, texts: Texts) -> None:
        assert texts.say(text("greeting"), "en") == "Hello, name!"
