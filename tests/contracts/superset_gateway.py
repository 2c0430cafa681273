"""What every Supersets adapter promises."""

import pytest
from returns.pipeline import is_successful

from contracts.superset_world import SupersetWorld, caller, opened
from domain.accounts import Account
from domain.roles import Role
from domain.superset import SupersetFault


class SupersetsContract:
    def test_unknown_environment_is_not_found(self, world: SupersetWorld) -> None:
        refused = world.supersets.open("ss-nowhere", caller(Role.ADMIN)).failure()
        assert (refused.fault, refused.env_id) == (SupersetFault.NOT_FOUND, "ss-nowhere")

    def test_environment_of_another_sign_in_is_not_found(self, world: SupersetWorld) -> None:
        elsewhere = caller(Role.ADMIN, "superset:ss-other:boss", "ss-other")
        refused = world.supersets.open(world.env_id, elsewhere)
        assert refused.failure().fault is SupersetFault.NOT_FOUND

    @pytest.mark.parametrize("role", Role)
    def test_role_without_account_opens_nothing(self, world: SupersetWorld, role: Role) -> None:
        supersets = world.without_account(role)
        refused = supersets.open(world.env_id, caller(role)).failure()
        assert refused.fault is SupersetFault.NO_ACCOUNT
        others = [other for other in Role if other is not role]
        assert all(is_successful(supersets.open(world.env_id, caller(each))) for each in others)

    async def test_role_decides_and_not_the_name(self, world: SupersetWorld) -> None:
        pretender = caller(Role.VIEWER, "local:admin")
        superset = world.supersets.open(world.env_id, pretender).unwrap()
        account = (await superset.access.account()).unwrap()
        assert account.username == world.account_of(Role.VIEWER).username

    async def test_own_account_acts_for_whom_it_belongs_to(self, world: SupersetWorld) -> None:
        account = world.account_of(Role.ANALYST)
        signed_in = (await world.sign_in(account)).unwrap()
        assert signed_in.username == account.username
        person = caller(Role.ADMIN, f"superset:{world.env_id}:{account.username}", world.env_id)
        superset = world.supersets.open(world.env_id, person).unwrap()
        assert (await superset.access.account()).unwrap() == signed_in

    def test_nobody_signed_in_means_no_account(self, world: SupersetWorld) -> None:
        """Never the account of the role: passwords are forgotten in a restart."""
        person = caller(Role.ADMIN, f"superset:{world.env_id}:boss", world.env_id)
        refused = world.supersets.open(world.env_id, person)
        assert refused.failure().fault is SupersetFault.NO_ACCOUNT

    async def test_wrong_password_signs_nobody_in(self, world: SupersetWorld) -> None:
        wrong = Account(world.account_of(Role.VIEWER).username, "not the password")
        assert (await world.sign_in(wrong)).failure().fault is SupersetFault.BAD_CREDENTIALS
        person = caller(Role.VIEWER, f"superset:{world.env_id}:{wrong.username}", world.env_id)
        refused = world.supersets.open(world.env_id, person)
        assert refused.failure().fault is SupersetFault.NO_ACCOUNT

    async def test_password_is_in_no_error_and_no_repr(self, world: SupersetWorld) -> None:
        canary = Account(world.account_of(Role.VIEWER).username, "canary-f00d")
        refused = await world.sign_in(canary)
        assert "canary-f00d" not in f"{refused!r} {canary!r} {opened(world)!r}"
