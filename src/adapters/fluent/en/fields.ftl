## Fields of objects

field-named = { $name ->
    [dashboard_title] title
    [slice_name] title
    [table_name] name
    [css] CSS
    [published] published
    [slug] address (slug)
    [description] description
    [certified_by] certified by
    [certification_details] certification
    [tags] tags
    [owners] owners
    [embedded] may be embedded by
    [viz_type] type of chart
    [cache_timeout] cache, seconds
    [dataset_uuid] dataset
    [database] connection
    [schema] schema
    [catalog] catalog
    [sql] SQL
    [expression] expression
    [verbose_name] label
    [d3format] number format
    [warning_text] warning
    [type] type
    [filterable] can be filtered
    [groupby] dimensions
    [is_dttm] is a time
    [is_active] in use
    [main_dttm_col] time column
    [fetch_values_predicate] condition for filter values
    [metrics] metrics
    [metric] metric
    [columns] columns
    [all_columns] columns
    [series_columns] series
    [adhoc_filters] filters
    [filters] filters
    [extras] further conditions
    [time_range] time range
    [granularity_sqla] time column
    [granularity] time column
    [time_grain_sqla] time grain
    [row_limit] row limit
    [orderby] order
    [order_desc] descending
    [color_scheme] colours
    [refresh_frequency] refresh, seconds
    [cross_filters_enabled] cross filters
    [name] name
    [theme_id] theme
   *[other] { $name }
}
field-column = column “{ $name }”{ $rest ->
    [none] { "" }
   *[other] , { $rest }
}
field-metric = metric “{ $name }”{ $rest ->
    [none] { "" }
   *[other] , { $rest }
}
field-filter = filter “{ $name }”{ $rest ->
    [none] { "" }
   *[other] , { $rest }
}
field-setting = setting: { $what }{ $rest ->
    [none] { "" }
   *[other] , { $rest }
}
field-query = query: { $what }{ $rest ->
    [none] { "" }
   *[other] , { $rest }
}
field-layout-chart = layout: chart “{ $title }”, { $fate ->
    [added] added
    [removed] removed
    [changed] changed
    [resized] size
    [moved] place
   *[other] { $what }
}
field-layout = layout: { $part }{ $what ->
    [none] { "" }
    [children] , order
    [height] , height
   *[other] , { $what }
}
field-layout-part = { $kind ->
    [ROW] row
    [COLUMN] column
    [TABS] tabs
    [TAB] tab
    [HEADER] heading
    [MARKDOWN] text block
    [DIVIDER] divider
    [GRID] page
    [ROOT] page
   *[other] { $kind }
}{ $title ->
    [none] { "" }
   *[other] { " " }“{ $title }”
}
