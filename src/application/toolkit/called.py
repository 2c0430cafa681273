"""What people call a tool, in a few words."""

from domain.texts import Text, text


def called(tool_name: str) -> Text:
    """Its title; the name itself for one that this version does not know."""
    return text("tool-called", tool=tool_name)
