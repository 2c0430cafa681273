import pytest

from domain.roles import Role, covers, parse_role


@pytest.mark.parametrize("claim", ["Admin", "ADMIN", " admin ", "admin\n"])
def test_letter_case_and_spaces_do_not_matter(claim: str) -> None:
    """J08."""
    assert parse_role(claim) is Role.ADMIN


def test_every_role_reads_its_own_name() -> None:
    assert [parse_role(role.value.title()) for role in Role] == list(Role)


@pytest.mark.parametrize(
    "claim",
    [
        "аdmin",  # a Cyrillic letter
        "analyſt",  # the long s folds to an ASCII one
        "admin\u200b",
        "ad min",
        "administrator",
        "superuser",
        "",
        None,
        True,
        1,
        ["admin"],
        {"role": "admin"},
        b"admin",
    ],
)
def test_anything_else_is_a_viewer(claim: object) -> None:
    """J08: never an admin by default."""
    assert parse_role(claim) is Role.VIEWER


def test_a_role_covers_itself_and_those_below() -> None:
    covered = {(role, required) for role in Role for required in Role if covers(role, required)}
    assert covered == {
        (Role.VIEWER, Role.VIEWER),
        (Role.ANALYST, Role.VIEWER),
        (Role.ANALYST, Role.ANALYST),
        (Role.ADMIN, Role.VIEWER),
        (Role.ADMIN, Role.ANALYST),
        (Role.ADMIN, Role.ADMIN),
    }
