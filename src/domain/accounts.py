"""Names and passwords that this service signs in to a Superset with."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Account:
    """One account of one Superset; the password never shows in a repr."""

    username: str
    password: str = field(repr=False)
