"""T02: YAML that a person can read, that says the same twice, and that comes back as it was."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.bundle_yaml.bundle_codec import YamlBundleCodec
from domain.superset import JsonValue

UUID = "3f2a9c1e-0000-4000-8000-000000000001"
CODEC = YamlBundleCodec()
# What YAML gives a meaning, or what emitters are known to trip over.
ODD = st.text(alphabet=" \t\n\r\x85\u2028\u2029ab0:-#|>'\"%@{}[]&*!?,\ufeff\xa0\0\x7f🚀Ё~=.")
TEXT = st.one_of(st.text(st.characters(exclude_categories=["Cs"])), ODD)
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, width=64), TEXT),
    lambda inner: st.one_of(st.lists(inner), st.dictionaries(TEXT, inner)),
    max_leaves=12,
)


def written(value: JsonValue) -> bytes:
    return CODEC.write_object({"params": value, "uuid": UUID})


def read(content: bytes) -> JsonValue:
    bundle = CODEC.read_files({"charts/a.yaml": content}).unwrap()
    return bundle.charts[UUID]["params"]


@given(VALUES)
def test_any_value_comes_back(value: JsonValue) -> None:
    assert read(written({"value": value})) == {"value": value}


@given(st.dictionaries(TEXT, VALUES, min_size=2))
def test_order_of_keys_makes_no_difference(value: dict[str, JsonValue]) -> None:
    turned = dict(reversed(value.items()))
    assert written(turned) == written(value)


@pytest.mark.parametrize(
    "lines",
    [
        ["SELECT id,  ", "\tname -- Ёлка 🚀", "", "FROM orders", ""],
        ["  SELECT 1", "FROM x"],
        ["", "SELECT 1", "", ""],
        ["SELECT ':tag', \"%s\" # no comment", "FROM {{ table }}"],
    ],
)
def test_sql_is_written_line_by_line(lines: list[str]) -> None:
    sql = "\n".join(lines)
    there = written({"sql": sql}).decode().splitlines()
    for line in lines:
        assert f"    {line}".rstrip() in [each.rstrip() for each in there]
    assert read(written({"sql": sql})) == {"sql": sql}


def test_text_of_one_line_is_written_as_it_is() -> None:
    title = f"Продажи — 売上 🚀 {'long ' * 60}end"
    assert f"title: {title}" in written({"title": title}).decode()
