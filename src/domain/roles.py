"""Who may do what, as one ordered scale: each role may all that the one below it may."""

from collections.abc import Iterable
from enum import StrEnum


class Role(StrEnum):
    VIEWER = "viewer"
    ANALYST = "analyst"
    ADMIN = "admin"


_ORDER = tuple(Role)


def parse_role(claim: object) -> Role:
    """
    The role that a token's claim names; letter case and outer spaces do not matter.

    Whatever is not one of the three names, look-alike letters included, is a viewer.
    """
    if not isinstance(claim, str):
        return Role.VIEWER
    name = claim.strip()
    # Case folding turns some foreign letters (the long s) into ASCII ones: no way to gain a role.
    if not name.isascii() or name.casefold() not in _ORDER:
        return Role.VIEWER
    return Role(name.casefold())


def role_of_account(superset_roles: Iterable[str]) -> Role:
    """Admin -> admin, Alpha or sql_lab -> analyst, else viewer (design.md section 7)."""
    names = set(superset_roles)
    if "Admin" in names:
        return Role.ADMIN
    return Role.ANALYST if {"Alpha", "sql_lab"} & names else Role.VIEWER


def covers(role: Role, required: Role) -> bool:
    return _ORDER.index(role) >= _ORDER.index(required)
