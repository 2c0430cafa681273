"""Who may embed a dashboard goes with it, and comes back with an undo."""

from dataclasses import replace

from adapters.memory.superset.objects import MemoryAccount
from domain.superset import SupersetFault
from moving_worlds import SALES, development, production, stored
from turns.world import Json, World, call, only, types

DEPLOY = call("deploy_dashboard", dashboard_id="Sales", source="ss-dev", target_env="ss-prod")
DOMAINS = ("https://b.example", "a.example")


def world(*replies: object) -> World:
    made = World([*replies])  # type: ignore[list-item]
    made.dev, made.prod = development(), production()
    made.supersets.servers.update({"ss-dev": made.dev, "ss-prod": made.prod})
    embed(made, made.dev, DOMAINS)
    return made


def embed(here: World, server: Json, domains: tuple[str, ...] | None) -> None:
    """As an administrator does on Superset's own page."""
    assert here
    server.add(replace(stored(server), embedding=domains))


async def card_of(here: World) -> Json:
    return only(await here.send("go on"), "confirm_required")["metadata"]


async def acted(here: World) -> Json:
    """The end of the next write of the script, approved."""
    await card_of(here)
    return only(await here.decide(), "tool_end")


async def undone(here: World, action: str) -> Json:
    """The plan of an undo that is approved."""
    started = await here.runner.undo(action, here.session())
    card = only(await here.until_done(started.unwrap()), "confirm_required")["metadata"]
    only(await here.decide(), "tool_end")
    return card["plan"]


def fields(plan: Json) -> list[Json]:
    return [
        {key: field[key] for key in ("name", "old", "new")}
        for resource in plan["resources"]
        for field in resource["fields"]
        if field["name"].startswith("embedded")
    ]


async def test_new_dashboard_shows_and_gets_its_embedding() -> None:
    here = world([DEPLOY], "Done.", [DEPLOY], "Nothing.")
    plan = (await card_of(here))["plan"]
    assert fields(plan) == [
        {"name": "embedded", "old": None, "new": "a.example, https://b.example"}
    ]
    assert any("the id that Superset makes" in warning for warning in plan["warnings"])
    only(await here.decide(), "tool_end")
    assert sorted(stored(here.prod).embedding or ()) == sorted(DOMAINS)
    again = await here.send("again")
    assert only(again, "tool_end")["summary"].startswith("No change")


async def test_changed_domains_are_a_change_and_are_put_back() -> None:
    here = world([DEPLOY], "Done.", [DEPLOY], "Done.")
    await acted(here)
    embed(here, here.dev, ())
    plan = (await card_of(here))["plan"]
    (field,) = fields(plan)
    assert (field["name"], field["new"]) == ("embedded.allowed_domains", None)
    action = only(await here.decide(), "tool_end")["action_id"]
    assert stored(here.prod).embedding == ()
    await undone(here, action)
    assert sorted(stored(here.prod).embedding or ()) == sorted(DOMAINS)


async def test_undo_forbids_what_a_deploy_allowed() -> None:
    here = world([DEPLOY], "Done.", [DEPLOY], "Done.")
    await acted(here)
    embed(here, here.prod, None)
    action = (await acted(here))["action_id"]
    assert stored(here.prod).embedding is not None
    plan = await undone(here, action)
    assert any("cannot be embedded any more" in warning for warning in plan["warnings"])
    assert stored(here.prod).embedding is None


async def test_what_only_the_target_allows_stays_and_is_said() -> None:
    here = world([DEPLOY], "Done.", [DEPLOY], "Nothing.", [DEPLOY])
    await acted(here)
    embed(here, here.dev, None)
    again = await here.send("again")
    assert "confirm_required" not in types(again)
    here.dev.add(replace(here.dev.charts["1"], title="Renamed"))
    plan = (await card_of(here))["plan"]
    assert fields(plan) == []
    assert any("that stays as it is" in warning for warning in plan["warnings"])
    await here.decide()
    assert stored(here.prod).embedding is not None


async def test_embedding_travels_through_a_branch() -> None:
    commit = call("commit_changes", dashboard_id="Sales", message="x", env_id="ss-dev")
    deploy = call(
        "deploy_dashboard", dashboard_id="Sales", source="branch:main", target_env="ss-prod"
    )
    here = world([commit], "Done.", [deploy], "Done.", [commit], "Nothing.")
    await acted(here)
    await acted(here)
    assert sorted(stored(here.prod).embedding or ()) == sorted(DOMAINS)
    again = await here.send("commit again")
    assert only(again, "tool_end")["summary"].startswith("Nothing changed")


async def test_deleted_dashboard_comes_back_with_owners_and_embedding() -> None:
    here = world([call("delete_dashboard", dashboard_id="Sales", env_id="ss-dev")], "Gone.")
    here.dev.accounts["olga"] = MemoryAccount("olga", ("Alpha",))
    here.dev.add(replace(stored(here.dev), owners=("olga",)))
    plan = (await card_of(here))["plan"]
    assert any("another embedding id" in said for said in plan["irreversible"])
    action = only(await here.decide(), "tool_end")["action_id"]
    assert SALES not in {each.uuid for each in here.dev.dashboards.values()}
    await undone(here, action)
    back = stored(here.dev)
    assert back.owners == ("olga",)
    assert sorted(back.embedding or ()) == sorted(DOMAINS)


async def test_what_could_not_be_set_is_said() -> None:
    here = world([DEPLOY], "Done.")
    await card_of(here)
    here.prod.fail_next(SupersetFault.FORBIDDEN, "dashboards.set_embedding")
    end = only(await here.decide(), "tool_end")
    assert "Who may embed “Sales” could not be set" in end["summary"]
    assert stored(here.prod).embedding is None
