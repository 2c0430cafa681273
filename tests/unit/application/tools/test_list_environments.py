from application.tools.list_environments import TOOL
from domain.roles import Role
from domain.superset import SupersetFault
from tool_surroundings import Json, Surroundings, only_on


async def test_one_that_is_down_is_told() -> None:
    here = Surroundings()
    here.prod.fail_next(SupersetFault.UNREACHABLE)
    done = await here.run(TOOL, None)
    assert done.said == "1 of 2 environments answers."
    assert [each["reachable"] for each in done.value["items"]] == [True, False]


async def test_a_sign_in_for_one_environment_sees_that_one() -> None:
    here = Surroundings()
    done = await TOOL.run(TOOL.arguments(), only_on("ss-prod", here.ctx()))
    value: Json = done.unwrap().value
    assert [each["env_id"] for each in value["items"]] == ["ss-prod"]
    assert sum(here.dev.calls.values()) == 0


async def test_tells_tier_address_and_version() -> None:
    done = await Surroundings(role=Role.VIEWER, language="ru").run(TOOL, None)
    assert done.value == {
        "items": [
            {
                "env_id": env_id,
                "tier": tier,
                "url": url,
                "reachable": True,
                "version": "6.1.0",
                "problem": None,
            }
            for env_id, tier, url in (
                ("ss-dev", "dev", "http://dev.example"),
                ("ss-prod", "prod", "http://prod.example"),
            )
        ],
        "total": 2,
    }
    assert done.said == "Оба окружения отвечают."
    assert "- ss-dev: tier dev, answers, Superset 6.1.0, http://dev.example" in done.for_model
