import pytest

from application.toolkit.links import absolute_url
from domain.environments import Environment

BEHIND_A_PATH = Environment("ss-dev", "https://bi.example/superset-dev")


@pytest.mark.parametrize(
    ("url", "absolute"),
    [
        ("//evil.example/x", "https://bi.example/superset-dev"),
        ("javascript:alert(1)", "https://bi.example/superset-dev"),
        ("https://evil.example/superset-dev/", "https://bi.example/superset-dev"),
        ("", "https://bi.example/superset-dev"),
        ("/superset/dashboard/1/", "https://bi.example/superset-dev/superset/dashboard/1/"),
        (
            "https://bi.example/superset-dev/superset/dashboard/1/",
            "https://bi.example/superset-dev/superset/dashboard/1/",
        ),
    ],
)
def test_links_lead_to_the_environment_alone(url: str, absolute: str) -> None:
    assert absolute_url(BEHIND_A_PATH, url) == absolute
