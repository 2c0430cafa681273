"""Addresses that a person can open."""

from domain.environments import Environment


def absolute_url(environment: Environment, url: str) -> str:
    """Superset names its pages by their path; anything that is no path leads to its front page."""
    if url.startswith("/") and not url.startswith("//"):
        return f"{environment.url}{url}"
    return url if url.startswith(f"{environment.url}/") else environment.url
