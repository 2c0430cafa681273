"""The chat page: answers, calls, results, and what goes wrong."""

from typing import Any, TypeAlias

from playwright.sync_api import Page

from states.acts import Act, pressed, sent, written
from states.cards import asking, deletion, deploying
from states.ordinary import refused
from states.stage import CUT, WAITS, Answer, streams
from states.telling import (
    CONVERSATION,
    FIND,
    Scene,
    State,
    Words,
    begun,
    conversation,
    ended,
    event,
    finding,
    talk,
)

Json: TypeAlias = Any

MESSAGES = "POST /api/agent/messages"
_ANSWER = (
    """Three dashboards are about **sales**:

| dashboard | changed |
|---|---|
| [Sales overview](https://ss-dev.example/1) | today |
| Revenue by store | in May |

```sql
SELECT region, sum(revenue) FROM orders GROUP BY region
```
[Show the first](#ask:show%20it)""",
    """Три дашборда про **продажи**:

| дашборд | изменён |
|---|---|
| [Обзор продаж](https://ss-dev.example/1) | сегодня |
| Выручка по магазинам | в мае |

```sql
SELECT region, sum(revenue) FROM orders GROUP BY region
```
[Показать первый](#ask:show%20it)""",
)


def _begin(words: Words, **more: Json) -> Scene:
    return Scene("/agent", "section.chat[data-state=idle] .empty ul.examples", **more)


def _open_menu(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 720})
    page.locator("header .menu button").click()
    page.locator(".side.open").wait_for()


def _streaming(words: Words) -> Scene:
    text = event("token", text=words(*_ANSWER)[:60])
    return finding(words, text, is_in="streaming", until=".markdown")


def _answered(words: Words) -> Scene:
    text = event("token", text=words(*_ANSWER))
    return finding(words, text, ended(), until=".markdown table")


def _finished(reason: str) -> Any:  # noqa: ANN401  # a scene of a language
    def scene(words: Words) -> Scene:
        return finding(words, event("token", text=words("Half an", "Пол-")), ended(reason))

    return scene


def _failed(words: Words) -> Scene:
    message = words(
        "The language model does not answer. Check that it runs, then send the message again.",
        "Языковая модель не отвечает. Проверьте, что она запущена, и отправьте сообщение снова.",
    )
    return finding(words, event("error", message=message), ended("error"), is_in="error")


def _denied(words: Words, acts: Act | None = None) -> Scene:
    instead = [{"action": "search_dashboards", "prompt": words(*FIND)}]
    events = [*begun(), event("permission_denied", alternatives=instead), ended()]
    message = words("delete the dashboard", "удали дашборд")
    return talk(words, message, events, role="analyst", acts=acts)


def _broken(words: Words, acts: Act | None = None) -> Scene:
    """The stream ends in the middle, and the service is gone."""
    message = words(*FIND)
    events = [*begun(), event("token", text=words("Three", "Три"))]
    runs = conversation(words, message, message, state="running", last_event_id=4)
    gone = refused("not_ready", words.language)
    state = "disconnected_permanent" if acts else "disconnected"
    return Scene(
        "/agent?conversation=C1",
        f"section.chat[data-state={state}]",
        {f"GET {CONVERSATION}": runs, f"GET {CONVERSATION}/events": [streams(*events), gone]},
        acts=acts,
    )


def _given_up(page: Page) -> None:
    """The five waits pass."""
    page.locator("section.chat[data-state=disconnected]").wait_for()
    lost = page.locator("section.chat[data-state=disconnected_permanent]")
    while not lost.count():
        page.clock.fast_forward(17_000)
        page.wait_for_timeout(50)


def _decided_elsewhere(words: Words) -> Scene:
    """This tab shows the card; another one answers it, and this one hears of it when looked at."""
    scene = asking(words, deletion(words), acts=_come_back)
    events = scene.answers[f"GET {CONVERSATION}/events"]
    assert isinstance(events, Answer)
    assert events.events is not None
    resolved = event(
        "confirm_resolved",
        confirmation_id=deletion(words)["confirmation_id"],
        decision="approve",
        by="local:admin",
        reason=None,
    )
    done = words("It is deleted.", "Удалено.")
    more = [*events.events, resolved, event("token", text=done), ended()]
    message = words("delete the dashboard", "удали дашборд")
    after = conversation(words, message, message, last_event_id=len(more))
    before = scene.answers[f"GET {CONVERSATION}"]
    assert isinstance(before, Answer)
    answers = {
        f"GET {CONVERSATION}": [before, after],
        f"GET {CONVERSATION}/events": [events, streams(*more)],
    }
    return Scene(scene.path, "article.card[data-open=false]", answers, acts=_come_back)


def _come_back(page: Page) -> None:
    page.locator("article.card[data-open=true]").wait_for()
    page.evaluate("window.dispatchEvent(new Event('focus'))")


def _refused(code: str) -> Any:  # noqa: ANN401  # a scene of a language
    def scene(words: Words) -> Scene:
        answers = {MESSAGES: refused(code, words.language)}
        return finding(
            words,
            event("token", text=words("Three.", "Три.")),
            ended(),
            answers=answers,
            acts=sent(words("and now?", "а теперь?")),
            until=".notice",
        )

    return scene


def _blocked(words: Words) -> Scene:
    act = sent(words("and now?", "а теперь?"))
    scene = asking(words, deploying(words, "dev"), acts=act)
    return Scene(scene.path, ".notice", scene.answers, acts=act)


def _unsent(words: Words) -> Scene:
    """No service is there when a first message is sent."""
    act = sent(words(*FIND))
    return Scene("/agent", ".turn .line.danger", {MESSAGES: CUT}, acts=act)


_CONTEXT = "objectType=dashboard&objectId=10&envId="

STATES = (
    State("begin", "The empty state, with examples of what can be asked", _begin),
    State(
        "begin-loading",
        "The same before the service answered",
        lambda _: Scene(
            "/agent",
            ".examples .skeleton",
            {"GET /api/agent/tools": WAITS, "GET /api/agent/conversations": WAITS},
        ),
    ),
    State(
        "context",
        "Asked from a dashboard: the context",
        lambda _: Scene(f"/agent?{_CONTEXT}ss-dev", "[data-testid=context-pill]"),
    ),
    State(
        "production",
        "Work on production is announced",
        lambda _: Scene(f"/agent?{_CONTEXT}ss-prod", "section.chat .banner"),
    ),
    State(
        "commands",
        "The list under a message that begins with a slash",
        lambda _: Scene("/agent", "[role=option]", acts=written("/")),
    ),
    State("menu", "The side bar of a narrow screen", lambda w: _begin(w, acts=_open_menu)),
    State(
        "conversation-loading",
        "A conversation is being opened",
        lambda _: Scene(
            "/agent?conversation=C1", "[role=log] .skeleton", {f"GET {CONVERSATION}": WAITS}
        ),
    ),
    State(
        "conversation-unknown",
        "A conversation that does not exist",
        lambda w: Scene(
            "/agent?conversation=C1",
            ".notice",
            {f"GET {CONVERSATION}": refused("conversation_unknown", w.language)},
        ),
    ),
    State(
        "conversation-rename",
        "A conversation gets another name",
        lambda w: _begin(w, acts=pressed(".conversations .tools button:first-child")),
    ),
    State(
        "conversation-remove",
        "A conversation is about to be deleted",
        lambda w: _begin(w, acts=pressed(".conversations .tools button:last-child")),
    ),
    State(
        "thinking",
        "The model thinks; the steps so far",
        lambda w: finding(w, is_in="streaming", until="ol"),
    ),
    State("streaming", "An answer that is being written", _streaming),
    State("answered", "An answer with a table, SQL, a link and a proposed message", _answered),
    State("stopped", "An answer that the person stopped", _finished("cancelled")),
    State("limit", "A turn that came to its limit", _finished("limit")),
    State("error", "A turn that failed", _failed),
    State("not-allowed", "A call that the role may not make", _denied),
    State(
        "not-allowed-closed",
        "The same, closed: what can be asked instead",
        lambda w: _denied(w, pressed("[data-tone=permission_denied] button")),
    ),
    State("disconnected", "The stream broke; the page tries again", _broken),
    State(
        "disconnected-permanent",
        "It gave up; the person decides",
        lambda w: _broken(w, _given_up),
    ),
    State("unsent", "A message that found no service", _unsent),
    State(
        "second-tab",
        "A confirmation that another tab answered",
        _decided_elsewhere,
    ),
    State(
        "second-tab-runs",
        "A message while another tab's is being answered",
        _refused("turn_running"),
    ),
    State("blocked", "A message while a confirmation waits", _blocked),
    State(
        "debug",
        "The debug panel: page context and pipeline",
        lambda w: finding(
            w,
            event("token", text=w("Three.", "Три.")),
            ended(),
            query=f"&{_CONTEXT}ss-dev",
            acts=pressed("section.chat > header button[aria-pressed]"),
            until=".debug",
        ),
    ),
)
