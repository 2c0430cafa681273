"""
What the page costs a browser, before the real service and a scripted model server.

10 000 tokens are streamed into one answer at 200 tokens a second: how busy the page's main thread
is (time on the processor, so that other work does not count), and its longest pause. Then a
conversation of 1 000 messages, half of them answers, is opened from the side bar, and how much of
that is spent on waiting for the service. Compare ratios, not machines.
"""

import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import CDPSession, Page, sync_playwright

from kills.running import Running
from model_server import Asked, ModelServer, Reply, says
from states.looking import launched

TOKENS = 10_000
TOKENS_A_SECOND = 200
MESSAGES = 1_000
OPENINGS = 9
LATE_MS = 50
_WORDS = "The **revenue** of `orders` grew in each of the twelve months that were asked for,\n\n"
_FRAMES = """() => {
  window.pauses = [];
  let last = performance.now();
  const frame = (now) => {
    window.pauses.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""
_OPENED = """([title, text]) => new Promise((resolve) => {
  const entry = [...document.querySelectorAll('.conversations button.open')]
    .find((button) => button.textContent.includes(title));
  const begun = performance.now();
  entry.click();
  const look = () => {
    const last = [...document.querySelectorAll('section.turn')].at(-1);
    if (last?.textContent.includes(text)) resolve(performance.now() - begun);
    else requestAnimationFrame(look);
  };
  look();
})"""


_WAITED = r"""() => performance.getEntriesByType('resource')
  .filter(({ name }) => /conversations\/[^/?]+(\/events)?(\?|$)/.test(name))
  .reduce((sum, { startTime, responseEnd }) => sum + responseEnd - startTime, 0)"""


def talk(asked: Asked) -> Reply:
    """A long answer to `stream`, a short one to anything else."""
    last = str(asked.messages[-1]["content"]).splitlines()[-1]
    if last != "stream":
        return says(f"This is what there is to say about {last}.")
    words = (_WORDS * (TOKENS // 10))[: TOKENS * 8].split(" ")[:TOKENS]
    return says(" ".join(words)).slowly(1 / TOKENS_A_SECOND)


@contextmanager
def running(folder: Path, model: ModelServer) -> Iterator[Running]:
    """The service with a language model and an environment that nobody asks."""
    file = folder / "environments.toml"
    file.write_text('[ss-dev]\nurl = "http://127.0.0.1:9"\n')
    variables = {
        "AGENT_ENVIRONMENTS_FILE": str(file),
        "AGENT_LLM__BASE_URL": model.url,
        "AGENT_LLM__MODEL": "scripted",
    }
    service = Running(folder, variables)
    service.start()
    yield service
    service.stop()


def busy_s(session: CDPSession) -> float:
    """Seconds that the page's main thread has been on the processor."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return float(next(each["value"] for each in metrics if each["name"] == "TaskDuration"))


def stream(page: Page) -> None:
    """Measure one long answer while it comes."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.evaluate(_FRAMES)
    page.locator("textarea").fill("stream")
    before, begun = busy_s(session), time.monotonic()
    page.locator("textarea").press("Enter")
    page.locator("li.facts").wait_for(timeout=10 * 60_000)
    seconds = time.monotonic() - begun
    busy = busy_s(session) - before
    pauses = sorted(page.evaluate("window.pauses"))
    print(f"{TOKENS} tokens in {seconds:.1f} s: main thread busy {busy / seconds:.1%}")
    late = sum(pause > LATE_MS for pause in pauses)
    print(f"{len(pauses)} frames, {late} more than {LATE_MS} ms apart, at most {pauses[-1]:.0f} ms")


def converse(page: Page, address: str) -> None:
    """A conversation of that many messages, half of them of the person who is signed in."""
    conversation = None
    for number in range(1, MESSAGES // 2 + 1):
        answer = page.request.post(
            f"{address}/api/agent/messages",
            headers={"Origin": address, "X-Agent-Client": "web"},
            data={"message": f"message {number}", "conversation_id": conversation},
        )
        conversation = answer.headers["x-conversation-id"]


def opening(page: Page, address: str) -> tuple[float, float]:
    """Milliseconds from the click to the last message on the screen; those of the two answers."""
    page.goto(f"{address}/agent")
    page.locator(".conversations button.open", has_text="message 1").first.wait_for()
    said = f"say about message {MESSAGES // 2}."
    whole = float(page.evaluate(_OPENED, ["message 1", said]))
    return whole, float(page.evaluate(_WAITED))


def main() -> None:
    """Print the measures."""
    with (
        tempfile.TemporaryDirectory() as folder,
        ModelServer(talk) as model,
        running(Path(folder), model) as service,
        sync_playwright() as playwright,
    ):
        address = f"http://127.0.0.1:{service.port}"
        page = launched(playwright).new_page(viewport={"width": 1280, "height": 800})
        page.goto(f"{address}/agent#signin={service.sign_in_code()}")
        page.get_by_test_id("who").wait_for()
        stream(page)
        converse(page, address)
        openings = [opening(page, address) for _ in range(OPENINGS)]
        whole, waited = (statistics.median(times) for times in zip(*openings, strict=True))
        print(f"{MESSAGES} messages open in {whole:.0f} ms, {waited:.0f} of it for the service")


if __name__ == "__main__":
    main()
