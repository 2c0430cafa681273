"""The built page from the same origin."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from endpoints.service import Service, problem, serving
from entrypoints.http.pages import PAGES
from turns.world import World

INDEX = "<!doctype html><title>Superset Agent</title>"


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Service]:
    build = tmp_path / "build"
    (build / "_app" / "immutable").mkdir(parents=True)
    (build / "index.html").write_text(INDEX)
    (build / "favicon.svg").write_text("<svg/>")
    (build / "_app" / "immutable" / "start.abc.js").write_text("1")
    (tmp_path / "secret.txt").write_text("canary")
    (build / "link").symlink_to(tmp_path / "secret.txt")
    async with serving(World([]), build) as ready:
        yield ready


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("rest", ["", "/", "/10", "/a/b/c", "/10?env_id=ss-dev", "/%2e%2e"])
async def test_every_page_is_the_one_page(site: Service, page: str, rest: str) -> None:
    answer = await site.nobody().ask("GET", f"/{page}{rest}", headers={"Accept": "*/*"})
    assert (answer.status_code, answer.text) == (200, INDEX)
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-security-policy"] == "frame-ancestors 'none'"


async def test_the_root_leads_to_the_agent(site: Service) -> None:
    answer = await site.nobody().ask("GET", "/")
    assert (answer.status_code, answer.headers["location"]) == (307, "/agent")


async def test_files_with_a_hash_in_their_name_are_kept_for_ever(site: Service) -> None:
    answer = await site.nobody().ask("GET", "/_app/immutable/start.abc.js")
    assert "immutable" in answer.headers["cache-control"]
    assert (await site.nobody().ask("GET", "/favicon.svg")).text == "<svg/>"


async def test_scripts_travel_compressed_to_who_takes_it(site: Service, tmp_path: Path) -> None:
    script = tmp_path / "build" / "_app" / "immutable" / "large.abc.js"
    script.write_text("const number = 1;\n" * 1000)
    for asked, sent in (("gzip", "gzip"), ("identity", None)):
        headers = {"Accept-Encoding": asked}
        answer = await site.nobody().ask("GET", "/_app/immutable/large.abc.js", headers=headers)
        assert answer.headers.get("content-encoding") == sent
        assert answer.text == script.read_text()
        assert answer.headers["vary"] == "Accept-Encoding"
        assert "immutable" in answer.headers["cache-control"]


@pytest.mark.parametrize("path", ["/agent", "/favicon.svg", "/_app/immutable/start.abc.js"])
async def test_head_is_get_without_the_body(site: Service, path: str) -> None:
    answer = await site.nobody().ask("HEAD", path)
    assert (answer.status_code, answer.content) == (200, b"")


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/_app/../../secret.txt",
        "/_app/%2e%2e/%2e%2e/secret.txt",
        "/_app/..%2f..%2fsecret.txt",
        "/_app//etc/passwd",
        "/_app/%00",
        "/_app/",
        "/_app",
        "/secret.txt",
        "/index.html/..%2f",
        "/nope.js",
        "/agentx",
        "/api/agent",
    ],
)
async def test_nothing_else_is_served(site: Service, path: str) -> None:
    answer = await site.nobody().ask("GET", path, headers={"Accept": "*/*"})
    assert answer.status_code in {307, 404}
    assert "canary" not in answer.text
    assert "<title>" not in answer.text


_BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"


@pytest.mark.parametrize("path", ["/databases", "/agentx", "/no/such/page"])
async def test_a_person_is_told_in_the_page_that_there_is_no_such_page(
    site: Service, path: str
) -> None:
    answer = await site.nobody().ask("GET", path, headers={"Accept": _BROWSER})
    assert (answer.status_code, answer.text) == (404, INDEX)
    assert answer.headers["content-security-policy"] == "frame-ancestors 'none'"


@pytest.mark.parametrize(
    ("method", "path", "accept"),
    [
        ("GET", "/databases", "*/*"),
        ("GET", "/databases", "application/json"),
        ("GET", "/api/nope", _BROWSER),
        ("GET", "/_app/nope.js", _BROWSER),
        ("POST", "/databases", _BROWSER),
    ],
)
async def test_a_program_is_told_in_json(
    site: Service, method: str, path: str, accept: str
) -> None:
    answer = await site.nobody().ask(method, path, headers={"Accept": accept})
    problem(answer, 404, "not_found")


async def test_a_page_is_only_read(site: Service) -> None:
    problem(await site.nobody().ask("POST", "/agent"), 405, "method_not_allowed")


@pytest.mark.parametrize(("language", "words"), [("en", "make setup"), ("ru", "не собрана")])
async def test_without_a_build_the_page_says_what_to_do(
    service: Service, language: str, words: str
) -> None:
    answer = await service.nobody(language).ask("GET", "/agent")
    assert words in problem(answer, 404, "page_not_built")["detail"]


async def test_a_page_that_is_built_later_is_found(tmp_path: Path) -> None:
    async with serving(World([]), tmp_path) as service:
        problem(await service.nobody().ask("GET", "/agent"), 404, "page_not_built")
        (tmp_path / "index.html").write_text(INDEX)
        assert (await service.nobody().ask("GET", "/agent")).text == INDEX
