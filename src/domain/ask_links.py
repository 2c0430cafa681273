"""Links of answers that fill the composer with a wish; nothing is sent by them."""

import re
from typing import Final

_ASK: Final = re.compile(r"#(?=ask:)", re.IGNORECASE)


def without_ask_links(told: str) -> str:
    """What a tool told, which may quote anybody: such a link is not for it to make."""
    return _ASK.sub("# ", told)
