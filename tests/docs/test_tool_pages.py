"""A page for every tool, equal to what its declaration says."""

from pathlib import Path

import pytest

from application import tools
from application.toolkit.catalogue import load_catalogue
from entrypoints.export_tools import pages
from tool_surroundings import TEXTS

FOLDER = Path(__file__).parents[2] / "docs" / "tools"
PAGES = pages(TEXTS)


def test_the_committed_pages_are_the_current_ones() -> None:
    committed = {path.name: path.read_text("utf-8") for path in FOLDER.iterdir()}
    assert committed == PAGES, "run: .venv/bin/python -m entrypoints.export_tools docs/tools"


def test_every_tool_has_its_page_and_stands_in_the_index() -> None:
    names = set(load_catalogue(tools).tools)
    assert set(PAGES) == {"README.md", *(f"{name}.md" for name in names)}
    assert all(f"[{name}]({name}.md)" in PAGES["README.md"] for name in names)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("delete_dashboard", "| Asked for | always |"),
        ("search_dashboards", "| Asked for | never: it only reads |"),
        ("run_llm_documentation", "| Asked for | when `apply` is true |"),
        ("superset_execute_sql", "| Asked for | when its SQL is not surely a read"),
        ("delete_dashboard", "- Удали"),
        ("superset_create_dataset", "| Undo | yes, as a dangerous call"),
        (
            "superset_execute_sql",
            "| `limit` | integer, at least 1, at most 10000 | no, else 1000 |",
        ),
        ("run_backup", "| Task | yes"),
    ],
)
def test_a_page_tells_what_the_rules_say(name: str, said: str) -> None:
    assert said in PAGES[f"{name}.md"]
