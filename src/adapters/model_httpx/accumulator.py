"""Puts a reply together from the deltas of any OpenAI-compatible server. Pure."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from adapters.model_httpx.reasoning import SpokenText
from adapters.model_httpx.surrogates import mend, split_half
from application.ports.language_model import CallProposed, ReplyEnded
from domain.conversation import Usage
from domain.superset import JsonValue

# After these the model had more to say: half a call may still parse, and must not run.
_CUT_OFF = frozenset({"length", "content_filter", "max_tokens"})
# Others hold thoughts.
_SPOKEN_PARTS = frozenset({"text", "output_text"})


@dataclass(slots=True)
class _Slot:
    """One call that is being put together; `whole` is set by servers that send an object."""

    server_id: str | None
    index: int | None
    name: str = ""
    text: str = ""
    whole: Mapping[str, JsonValue] | None = None
    problem: str | None = None

    @property
    def is_complete(self) -> bool:
        return self.whole is not None or isinstance(_parse(self.text), dict)


@dataclass(slots=True)
class CallAccumulator:
    """
    Decides which fragments belong to one call.

    An id that was seen before names its call, unless its index is another one: some servers have
    one id for all. A new id with the beginning of arguments starts a call, whatever its index
    says. Without an id the index decides, or the place in the list; a name that comes with
    arguments after complete arguments starts a new call. Names are set, arguments appended.
    """

    _slots: list[_Slot] = field(default_factory=list)
    _by_index: dict[int, _Slot] = field(default_factory=dict)

    def feed(self, deltas: Sequence[object]) -> None:
        """The `tool_calls` of one chunk; what is no object is read over."""
        for place, delta in enumerate(deltas):
            if isinstance(delta, Mapping):
                self._feed_one(delta, place if len(deltas) > 1 else None)

    def calls(self, new_id: Callable[[], str], *, is_cut_off: bool) -> tuple[CallProposed, ...]:
        """
        The calls in order, with ids of our own.

        Servers repeat their ids from reply to reply (llama.cpp's Python server has one for
        all), and results are kept by id.
        """
        return tuple(_proposed(slot, new_id(), is_cut_off=is_cut_off) for slot in self._slots)

    def _feed_one(self, delta: Mapping[str, object], place: int | None) -> None:
        function = delta.get("function")
        function = function if isinstance(function, Mapping) else {}
        name = function.get("name")
        name = name.strip() if isinstance(name, str) else ""
        arguments = function.get("arguments")
        server_id = delta.get("id")
        server_id = server_id if isinstance(server_id, str) and server_id else None
        index = delta.get("index")
        if not isinstance(index, int) or isinstance(index, bool):
            index = place
        slot = self._slot(server_id, index, name, arguments)
        slot.name = name or slot.name
        _append(slot, arguments)

    def _slot(
        self, server_id: str | None, index: int | None, name: str, arguments: object
    ) -> _Slot:
        meant = self._meant(server_id, index)
        if meant is None or _starts_new(meant, server_id, index, name, arguments):
            return self._open(server_id, index)
        meant.server_id = meant.server_id or server_id
        return meant

    def _meant(self, server_id: str | None, index: int | None) -> _Slot | None:
        """The call that a fragment points at; an id that two indexes share names neither."""
        for slot in reversed(self._slots):
            is_elsewhere = None not in {index, slot.index} and index != slot.index
            if server_id and slot.server_id == server_id and not is_elsewhere:
                return slot
        if index is not None:
            return self._by_index.get(index)
        return self._slots[-1] if self._slots else None

    def _open(self, server_id: str | None, index: int | None) -> _Slot:
        slot = _Slot(server_id, index)
        self._by_index[len(self._slots) if index is None else index] = slot
        self._slots.append(slot)
        return slot


def _starts_new(
    meant: _Slot, server_id: str | None, index: int | None, name: str, arguments: object
) -> bool:
    """Whether a fragment that points at a slot belongs to a call of its own nevertheless."""
    begins = isinstance(arguments, Mapping) or (
        isinstance(arguments, str) and arguments.lstrip().startswith("{")
    )
    has_other_id = None not in {server_id, meant.server_id} and server_id != meant.server_id
    if has_other_id:
        return bool(name) and (begins or not arguments)
    if not name or not meant.name:
        return False
    if meant.is_complete:
        is_repeated = server_id is not None and index is not None
        return name != meant.name or (begins and not is_repeated)
    return name != meant.name and not meant.text.strip()


def _append(slot: _Slot, arguments: object) -> None:
    if arguments is None:
        return
    if isinstance(arguments, str):
        # Some send an empty object ahead of the arguments, some send the whole once more.
        is_again = slot.text.strip() == "{}" and arguments.lstrip().startswith("{")
        is_again = is_again or (bool(slot.text) and slot.text == arguments and slot.is_complete)
        slot.text = arguments if is_again else slot.text + arguments
    elif isinstance(arguments, Mapping):
        slot.whole = arguments
    else:
        slot.problem = "not_an_object"


def _proposed(slot: _Slot, call_id: str, *, is_cut_off: bool) -> CallProposed:
    if is_cut_off:
        return CallProposed(call_id, slot.name, None, "truncated")
    if slot.problem is not None:
        return CallProposed(call_id, slot.name, None, slot.problem)
    if slot.whole is not None:
        parsed: object = slot.whole
    elif not slot.text.strip():
        parsed = {}
    else:
        parsed = _parse(mend(slot.text))
    if parsed is _NOT_JSON:
        return CallProposed(call_id, slot.name, None, "invalid_json")
    if parsed is None:
        parsed = {}
    if not isinstance(parsed, dict):
        return CallProposed(call_id, slot.name, None, "not_an_object")
    return CallProposed(call_id, slot.name, _without_halves(parsed))


_NOT_JSON = object()


def _parse(text: str) -> object:
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        return _NOT_JSON


def _refuse_constant(name: str) -> object:
    raise ValueError(name)


def _without_halves(arguments: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """The same arguments; a lone surrogate that an escape brought in is replaced."""
    text = json.dumps(arguments, ensure_ascii=False)
    mended = mend(text)
    if mended == text:
        return arguments
    again: dict[str, JsonValue] = json.loads(mended)
    return again


@dataclass(slots=True)
class ReplyAccumulator:
    """
    One reply in the making.

    Attributes:
        is_over: the model said why it ended.
        has_failed: it ended because something broke on the server.
        is_empty: neither text nor calls nor an end came: the server did not answer at all.

    """

    is_over: bool = False
    is_empty: bool = True
    _spoken: SpokenText = field(default_factory=SpokenText)
    _calls: CallAccumulator = field(default_factory=CallAccumulator)
    _half: str = ""
    _finish_reason: str | None = None
    _usage: Usage = field(default_factory=lambda: Usage(model_calls=1))

    def feed(self, chunk: Mapping[str, object]) -> str:
        """Take in one chunk of a stream, or a whole completion; returns the text to show."""
        self._take_usage(chunk.get("usage"))
        choices = chunk.get("choices")
        if not isinstance(choices, Sequence) or not choices or not isinstance(choices[0], Mapping):
            return ""
        choice = choices[0]
        reason = choice.get("finish_reason")
        if isinstance(reason, str) and reason:
            self._finish_reason, self.is_over, self.is_empty = reason, True, False
        delta = choice.get("delta") or choice.get("message")
        return self._take_delta(delta) if isinstance(delta, Mapping) else ""

    @property
    def has_failed(self) -> bool:
        return self._finish_reason == "error"

    def finish_text(self) -> str:
        """The last text: what was held back because a tag might have begun."""
        return self._spoken.feed(mend(self._half)) + self._spoken.finish()

    def ended(self, new_id: Callable[[], str]) -> ReplyEnded:
        """The reply as a whole."""
        is_cut_off = self._finish_reason in _CUT_OFF
        calls = self._calls.calls(new_id, is_cut_off=is_cut_off)
        return ReplyEnded(calls, self._usage, is_cut_off)

    def _take_delta(self, delta: Mapping[str, object]) -> str:
        calls = delta.get("tool_calls")
        calls = [calls] if isinstance(calls, Mapping) else calls
        if isinstance(calls, Sequence) and not isinstance(calls, str) and calls:
            self.is_empty = False
            self._calls.feed(calls)
        text = _text_of(delta.get("content")) or _text_of(delta.get("refusal"))
        if not text:
            # Thinking counts as an answer that has begun, and is shown nowhere.
            self.is_empty = self.is_empty and not (
                delta.get("reasoning_content") or delta.get("reasoning")
            )
            return ""
        self.is_empty = False
        # A pair may be cut between two chunks, each half escaped on its own.
        text, self._half = split_half(self._half + text)
        return self._spoken.feed(mend(text))

    def _take_usage(self, usage: object) -> None:
        if isinstance(usage, Mapping):
            self._usage = Usage(
                _count(usage.get("prompt_tokens")), _count(usage.get("completion_tokens")), 1
            )


def _text_of(content: object) -> str:
    """Content is text, or a list of parts of which some are text."""
    if isinstance(content, str):
        return content
    if not isinstance(content, Sequence):
        return ""
    parts = (
        part.get("text")
        for part in content
        if isinstance(part, Mapping) and part.get("type", "text") in _SPOKEN_PARTS
    )
    return "".join(part for part in parts if isinstance(part, str))


def _count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0
