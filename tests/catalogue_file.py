"""The tools of `specs/catalogue.json` as the rules know them."""

import json
from pathlib import Path

from domain.risk import ToolDeclaration, ToolRisk
from domain.roles import Role

CATALOGUE_FILE = Path(__file__).parents[1] / "specs" / "catalogue.json"


def load_declarations() -> dict[str, ToolDeclaration]:
    """All tools by name, in the order of the file."""
    tools = json.loads(CATALOGUE_FILE.read_text(encoding="utf-8"))["tools"]
    return {
        tool["name"]: ToolDeclaration(
            name=tool["name"],
            risk=ToolRisk(tool["risk"]),
            required_role=Role(tool["required_role"]),
            contexts=frozenset(tool["contexts"]),
            arguments=tuple(argument["name"] for argument in tool["arguments"]),
            optional=tuple(
                argument["name"] for argument in tool["arguments"] if argument["optional"]
            ),
            environment_argument=tool["environment_argument"],
            written_environments=tuple(tool["written_environments"]),
            sql_argument=tool["sql_argument"],
            write_when=tool["write_when"],
        )
        for tool in tools
    }
