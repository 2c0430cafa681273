"""
What Superset's own exports and importers (6.1) know of an object; nothing else is let through.

Left out on purpose: `data` and `data_file` of a dataset, which make Superset fetch and load
tables from an address.
"""

from collections.abc import Mapping
from typing import Final

from domain.bundle import Kind

_ANY: Final = {
    "uuid",
    "version",
    "description",
    "certified_by",
    "certification_details",
    "is_managed_externally",
    "external_url",
    "tags",
}

KNOWN_KEYS: Final[Mapping[Kind, frozenset[str]]] = {
    "dashboard": frozenset(
        _ANY
        | {
            "dashboard_title",
            "css",
            "slug",
            "published",
            "position",
            "metadata",
            "theme_uuid",
            "owners",
            "embedded",
        }
    ),
    "chart": frozenset(
        _ANY
        | {
            "slice_name",
            "viz_type",
            "params",
            "query_context",
            "cache_timeout",
            "dataset_uuid",
        }
    ),
    "dataset": frozenset(
        _ANY
        | {
            "table_name",
            "main_dttm_col",
            "currency_code_column",
            "default_endpoint",
            "offset",
            "cache_timeout",
            "catalog",
            "schema",
            "sql",
            "params",
            "template_params",
            "filter_select_enabled",
            "fetch_values_predicate",
            "extra",
            "normalize_columns",
            "always_filter_main_dttm",
            "folders",
            "metrics",
            "columns",
            "database_uuid",
            "source_db_engine",
        }
    ),
    # Read for their name and kind alone, and never written anywhere.
    "database": frozenset({"uuid", "version", "database_name", "backend", "sqlalchemy_uri"}),
}
