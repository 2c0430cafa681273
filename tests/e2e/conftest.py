"""
Chromium before the real service before a real Superset.

AGENT_TEST_PICTURES names a folder that keeps a picture of each state, as README shows two.
"""

import os
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, StorageState, expect, sync_playwright

from adapters.demo_supersets.superset_api import SupersetApi
from adapters.demo_supersets.supersets import SupersetCopy
from e2e.chat import ARGUMENTS, AXE, CHROMIUM, Chat, Language, Watch
from e2e.serving import Serving, serving
from model_server import Asked, ModelServer, Reply, calls, says


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """For this package alone: in its thread runs playwright's loop, and no other suite's could."""
    expect.set_options(timeout=10_000)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield chromium
        chromium.close()


@dataclass
class Superset:
    """The suite's Superset, asked past the service."""

    api: SupersetApi

    def dashboard(self, title: str) -> str:
        """A new dashboard; its number."""
        body = {"dashboard_title": title, "published": True}
        return str(self.api.call("POST", "/api/v1/dashboard/", body)["id"])

    @property
    def titles(self) -> set[str]:
        rows = self.api.all_rows("dashboard", ["id", "dashboard_title"], "changed_on")
        return {str(row["dashboard_title"]) for row in rows}


@pytest.fixture(scope="package")
def superset(superset_copy: SupersetCopy) -> Iterator[Superset]:
    with SupersetApi(superset_copy.environment.url) as api:
        api.sign_in(superset_copy.environment.accounts["admin"])
        yield Superset(api)


@pytest.fixture(scope="package")
def assistant(
    superset_copy: SupersetCopy, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Serving]:
    """The service without a language model: the built-in command assistant answers."""
    service = serving(tmp_path_factory.mktemp("assistant"), superset_copy.environment)
    yield service
    service.stop()


def talk(asked: Asked) -> Reply:
    """Does what the last message says: `delete 1`, `speak`, `list`; whatever else is greeted."""
    last = asked.messages[-1]
    words = str(last["content"]).splitlines()[-1].split()
    if last["role"] == "tool":
        return says("That is that.")
    if words[0] == "delete":
        return calls(("delete_dashboard", {"dashboard_id": words[1], "env_id": "ss-dev"}))
    if words[0] == "speak":
        return says("word " * 1000).slowly(0.05)
    if words[0] == "list":
        return says("".join(f"Line {number}\n\n" for number in range(1, 2000))).slowly(0.02)
    return says("Hello.")


@pytest.fixture(scope="package")
def model() -> Iterator[ModelServer]:
    with ModelServer(talk) as server:
        yield server


@pytest.fixture(scope="package")
def modelled(
    superset_copy: SupersetCopy, model: ModelServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Serving]:
    """The service with a language model."""
    service = serving(
        tmp_path_factory.mktemp("modelled"),
        superset_copy.environment,
        AGENT_LLM__BASE_URL=model.url,
        AGENT_LLM__MODEL="scripted",
    )
    yield service
    service.stop()


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    folder = Path(os.environ.get("AGENT_TEST_PICTURES", tmp_path))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@dataclass
class Visitors:
    """
    Opens tabs: whose, in which language, of which service.

    Args:
        signed_in: what a browser that used a sign-in link keeps, by service and role.

    """

    browser: Browser
    pictures: Path
    signed_in: dict[tuple[str, str], StorageState]
    contexts: ExitStack
    watches: list[Watch] = field(default_factory=list)

    def stranger(self, service: Serving, language: Language = "en") -> Chat:
        """A tab of somebody who is not signed in; nothing is open in it."""
        return self._tab(service, language, None)

    def __call__(self, service: Serving, role: str = "admin", language: Language = "en") -> Chat:
        """A tab of somebody who has that role; nothing is open in it."""
        key = (service.address, role)
        if key not in self.signed_in:
            newcomer = self.stranger(service)
            newcomer.page.goto(service.link(role))
            expect(newcomer.who).to_be_visible()
            self.signed_in[key] = newcomer.page.context.storage_state()
            newcomer.page.context.close()
        return self._tab(service, language, self.signed_in[key])

    def second_tab(self, chat: Chat) -> Chat:
        """Another tab of the same browser, at the same address."""
        page = chat.page.context.new_page()
        page.goto(chat.page.url)
        return Chat(page, chat.watch, chat.language, chat.pictures)

    def _tab(self, service: Serving, language: Language, state: StorageState | None) -> Chat:
        context: BrowserContext = self.browser.new_context(
            storage_state=state,
            locale={"en": "en-GB", "ru": "ru-RU"}[language],
            viewport={"width": 1280, "height": 800},
            reduced_motion="reduce",
        )
        self.contexts.callback(context.close)
        context.add_init_script(path=AXE)
        watch = Watch(service.address)
        watch.over(context)
        self.watches.append(watch)
        return Chat(context.new_page(), watch, language, self.pictures)


@pytest.fixture(scope="package")
def signed_in() -> dict[tuple[str, str], StorageState]:
    return {}


@pytest.fixture
def visit(
    browser: Browser, pictures: Path, signed_in: dict[tuple[str, str], StorageState]
) -> Iterator[Visitors]:
    """At the end, nothing that a watch heard may be left unexplained."""
    with ExitStack() as contexts:
        visitors = Visitors(browser, pictures, signed_in, contexts)
        yield visitors
    assert [fault for watch in visitors.watches for fault in watch.faults] == []
