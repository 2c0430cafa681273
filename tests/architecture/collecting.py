"""A pytest plugin that says in one line what was collected, for another pytest to read."""

import json

import pytest


def pytest_collection_finish(session: pytest.Session) -> None:
    found = {
        item.nodeid: {
            "marks": [mark.name for mark in item.iter_markers()],
            "fixtures": list(item.fixturenames),
        }
        for item in session.items
        if isinstance(item, pytest.Function)
    }
    print("COLLECTED " + json.dumps(found))
