"""From what a person configures as base URL to the one address that is asked."""

import re

import httpx

_VERSION = re.compile(r"v\d+[a-z0-9]*", re.IGNORECASE)
_ENDPOINT = ["chat", "completions"]


def chat_completions_url(base_url: str) -> httpx.URL:
    """
    The address of the chat completions endpoint, with one version part and one endpoint.

    A base URL without a version part (a bare host, a proxy's folder) gets `/v1`; one that names
    a version (`/api/v1`, `/v1beta/openai`) keeps it; the whole address is accepted, too. Without
    a scheme it is plain HTTP. A query stays.

    Raises:
        ValueError: there is no host in it, or it is no http(s) address.

    """
    text = base_url.strip()
    try:
        url = httpx.URL(text if "://" in text else f"http://{text}")
    except httpx.InvalidURL as error:
        raise ValueError(f"not an address of a model server: {error}") from error
    if url.scheme not in {"http", "https"} or not url.host:
        raise ValueError("the address of a model server is http:// or https:// and a host")
    parts = [part for part in url.path.split("/") if part]
    if parts[-2:] == _ENDPOINT:
        parts = parts[:-2]
    parts = [part for at, part in enumerate(parts) if not _is_repeated_version(parts, at)]
    if not any(_VERSION.fullmatch(part) for part in parts):
        parts.append("v1")
    return url.copy_with(path="/" + "/".join([*parts, *_ENDPOINT]))


def shown(url: httpx.URL) -> str:
    """The address for people and logs: a user name, a password or a key in it is left out."""
    return str(url.copy_with(userinfo=b"", query=None, fragment=None))


def _is_repeated_version(parts: list[str], at: int) -> bool:
    return at > 0 and parts[at] == parts[at - 1] and bool(_VERSION.fullmatch(parts[at]))
