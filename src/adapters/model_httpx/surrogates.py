"""Half characters: servers cut them apart, and they can neither be stored nor sent."""


def mend(text: str) -> str:
    """The text with the halves of a surrogate pair joined, and lone halves replaced by U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def split_half(text: str) -> tuple[str, str]:
    """The text, and apart from it a first half at its end, whose second half may follow."""
    has_half = bool(text) and "\ud800" <= text[-1] <= "\udbff"
    return (text[:-1], text[-1]) if has_half else (text, "")
