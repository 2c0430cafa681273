"""Roles, people, groups and row rules of a real Superset."""

from typing import Any

from adapters.demo_supersets.superset_api import SupersetApi


class RealRights:
    _api: SupersetApi
    _user_ids: dict[str, int]

    def role_for(self, dataset: str) -> str:
        # Numbers are given again, and the permission of a dataset that is gone stays.
        found = self._api.call("GET", f"/api/v1/dataset/{dataset}")["result"]
        database = found["database"]["database_name"]
        view = f"[{database}].[{found['table_name']}](id:{dataset})"
        name = f"reads {view}"
        role = self._post("/api/v1/security/roles/", {"name": name})
        known = self._api.all_rows("security/permissions-resources", [], "id")
        ids = [row["id"] for row in known if row["view_menu"]["name"] == view]
        path = f"/api/v1/security/roles/{role}/permissions"
        self._api.call("POST", path, {"permission_view_menu_ids": ids})
        return name

    def person(self, username: str, role: str, *, is_active: bool = True) -> None:
        body = {
            "username": username,
            "password": "secret of a person",
            "first_name": username,
            "last_name": "Person",
            "email": f"{username}@example.com",
            "active": is_active,
            "roles": [self._role_id(role)],
        }
        self._user_ids[username] = int(self._post("/api/v1/security/users/", body))

    def group(self, name: str, role: str, username: str) -> None:
        body = {
            "name": name,
            "label": name,
            "description": "",
            "roles": [self._role_id(role)],
            "users": [self._user_ids[username]],
        }
        self._post("/api/v1/security/groups/", body)

    def row_rule(self, name: str, dataset: str, role: str) -> None:
        body = {
            "name": name,
            "filter_type": "Regular",
            "tables": [int(dataset)],
            "roles": [self._role_id(role)],
            "clause": "name = 'Oslo'",
            "group_key": "",
        }
        self._post("/api/v1/rowlevelsecurity/", body)

    def _role_id(self, name: str) -> int:
        rows = self._api.all_rows("security/roles", ["id", "name"], "name")
        return next(int(row["id"]) for row in rows if row["name"] == name)

    def _post(self, path: str, body: dict[str, Any]) -> str:
        return str(self._api.call("POST", path, body)["id"])
