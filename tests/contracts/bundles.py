"""What every BundleCodec promises."""

import io
import zipfile
from typing import Any

import pytest
import yaml
from returns.result import Failure

from application.ports.bundles import BundleCodec
from domain.bundle import Bundle, BundleRefused
from domain.bundle_references import charts_of

DASHBOARD = "1de05859-59ee-577d-904c-bd91ffa10239"
CHART = "a92c8612-1b14-5746-9ec0-563d9758aaab"
DATASET = "03c45811-506b-5748-b97a-be700582b236"
DATABASE = "f790b94a-4895-4e41-b2b8-7d0ef3ab686b"


def files() -> dict[str, Any]:
    """An export, as objects by file name."""
    return {
        "metadata.yaml": {"version": "1.0.0", "type": "Dashboard", "timestamp": "2026-01-01"},
        "tags.yaml": {"tags": [{"tag_name": "finance"}]},
        "dashboards/Sales_1.yaml": {
            "dashboard_title": "Продажи 🚀",
            "uuid": DASHBOARD,
            "position": {"CHART-1": {"type": "CHART", "meta": {"uuid": CHART, "chartId": 7}}},
            "version": "1.0.0",
        },
        "charts/_12.yaml": {
            "slice_name": "Выручка",
            "uuid": CHART.upper(),
            "dataset_uuid": DATASET.replace("-", ""),
            "params": {"viz_type": "pie"},
        },
        "datasets/retail/orders_1.yaml": {
            "table_name": "orders",
            "uuid": DATASET,
            "database_uuid": DATABASE.upper(),
            "sql": "SELECT 1\nFROM orders\n",
        },
        "databases/retail.yaml": {
            "database_name": "retail",
            "sqlalchemy_uri": "postgresql://bi:XXXXXXXXXX@db/x",
            "extra": {"secret": "kept from us"},
            "uuid": DATABASE,
        },
    }


def zipped(entries: dict[str, Any], top: str = "dashboard_export_20260101T000000/") -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            text = content if isinstance(content, str | bytes) else yaml.safe_dump(content)
            archive.writestr(f"{top}{name}", text)
    return packed.getvalue()


def refusal(codec: BundleCodec, archive: bytes) -> BundleRefused:
    found = codec.unpack(archive)
    assert isinstance(found, Failure), found
    refused: BundleRefused = found.failure()
    return refused


def bomb(levels: int) -> str:
    """Each line names the one before ten times."""
    lines = ["a0: &a0 [1,1,1,1,1,1,1,1,1,1]"]
    lines += [f"a{n}: &a{n} [{','.join(['*a' + str(n - 1)] * 10)}]" for n in range(1, levels)]
    return "\n".join(lines)


class BundleCodecContract:
    def test_objects_are_found_by_uuid_whatever_their_files_are_called(
        self, codec: BundleCodec
    ) -> None:
        bundle = codec.unpack(zipped(files())).unwrap()
        assert list(bundle.dashboards) == [DASHBOARD]
        assert list(bundle.charts) == [CHART]
        assert list(bundle.datasets) == [DATASET]
        assert bundle.dashboards[DASHBOARD]["dashboard_title"] == "Продажи 🚀"

    def test_uuids_are_spelt_alike(self, codec: BundleCodec) -> None:
        """S14: exports of several tools write them in upper case, or without dashes."""
        bundle = codec.unpack(zipped(files())).unwrap()
        assert bundle.charts[CHART]["dataset_uuid"] == DATASET
        assert bundle.datasets[DATASET]["database_uuid"] == DATABASE
        assert charts_of(bundle.dashboards[DASHBOARD]) == {CHART}

    def test_of_a_connection_no_more_is_read_than_is_needed(self, codec: BundleCodec) -> None:
        database = codec.unpack(zipped(files())).unwrap().databases[DATABASE]
        assert set(database) == {"database_name", "sqlalchemy_uri", "uuid"}

    def test_what_was_packed_is_unpacked(self, codec: BundleCodec) -> None:
        bundle = codec.unpack(zipped(files())).unwrap()
        again = codec.unpack(codec.pack(bundle, "assets")).unwrap()
        assert again == bundle

    def test_equal_bundles_are_equal_bytes(self, codec: BundleCodec) -> None:
        first = codec.unpack(zipped(files())).unwrap()
        shuffled = dict(reversed(files().items()))
        second = codec.unpack(zipped(shuffled, top="dashboard_export_20260101T000500/")).unwrap()
        assert codec.pack(first, "Dashboard") == codec.pack(second, "Dashboard")

    def test_packed_names_are_none_that_an_importer_skips(self, codec: BundleCodec) -> None:
        """S22: Superset leaves out names that begin with an underscore or a dot."""
        packed = codec.pack(codec.unpack(zipped(files())).unwrap(), "assets")
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            names = archive.namelist()
            metadata = yaml.safe_load(archive.read("bundle/metadata.yaml"))
        assert len(names) == 5
        assert not [name for name in names if name.rpartition("/")[2][0] in "_.-"]
        assert {name.partition("/")[0] for name in names} == {"bundle"}
        assert metadata == {"version": "1.0.0", "type": "assets"}

    def test_files_of_a_folder_are_read(self, codec: BundleCodec) -> None:
        written = {
            name: yaml.safe_dump(content).encode()
            for name, content in files().items()
            if "/" in name
        }
        read = codec.read_files({**written, "README.md": b"# ours"}).unwrap()
        assert read == codec.unpack(zipped(files())).unwrap()

    def test_object_is_written_readably_and_alike(self, codec: BundleCodec) -> None:
        """T02: keys in order, SQL as a block, letters as they are."""
        one: Any = {"sql": "SELECT 1\nFROM x", "name": "Кот 🚀", "list": [{"b": 1, "a": None}]}
        other: Any = {
            "list": [{"a": None, "b": 1}],
            "name": "Кот 🚀",
            "sql": "SELECT 1\nFROM x",
        }
        written = codec.write_object(one)
        assert written == codec.write_object(other)
        assert written.decode().splitlines() == [
            "list:",
            "- a: null",
            "  b: 1",
            "name: Кот 🚀",
            "sql: |-",
            "  SELECT 1",
            "  FROM x",
        ]

    def test_no_zip_is_refused(self, codec: BundleCodec) -> None:
        whole = zipped(files())
        for broken in (b"", b"PK", b"<html></html>", whole[: len(whole) // 2]):
            assert refusal(codec, broken).code == "not-a-zip"

    @pytest.mark.parametrize(
        "name", ["../evil.yaml", "a/../../evil.yaml", "/etc/evil.yaml", "C:/evil.yaml", "a\\b.yaml"]
    )
    def test_names_that_lead_outside_are_refused(self, codec: BundleCodec, name: str) -> None:
        assert refusal(codec, zipped({name: "a: 1"}, top="")).code == "unsafe-name"
        assert codec.read_files({name: b"a: 1"}).failure().code == "unsafe-name"

    def test_links_are_refused(self, codec: BundleCodec) -> None:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            link = zipfile.ZipInfo("top/charts/link.yaml")
            link.external_attr = 0o120777 << 16
            archive.writestr(link, "/etc/passwd")
        assert refusal(codec, packed.getvalue()).code == "unsafe-name"

    def test_archive_bomb_is_refused(self, codec: BundleCodec) -> None:
        huge = b"# " + b"0" * (9 * 2**20)
        refused = refusal(codec, zipped({"charts/huge.yaml": huge}))
        assert (refused.code, refused.name) == (
            "too-large",
            "dashboard_export_20260101T000000/charts/huge.yaml",
        )

    def test_many_files_at_once_are_refused(self, codec: BundleCodec) -> None:
        assert refusal(codec, zipped({f"x{n}.yaml": "" for n in range(20_001)})).code == "too-large"

    @pytest.mark.parametrize("text", [bomb(9), "a: &a [*a]", "[" * 200 + "]" * 200])
    def test_yaml_that_grows_is_refused(self, codec: BundleCodec, text: str) -> None:
        assert refusal(codec, zipped({"charts/bomb.yaml": text})).code == "too-large"

    @pytest.mark.parametrize(
        "text",
        [
            "!!python/object/apply:os.system ['true']",
            "a: [",
            "a: !!binary aGk=",
            "? [1, 2]\n: pair",
            b"\xff\xfe\x00",
        ],
    )
    def test_yaml_that_makes_objects_or_none_is_refused(
        self, codec: BundleCodec, text: str | bytes
    ) -> None:
        refused = refusal(codec, zipped({"charts/odd.yaml": text}))
        assert (refused.code, refused.name) == ("not-yaml", "charts/odd.yaml")

    def test_unknown_key_is_named(self, codec: BundleCodec) -> None:
        """`data` would make Superset fetch an address."""
        dataset = {**files()["datasets/retail/orders_1.yaml"], "data": "http://evil.example/x.csv"}
        refused = refusal(codec, zipped({"datasets/retail/orders_1.yaml": dataset}))
        assert (refused.code, refused.detail) == ("unknown-key", "data")

    def test_object_without_uuid_is_refused(self, codec: BundleCodec) -> None:
        for uuid in (None, "", "12", 12):
            chart = {"slice_name": "x", "uuid": uuid}
            assert refusal(codec, zipped({"charts/x.yaml": chart})).code == "no-uuid"
        assert refusal(codec, zipped({"charts/x.yaml": "- 1"})).code == "not-an-object"

    def test_same_object_twice_is_refused(self, codec: BundleCodec) -> None:
        chart = files()["charts/_12.yaml"]
        refused = refusal(codec, zipped({"charts/a.yaml": chart, "charts/b.yaml": chart}))
        assert refused.code == "twice"

    def test_archive_without_objects_is_refused(self, codec: BundleCodec) -> None:
        assert refusal(codec, zipped({"metadata.yaml": {"type": "Dashboard"}})).code == "empty"
        assert codec.pack(Bundle(), "assets")
