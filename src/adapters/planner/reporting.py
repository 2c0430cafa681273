"""What the command assistant says after its tools answered."""

import re
from collections.abc import Iterable, Sequence

from adapters.planner.sentences import Sentences
from domain.ask_links import without_ask_links
from domain.conversation import ChatMessage

# Longer ones may be cut; the whole stands in the result.
_LONGEST_SQL = 3000
_FENCE = "```"
_NAMES_BACKUPS = frozenset({"get_task_status", "deploy_dashboard", "diff_dashboard"})
# As the tools write a backup, whatever the language; its name says when and where it was made.
_BACKUP = re.compile(
    r"^- backup:(?P<backup>[0-9A-Za-z_-]+)"
    r", [0-9: -]+ UTC, (?P<env>[^:\n]+)(?P<rest>: “(?P<title>[^”\n]*)”.*)$",
    re.MULTILINE,
)


def report(
    messages: Sequence[ChatMessage],
    sentences: Sentences,
    offered: Iterable[str],
    *,
    lists_backups: bool = False,
) -> str:
    """
    What the tools told the person; a link that fills the composer is not for them to make.

    Args:
        messages: all that came after the wish.
        offered: the tools that "what can you do" names, each with a wish.
        lists_backups: whether the wish was to see them.

    """
    tools = {call.call_id: call.tool_name for message in messages for call in message.calls}
    said = []
    for message in messages:
        if message.role != "tool":
            continue
        tool = tools.get(message.call_id or "")
        told = without_ask_links((message.summary or message.content).strip())
        said.append(_restorable(told, sentences) if tool in _NAMES_BACKUPS else told)
        if tool == "get_task_status" and lists_backups:
            lines = "\n".join(found[0] for found in _BACKUP.finditer(message.content))
            said.append(_restorable(lines, sentences) or sentences.no_backups())
        if tool == "superset_format_sql":
            said.append(_formatted(message))
        if tool == "show_capabilities":
            said.append(sentences.offers(offered))
    return "\n\n".join(part for part in said if part)


def _restorable(told: str, sentences: Sentences) -> str:
    """Each line that names a backup, with a link that asks to restore from it."""

    def linked(line: re.Match[str]) -> str:
        link = sentences.restore_link(line["title"], line["backup"], line["env"])
        return f"- {link}{line['rest']}"

    return _BACKUP.sub(linked, without_ask_links(told))


def _formatted(message: ChatMessage) -> str:
    """The SQL that was asked for; "" for a refusal, and for what no block can hold."""
    sql = message.content.strip()
    is_shown = message.summary and not sql.startswith("Error:") and _FENCE not in sql
    return f"{_FENCE}sql\n{sql}\n{_FENCE}" if is_shown and len(sql) <= _LONGEST_SQL else ""
