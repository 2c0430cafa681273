"""What every Access adapter promises."""

import pytest
from returns.result import Success

from contracts.superset_world import COMMON_FAULTS, SupersetWorld, caller, faults_of, opened
from domain.roles import Role
from domain.superset import InstanceStatus, SupersetFault


class AccessContract:
    async def test_status_tells_the_version(self, world: SupersetWorld) -> None:
        assert await opened(world).access.status() == InstanceStatus(True, "6.1.0")

    @pytest.mark.parametrize(
        "fault", [SupersetFault.UNREACHABLE, SupersetFault.GATEWAY, SupersetFault.NOT_SUPERSET]
    )
    async def test_status_never_fails(self, world: SupersetWorld, fault: SupersetFault) -> None:
        superset = world.failing(fault).open(world.env_id, caller(Role.ADMIN)).unwrap()
        assert await superset.access.status() == InstanceStatus(False, None)

    async def test_status_needs_no_account(self, world: SupersetWorld) -> None:
        supersets = world.failing(SupersetFault.BAD_CREDENTIALS)
        superset = supersets.open(world.env_id, caller(Role.ADMIN)).unwrap()
        assert (await superset.access.status()).reachable is True

    @pytest.mark.parametrize(
        ("role", "expected"),
        [(Role.ADMIN, "Admin"), (Role.ANALYST, "Alpha"), (Role.VIEWER, "Gamma")],
    )
    async def test_account_is_the_one_of_the_role(
        self, world: SupersetWorld, role: Role, expected: str
    ) -> None:
        account = (await opened(world, role).access.account()).unwrap()
        assert account.username == world.account_of(role).username
        assert expected in account.roles

    async def test_own_proof_is_accepted(self, world: SupersetWorld) -> None:
        access = opened(world).access
        proof = (await access.issue_proof()).unwrap()
        assert await access.accepts_proof(proof) == Success(True)

    async def test_aged_proof_is_accepted(self, world: SupersetWorld) -> None:
        assert await opened(world).access.accepts_proof(world.aged_proof()) == Success(True)

    async def test_proof_of_another_key_is_refused(self, world: SupersetWorld) -> None:
        assert await opened(world).access.accepts_proof(world.foreign_proof()) == Success(False)

    @pytest.mark.parametrize("rubbish", ["", "a.b.c", "токен", "line\nbreak"])
    async def test_rubbish_is_refused(self, world: SupersetWorld, rubbish: str) -> None:
        assert await opened(world).access.accepts_proof(rubbish) == Success(False)

    @pytest.mark.parametrize("fault", COMMON_FAULTS)
    async def test_common_faults_are_named(
        self, world: SupersetWorld, fault: SupersetFault
    ) -> None:
        faults = await faults_of(
            world,
            fault,
            lambda superset: superset.access.account(),
            lambda superset: superset.access.issue_proof(),
        )
        assert faults == {fault}

    @pytest.mark.parametrize(
        "fault", [SupersetFault.UNREACHABLE, SupersetFault.GATEWAY, SupersetFault.NOT_SUPERSET]
    )
    async def test_proof_is_not_judged_without_an_answer(
        self, world: SupersetWorld, fault: SupersetFault
    ) -> None:
        proof = world.aged_proof()
        faults = await faults_of(
            world, fault, lambda superset: superset.access.accepts_proof(proof)
        )
        assert faults == {fault}
