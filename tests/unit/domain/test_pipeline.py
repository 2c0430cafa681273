import pytest
from returns.pipeline import is_successful

from catalogue_file import load_declarations
from domain.pipeline import (
    ALWAYS_OFFERED,
    Excluded,
    PermissionDenied,
    UnknownTool,
    check_permission,
    offered_tools,
)
from domain.risk import ToolRisk
from domain.roles import Role

TOOLS = load_declarations()
VIEWERS = {
    "show_capabilities",
    "list_environments",
    "search_dashboards",
    "get_health_summary",
    "get_task_status",
    "superset_list_databases",
    "superset_format_sql",
    "diff_dashboard",
}
ADMINS_ONLY = {
    "deploy_dashboard",
    "commit_changes",
    "create_branch",
    "run_backup",
    "execute_migration",
    "start_maintenance",
    "end_maintenance",
    "delete_dashboard",
}
OF_DASHBOARDS = {
    "show_capabilities",
    "search_dashboards",
    "get_health_summary",
    "deploy_dashboard",
    "run_llm_validation",
    "run_llm_documentation",
    "execute_migration",
    "create_branch",
    "commit_changes",
}
OF_DATASETS = {
    "show_capabilities",
    "superset_explore_database",
    "superset_format_sql",
    "superset_audit_permissions",
    "superset_execute_sql",
    "superset_create_dataset",
    "search_dashboards",
    "get_task_status",
    "list_environments",
}
OF_MIGRATIONS = {
    "show_capabilities",
    "execute_migration",
    "search_dashboards",
    "get_health_summary",
    "deploy_dashboard",
    "list_environments",
}


def offered(role: Role, object_type: str | None) -> set[str]:
    return set(offered_tools(TOOLS.values(), role, object_type).tools)


def test_the_catalogue_has_22_tools() -> None:
    assert len(TOOLS) == 22


def test_null_uicontext_offers_all_22_tools() -> None:
    """Edges null_uicontext and null."""
    assert offered(Role.ADMIN, None) == set(TOOLS)


def test_dashboard_context_offers_9_tools() -> None:
    """Edges dashboard_context and dashboard."""
    assert offered(Role.ADMIN, "dashboard") == OF_DASHBOARDS
    assert len(OF_DASHBOARDS) == 9


def test_dataset_context_offers_9_tools() -> None:
    assert offered(Role.ADMIN, "dataset") == OF_DATASETS
    assert len(OF_DATASETS) == 9


def test_migration_context_offers_6_tools() -> None:
    assert offered(Role.ADMIN, "migration") == OF_MIGRATIONS
    assert len(OF_MIGRATIONS) == 6


@pytest.mark.parametrize("role", Role)
def test_null_objectType_offers_every_tool_of_the_role(role: Role) -> None:
    """Edge null_objectType."""
    expected = {
        Role.VIEWER: VIEWERS,
        Role.ANALYST: set(TOOLS) - ADMINS_ONLY,
        Role.ADMIN: set(TOOLS),
    }
    assert offered(role, None) == expected[role]


def test_dashboard_and_analyst_offers_dashboard_tools_without_admin_ones() -> None:
    """Edge dashboard+analyst."""
    assert offered(Role.ANALYST, "dashboard") == OF_DASHBOARDS - ADMINS_ONLY
    assert offered(Role.VIEWER, "dashboard") == OF_DASHBOARDS & VIEWERS


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("object_type", ["chart", "", "Dashboard", "show_capabilities"])
def test_unknown_objectType_offers_every_tool_of_the_role(role: Role, object_type: str) -> None:
    """Edges unknown_objectType and unknown."""
    assert offered(role, object_type) == offered(role, None)


def test_the_role_is_the_first_reason_to_exclude() -> None:
    found = offered_tools(TOOLS.values(), Role.VIEWER, "dataset")
    assert Excluded("delete_dashboard", "role") in found.excluded
    assert Excluded("superset_execute_sql", "role") in found.excluded
    assert Excluded("get_health_summary", "context") in found.excluded


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("object_type", [None, "dashboard", "dataset", "migration"])
def test_every_tool_is_offered_or_excluded_once(role: Role, object_type: str | None) -> None:
    found = offered_tools(TOOLS.values(), role, object_type)
    names = [*found.tools, *(excluded.tool for excluded in found.excluded)]
    assert sorted(names) == sorted(TOOLS)
    assert ALWAYS_OFFERED in found.tools


def test_analyst_calls_deploy_is_permission_denied() -> None:
    """Edge analyst_calls_deploy."""
    checked = check_permission(TOOLS, "deploy_dashboard", Role.ANALYST, ToolRisk.WRITE)
    assert checked.failure() == PermissionDenied("deploy_dashboard", Role.ADMIN, Role.ANALYST)


def test_admin_calls_deploy_is_allowed() -> None:
    """Edge admin_calls_deploy."""
    checked = check_permission(TOOLS, "deploy_dashboard", Role.ADMIN, ToolRisk.WRITE)
    assert checked.unwrap() == TOOLS["deploy_dashboard"]


@pytest.mark.parametrize("name", ["drop_everything", "", "Deploy_Dashboard"])
@pytest.mark.parametrize("role", Role)
def test_unknown_tool_is_an_error_and_no_denial(role: Role, name: str) -> None:
    """Edge unknown_tool."""
    assert check_permission(TOOLS, name, role, None).failure() == UnknownTool(name)


@pytest.mark.parametrize("role", Role)
def test_the_guard_alone_holds_what_the_role_filter_holds(role: Role) -> None:
    """The two defences agree, and neither needs the other."""
    allowed = {name for name in TOOLS if is_successful(check_permission(TOOLS, name, role, None))}
    assert allowed == offered(role, None)


def test_a_call_outside_the_context_is_judged_like_any_other() -> None:
    assert "run_backup" not in offered(Role.ADMIN, "dashboard")
    assert is_successful(check_permission(TOOLS, "run_backup", Role.ADMIN, ToolRisk.WRITE))


def test_sql_that_is_no_read_needs_an_admin() -> None:
    name = "superset_execute_sql"
    assert is_successful(check_permission(TOOLS, name, Role.ANALYST, None))
    assert is_successful(check_permission(TOOLS, name, Role.ANALYST, ToolRisk.READ))
    refused = check_permission(TOOLS, name, Role.ANALYST, ToolRisk.DANGEROUS)
    assert refused.failure() == PermissionDenied(name, Role.ADMIN, Role.ANALYST)
    assert is_successful(check_permission(TOOLS, name, Role.ADMIN, ToolRisk.DANGEROUS))
