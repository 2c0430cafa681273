"""Server-sent events of a model server, from bytes to the data of each event."""

import codecs
import re

# Only these end a line. str.splitlines also splits at U+2028, U+0085 and others, which stand
# unescaped in JSON.
_LINE_END = re.compile(r"\r\n|\r|\n")


class EventData:
    """
    Reads a byte stream piece by piece; every call returns the data of the events it completed.

    Comments and the fields `event`, `id` and `retry` are read over. Bytes that are not UTF-8
    become U+FFFD. httpx-sse is not used here: it insists on the content type, which gateways
    get wrong, follows a charset parameter, which the format forbids, and drops an event that no
    empty line ends.
    """

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
        self._rest = ""
        self._data: list[str] = []

    def feed(self, piece: bytes) -> list[str]:
        """The events that end in this piece, in order."""
        text = self._rest + self._decoder.decode(piece)
        # A CR at the very end may be the first half of a CRLF.
        held = "\r" if text.endswith("\r") else ""
        *lines, rest = _LINE_END.split(text[: len(text) - len(held)])
        self._rest = rest + held
        return [data for line in lines if (data := self._take(line)) is not None]

    def finish(self) -> list[str]:
        """What was left when the stream ended."""
        lines = _LINE_END.split(self._rest + self._decoder.decode(b"", final=True))
        self._rest = ""
        return [data for line in [*lines, ""] if (data := self._take(line)) is not None]

    def _take(self, line: str) -> str | None:
        if not line:
            data, self._data = self._data, []
            return "\n".join(data) if data else None
        name, _, value = line.partition(":")
        if name == "data":
            self._data.append(value.removeprefix(" "))
        return None
