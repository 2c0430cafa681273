"""What the names of columns say."""

import re
from typing import Final

_WORD_BREAK: Final = re.compile(r"[_\s\-.]+|(?<=[a-zа-яё])(?=[A-ZА-ЯЁ])")
# The values of such columns may name people, and are shown nowhere.
PERSONAL: Final = re.compile(
    r"name|mail|phone|address|passport|birth|card|account|login|user|password|token|iban|имя|"
    r"фамил|почт|телефон|адрес|паспорт",
    re.IGNORECASE,
)


def words_of(name: str) -> list[str]:
    """The words of `order_id`, `orderId` or `Order ID`, in lower case."""
    return [word.lower() for word in _WORD_BREAK.split(name) if word]
