"""
Run by Superset's own Python: fill the metadata file that every demo Superset starts from.

The one argument is JSON: `{"users": [{"username", "roles": [...]}], "grants": {role: [[permission,
view], ...]}}`. The database and the key come from the file in SUPERSET_CONFIG_PATH. One
process does what `superset db upgrade`, `fab create-admin` and `superset init` do in three,
because importing Superset is most of the time each of them takes.
"""

import importlib
import json
import secrets
import sys
from types import ModuleType
from typing import Any


def main() -> None:
    wanted = json.loads(sys.argv[1])
    # Superset lives in another environment than the one that type-checks this file.
    app: Any = importlib.import_module("superset.app").create_app()
    with app.app_context():
        importlib.import_module("flask_migrate").upgrade(
            directory=_migrations_folder(), revision="head"
        )
        superset = importlib.import_module("superset.extensions")
        superset.appbuilder.add_permissions(update_perms=True)
        superset.security_manager.sync_role_definitions()
        for role, permissions in wanted["grants"].items():
            _grant(superset, role, permissions)
        for user in wanted["users"]:
            _add_user(superset, user["username"], user["roles"])


def _migrations_folder() -> str:
    return next(iter(importlib.import_module("superset.migrations").__path__))


def _grant(superset: ModuleType, role_name: str, permissions: list[list[str]]) -> None:
    security = superset.security_manager
    role = security.add_role(role_name)
    for permission, view in permissions:
        security.add_permission_role(role, security.add_permission_view_menu(permission, view))


def _add_user(superset: ModuleType, username: str, roles: list[str]) -> None:
    """A user nobody can sign in as: each copy of the template sets a password of its own."""
    security = superset.security_manager
    added = security.add_user(
        username=username,
        first_name="Agent",
        last_name=username.removeprefix("agent-").title(),
        email=f"{username}@example.com",
        role=[security.find_role(name) for name in roles],
        password=secrets.token_urlsafe(48),
    )
    if not added:
        sys.exit(f"user {username} was not added")


if __name__ == "__main__":
    main()
