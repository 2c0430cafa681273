"""Takes a model's thinking out of what it says."""

import re

_TAG = re.compile(r"<(/?)(?:think|thinking)>", re.IGNORECASE)
_BEGINNINGS = tuple(
    tag[:size]
    for tag in ("<think>", "<thinking>", "</think>", "</thinking>")
    for size in range(1, len(tag))
)
_LONGEST = len("</thinking>") + 2


class SpokenText:
    """
    Feeds on text as it arrives and returns what may be shown.

    The rule: text between `<think>` (or `<thinking>`) and the next closing tag is hidden, every
    time, and so is a block that never closes. A tag in backticks is a mention, no tag. A closing
    tag without an opening one disappears. Blanks before the first shown character are dropped.
    """

    def __init__(self) -> None:
        self._held = ""
        self._before = ""
        self._hidden = False
        self._has_shown = False

    def feed(self, text: str) -> str:
        """What of it, and of what was held back before, may be shown now."""
        self._held += text
        return self._shown(self._drain(is_last=False))

    def finish(self) -> str:
        """What was held back until the end."""
        return self._shown(self._drain(is_last=True))

    def _drain(self, *, is_last: bool) -> str:
        spoken: list[str] = []
        at = 0
        while (tag := _TAG.search(self._held, at)) is not None:
            if self._before_of(tag.start()) == "`":
                if tag.end() == len(self._held) and not is_last:
                    break
                if self._held[tag.end() : tag.end() + 1] == "`":
                    at = tag.end()
                    continue
            self._pass_on(spoken, tag.start())
            self._held = self._held[tag.end() - tag.start() :]
            self._before = ">"
            self._hidden = not tag.group(1)
            at = 0
        self._pass_on(spoken, len(self._held) if is_last else self._safe_length(tag))
        return "".join(spoken)

    def _before_of(self, at: int) -> str:
        return self._held[at - 1] if at > 0 else self._before

    def _pass_on(self, spoken: list[str], length: int) -> None:
        """Let go of the first `length` characters, spoken or not."""
        passed, self._held = self._held[:length], self._held[length:]
        if passed:
            self._before = passed[-1]
            if not self._hidden:
                spoken.append(passed)

    def _safe_length(self, undecided: re.Match[str] | None) -> int:
        """How much cannot become part of a tag any more."""
        if undecided is not None:
            return undecided.start()
        tail = self._held[-_LONGEST:].lower()
        for beginning in sorted(_BEGINNINGS, key=len, reverse=True):
            if tail.endswith(beginning):
                return len(self._held) - len(beginning)
        return len(self._held)

    def _shown(self, text: str) -> str:
        if not self._has_shown:
            text = text.lstrip()
            self._has_shown = bool(text)
        return text
