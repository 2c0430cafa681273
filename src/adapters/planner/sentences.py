"""What the command assistant says, as Markdown from the text catalogue."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from application.ports.language_model import Situation
from application.ports.texts import Texts
from domain.texts import Language, TextParam, text

_QUOTES = frozenset("\"'`«»“”„‘’")
_MISSING = {
    "dashboard_id": "dashboard",
    "dataset_id": "object",
    "database_id": "database",
    "sql": "sql",
    "table": "table",
    "name": "name",
    "message": "message",
    "target": "target",
    "source": "source",
    "target_env": "environment",
    "source_env": "environment",
}


@dataclass(frozen=True)
class Sentences:
    """Everything in one language; links of the form `#ask:` fill the composer and send nothing."""

    texts: Texts
    language: Language
    situation: Situation

    def introduction(self, tools: Sequence[str]) -> str:
        return self._with_offers(self._say("greeting"), tools)

    def not_understood(self, tools: Sequence[str]) -> str:
        """With the tools that may have been meant, or saying that none was."""
        return self._with_offers(self._say("did-you-mean"), tools)

    def perhaps(self, meant: Sequence[tuple[str, str]]) -> str:
        """Whole sentences that may have been meant, with the tool of each: to read, then send."""
        links = "\n".join(f"- {self.label(tool)}: {_link(said, said)}" for tool, said in meant)
        return f"{self._say('perhaps')}\n\n{links}"

    def out_of_scope(self, tools: Sequence[str]) -> str:
        return self._with_offers(self._say("out-of-scope"), tools)

    @property
    def is_narrowed(self) -> bool:
        """Whether the page that the person came from narrows the tools."""
        context = self.situation.ui_context
        return context is not None and context.object_type is not None

    def offers(self, tools: Iterable[str]) -> str:
        """A wish for each of the tools."""
        return self._links((tool, self.prompt(tool)) for tool in tools)

    def restore_link(self, title: str, backup: str, env: str) -> str:
        """A backup by its name; the link wishes for a dashboard of it."""
        prompt = self._say("restore-from", dashboard=title, backup=backup, env=env)
        return _link(f"backup:{backup}", prompt)

    def no_backups(self) -> str:
        return self._say("no-backups")

    def undo_hint(self) -> str:
        """Where a change is taken back; no words do it."""
        return self._say("undo-hint")

    def missing(self, tool: str, argument: str) -> str:
        """What else the wish needs, with an example."""
        said = self._say(f"missing-{_MISSING.get(argument, 'argument')}", argument=argument)
        shown = "restore_dashboard" if argument == "source" else tool
        example = [(shown, self.prompt(shown))]
        return f"{said}\n\n{self._links(example)}"

    def which_database(self, message: str) -> str:
        """The same wish once more per database."""
        links = [
            _link(title, f"{message.strip()} {self._say('on-database', title=title)}")
            for _, title, _ in self.situation.databases
        ]
        return "\n".join([self._say("which-database"), "", *(f"- {link}" for link in links[:3])])

    def unknown_command(self, name: str, tools: Sequence[str]) -> str:
        said = self._say("unknown-command", name=name)
        links = [f"- {_link(f'/{tool}', f'/{tool} ')}" for tool in tools]
        return "\n".join([said, "", *links]).strip()

    def unreadable_command(self, tool: str, unread: str) -> str:
        return self._say("unreadable-command", tool=tool, unread=unread[:80])

    def label(self, tool: str) -> str:
        return self._say(f"label-{_slug(tool)}")

    def prompt(self, tool: str) -> str:
        """A wish that the assistant surely understands, with the names of this installation."""
        known = list(self.situation.environments)
        samples = self.situation.samples
        first = samples.get("env_id") or (known[0] if known else "ss-dev")
        env = self.situation.env_id or first
        others = [env_id for env_id in known if env_id != env]
        titles = [title for _, title, _ in self.situation.databases]
        return self._say(
            f"prompt-{_slug(tool)}",
            env=env,
            other=others[0] if others else env,
            database=samples.get("database") or (titles[0] if titles else "retail"),
            table=samples.get("table", "orders"),
            dashboard=self._title("dashboard"),
            dataset=self._title("dataset"),
        )

    def _title(self, kind: str) -> str:
        """Of the object that the person looks at, else of a real one, else a place for one."""
        context = self.situation.ui_context
        shown = context.object_name if context and context.object_type == kind else None
        is_plain = shown is not None and not set(shown) & _QUOTES and shown.isprintable()
        title = shown if is_plain else self.situation.samples.get(kind)
        return title or self._say(f"title-{kind}")

    def _with_offers(self, said: str, tools: Sequence[str]) -> str:
        links = self._links((tool, self.prompt(tool)) for tool in tools)
        return "\n\n".join(part for part in (said, links, self._say("what-i-am")) if part)

    def _links(self, prompts: Iterable[tuple[str, str]]) -> str:
        return "\n".join(f"- {_link(self.label(tool), prompt)}" for tool, prompt in prompts)

    def _say(self, key: str, **params: TextParam) -> str:
        return self.texts.say(text(f"planner-{key}", **params), self.language)


def _link(label: str, prompt: str) -> str:
    escaped = re.sub(r"([\[\]\\`*_<>])", r"\\\1", label)
    return f"[{escaped}](#ask:{quote(prompt, safe='')})"


def _slug(tool: str) -> str:
    return tool.replace("_", "-")
