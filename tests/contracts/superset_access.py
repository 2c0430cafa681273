"""What every Access adapter promises."""

import pytest
from returns.result import Success

from contracts.superset_world import (
    COMMON_FAULTS,
    DashboardToAdd,
    DatasetToAdd,
    SupersetWorld,
    caller,
    faults_of,
    opened,
)
from domain.rights import Grant, HeldRole
from domain.roles import Role
from domain.superset import InstanceStatus, SupersetFault


class AccessContract:
    async def test_status_tells_the_version_where_superset_does(self, world: SupersetWorld) -> None:
        assert await opened(world).access.status() == InstanceStatus(True, world.version)

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

    async def test_roles_tell_what_they_grant(self, world: SupersetWorld) -> None:
        dataset = world.dataset(DatasetToAdd("cities", world.database()))
        name = world.role_for(dataset)
        roles = {role.name: role for role in (await opened(world).access.roles()).unwrap()}
        assert {"Admin", "Public", "Alpha", "Gamma"} <= set(roles)
        assert Grant("all_database_access", "all_database_access") in roles["Admin"].grants
        [grant] = roles[name].grants
        assert grant.permission == "datasource_access"
        assert grant.on.endswith(f"[cities](id:{dataset})")

    async def test_users_tell_their_roles_and_those_of_their_groups(
        self, world: SupersetWorld
    ) -> None:
        world.person("left", "Gamma", is_active=False)
        world.group("analysts", "Alpha", "left")
        users = {user.username: user for user in (await opened(world).access.users()).unwrap()}
        admin = users[world.account_of(Role.ADMIN).username]
        assert (admin.is_active, admin.roles) == (True, (HeldRole("Admin"),))
        left = users["left"]
        assert left.is_active is False
        assert left.roles == (HeldRole("Gamma"), HeldRole("Alpha", "analysts"))

    async def test_row_rules_name_datasets_and_roles(self, world: SupersetWorld) -> None:
        dataset = world.dataset(DatasetToAdd("cities", world.database()))
        world.row_rule("Only Oslo", dataset, "Gamma")
        rules = {rule.name: rule for rule in (await opened(world).access.row_rules()).unwrap()}
        rule = rules["Only Oslo"]
        assert (rule.kind, rule.datasets, rule.roles) == ("Regular", (dataset,), ("Gamma",))

    async def test_owners_of_everything_are_told(self, world: SupersetWorld) -> None:
        dataset = world.dataset(DatasetToAdd("cities", world.database(), owner=Role.ANALYST))
        dashboard = world.dashboard(DashboardToAdd("Owned draft", published=False))
        access = opened(world).access
        owned = {(each.kind, each.id): each for each in (await access.owned()).unwrap()}
        users = {user.id: user.username for user in (await access.users()).unwrap()}
        draft, data = owned["dashboard", dashboard], owned["dataset", dataset]
        assert (draft.title, draft.published, draft.roles) == ("Owned draft", False, ())
        assert draft.uuid == (await opened(world).dashboards.get(dashboard)).unwrap().uuid
        assert [users[owner.id] for owner in draft.owners] == ["agent-admin"]
        assert [users[owner.id] for owner in data.owners] == ["agent-analyst"]
        assert data.owners[0].title

    @pytest.mark.parametrize("role", [Role.ANALYST, Role.VIEWER])
    async def test_rights_of_others_are_for_admins(self, world: SupersetWorld, role: Role) -> None:
        access = opened(world, role).access
        refused = [await access.roles(), await access.users(), await access.row_rules()]
        assert {each.failure().fault for each in refused} == {SupersetFault.FORBIDDEN}
        assert (await access.owned()).unwrap() is not None

    @pytest.mark.parametrize("fault", COMMON_FAULTS)
    async def test_common_faults_are_named(
        self, world: SupersetWorld, fault: SupersetFault
    ) -> None:
        faults = await faults_of(
            world,
            fault,
            lambda superset: superset.access.account(),
            lambda superset: superset.access.issue_proof(),
            lambda superset: superset.access.roles(),
            lambda superset: superset.access.users(),
            lambda superset: superset.access.row_rules(),
            lambda superset: superset.access.owned(),
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
