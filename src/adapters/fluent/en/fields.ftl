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
    [x_axis] x axis
    [x_axis_title] title of the x axis
    [y_axis_title] title of the y axis
    [y_axis_format] number format
    [number_format] number format
    [date_format] time format
    [show_legend] legend
    [legendOrientation] place of the legend
    [stack] stacking
    [series_limit] limit of series
    [limit] limit
    [post_processing] processing of the result
    [annotation_layers] annotations
    [subheader] text below
    [label_colors] colours of labels
    [shared_label_colors] colours of labels
    [color_scheme_domain] colours
    [map_label_colors] colours of labels
    [time_offsets] compared with
    [sqlExpression] expression
    [expressionType] kind of expression
    [sliceName] title of the chart
    [sliceNameOverride] title on the dashboard
    [label] label
    [text] text
    [code] text
    [children] order
    [height] height
    [width] width
    [parents] place
    [background] background
    [chartsInScope] charts in scope
    [scope] scope
    [targets] what it filters
    [defaultDataMask] default value
    [cascadeParentIds] depends on
    [controlValues] settings
    [form_data] settings
    [queries] queries
    [extra] more
    [template_params] values for templates
    [normalize_columns] names in one case
    [always_filter_main_dttm] always filter by time
    [offset] hours of offset
    [default_endpoint] where a click leads
    [external_url] kept outside
    [is_managed_externally] managed outside
    [python_date_format] how times are written
    [advanced_data_type] advanced type
    [metric_type] kind of metric
    [currency] currency
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
field-query-setting = setting in the query: { $what }{ $rest ->
    [none] { "" }
   *[other] , { $rest }
}
field-within = { $within }, { $what }
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
