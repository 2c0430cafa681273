"""The few REST calls that make sample data; one client, cookie jar and CSRF token a Superset."""

import json
from types import TracebackType
from typing import Any, Self

import httpx

from adapters.demo_supersets.model import Account, DemoFailed

_PAGE = 100
# Gunicorn drops an idle connection after 2 s, and a request into one being dropped is lost.
_LIMITS = httpx.Limits(keepalive_expiry=1.5)


class SupersetApi:
    """Calls as one account. Whatever goes wrong is DemoFailed with code data_failed."""

    def __init__(self, url: str) -> None:
        self._account: Account | None = None
        self._client = httpx.Client(
            base_url=url,
            timeout=60,
            trust_env=False,
            limits=_LIMITS,
            headers={"Accept": "application/json"},
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._client.close()

    def sign_in(self, account: Account) -> None:
        """
        `POST /api/v1/security/login`, then the CSRF token that every write needs.

        Tokens live for 15 minutes; whoever works for longer is signed in again on the way.
        """
        self._account = None
        self._client.headers.pop("Authorization", None)
        body = {"username": account.username, "password": account.password, "provider": "db"}
        token = self.call("POST", "/api/v1/security/login", body)["access_token"]
        self._client.headers["Authorization"] = f"Bearer {token}"
        csrf = self.call("GET", "/api/v1/security/csrf_token/")["result"]
        self._client.headers["X-CSRFToken"] = csrf
        self._account = account

    def all_rows(self, resource: str, columns: list[str], order: str) -> list[dict[str, Any]]:
        """Every row of a list endpoint, over all its pages."""
        rows: list[dict[str, Any]] = []
        while True:
            query = {
                "columns": columns,
                "page": len(rows) // _PAGE,
                "page_size": _PAGE,
                "order_column": order,
                "order_direction": "asc",
            }
            reply = self.call("GET", f"/api/v1/{resource}/", params={"q": json.dumps(query)})
            rows += reply["result"]
            if len(rows) >= reply["count"] or not reply["result"]:
                return rows

    def call(
        self,
        method: str,
        path: str,
        body: dict[str, Any] | None = None,
        params: dict[str, str] | None = None,
    ) -> dict[str, Any]:
        try:
            reply = self._client.request(method, path, json=body, params=params)
            if reply.status_code == httpx.codes.UNAUTHORIZED and self._account is not None:
                self.sign_in(self._account)
                reply = self._client.request(method, path, json=body, params=params)
            parsed = reply.json() if reply.is_success else None
        except (httpx.HTTPError, ValueError) as error:
            raise DemoFailed("data_failed", f"{method} {path}: {error!r}") from error
        if not isinstance(parsed, dict):
            raise DemoFailed("data_failed", f"{method} {path}: {reply.status_code} {reply.text}")
        return parsed
