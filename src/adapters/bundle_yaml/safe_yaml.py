"""YAML from anywhere as plain JSON values, and plain JSON values as YAML that reads well."""

import datetime as dt
import re
from typing import Final, Literal

import yaml
from yaml import CSafeDumper, CSafeLoader, SafeDumper
from yaml.emitter import ScalarAnalysis

from domain.superset import JsonValue

MAX_VALUES: Final = 300_000
MAX_DEPTH: Final = 60
_KEY_TYPES: Final = (str, int)
_OTHER_LINE_ENDS: Final = re.compile("[\\r\\x85\\u2028\\u2029]")
_NOT_IN_A_BLOCK: Final = re.compile(
    "^\\t|[^\\n\\t\\x20-\\x7e\\xa0-\\u2027\\u202a-\\ud7ff\\ue000-\\ufefe\\uff00-\\ufffd\\U00010000-\\U0010ffff]"
)


class RefusedYamlError(Exception):
    """
    Text that is not taken.

    Args:
        code: "not-yaml": no YAML, tags that make objects, keys that are no text. "too-large":
            more values, or deeper ones, than any dashboard has; anchors make much of little.

    """

    def __init__(self, code: Literal["not-yaml", "too-large"], detail: str = "") -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail


def read(text: str) -> JsonValue:
    """
    The value of one document.

    Raises:
        RefusedYamlError: see there; also for a value that contains itself.

    """
    try:
        # The loader shares what an anchor names, so that nothing is multiplied before we count.
        loaded = yaml.load(text, Loader=CSafeLoader)  # CSafeLoader is the safe one
    except (yaml.YAMLError, ValueError, RecursionError) as reason:
        raise RefusedYamlError("not-yaml", _place(reason)) from reason
    return _Copy().of(loaded, 0)


class _QuickDumper(CSafeDumper):
    """Every value is written where it stands, without anchors."""

    def ignore_aliases(self, _data: object) -> bool:
        return True


class _ReadableDumper(SafeDumper):
    """
    Likewise; and text of several lines is a block, also with tabs or spaces before line ends.

    PyYAML puts such a text, which is most SQL, into one long quoted line, though YAML does not
    ask for that. Other line ends would not come back from anything but quotes.
    """

    def ignore_aliases(self, _data: object) -> bool:
        return True

    def analyze_scalar(self, scalar: str) -> ScalarAnalysis:
        analysis = super().analyze_scalar(scalar)
        analysis.allow_block = _NOT_IN_A_BLOCK.search(scalar) is None
        if _OTHER_LINE_ENDS.search(scalar) is not None:
            analysis.allow_flow_plain = analysis.allow_block_plain = False
            analysis.allow_single_quoted = False
        return analysis


def _text(dumper: SafeDumper, value: str) -> yaml.ScalarNode:
    style = "|" if "\n" in value else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)


_ReadableDumper.add_representer(str, _text)


def write_quickly(value: JsonValue) -> bytes:
    """One document for a program; some letters are escaped."""
    return _dumped(value, _QuickDumper)


def write_readably(value: JsonValue) -> bytes:
    """One document for people: text as it is, where libyaml would escape emoji."""
    return _dumped(value, _ReadableDumper)


def _dumped(value: JsonValue, dumper: type[_QuickDumper | _ReadableDumper]) -> bytes:
    text: str = yaml.dump(
        value,
        Dumper=dumper,
        sort_keys=True,
        allow_unicode=True,
        default_flow_style=False,
        width=1_000_000,
    )
    return text.encode("utf-8", "replace")


class _Copy:
    """Copies a loaded value, and stops when there is more of it than there may be."""

    def __init__(self) -> None:
        self._values = 0

    def of(self, value: object, depth: int) -> JsonValue:
        self._values += 1
        if self._values > MAX_VALUES or depth > MAX_DEPTH:
            raise RefusedYamlError("too-large")
        if isinstance(value, dict):
            return {self._key(key): self.of(each, depth + 1) for key, each in value.items()}
        if isinstance(value, list):
            return [self.of(each, depth + 1) for each in value]
        if value is None or isinstance(value, bool | int | float | str):
            return value
        if isinstance(value, dt.date):
            return value.isoformat()
        raise RefusedYamlError("not-yaml", type(value).__name__)

    def _key(self, key: object) -> str:
        if isinstance(key, bool) or not isinstance(key, _KEY_TYPES):
            raise RefusedYamlError("not-yaml", f"key {key!r}")
        return str(key)


def _place(reason: Exception) -> str:
    mark = getattr(reason, "problem_mark", None)
    problem = getattr(reason, "problem", None) or type(reason).__name__
    return f"line {mark.line + 1}: {problem}" if mark is not None else str(problem)
