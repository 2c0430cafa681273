"""Servers that refuse, are not there, or are no model servers; and the key."""

import logging
import socket
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import pytest
from pydantic import SecretStr
from structlog.testing import capture_logs

from adapters.model_httpx.language_model import HttpLanguageModel
from contracts.language_model import failed, parts_of, request, text_of
from model_server import ModelServer, fails

Serve: TypeAlias = Callable[..., ModelServer]
ModelOf: TypeAlias = Callable[..., HttpLanguageModel]

KEY = "canary-0123456789"


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (400, "model_refused"),
        (401, "model_refused"),
        (404, "model_refused"),
        (429, "model_busy"),
        (529, "model_busy"),
        (413, "model_context_full"),
        (302, "model_refused"),
        (408, "model_timeout"),
        (504, "model_timeout"),
        (500, "model_unavailable"),
        (503, "model_unavailable"),
    ],
)
async def test_a_status_decides_the_kind_of_failure(
    serve: Serve, model_of: ModelOf, status: int, code: str
) -> None:
    server = serve(fails(status, {"error": {"message": "no such model: test-model"}}))

    failure = failed(await parts_of(model_of(server).reply(request("go"))))

    assert failure.code == code
    assert failure.detail == f"HTTP {status}: no such model: test-model"
    assert failure.address == f"{server.root}/v1/chat/completions"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"error": "short"}, ": short"),
        ({"detail": "Not Found"}, ": Not Found"),
        ({"detail": [{"msg": "field required"}]}, ": field required"),
        ({"message": "bad\n\nthings"}, ": bad things"),
        ("<html><body>Bad Gateway</body></html>", ""),
        ({"error": {"message": "x" * 500}}, ": " + "x" * 199 + "…"),
    ],
)
async def test_the_servers_own_words_are_found_and_short(
    serve: Serve, model_of: ModelOf, body: Mapping[str, Any] | str, words: str
) -> None:
    failure = failed(await parts_of(model_of(serve(fails(404, body))).reply(request("go"))))

    assert failure.detail == f"HTTP 404{words}"


async def test_l20_a_404_names_the_address_that_was_asked() -> None:
    with ModelServer([]) as server:
        model = HttpLanguageModel(f"{server.root}/wrong", None, "m")

        failure = failed(await parts_of(model.reply(request("go"))))
        await model.close()

    assert failure.address == f"{server.root}/wrong/v1/chat/completions"


async def test_no_server_is_unavailable() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    model = HttpLanguageModel(f"http://127.0.0.1:{port}", None, "m")

    failure = failed(await parts_of(model.reply(request("go"))))
    await model.close()

    assert failure.code == "model_unavailable"


async def test_the_key_is_sent_and_said_nowhere(
    serve: Serve, caplog: pytest.LogCaptureFixture
) -> None:
    """A server that repeats the key in its error is not repeated."""
    caplog.set_level(logging.DEBUG)
    server = serve(fails(401, {"error": {"message": f"Incorrect API key provided: {KEY}."}}))
    model = HttpLanguageModel(server.url, SecretStr(KEY), "m")

    with capture_logs() as logged:
        failure = failed(await parts_of(model.reply(request("go"))))
    await model.close()

    assert server.asked[0].headers["authorization"] == f"Bearer {KEY}"
    assert failure.detail == "HTTP 401: Incorrect API key provided: ***."
    assert [entry["event"] for entry in logged] == ["model_failed"]
    assert KEY not in f"{logged}{failure}{model.__dict__}{caplog.text}"


@pytest.mark.parametrize("key", ["ключ", "two\nlines"])
async def test_a_key_that_is_none_is_a_failure_without_the_key(serve: Serve, key: str) -> None:
    server = serve(fails(401, {"error": "who are you?"}))
    model = HttpLanguageModel(server.url, SecretStr(key), "m")

    failure = failed(await parts_of(model.reply(request("go"))))
    await model.close()

    assert key not in failure.detail
    assert "lines" not in failure.detail


async def test_credentials_in_the_address_are_not_shown(serve: Serve) -> None:
    server = serve(fails(500, {"error": "no"}))
    address = server.url.replace("http://", "http://boss:hunter2@") + "?key=hunter3"
    model = HttpLanguageModel(address, None, "m")

    failure = failed(await parts_of(model.reply(request("go"))))
    await model.close()

    assert failure.address == f"{server.url}/chat/completions"
    assert server.asked[0].path == "/v1/chat/completions?key=hunter3"


async def test_without_a_key_none_is_sent(serve: Serve, model_of: ModelOf) -> None:
    server = serve("hello")

    assert text_of(await parts_of(model_of(server).reply(request("go")))) == "hello"
    assert "authorization" not in server.asked[0].headers
