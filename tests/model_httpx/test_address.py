"""L20: one /v1 and one chat/completions, whatever was configured."""

import pytest

from adapters.model_httpx.address import chat_completions_url, shown


@pytest.mark.parametrize(
    ("base_url", "address"),
    [
        ("http://h:11434", "http://h:11434/v1/chat/completions"),
        ("http://h:11434/", "http://h:11434/v1/chat/completions"),
        ("http://h:1234/v1", "http://h:1234/v1/chat/completions"),
        ("http://h:1234/v1/", "http://h:1234/v1/chat/completions"),
        ("http://h:1234/v1/v1", "http://h:1234/v1/chat/completions"),
        ("https://openrouter.ai/api/v1", "https://openrouter.ai/api/v1/chat/completions"),
        ("https://h/openai/v1beta/", "https://h/openai/v1beta/chat/completions"),
        ("https://h/v1beta/openai/", "https://h/v1beta/openai/chat/completions"),
        ("https://h/llm", "https://h/llm/v1/chat/completions"),
        ("http://h:8000/v1/chat/completions", "http://h:8000/v1/chat/completions"),
        ("http://h:8000/v1/chat/completions/", "http://h:8000/v1/chat/completions"),
        ("http://h:8000/chat/completions", "http://h:8000/v1/chat/completions"),
        (" localhost:11434 ", "http://localhost:11434/v1/chat/completions"),
        ("http://[::1]:8000", "http://[::1]:8000/v1/chat/completions"),
        ("https://h/v1?api-version=1", "https://h/v1/chat/completions?api-version=1"),
    ],
)
def test_l20_the_address_is_whole(base_url: str, address: str) -> None:
    assert str(chat_completions_url(base_url)) == address


@pytest.mark.parametrize("base_url", ["", "http://", "ftp://h", "file:///etc", "http://h:port"])
def test_what_is_no_address_is_refused(base_url: str) -> None:
    with pytest.raises(ValueError, match="model server"):
        chat_completions_url(base_url)


def test_secrets_in_an_address_are_not_shown() -> None:
    url = chat_completions_url("https://boss:hunter2@h/v1?key=hunter3")

    assert shown(url) == "https://h/v1/chat/completions"
