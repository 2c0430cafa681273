"""kill -9 while a dashboard is described: drafting goes on, a sent text is not sent again."""

from pathlib import Path

from tasks.killing import done, gone_on, killed_at, task_in
from tool_surroundings import Json

MODULE = "tasks.documenting"


async def test_drafting_goes_on_where_it_was(tmp_path: Path) -> None:
    await killed_at(tmp_path, "drafting", 1, MODULE)
    assert (await gone_on(tmp_path, "drafting", MODULE))[-1] == "succeeded"
    # Four steps, of which the second was cut off and asked the model again.
    assert done(tmp_path) == [0, 1, 2, 3, 4]
    task = await task_in(tmp_path)
    assert (task.done, task.total) == (4, 4)
    result: Json = task.result
    new = {each["title"]: each["new"] for each in result["items"]}
    assert {new[f"set {number}"] for number in (11, 12, 13)} == {"Worded by a model."}
    assert set(new) == {f"{kind} {n}" for kind in ("set", "Chart") for n in (11, 12, 13)}


async def test_a_text_that_was_sent_is_unknown_and_not_sent_again(tmp_path: Path) -> None:
    await killed_at(tmp_path, "writing", 1, MODULE)
    assert (await gone_on(tmp_path, "writing", MODULE))[-1] == "unknown"
    assert done(tmp_path) == [0, 1]
    task = await task_in(tmp_path)
    result: Json = task.result
    fates = [each["outcome"] for each in result["items"]]
    assert fates == ["done", "unknown", "left", "left", "left", "left"]
    assert "Open “set 12” on ss-dev in Superset" in task.log[-2].text["en"]
    assert "look at them in Superset: “set 12”" in (task.summary or {})["en"]
    # What may have been written can be taken back.
    assert [each["title"] for each in result["undo"]["datasets"]] == ["set 11", "set 12"]
