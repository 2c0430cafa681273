"""Descriptions that a language model words: from facts alone, checked, shown, written as shown."""

import pytest

from adapters.memory.language_model import ScriptedModel
from application.ports.language_model import ReplyFailed
from application.tools.run_llm_documentation import TOOL
from domain.tasks import TaskState
from tool_surroundings import Json
from unit.application.tools.drafting import Drafting, texts, worded


async def test_words_the_drafts_from_facts_alone() -> None:
    said = worded(own="Orders of the shop.", c1="Number of the order.", c2="Where it went.")
    here = Drafting(model=ScriptedModel([said], "wordy"))
    here.dev.forms["1"] = {"metric": "Revenue"}
    found = texts(await here.drafted(dataset_id="orders"))
    assert found == {
        "dataset orders": "Orders of the shop.",
        "orders.id": "Number of the order.",
        "orders.region": "Where it went.",
        # What the model left out is as the rules say.
        "orders.revenue": "Revenue: numbers from 10.50 to 30 (3 rows looked at).",
    }
    [request] = here.model.requests  # type: ignore[attr-defined]
    prompt = request.messages[0].content
    assert '"examples": ["North", "South"]' in prompt
    assert "20.0" not in prompt
    assert [tool.name for tool in request.tools] == ["write_descriptions"]
    assert set(request.tools[0].parameters["properties"]) == {"own", "c1", "c2", "c3"}


async def test_charts_are_worded_together() -> None:
    here = Drafting(model=ScriptedModel([worded(own="Orders."), worded(c1="One.", c2="Two.")]))
    found = texts(await here.drafted(dashboard_id="1"))
    assert (found["chart Revenue"], found["chart Выручка по регионам"]) == ("One.", "Two.")


async def test_an_object_as_the_answer_will_do() -> None:
    here = Drafting(model=ScriptedModel(['Here:\n```json\n{"own": "Orders."}\n```']))
    assert texts(await here.drafted(dataset_id="1"))["dataset orders"] == "Orders."


@pytest.mark.parametrize(
    "odd",
    [
        "<img src=x onerror=alert(1)>",
        "See [here](http://evil.example)",
        "https://evil.example",
        "x" * 501,
        "   ",
        "Left\u202eright",
        17,
        None,
        ["Orders."],
    ],
)
async def test_an_unusable_text_is_left_to_the_rules(odd: Json) -> None:
    here = Drafting(model=ScriptedModel([worded(own=odd)]))
    task = await here.task(TOOL, dataset_id="1")
    found = texts(task.result)
    assert (found["dataset orders"] or "").startswith("Rows of orders.")
    assert "by rules, because the model gave none" in task.log[0].text["en"]


async def test_texts_for_what_was_not_asked_are_dropped() -> None:
    here = Drafting(model=ScriptedModel([worded(own="Orders.", c99="Another column.")]))
    assert "Another column." not in texts(await here.drafted(dataset_id="1")).values()


async def test_a_model_that_does_not_answer_is_told() -> None:
    failure = ReplyFailed("model_timeout", "http://model.example")
    here = Drafting(model=ScriptedModel([failure]))
    task = await here.task(TOOL, dataset_id="1")
    assert task.state is TaskState.SUCCEEDED
    assert "the model did not answer (model_timeout)" in task.log[0].text["en"]
    assert (
        texts(task.result)["orders.revenue"]
        == "Revenue: numbers from 10.50 to 30 (3 rows looked at)."
    )


async def test_the_person_sees_every_text_before_a_yes_and_no_other_is_written() -> None:
    here = Drafting(
        model=ScriptedModel([worded(own="Orders.", c1="A.", c2="B.", c3="C.")], "wordy")
    )
    await here.drafted(dataset_id="1")
    plan = await here.plan(TOOL, dataset_id="1", apply=True)
    assert [(field.name, field.new) for field in plan.resources[0].fields] == [
        ("description", "Orders."),
        ("column id", "A."),
        ("column region", "B."),
        ("column revenue", "C."),
    ]
    assert "wordy" in here.say(plan.warnings[0])
    again = await here.plan(TOOL, dataset_id="1", apply=True)
    assert again.state == plan.state
    await here.applied(dataset_id="1")
    # The plan, its repetition and the writing asked the model for nothing more.
    assert len(here.model.requests) == 1  # type: ignore[attr-defined]
    assert set(here.dev.descriptions.values()) == {"Orders.", "A.", "B.", "C."}
