"""Whole results as JSON and as CSV, and the list of tools."""

import csv
import io

import pytest

from adapters.memory.results import MemoryResults
from domain.conversation import ToolResult
from domain.roles import Role
from domain.superset import JsonValue
from endpoints.service import Service, problem

RESULTS = "/api/agent/results"
ROWS: JsonValue = {
    "columns": [{"name": "город", "type": "TEXT"}, {"name": "=sum", "type": "TEXT"}],
    "rows": [["Тверь", "=1+1"], ['a\r\nb;"c"', -5], [None, 1.5], [["x"], True]],
    "row_count": 4,
    "limited": False,
}


async def _keep(service: Service, call_id: str, value: JsonValue) -> None:
    result = ToolResult(call_id, "c", "local:ann", "superset_execute_sql", value)
    await MemoryResults(service.world.tables).keep(result)


async def test_a_result_is_json_unless_asked_otherwise(service: Service) -> None:
    await _keep(service, "call_1", ROWS)
    answer = await service.person().ask("GET", f"{RESULTS}/call_1")
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.json() == ROWS


async def _csv(service: Service, value: JsonValue, call_id: str = "call_1") -> list[list[str]]:
    await _keep(service, call_id, value)
    answer = await service.person().ask(
        "GET", f"{RESULTS}/{call_id}", headers={"Accept": "text/csv"}
    )
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.content.startswith("\ufeff".encode()), "Excel reads Cyrillic only after it"
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"), newline="")))


@pytest.mark.parametrize(
    ("accept", "form"),
    [
        ("text/csv", "text/csv"),
        ("TEXT/CSV; charset=utf-8", "text/csv"),
        ("text/*", "text/csv"),
        ("application/json;q=0.1, text/csv;q=0.9", "text/csv"),
        ("text/csv, */*;q=0.1", "text/csv"),
        ("text/csv;q=0.5, application/json", "application/json"),
        ("text/csv;q=0, */*", "application/json"),
        ("text/csv;q=0", "application/json"),
        ("application/json, text/csv", "application/json"),
        ("*/*", "application/json"),
        ("image/png", "application/json"),
        ("x-text/csv-like", "application/json"),
        ("", "application/json"),
        ("text/csv;q=9, ;,/", "text/csv"),
    ],
)
async def test_the_form_is_the_one_preferred(service: Service, accept: str, form: str) -> None:
    await _keep(service, "call_1", ROWS)
    headers = {"Accept": accept}
    answer = await service.person().ask("GET", f"{RESULTS}/call_1", headers=headers)
    assert answer.headers["content-type"].partition(";")[0] == form


async def test_rows_come_as_csv_that_runs_nothing(service: Service) -> None:
    assert await _csv(service, ROWS) == [
        ["город", "'=sum"],
        ["Тверь", "'=1+1"],
        ['a\r\nb;"c"', "-5"],
        ["", "1.5"],
        ['["x"]', "true"],
    ]


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "＝"])
async def test_no_cell_is_taken_for_a_formula(service: Service, start: str) -> None:
    rows = await _csv(service, {"items": [{"title": f"{start}cmd|' /C calc'!A0"}]})
    assert rows[1][0].startswith("'")


async def test_items_come_as_csv_with_every_key(service: Service) -> None:
    value: JsonValue = {"items": [{"id": "1"}, {"id": "2", "title": "б"}], "total": 2}
    assert await _csv(service, value) == [["id", "title"], ["1", ""], ["2", "б"]]


@pytest.mark.parametrize("value", [{"text": "x"}, "x", None, [], {"items": []}, {"items": [1]}])
async def test_what_has_no_rows_stays_json(service: Service, value: JsonValue) -> None:
    await _keep(service, "call_1", value)
    answer = await service.person().ask("GET", f"{RESULTS}/call_1", headers={"Accept": "text/csv"})
    assert (answer.headers["content-type"], answer.json()) == ("application/json", value)


async def test_a_model_cannot_name_the_file(service: Service) -> None:
    call_id = 'x"; filename="вирус.exe'
    await _keep(service, call_id, ROWS)
    answer = await service.person().ask(
        "GET", f"{RESULTS}/{call_id}", headers={"Accept": "text/csv"}
    )
    assert answer.headers["content-disposition"] == 'attachment; filename="xfilenameexe.csv"'


async def test_an_odd_id_is_unknown(service: Service) -> None:
    for call_id in ("%00", "%ff", "🦊", "..%2f..", "%20"):
        answer = await service.person().ask("GET", f"{RESULTS}/{call_id}")
        assert answer.status_code == 404
    problem(await service.person().ask("GET", f"{RESULTS}/{'x' * 10_000}"), 422, "invalid_request")


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_tools_are_listed_as_the_person_may_use_them(service: Service, language: str) -> None:
    viewer = await service.person(Role.VIEWER, language=language).get("/api/agent/tools")
    admin = await service.person(Role.ADMIN, language=language).get("/api/agent/tools")
    names = {item["name"] for item in viewer["items"]}
    assert viewer["total"] == len(names) < admin["total"]
    assert {e["tool"]: e["reason"] for e in viewer["excluded"]}["delete_dashboard"] == "role"
    for item in admin["items"]:
        assert item["arguments"]["type"] == "object"
        assert item["description"]
        assert item["risk"] in {"read", "write", "dangerous"}


async def test_tools_narrow_with_what_the_person_looks_at(service: Service) -> None:
    listed = await service.person().get("/api/agent/tools", object_type="dataset")
    reasons = {e["reason"] for e in listed["excluded"]}
    assert "superset_execute_sql" in {item["name"] for item in listed["items"]}
    assert reasons == {"context"}
    whole = await service.person().get("/api/agent/tools", object_type="unknown")
    assert whole["excluded"] == []
