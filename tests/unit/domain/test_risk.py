import dataclasses

import pytest

from catalogue_file import load_declarations
from domain.risk import (
    RiskLevel,
    ToolDeclaration,
    ToolRisk,
    assess,
    required_role_of_call,
    risk_level,
    risk_of_call,
)
from domain.roles import Role
from domain.sql_verdict import SqlReason, SqlVerdict
from domain.tiers import Tier, tier_of

TOOLS = load_declarations()
A_READ = SqlVerdict(is_read=True, reason=SqlReason.READ, detail="")
NO_READ = SqlVerdict(is_read=False, reason=SqlReason.STATEMENT, detail="Delete")


def test_deploy_to_prod_is_guarded_on_prod() -> None:
    """Edges deploy_to_prod and deploy_prod."""
    found = assess(
        TOOLS["deploy_dashboard"],
        {"dashboard_id": "1", "target_env": "ss-prod"},
        None,
        Role.ADMIN,
        "ss-prod",
        tier_of("ss-prod", None),
    )
    assert found.risk is ToolRisk.WRITE
    assert found.risk_level is RiskLevel.GUARDED
    assert found.tier is Tier.PROD
    assert not found.dangerous
    assert found.permission_granted


@pytest.mark.parametrize("env_id", ["ss-prod", "test", "ss-dev", "bi-eu", None])
def test_delete_dashboard_any_env_is_dangerous(env_id: str | None) -> None:
    """Edges delete_dashboard_any_env and delete_any."""
    tier = tier_of(env_id, None) if env_id else None
    found = assess(TOOLS["delete_dashboard"], {}, None, Role.ADMIN, env_id, tier)
    assert found.risk_level is RiskLevel.DANGEROUS
    assert found.dangerous
    assert found.tier is tier
    assert found.env_id == env_id


def test_search_dashboards_is_a_safe_read() -> None:
    """Edges search_dashboards and read_only."""
    found = assess(TOOLS["search_dashboards"], {}, None, Role.VIEWER, "ss-prod", Tier.PROD)
    assert (found.risk, found.risk_level) == (ToolRisk.READ, RiskLevel.SAFE)
    assert not found.dangerous
    assert found.permission_granted


def test_analyst_deploy_prod_is_not_granted() -> None:
    """Edges analyst_deploy_prod and analyst_deploy: refused, whatever the risk."""
    found = assess(TOOLS["deploy_dashboard"], {}, None, Role.ANALYST, "ss-prod", Tier.PROD)
    assert not found.permission_granted
    assert found.required_role is Role.ADMIN


def test_levels_follow_the_risk_alone() -> None:
    assert [risk_level(risk) for risk in ToolRisk] == list(RiskLevel)


@pytest.mark.parametrize(
    ("verdict", "risk"),
    [(A_READ, ToolRisk.READ), (NO_READ, ToolRisk.DANGEROUS), (None, ToolRisk.DANGEROUS)],
)
def test_the_sql_decides_how_risky_it_is_to_run(verdict: SqlVerdict | None, risk: ToolRisk) -> None:
    assert risk_of_call(TOOLS["superset_execute_sql"], {"sql": "x"}, verdict) is risk


@pytest.mark.parametrize("env_id", ["ss-prod", "test", "ss-dev"])
def test_changing_sql_is_dangerous_and_for_admins_on_any_tier(env_id: str) -> None:
    """N08: a label says nothing of where the database points."""
    declaration = TOOLS["superset_execute_sql"]
    tier = tier_of(env_id, None)
    refused = assess(declaration, {}, NO_READ, Role.ANALYST, env_id, tier)
    assert refused.dangerous
    assert refused.required_role is Role.ADMIN
    assert not refused.permission_granted
    assert assess(declaration, {}, NO_READ, Role.ADMIN, env_id, tier).permission_granted
    assert assess(declaration, {}, A_READ, Role.ANALYST, env_id, tier).permission_granted


@pytest.mark.parametrize("verdict", [A_READ, NO_READ, None])
def test_a_dataset_stays_a_write_whatever_its_sql(verdict: SqlVerdict | None) -> None:
    declaration = TOOLS["superset_create_dataset"]
    assert risk_of_call(declaration, {"sql": "x"}, verdict) is ToolRisk.WRITE
    assert required_role_of_call(declaration, ToolRisk.WRITE) is Role.ANALYST


@pytest.mark.parametrize(
    ("arguments", "risk"),
    [
        ({}, ToolRisk.READ),
        ({"apply": False}, ToolRisk.READ),
        ({"apply": None}, ToolRisk.READ),
        ({"apply": True}, ToolRisk.WRITE),
        ({"apply": "false"}, ToolRisk.WRITE),
    ],
)
def test_documentation_writes_only_when_applied(
    arguments: dict[str, object], risk: ToolRisk
) -> None:
    """A text that is not empty counts as true: the strict side of a model's mistake."""
    assert risk_of_call(TOOLS["run_llm_documentation"], arguments, None) is risk


def test_an_argument_never_lowers_a_risk() -> None:
    declared = TOOLS["delete_dashboard"]
    dangerous = dataclasses.replace(declared, write_when="dashboard_id")
    assert risk_of_call(dangerous, {"dashboard_id": "1"}, None) is ToolRisk.DANGEROUS
    assert risk_of_call(dangerous, {}, A_READ) is ToolRisk.DANGEROUS


@pytest.mark.parametrize("declaration", TOOLS.values(), ids=TOOLS.keys())
def test_neither_role_nor_tier_changes_a_risk(declaration: ToolDeclaration) -> None:
    found = {
        assess(declaration, {}, None, role, None, tier).risk
        for role in Role
        for tier in (*Tier, None)
    }
    assert len(found) == 1
