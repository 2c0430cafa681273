"""start_maintenance and end_maintenance."""

import json
from dataclasses import replace
from datetime import timedelta

import pytest

from adapters.memory.superset.layouts import row_layout
from adapters.memory.superset.server import MemorySuperset
from application.toolkit.failure import FailureKind
from application.tools.end_maintenance import TOOL as END
from application.tools.start_maintenance import TOOL as START
from domain.banner import banner_of, with_banner
from domain.superset import SupersetFault
from tool_surroundings import Json, Surroundings, failure_of

BROKEN = '{"ROOT_ID": {"type": "ROOT", "children": ["GRID_ID"]}}'


def before(here: Surroundings) -> dict[str, str | None]:
    """Layouts as Superset would spell them."""
    return {
        each.id: json.dumps(json.loads(row_layout(each.charts)))
        for each in here.dev.dashboards.values()
    }


def banners(server: MemorySuperset) -> dict[str, str | None]:
    return {key: banner_of(server.layouts.get(key)) for key in server.dashboards}


def outcomes(value: Json) -> dict[str, str]:
    return {each["title"]: each["outcome"] for each in value["items"]}


class TestRefusedStarts:
    @pytest.mark.parametrize("until", ["soon", "2020-01-01", "99d"])
    async def test_an_end_that_cannot_be_used(self, until: str) -> None:
        here = Surroundings()
        failure = failure_of(await here.try_plan(START, until=until))
        assert failure.text.key == "maintenance-until-odd"
        assert until in here.say(failure.text)

    async def test_one_unknown_dashboard_stops_all(self) -> None:
        here = Surroundings()
        tried = await here.try_plan(START, dashboard_ids=["1", "nope"])
        assert failure_of(tried).text.key == "dashboard-unknown"

    async def test_nothing_that_could_carry_a_banner(self) -> None:
        here = Surroundings()
        here.dev.layouts = dict.fromkeys(here.dev.dashboards, BROKEN)
        plan = await here.plan(START)
        assert [each.key for each in plan.blocked] == ["maintenance-no-dashboard"]
        assert failure_of(await here.try_run(START)).text.key == "maintenance-no-dashboard"
        assert here.dev.calls["layouts.put"] == 0


class TestPlan:
    async def test_lists_each_dashboard_with_the_banner(self) -> None:
        here = Surroundings(language="ru")
        plan = await here.plan(START, text="Обновляем **склад**", until="18:00")
        assert [each.title for each in plan.resources] == [
            "Sales overview",
            "Выручка по магазинам",
            "Customers",
        ]
        [field] = plan.resources[0].fields
        assert field.old is None
        assert field.new == (
            "### 🚧 Технические работы\n\nОбновляем **склад**\n\nДо 2026-11-30 18:00 UTC."
        )
        assert plan.undo == "inverse"
        assert here.dev.calls["layouts.put"] == 0

    async def test_some_dashboards_by_number_and_title(self) -> None:
        here = Surroundings()
        plan = await here.plan(START, dashboard_ids=["3", "Sales overview", 1])
        assert [each.id for each in plan.resources] == ["3", "1"]
        assert [each.key for each in plan.warnings] == ["maintenance-no-end"]

    async def test_an_odd_layout_is_named_and_left_alone(self) -> None:
        here = Surroundings()
        here.dev.layouts["2"] = "[]"
        plan = await here.plan(START, until="2h")
        assert [each.id for each in plan.resources] == ["1", "3"]
        assert "“Выручка по магазинам” is left alone" in here.say(plan.warnings[0])

    async def test_state_moves_with_a_layout(self) -> None:
        here = Surroundings()
        state = (await here.plan(START, until="18:00")).state
        here.clock.advance(timedelta(minutes=5))
        assert (await here.plan(START, until="18:00")).state == state
        here.dev.layouts["2"] = row_layout(("1",))
        assert (await here.plan(START, until="18:00")).state != state


class TestRoundTrip:
    async def test_all_dashboards_and_back_without_a_trace(self) -> None:
        here = Surroundings()
        done = await here.run(START, until="18:00", text="New warehouse")
        assert set(outcomes(done.value).values()) == {"done"}
        assert all("New warehouse" in (code or "") for code in banners(here.dev).values())
        assert done.said == "The banner is on 3 dashboards of ss-dev, until 2026-11-30 18:00 UTC."
        ended = await here.run(END)
        assert here.dev.layouts == before(here)
        assert await here.maintenance.of("ss-dev") == ()
        assert ended.said == "The banner is off 3 dashboards of ss-dev."
        assert sum(here.prod.calls.values()) == 0

    async def test_an_empty_dashboard_is_empty_again(self) -> None:
        here = Surroundings()
        here.dev.layouts["1"] = None
        await here.run(START, dashboard_ids=["1"])
        assert banner_of(here.dev.layouts["1"]) is not None
        await here.run(END)
        assert here.dev.layouts["1"] is None

    async def test_an_edit_meanwhile_stays(self) -> None:
        here = Surroundings()
        await here.run(START)
        nodes = json.loads(here.dev.layouts["1"] or "")
        nodes["HEADER_ID"] = {"type": "HEADER", "id": "HEADER_ID", "meta": {"text": "Edited"}}
        here.dev.layouts["1"] = json.dumps(nodes)
        await here.run(END)
        left = json.loads(here.dev.layouts["1"] or "")
        assert left["HEADER_ID"]["meta"]["text"] == "Edited"
        assert banners(here.dev)["1"] is None
        assert len(left) == 7
        assert left["GRID_ID"]["children"] == ["ROW-1"]

    async def test_the_same_twice_is_noticed(self) -> None:
        here = Surroundings()
        await here.run(START, until="18:00")
        plan = await here.plan(START, until="18:00")
        assert [each.key for each in plan.blocked] == ["maintenance-all-carry"]

    async def test_another_text_replaces_the_banner_and_the_end_is_exact(self) -> None:
        here = Surroundings()
        await here.run(START, text="first")
        plan = await here.plan(START, text="second", dashboard_ids=["1"])
        assert "first" in (plan.resources[0].fields[0].old or "")
        await here.run(START, text="second", dashboard_ids=["1"])
        assert "second" in (banners(here.dev)["1"] or "")
        await here.run(END)
        assert here.dev.layouts == before(here)

    async def test_a_deleted_dashboard_does_not_spoil_the_end(self) -> None:
        here = Surroundings()
        await here.run(START)
        del here.dev.dashboards["2"]
        ended = await here.run(END)
        assert outcomes(ended.value)["Выручка по магазинам"] == "gone"
        assert await here.maintenance.of("ss-dev") == ()

    async def test_without_a_record_banners_are_found(self) -> None:
        here = Surroundings()
        here.dev.layouts["2"] = with_banner(row_layout(("2",)), "old").unwrap()
        done = await here.run(END)
        assert outcomes(done.value) == {"Выручка по магазинам": "done"}
        assert here.dev.layouts["2"] == before(here)["2"]

    async def test_no_banner_anywhere_is_told(self) -> None:
        here = Surroundings()
        plan = await here.plan(END)
        assert [each.key for each in plan.blocked] == ["maintenance-none"]


class TestTrouble:
    async def test_a_lost_answer_is_told_and_taken_down_later(self) -> None:
        here = Surroundings()
        here.dev.fail_next(SupersetFault.UNKNOWN_OUTCOME, "layouts.put")
        done = await here.run(START)
        assert outcomes(done.value)["Sales overview"] == "unknown"
        assert "look at them in Superset: “Sales overview”" in done.said
        await here.run(END)
        assert here.dev.layouts == before(here)

    async def test_nothing_but_a_lost_answer_is_unknown(self) -> None:
        here = Surroundings()
        here.dev.fail_next(SupersetFault.UNKNOWN_OUTCOME, "layouts.put")
        failure = failure_of(await here.try_run(START, dashboard_ids=["1"]))
        assert failure.kind is FailureKind.UNKNOWN
        (window,) = await here.maintenance.of("ss-dev")
        assert [each.title for each in window.dashboards] == ["Sales overview"]

    async def test_a_superset_that_goes_away_stops_the_rest(self) -> None:
        here = Surroundings()
        here.dev.fail_next(SupersetFault.UNREACHABLE, "layouts.put")
        failure_of(await here.try_run(START))
        assert here.dev.calls["layouts.put"] == 1
        assert await here.maintenance.of("ss-dev") == ()

    async def test_an_edit_at_this_moment_is_not_written_over(self) -> None:
        here = Surroundings()
        edited = here.dev.dashboards["1"]

        reads = 0
        original = here.dev.call

        def call(account: Json, name: str, act: Json, *, writes: bool = False) -> Json:
            nonlocal reads
            reads += name == "layouts.get"
            if name == "layouts.get" and reads == 4:
                moved = replace(edited, changed_at=edited.changed_at + timedelta(days=1))
                here.dev.dashboards["1"] = moved
            return original(account, name, act, writes=writes)

        here.dev.call = call  # type: ignore[method-assign]  # between two calls of the tool
        done = await here.run(START)
        assert outcomes(done.value)["Sales overview"] == "edited"
        assert "Not done: “Sales overview”" in done.said
        assert here.dev.layouts.get("1") is None

    async def test_what_could_not_be_ended_is_tried_again(self) -> None:
        here = Surroundings()
        await here.run(START)
        here.dev.fail_next(SupersetFault.FORBIDDEN, "layouts.put")
        ended = await here.run(END)
        assert sorted(outcomes(ended.value).values()) == ["done", "done", "failed"]
        (window,) = await here.maintenance.of("ss-dev")
        assert len(window.dashboards) == 1
        await here.run(END)
        assert here.dev.layouts == before(here)
