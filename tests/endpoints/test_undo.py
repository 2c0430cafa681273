"""POST actions/{id}/undo."""

from domain.roles import Role
from endpoints.service import Json, Service, frames_of, kinds, problem


def address(action: str) -> str:
    return f"/api/agent/actions/{action}/undo"


async def _deleted(service: Service) -> str:
    """The action that deleted dashboard 1."""
    frames = await service.person().say("delete dashboard 1")
    decided = await service.person().decide(frames[-2].data)
    (ended,) = [frame for frame in frames_of(decided.text) if frame.type == "tool_end"]
    return str(ended.data["action_id"])


async def _card(service: Service, action: str) -> Json:
    answer = await service.person().ask("POST", address(action))
    assert answer.status_code == 200, answer.text
    frames = frames_of(answer.text)
    assert kinds(frames) == ["turn_started", "pipeline_result", "confirm_required", "done"]
    return frames[-2].data


async def test_undo_streams_its_plan_and_runs_when_approved(deleting: Service) -> None:
    action = await _deleted(deleting)
    assert "1" not in deleting.world.dev.dashboards
    card = await _card(deleting, action)
    assert card["metadata"]["tool_name"] == "undo_delete_dashboard"
    # The plan says what is undone; the number of the action is nothing to read or to edit.
    assert card["metadata"]["arguments"] == {"env_id": {"value": "ss-dev", "origin": "person"}}
    decided = await deleting.person().decide(card)
    *_, end, token, done = frames_of(decided.text)
    assert kinds([end, token, done]) == ["tool_end", "token", "done"]
    assert done.data["text"] == token.data["text"] == end.data["summary"]
    titles = {dashboard.title for dashboard in deleting.world.dev.dashboards.values()}
    assert "Sales overview" in titles
    problem(await deleting.person().ask("POST", address(action)), 409, "already_undone")
    shown = await deleting.person().ask(
        "GET", f"/api/agent/conversations/{card['conversation_id']}"
    )
    assert shown.json()["undone_actions"] == [action]


async def test_undo_by_an_admin_shows_in_the_conversation_of_the_action(
    deleting: Service,
) -> None:
    action = await _deleted(deleting)
    own = await deleting.person().ask("GET", "/api/agent/conversations")
    (conversation,) = own.json()["items"]
    address_of = f"/api/agent/conversations/{conversation['id']}"
    shown = await deleting.person().ask("GET", address_of)
    assert shown.json()["undone_actions"] == []
    root = deleting.person(user="local:root")
    answer = await root.ask("POST", address(action))
    await root.decide(frames_of(answer.text)[-2].data)
    shown = await deleting.person().ask("GET", address_of)
    assert shown.json()["undone_actions"] == [action]


async def test_a_waiting_confirmation_comes_first(deleting: Service) -> None:
    action = await _deleted(deleting)
    await _card(deleting, action)
    again = await deleting.person().ask("POST", address(action))
    problem(again, 409, "confirmation_pending")


async def test_unknown_and_foreign_actions_are_not_found(deleting: Service) -> None:
    action = await _deleted(deleting)
    problem(await deleting.person().ask("POST", address("nope")), 404, "action_unknown")
    stranger = deleting.person(Role.ANALYST, user="local:eve")
    problem(await stranger.ask("POST", address(action)), 404, "action_unknown")
    nobody = await deleting.nobody().ask("POST", address(action))
    assert nobody.status_code == 401
