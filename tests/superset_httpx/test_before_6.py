"""What releases before 6 do otherwise, where the real one of the contracts does not show it."""

import io
import zipfile
from collections.abc import Callable
from urllib.parse import parse_qs
from uuid import UUID

import httpx
import pytest
import yaml
from returns.result import Success

from domain.superset import SupersetFault
from superset_httpx.scripted_superset import (
    ACCOUNT,
    Answer,
    ScriptedSuperset,
    json_answer,
    page_answer,
    rows_answer,
    to_login,
)

DATASET, CHART, DASHBOARD, DATABASE = (str(UUID(int=number)) for number in range(1, 5))
FORM = '<input id="csrf_token" name="csrf_token" type="hidden" value="form.csrf-1">'
NOT_FOUND = json_answer({"message": "Not found"}, 404)
REFUSED = json_answer({"errors": [{"message": "Error importing chart"}]}, 422)

Routes = dict[tuple[str, str], Answer]


def routed(routes: Routes) -> ScriptedSuperset:
    def answer(request: httpx.Request) -> httpx.Response:
        path = request.url.path.removeprefix("/bi")
        return routes.get((request.method, path), NOT_FOUND)(request)

    return ScriptedSuperset(answer=answer)


def asked(server: ScriptedSuperset) -> list[tuple[str, str]]:
    return [(each.method, each.url.path.removeprefix("/bi")) for each in server.requests]


def archive(files: dict[str, dict[str, object]]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as target:
        for name, content in files.items():
            target.writestr(f"bundle/{name}.yaml", yaml.safe_dump(content))
    return packed.getvalue()


ASSETS = archive(
    {
        "metadata": {"type": "assets"},
        "datasets/a": {"uuid": DATASET, "database_uuid": DATABASE},
        "charts/a": {"uuid": CHART, "dataset_uuid": DATASET, "tags": ["old"]},
    }
)
CONNECTION = archive(
    {"metadata": {"type": "Database"}, "databases/a": {"uuid": DATABASE, "extra": {}}}
)
BEFORE_6: Routes = {
    ("GET", "/api/v1/dashboard/_info"): json_answer({"filters": {"id": []}}),
    ("POST", "/api/v1/assets/import/"): json_answer({"message": "Bad request"}, 400),
    ("GET", "/api/v1/database/"): rows_answer({"id": 1, "uuid": DATABASE}),
    ("GET", "/api/v1/database/export/"): lambda _: httpx.Response(200, content=CONNECTION),
    ("POST", "/api/v1/dataset/import/"): json_answer({"message": "OK"}),
    ("POST", "/api/v1/chart/import/"): json_answer({"message": "OK"}),
}


def sent(server: ScriptedSuperset, path: str) -> dict[str, object]:
    """The archive of an import, by the names of its files."""
    (request,) = [each for each in server.requests if each.url.path == f"/bi{path}"]
    body = request.content
    with zipfile.ZipFile(io.BytesIO(body[body.index(b"PK") :])) as opened:
        return {name: yaml.safe_load(opened.read(name)) for name in opened.namelist()}


class TestWhoIAm:
    @staticmethod
    def server(signed_in: Answer) -> ScriptedSuperset:
        def me(request: httpx.Request) -> httpx.Response:
            if "browser" in request.headers.get("cookie", ""):
                user = {"username": "agent-admin", "roles": {"Admin": []}}
                return httpx.Response(200, json={"result": user})
            return httpx.Response(401, json={"message": "Not authorized"})

        return routed(
            {
                ("GET", "/api/v1/me/roles/"): me,
                ("GET", "/login/"): lambda _: httpx.Response(200, html=FORM),
                ("POST", "/login/"): signed_in,
            }
        )

    async def test_the_form_is_filled_in_when_no_token_counts(self) -> None:
        cookie = {"location": "/bi/", "set-cookie": "session=browser; Path=/"}
        server = self.server(lambda _: httpx.Response(302, headers=cookie))
        account = (await server.opened().access.account()).unwrap()
        assert (account.username, account.roles) == ("agent-admin", ("Admin",))
        (form,) = [each for each in server.requests if each.method == "POST"]
        assert parse_qs(form.content.decode()) == {
            "username": [ACCOUNT.username],
            "password": [ACCOUNT.password],
            "csrf_token": ["form.csrf-1"],
        }
        assert "authorization" not in form.headers

    async def test_a_form_that_sends_back_to_itself_has_refused(self) -> None:
        refused = (await self.server(to_login).opened().access.account()).failure()
        assert refused.fault is SupersetFault.BAD_CREDENTIALS

    async def test_a_wrong_password_is_not_tried_again_in_the_form(self) -> None:
        server = self.server(to_login)
        server.login = json_answer({"message": "Not authorized"}, 401)
        refused = (await server.opened().access.account()).failure()
        assert refused.fault is SupersetFault.BAD_CREDENTIALS
        assert asked(server) == []


class TestRights:
    async def test_lists_that_are_off_the_api_are_forbidden_and_named(self) -> None:
        access = ScriptedSuperset(answer=NOT_FOUND).opened().access
        for error in ((await access.roles()).failure(), (await access.users()).failure()):
            assert error.fault is SupersetFault.FORBIDDEN
            assert "FAB_ADD_SECURITY_API" in error.detail


class TestImport:
    @pytest.mark.parametrize(
        ("told", "is_whole"),
        [
            ({("GET", "/version"): json_answer({"version_string": "6.1.0"})}, True),
            (
                {
                    ("GET", "/api/v1/dashboard/_info"): json_answer({"filters": {"uuid": []}}),
                    ("GET", "/api/v1/_openapi"): json_answer(
                        {
                            "paths": {
                                "/api/v1/assets/import/": {
                                    "post": {
                                        "requestBody": {
                                            "content": {
                                                "multipart/form-data": {
                                                    "schema": {"properties": {"sparse": {}}}
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                        }
                    ),
                },
                True,
            ),
            ({}, False),
        ],
    )
    async def test_it_is_one_where_superset_takes_sparse_archives(
        self, told: Routes, is_whole: bool
    ) -> None:
        whole = {("POST", "/api/v1/assets/import/"): json_answer({"message": "OK"})}
        server = routed(BEFORE_6 | told | (whole if is_whole else {}))
        assets = server.opened().assets
        assert await assets.import_assets(ASSETS) == Success(None)
        assert await assets.import_assets(ASSETS) == Success(None)
        imports = [path for method, path in asked(server) if method == "POST"]
        parts = ["/api/v1/dataset/import/", "/api/v1/chart/import/"]
        one = ["/api/v1/assets/import/"] if is_whole else ["/api/v1/assets/import/", *parts]
        assert imports == 2 * one
        assert asked(server).count(("GET", "/version")) == 1

    async def test_parts_overwrite_their_own_kind_alone(self) -> None:
        server = routed(BEFORE_6)
        assert await server.opened().assets.import_assets(ASSETS) == Success(None)
        around = {"pieces/metadata.yaml", f"pieces/databases/{DATABASE}.yaml"}
        datasets = sent(server, "/api/v1/dataset/import/")
        assert set(datasets) == around | {f"pieces/datasets/{DATASET}.yaml"}
        charts = sent(server, "/api/v1/chart/import/")
        assert charts["pieces/metadata.yaml"] == {"version": "1.0.0", "type": "Slice"}
        assert charts[f"pieces/charts/{CHART}.yaml"] == {"uuid": CHART, "dataset_uuid": DATASET}

    async def test_refused_first_part_is_refused(self) -> None:
        server = routed(BEFORE_6 | {("POST", "/api/v1/dataset/import/"): REFUSED})
        refused = (await server.opened().assets.import_assets(ASSETS)).failure()
        assert refused.fault is SupersetFault.REFUSED
        assert ("POST", "/api/v1/chart/import/") not in asked(server)

    async def test_refused_later_part_leaves_some_changed(self) -> None:
        server = routed(BEFORE_6 | {("POST", "/api/v1/chart/import/"): REFUSED})
        error = (await server.opened().assets.import_assets(ASSETS)).failure()
        assert error.fault is SupersetFault.UNKNOWN_OUTCOME
        assert "Error importing chart" in error.detail

    async def test_lost_answer_does_not_keep_the_rest_back(self) -> None:
        server = routed(BEFORE_6 | {("POST", "/api/v1/dataset/import/"): page_answer(502)})
        error = (await server.opened().assets.import_assets(ASSETS)).failure()
        assert error.fault is SupersetFault.UNKNOWN_OUTCOME
        assert ("POST", "/api/v1/chart/import/") in asked(server)

    @pytest.mark.parametrize(
        "change",
        [
            lambda routes: routes | {("GET", "/api/v1/database/"): rows_answer()},
            lambda routes: (
                routes
                | {("POST", "/api/v1/assets/import/"): json_answer({"message": "Forbidden"}, 403)}
            ),
        ],
        ids=["no connection", "no right"],
    )
    async def test_nothing_is_written_when_it_cannot_end_well(
        self, change: Callable[[Routes], Routes]
    ) -> None:
        server = routed(change(BEFORE_6))
        error = (await server.opened().assets.import_assets(ASSETS)).failure()
        assert error.fault in {SupersetFault.REFUSED, SupersetFault.FORBIDDEN}
        assert not [path for _, path in asked(server) if path.endswith(("t/import/", "d/import/"))]


async def test_exports_tell_tags_that_superset_left_out() -> None:
    exported = archive({"metadata": {"type": "Slice"}, "charts/A_7": {"uuid": CHART}})
    tags = [{"name": "план", "type": 1}, {"name": "owner:1", "type": 3}]
    server = routed(
        {
            ("GET", "/api/v1/chart/export/"): lambda _: httpx.Response(200, content=exported),
            ("GET", "/api/v1/chart/"): rows_answer({"id": 7, "uuid": CHART, "tags": tags}),
        }
    )
    written = (await server.opened().assets.export_charts(["7"])).unwrap()
    with zipfile.ZipFile(io.BytesIO(written)) as opened:
        chart = yaml.safe_load(opened.read("bundle/charts/A_7.yaml"))
    assert chart == {"uuid": CHART, "tags": ["план"]}


async def test_lists_that_do_not_filter_by_uuid_are_read_whole() -> None:
    rows = rows_answer({"id": 1, "uuid": DASHBOARD}, {"id": 2, "uuid": CHART})
    unfit = json_answer({"message": "Filter column: uuid not allowed to filter"}, 400)
    server = ScriptedSuperset(script=[unfit], answer=rows)
    assert (await server.opened().dashboards.get(CHART)).unwrap().id == "2"
