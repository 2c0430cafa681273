"""Which arguments each tool takes from a message, and which it cannot do without."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from adapters.planner import branches, places
from adapters.planner import finders as find
from adapters.planner.sources import Found, Sources
from domain.superset import JsonValue

Finder = Callable[[Sources], Found | None]


@dataclass(frozen=True, slots=True)
class Filled:
    """
    The arguments that a message gives.

    Args:
        used: places of the tokens that said them.
        quoted: those of them that are a text to be passed on as it is.
        missing: the first argument that the tool cannot do without, by name.
        is_sure: false when an argument could be one of several things.

    """

    values: Mapping[str, JsonValue]
    used: frozenset[int]
    quoted: frozenset[int]
    missing: str | None
    is_sure: bool


_ENV: Mapping[str, Finder] = {"env_id": find.environment}
_DATABASE: Mapping[str, Finder] = {"database_id": find.database, **_ENV}
_OBJECT: Mapping[str, Finder] = {
    "dashboard_id": find.dashboard_or_open,
    "dataset_id": find.dataset,
    **_ENV,
}

_ARGUMENTS: Mapping[str, Mapping[str, Finder]] = {
    "show_capabilities": {},
    "list_environments": {},
    "search_dashboards": {
        "owner": find.owner,
        "tag": find.tag,
        "changed_since": find.changed_since,
        "limit": find.limit,
        **_ENV,
    },
    "get_health_summary": _ENV,
    "get_task_status": {"task_id": find.task},
    "superset_list_databases": _ENV,
    "superset_explore_database": {
        **_DATABASE,
        "schema": find.schema,
        "table": find.explored_table,
    },
    "superset_format_sql": {"sql": find.sql},
    "superset_audit_permissions": {
        "dashboard_id": find.dashboard_if_meant,
        "dataset_id": find.dataset_if_meant,
        **_ENV,
    },
    "superset_execute_sql": {"sql": find.sql, "limit": find.limit, **_DATABASE},
    "superset_create_dataset": {
        "sql": find.sql,
        "name": find.dataset_name,
        "table": find.dataset_table,
        **_DATABASE,
    },
    "diff_dashboard": {
        "dashboard_id": find.dashboard_or_open,
        "source": places.compared_source,
        "target": places.compared_target,
    },
    "run_llm_validation": _OBJECT,
    "run_llm_documentation": {**_OBJECT, "apply": find.apply},
    "create_branch": {"name": branches.branch_name, "from": branches.branch_origin},
    "commit_changes": {
        "dashboard_id": find.dashboard_or_open,
        "message": find.message,
        "branch": find.branch_named,
        **_ENV,
    },
    "deploy_dashboard": {
        "dashboard_id": find.dashboard,
        "source": places.deployed_source,
        "target_env": places.target_environment,
    },
    "execute_migration": {
        "source_env": places.source_environment,
        "target_env": places.target_environment,
        "dashboard_ids": find.dashboards,
    },
    "run_backup": {"dashboard_ids": find.dashboards, **_ENV},
    "start_maintenance": {
        "text": find.banner_text,
        "until": find.until,
        "dashboard_ids": find.dashboards,
        **_ENV,
    },
    "end_maintenance": _ENV,
    "delete_dashboard": {"dashboard_id": find.dashboard, **_ENV},
}

# Each entry: one of these must be there.
_NEEDED: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "superset_explore_database": (("database_id",),),
    "superset_format_sql": (("sql",),),
    "superset_execute_sql": (("sql",), ("database_id",)),
    "superset_create_dataset": (("table", "sql"), ("table", "name"), ("database_id",)),
    "diff_dashboard": (("dashboard_id",), ("target",)),
    "run_llm_validation": (("dashboard_id", "dataset_id"),),
    "run_llm_documentation": (("dashboard_id", "dataset_id"),),
    "create_branch": (("name",),),
    "commit_changes": (("dashboard_id",), ("message",)),
    "deploy_dashboard": (("dashboard_id",), ("target_env",)),
    "execute_migration": (("source_env",), ("target_env",)),
    "delete_dashboard": (("dashboard_id",),),
}

# What is restored comes from a place that must be said.
_NEEDED_TO_RESTORE = (("dashboard_id",), ("source",), ("target_env",))

_TEXTS = frozenset({"text", "message"})
TOOLS = frozenset(_ARGUMENTS)


def fill(tool: str, sources: Sources) -> Filled:
    """The arguments of one tool."""
    found = {name: finder(sources) for name, finder in _ARGUMENTS[tool].items()}
    sure = {name: one for name, one in found.items() if one is not None and one.is_sure}
    values = {name: one.value for name, one in sure.items()}
    used = frozenset().union(*(one.used for one in sure.values()))
    quoted = frozenset().union(*(sure[name].used for name in _TEXTS & sure.keys()))
    # A text that is passed on names nothing else.
    is_torn = any(quoted & one.used for name, one in sure.items() if name not in _TEXTS)
    is_restored = tool == "deploy_dashboard" and bool(sources.reading.of("restore_verb"))
    all_needed = _NEEDED_TO_RESTORE if is_restored else _NEEDED.get(tool, ())
    missing = next((needed[-1] for needed in all_needed if not values.keys() & set(needed)), None)
    if "dashboard_ids" in found.keys() - values.keys():
        # Who speaks of one dashboard does not mean them all.
        is_one = bool(sources.reading.covered("dashboard_one") - quoted)
        missing = "dashboard_id" if is_one else missing
    return Filled(
        values=values,
        used=used,
        quoted=quoted,
        missing=missing,
        is_sure=all(one is None or one.is_sure for one in found.values()) and not is_torn,
    )
