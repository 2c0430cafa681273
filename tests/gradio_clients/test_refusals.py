"""Calls that are refused: always with an event that an old client reads, and `done` (R07)."""

from datetime import timedelta

import pytest

from adapters.memory.conversations import MemoryConversations
from application.ports.store import StoreUnavailable
from endpoints.service import Json, Service
from gradio_clients.clients import arguments, direct_call, refusal

UNKNOWN_ENVIRONMENT = "There is no environment “ss-nowhere”. Known: ss-dev, ss-prod."


async def _turns(behind: Service) -> int:
    return len(behind.world.tables.turns)


@pytest.mark.parametrize("token", [None, "", "no token", "a.b.c", 5, {"jwt": 1}])
async def test_without_a_good_token(behind: Service, token: Json) -> None:
    sent = arguments(behind, "find sales")
    sent[4] = token
    refusal(await direct_call(behind, sent), 401, "unauthenticated")
    assert await _turns(behind) == 0


async def test_unused_fields_may_be_null(behind: Service) -> None:
    """R08."""
    sent = ["hi", None, None, "", None, None]
    refusal(await direct_call(behind, sent), 401, "unauthenticated")


async def test_a_token_whose_time_is_over(behind: Service) -> None:
    sent = arguments(behind, "find sales")
    behind.world.clock.advance(timedelta(hours=2))
    refusal(await direct_call(behind, sent), 401, "session_expired")


@pytest.mark.parametrize("user_id", ["local:bob", "bob", "ANN", "jwt:ann", "ann ", "local"])
async def test_somebody_elses_name_is_refused_and_audited(behind: Service, user_id: str) -> None:
    sent = arguments(behind, "find sales")
    sent[3] = user_id
    refusal(await direct_call(behind, sent), 403, "forbidden")
    assert behind.world.audited("refusal") == [{"code": "other_user", "user_id": user_id}]
    assert await _turns(behind) == 0


@pytest.mark.parametrize("count", [0, 1, 5, 8])
async def test_another_number_of_arguments(behind: Service, count: int) -> None:
    """R01."""
    sent = [*arguments(behind, "find sales"), None, None, None][:count]
    said = refusal(await direct_call(behind, sent), 422, "invalid_request")
    assert "six or seven" in said
    assert str(count) in said
    assert await _turns(behind) == 0


@pytest.mark.parametrize(
    ("at", "given", "named"),
    [
        (0, None, "message"),
        (0, "", "message"),
        (0, " \n", "message"),
        (0, "x" * 32_001, "message"),
        (0, ["hi"], "message"),
        (0, {"text": "hi", "files": []}, "message"),
        (2, ["chat"], "conv_id"),
        (2, True, "conv_id"),
        (2, "x" * 201, "conv_id"),
        (3, {"name": "ann"}, "user_id"),
        (5, ["ss-dev"], "env_id"),
        (5, "x" * 129, "env_id"),
    ],
)
async def test_an_argument_that_cannot_be_used_is_named(
    behind: Service, at: int, given: Json, named: str
) -> None:
    sent = arguments(behind, "find sales")
    sent[at] = given
    assert named in refusal(await direct_call(behind, sent), 422, "invalid_request")
    assert await _turns(behind) == 0


@pytest.mark.parametrize(
    ("context", "status", "code"),
    [
        ('{"objectType": "chart"}', 422, "invalid_context"),
        ({"objectType": "chart"}, 422, "invalid_context"),
        ({"objectType": "dashboard", "more": 1}, 422, "invalid_context"),
        ([1], 422, "invalid_context"),
        (5, 422, "invalid_context"),
        ("x" * 4097, 413, "context_too_large"),
        ({"objectName": "x" * 4096}, 413, "context_too_large"),
    ],
)
async def test_a_wrong_context_is_refused_and_audited(
    behind: Service, context: Json, status: int, code: str
) -> None:
    sent = [*arguments(behind, "find sales"), context]
    refusal(await direct_call(behind, sent), status, code)
    (line,) = behind.world.audited("context_error")
    assert line["code"] == code
    assert await _turns(behind) == 0
    assert (await behind.person().get("/api/agent/conversations"))["total"] == 0


async def test_an_unknown_environment(behind: Service) -> None:
    sent = arguments(behind, "find sales", env_id="ss-nowhere")
    said = refusal(await direct_call(behind, sent), 404, "unknown_environment")
    assert said == UNKNOWN_ENVIRONMENT


async def test_the_sentence_is_in_the_language_of_the_request(behind: Service) -> None:
    sent = arguments(behind, "find sales", env_id="ss-nowhere")
    said = refusal(await direct_call(behind, sent, language="ru"), 404, "unknown_environment")
    assert "ss-nowhere" in said
    assert said != UNKNOWN_ENVIRONMENT


@pytest.mark.parametrize(
    ("raised", "status", "code"),
    [
        (StoreUnavailable("disk full"), 503, "store_unavailable"),
        (RuntimeError("canary"), 500, "internal"),
    ],
)
async def test_what_breaks_is_told_and_gives_nothing_away(
    behind: Service,
    monkeypatch: pytest.MonkeyPatch,
    raised: Exception,
    status: int,
    code: str,
) -> None:
    async def broken(*_: object) -> None:
        raise raised

    monkeypatch.setattr(MemoryConversations, "add", broken)
    said = refusal(await direct_call(behind, arguments(behind, "find sales")), status, code)
    assert str(raised) not in said
