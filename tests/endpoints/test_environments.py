"""What lies in each Superset."""

from dataclasses import replace

import pytest

from adapters.memory.superset.objects import MemoryDashboard
from domain.roles import Role
from domain.superset import SupersetFault
from endpoints.service import Service, problem, serving
from tool_surroundings import ENVIRONMENTS
from turns.world import World

DEV = "/api/environments/ss-dev"


async def test_environments_tell_whether_they_answer(service: Service) -> None:
    service.world.prod.fail_next(SupersetFault.UNREACHABLE, "access.status")
    listed = await service.person(Role.VIEWER).get("/api/environments")
    assert listed == {
        "items": [
            {
                "env_id": "ss-dev",
                "tier": "dev",
                "url": "http://dev.example",
                "reachable": True,
                "version": "6.1.0",
            },
            {
                "env_id": "ss-prod",
                "tier": "prod",
                "url": "http://prod.example",
                "reachable": False,
                "version": None,
            },
        ],
        "total": 2,
    }


async def test_an_environment_that_nobody_can_ask_is_unknown() -> None:
    """No account of the role: neither up nor down is known."""
    nowhere = replace(ENVIRONMENTS[0], env_id="ss-new", url="http://new.example")
    async with serving(World([], environments=[*ENVIRONMENTS, nowhere])) as service:
        listed = await service.person().get("/api/environments")
        assert [item["reachable"] for item in listed["items"]] == [True, True, None]
        assert listed["items"][2]["tier"] is None
        problem(
            await service.person().ask("GET", "/api/environments/ss-new/databases"),
            404,
            "not_found",
        )


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/api/environments/nowhere/dashboards", 404, "unknown_environment"),
        ("/api/environments/SS-DEV/dashboards", 404, "unknown_environment"),
        ("/api/environments/%00/datasets", 404, "unknown_environment"),
        (f"/api/environments/{'x' * 10_000}/databases", 422, "invalid_request"),
        (f"{DEV}/dashboards/99", 404, "not_found"),
        (f"{DEV}/dashboards/..%2f1", 404, "not_found"),
        (f"{DEV}/dashboards?page=-1", 422, "invalid_request"),
        (f"{DEV}/dashboards?page=99999999999999999999", 422, "invalid_request"),
        (f"{DEV}/dashboards?q={'x' * 201}", 422, "invalid_request"),
    ],
)
async def test_what_is_not_there_is_said(
    service: Service, path: str, status: int, code: str
) -> None:
    told = problem(await service.person().ask("GET", path), status, code)
    assert "“-”" not in told["detail"]


@pytest.mark.parametrize(
    ("fault", "status", "code"),
    [
        (SupersetFault.UNREACHABLE, 502, "superset_unavailable"),
        (SupersetFault.GATEWAY, 502, "superset_unavailable"),
        (SupersetFault.NOT_SUPERSET, 502, "superset_unavailable"),
        # Of the service's account: for the person it is no reason to sign in again.
        (SupersetFault.BAD_CREDENTIALS, 502, "superset_unavailable"),
        (SupersetFault.FORBIDDEN, 403, "forbidden"),
    ],
)
@pytest.mark.parametrize("path", ["dashboards", "dashboards/1", "datasets", "databases"])
async def test_a_superset_that_fails_is_named(
    service: Service, path: str, fault: SupersetFault, status: int, code: str
) -> None:
    service.world.dev.fail_next(fault)
    told = problem(await service.person().ask("GET", f"{DEV}/{path}"), status, code)
    assert "ss-dev" in told["detail"]


async def test_dashboards_are_searched_in_any_script(service: Service) -> None:
    listed = await service.person().get(f"{DEV}/dashboards", q="ВЫРУЧКА")
    (item,) = listed["items"]
    assert (listed["total"], item["id"], item["title"]) == (1, "2", "Выручка по магазинам")
    assert set(item) == {
        "id",
        "uuid",
        "title",
        "url",
        "published",
        "owners",
        "tags",
        "changed_at",
        "changed_by",
    }
    assert item["changed_at"].endswith("Z")


async def test_dashboards_come_fifty_a_page(service: Service) -> None:
    service.world.dev.add(*(MemoryDashboard(str(n), f"Board {n}") for n in range(10, 70)))
    ann = service.person()
    pages = [await ann.get(f"{DEV}/dashboards", page=page) for page in range(3)]
    assert [len(page["items"]) for page in pages] == [50, 13, 0]
    assert {page["total"] for page in pages} == {63}
    ids = [item["id"] for page in pages for item in page["items"]]
    assert len(set(ids)) == 63


async def test_a_dashboard_names_its_charts_and_datasets(service: Service) -> None:
    whole = await service.person().get(f"{DEV}/dashboards/1")
    assert [(c["id"], c["title"], c["dataset_id"]) for c in whole["charts"]] == [
        ("1", "Revenue", "1"),
        ("2", "Выручка по регионам", "1"),
    ]
    (dataset,) = whole["datasets"]
    assert (dataset["id"], dataset["title"]) == ("1", "orders")
    by_uuid = await service.person().get(f"{DEV}/dashboards/{whole['uuid']}")
    assert by_uuid == whole


async def test_datasets_and_databases_are_listed_without_addresses(service: Service) -> None:
    (dataset,) = (await service.person().get(f"{DEV}/datasets"))["items"]
    assert (dataset["schema"], dataset["kind"]) == ("main", "physical")
    assert dataset["database"] == {"id": "1", "title": "retail"}
    databases = (await service.person().get(f"{DEV}/databases"))["items"]
    assert [(d["title"], d["allow_dml"]) for d in databases] == [
        ("retail", False),
        ("sandbox", True),
    ]
    assert set(databases[0]) == {"id", "uuid", "title", "backend", "allow_dml"}
