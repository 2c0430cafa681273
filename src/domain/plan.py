"""A plan: what a write will do, made before anybody is asked."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from domain.superset import JsonValue
from domain.texts import Text

Change = Literal["create", "update", "delete", "keep"]


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One value before and after; None is "not there". `label` is what people call it."""

    name: str
    old: str | None
    new: str | None
    label: Text | None = field(default=None, compare=False, metadata={"absent": True})


@dataclass(frozen=True, slots=True)
class Resource:
    """Something that the write creates, changes, deletes or deliberately leaves alone."""

    kind: str
    change: Change
    title: str
    uuid: str | None = None
    id: str | None = None
    fields: tuple[FieldChange, ...] = ()


@dataclass(frozen=True, slots=True)
class Touched:
    """Something of others that the write is felt by."""

    kind: str
    title: str
    why: Text


@dataclass(frozen=True, slots=True)
class Target:
    """The live object that a write is about, as it is called right now."""

    kind: str
    title: str
    uuid: str | None = None
    id: str | None = None
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """
    What will happen.

    Args:
        summary: one sentence for the person.
        blocked: reasons why it must not happen; such a plan is never asked for.
        origin: the object that it is made from, where that is another one, and
        origin_env: the environment that this one stands in.
        is_needed: False when everything is as it would be afterwards; then nobody is asked.
        undo: "snapshot" when the state before is kept and can be put back, "inverse" when nothing
            is overwritten and an undo does the opposite, else "none".
        undo_how: what an undo does, where the usual sentence would not be true.
        state: what the plan rests on (uuids, changed_on, content hashes); part of the digest,
            so that a target that moved needs a new plan. Plain JSON, no secrets.

    """

    summary: Text
    target: Target | None = None
    origin: Target | None = None
    origin_env: str | None = None
    is_needed: bool = True
    resources: tuple[Resource, ...] = ()
    touched: tuple[Touched, ...] = ()
    warnings: tuple[Text, ...] = ()
    irreversible: tuple[Text, ...] = ()
    blocked: tuple[Text, ...] = ()
    undo: Literal["snapshot", "inverse", "none"] = "none"
    undo_how: Text | None = None
    state: Mapping[str, JsonValue] = field(default_factory=dict)
