"""T04, T05: file names for any title."""

import unicodedata
from pathlib import PureWindowsPath

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from domain.bundle import Bundle, JsonObject, Kind
from domain.bundle_files import (
    bundle_path,
    folder_of,
    is_ours,
    may_hold,
    places,
    readable_name,
)

UUID = "3f2a9c1e-0000-4000-8000-000000000001"
TWIN = "3f2a9c1e-0000-4000-8000-000000000002"
OTHER = "aa000000-0000-4000-8000-000000000003"
# What Windows takes for a device, whatever follows a dot.
DEVICES = {
    "con",
    "prn",
    "aux",
    "nul",
    *(f"{each}{n}" for each in ("com", "lpt") for n in "123456789"),
}


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Sales overview", "Sales_overview_3f2a9c1e"),
        ("Продажи за май", "Продажи_за_май_3f2a9c1e"),
        ("Sales/2026", "Sales_2026_3f2a9c1e"),
        ("  a -- b  ", "a_--_b_3f2a9c1e"),
        ("売上 ダッシュボード", "売上_ダッシュボード_3f2a9c1e"),
        ("हिन्दी", "हिन्दी_3f2a9c1e"),
        ("CON", "CON_3f2a9c1e"),
        ("CON.txt", "CON_txt_3f2a9c1e"),
        ("..", "3f2a9c1e"),
        (".git", "git_3f2a9c1e"),
        ("🚀❤️", "3f2a9c1e"),
        ("🚀 Launch", "Launch_3f2a9c1e"),
        ("a\u200bb\u202ec", "abc_3f2a9c1e"),
        ("", "3f2a9c1e"),
        ("../../etc/passwd", "etc_passwd_3f2a9c1e"),
        ("ж" * 250, f"{'ж' * 50}_3f2a9c1e"),
        ("\ud800x\0", "x_3f2a9c1e"),
    ],
)
def test_title_stays_readable(title: str, name: str) -> None:
    assert readable_name(title, UUID) == name


def test_accents_in_two_spellings_give_one_name() -> None:
    composed, apart = "Ёлка é", unicodedata.normalize("NFD", "Ёлка é")
    assert readable_name(composed, UUID) == readable_name(apart, UUID) == "Ёлка_é_3f2a9c1e"


@given(st.text(max_size=400), st.uuids())
@example("ﷺ" * 300, "00000000-0000-4000-8000-000000000000")
@example("a" * 99 + "ж", "00000000-0000-4000-8000-000000000000")
def test_any_title_is_a_name_on_every_system(title: str, uuid: object) -> None:
    name = f"{readable_name(title, str(uuid))}.yaml"
    assert len(name.encode()) <= 255
    assert name[0] not in "_.-~ "
    assert not set(name) & set('/\\<>:"|?*\0\n')
    assert name.isprintable()
    assert unicodedata.normalize("NFC", name) == name
    assert PureWindowsPath(name).parts == (name,)
    assert name.partition(".")[0].casefold() not in DEVICES
    assert name.count(".") == 1
    assert may_hold(f"dashboards/{name[:-5]}", str(uuid))


@given(st.text(max_size=300), st.text(max_size=300), st.uuids(), st.uuids())
@example("Sales/2026", "sales/2026", "a" * 8 + UUID[8:], "b" * 8 + UUID[8:])
def test_names_differ_whatever_the_case(
    one: str, other: str, first: object, second: object
) -> None:
    names = [readable_name(one, str(first)), readable_name(other, str(second))]
    folded = {unicodedata.normalize("NFKC", name).casefold() for name in names}
    assert len(folded) == 2 or str(first)[:8] == str(second)[:8]


def test_folder_is_new_where_the_name_is_taken() -> None:
    dashboard = {"dashboard_title": "Sales"}
    first = folder_of(dashboard, UUID, [])
    assert first == "dashboards/Sales_3f2a9c1e"
    second = folder_of(dashboard, TWIN, [first.upper()])
    assert second == "dashboards/Sales_3f2a9c1e000040008000000000000002"
    assert may_hold(first, TWIN)
    assert may_hold(second, TWIN)
    assert not may_hold(second, UUID)


@pytest.mark.parametrize(
    "folder",
    ["dashboards", "other/Sales_3f2a9c1e", "dashboards/Sales_3f2a", "dashboards/Sales_aa000000"],
)
def test_other_folders_hold_no_such_dashboard(folder: str) -> None:
    assert not may_hold(folder, UUID)


def bundle_of(*charts: str, title: str = "Revenue") -> Bundle:
    by_uuid: dict[str, JsonObject] = {each: {"slice_name": title, "uuid": each} for each in charts}
    return Bundle({OTHER: {"dashboard_title": "D", "uuid": OTHER}}, by_uuid)


def placed(bundle: Bundle, known: dict[tuple[Kind, str], str]) -> dict[str, object]:
    return {path: content["uuid"] for path, content in places(bundle, known)}


def test_equal_titles_and_uuids_that_begin_alike_are_apart() -> None:
    assert placed(bundle_of(UUID, TWIN), {}) == {
        "dashboard.yaml": OTHER,
        "charts/Revenue_3f2a9c1e.yaml": UUID,
        "charts/Revenue_3f2a9c1e000040008000000000000002.yaml": TWIN,
    }


def test_name_is_kept_when_the_title_changes() -> None:
    known: dict[tuple[Kind, str], str] = {("chart", UUID): "charts/Umsatz.yaml"}
    assert placed(bundle_of(UUID, title="Renamed"), known) == {
        "dashboard.yaml": OTHER,
        "charts/Umsatz.yaml": UUID,
    }


def test_new_object_does_not_take_a_name_that_is_kept() -> None:
    known: dict[tuple[Kind, str], str] = {("chart", TWIN): "charts/REVENUE_3f2a9c1e.yaml"}
    assert set(placed(bundle_of(UUID, TWIN), known)) == {
        "dashboard.yaml",
        "charts/REVENUE_3f2a9c1e.yaml",
        "charts/Revenue_3f2a9c1e000040008000000000000001.yaml",
    }


@pytest.mark.parametrize(
    ("path", "ours"),
    [
        ("dashboard.yaml", True),
        ("charts/a.yaml", True),
        ("datasets/retail/a.yaml", True),
        ("databases/a.yaml", True),
        ("README.md", False),
        ("charts/notes.txt", False),
        ("screens/a.yaml", False),
        ("other.yaml", False),
    ],
)
def test_files_of_people_are_not_ours(path: str, ours: bool) -> None:
    assert is_ours(path) is ours
    assert bundle_path(path) == ("dashboards/dashboard.yaml" if path == "dashboard.yaml" else path)
