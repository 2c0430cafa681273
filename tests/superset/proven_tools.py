"""Which test proves each tool on a real Superset; architecture tests and conftest read it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

_TOOLS: Final = "test_tools_on_real_superset.py::TestTools::"
_QUALITY: Final = "test_quality_on_real_superset.py::TestQuality::"
_TASKS: Final = "test_tasks_on_real_superset.py::"
_SHOW: Final = "test_show_on_two_supersets.py::"

# Those that read one environment and write another.
OF_TWO: Final = frozenset({"deploy_dashboard", "diff_dashboard", "execute_migration"})

PROVEN: Final[Mapping[str, str]] = MappingProxyType(
    {
        "show_capabilities": f"{_SHOW}test_a_person_learns_what_they_may_do_here",
        "list_environments": f"{_TOOLS}test_list_environments",
        "search_dashboards": f"{_TOOLS}test_search_finds_russian_titles",
        "get_health_summary": f"{_TOOLS}test_health_finds_a_broken_chart",
        "get_task_status": f"{_SHOW}test_status_of_a_backup_that_ran",
        "superset_list_databases": f"{_TOOLS}test_list_databases",
        "superset_explore_database": f"{_TOOLS}test_explore_shows_tables_columns_and_rows",
        "superset_format_sql": f"{_SHOW}test_formatted_sql_gives_the_same_rows",
        "superset_audit_permissions": f"{_QUALITY}test_audit_of_the_environment",
        "superset_execute_sql": f"{_TOOLS}test_reading_sql_obeys_its_limit",
        "superset_create_dataset": f"{_TOOLS}test_create_a_dataset_both_ways",
        "diff_dashboard": f"{_SHOW}test_new_chart_travels_through_a_branch_and_is_undone",
        "run_llm_validation": f"{_QUALITY}test_validation_runs_charts_and_columns",
        "run_llm_documentation": (
            f"{_QUALITY}test_descriptions_are_drafted_written_and_nothing_else_changes"
        ),
        "create_branch": f"{_SHOW}test_new_chart_travels_through_a_branch_and_is_undone",
        "commit_changes": f"{_SHOW}test_new_chart_travels_through_a_branch_and_is_undone",
        "deploy_dashboard": f"{_SHOW}test_new_chart_travels_through_a_branch_and_is_undone",
        "execute_migration": f"{_TASKS}test_migration_of_thirty_charts",
        "run_backup": f"{_TASKS}test_backup_is_whole_and_can_be_restored",
        "start_maintenance": (
            f"{_QUALITY}test_banner_goes_up_on_grid_tabs_and_nothing_and_leaves_no_trace"
        ),
        "end_maintenance": (
            f"{_QUALITY}test_banner_goes_up_on_grid_tabs_and_nothing_and_leaves_no_trace"
        ),
        "delete_dashboard": f"{_TOOLS}test_delete_a_dashboard_after_a_backup",
    }
)


def proven_by(test: str) -> frozenset[str]:
    """The tools that a test (by its node id, without parameters) is named for."""
    return frozenset(tool for tool, named in PROVEN.items() if test.endswith(f"/{named}"))
