from application.tools.superset_list_databases import TOOL
from domain.roles import Role
from domain.superset import SupersetFault
from tool_surroundings import Surroundings, failure_of


async def test_unreachable_environment_is_a_failure() -> None:
    here = Surroundings()
    here.dev.fail_next(SupersetFault.UNREACHABLE)
    assert failure_of(await here.try_run(TOOL)).text.key == "superset-unreachable"


async def test_an_account_that_sees_none() -> None:
    done = await Surroundings(role=Role.VIEWER).run(TOOL)
    assert done.value == {"items": [], "total": 0}
    assert done.said == "ss-dev has no database connections that you can see."


async def test_lists_connections_without_addresses() -> None:
    here = Surroundings(language="ru")
    done = await here.run(TOOL, "ss-prod")
    assert done.value["items"][1] == {
        "env_id": "ss-prod",
        "id": "2",
        "uuid": here.prod.databases["2"].uuid,
        "title": "sandbox",
        "backend": "sqlite",
        "allow_dml": True,
    }
    assert done.said == "В окружении ss-prod 2 подключения к базам."
    assert '#1 "retail", sqlite, does not allow SQL that changes data' in done.for_model
