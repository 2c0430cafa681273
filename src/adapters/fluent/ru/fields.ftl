## Fields of objects

field-named = { $name ->
    [dashboard_title] название
    [slice_name] название
    [table_name] название
    [css] CSS
    [published] опубликован
    [slug] адрес (slug)
    [description] описание
    [certified_by] кем проверено
    [certification_details] о проверке
    [tags] теги
    [owners] владельцы
    [embedded] кто может встраивать
    [viz_type] вид графика
    [cache_timeout] кеш, секунд
    [dataset_uuid] датасет
    [database] подключение
    [schema] схема
    [catalog] каталог
    [sql] SQL
    [expression] выражение
    [verbose_name] подпись
    [d3format] формат чисел
    [warning_text] предупреждение
    [type] тип
    [filterable] можно фильтровать
    [groupby] измерения
    [is_dttm] время
    [is_active] используется
    [main_dttm_col] колонка времени
    [fetch_values_predicate] условие для значений фильтров
    [metrics] метрики
    [metric] метрика
    [columns] колонки
    [all_columns] колонки
    [series_columns] ряды
    [adhoc_filters] фильтры
    [filters] фильтры
    [extras] дополнительные условия
    [time_range] период
    [granularity_sqla] колонка времени
    [granularity] колонка времени
    [time_grain_sqla] шаг времени
    [row_limit] предел строк
    [orderby] порядок
    [order_desc] по убыванию
    [color_scheme] цвета
    [refresh_frequency] обновление, секунд
    [cross_filters_enabled] кросс-фильтры
    [name] имя
    [theme_id] тема
    [x_axis] ось X
    [x_axis_title] подпись оси X
    [y_axis_title] подпись оси Y
    [y_axis_format] формат чисел
    [number_format] формат чисел
    [date_format] формат времени
    [show_legend] легенда
    [legendOrientation] место легенды
    [stack] наложение
    [series_limit] предел рядов
    [limit] предел
    [post_processing] обработка результата
    [annotation_layers] аннотации
    [subheader] текст снизу
    [label_colors] цвета подписей
    [shared_label_colors] цвета подписей
    [color_scheme_domain] цвета
    [map_label_colors] цвета подписей
    [time_offsets] с чем сравнивается
    [sqlExpression] выражение
    [expressionType] вид выражения
    [sliceName] название графика
    [sliceNameOverride] название на дашборде
    [label] подпись
    [text] текст
    [code] текст
    [children] порядок
    [height] высота
    [width] ширина
    [parents] место
    [background] фон
    [chartsInScope] затронутые графики
    [scope] область действия
    [targets] что фильтрует
    [defaultDataMask] значение по умолчанию
    [cascadeParentIds] от чего зависит
    [controlValues] настройки
    [form_data] настройки
    [queries] запросы
    [extra] дополнительно
    [template_params] значения для шаблонов
    [normalize_columns] имена в одном регистре
    [always_filter_main_dttm] всегда фильтровать по времени
    [offset] сдвиг в часах
    [default_endpoint] куда ведёт щелчок
    [external_url] хранится вне Superset
    [is_managed_externally] управляется извне
    [python_date_format] как записано время
    [advanced_data_type] расширенный тип
    [metric_type] вид метрики
    [currency] валюта
   *[other] { $name }
}
field-column = колонка «{ $name }»{ $rest ->
    [none] { "" }
   *[other] , { $rest }
}
field-metric = метрика «{ $name }»{ $rest ->
    [none] { "" }
   *[other] , { $rest }
}
field-filter = фильтр «{ $name }»{ $rest ->
    [none] { "" }
   *[other] , { $rest }
}
field-setting = настройка: { $what }{ $rest ->
    [none] { "" }
   *[other] , { $rest }
}
field-query = запрос: { $what }{ $rest ->
    [none] { "" }
   *[other] , { $rest }
}
field-query-setting = настройка в запросе: { $what }{ $rest ->
    [none] { "" }
   *[other] , { $rest }
}
field-within = { $within }, { $what }
field-layout-chart = раскладка: график «{ $title }», { $fate ->
    [added] добавлен
    [removed] убран
    [changed] изменён
    [resized] размер
    [moved] место
   *[other] { $what }
}
field-layout = раскладка: { $part }{ $what ->
    [none] { "" }
   *[other] , { $what }
}
field-layout-part = { $kind ->
    [ROW] строка
    [COLUMN] столбец
    [TABS] вкладки
    [TAB] вкладка
    [HEADER] заголовок
    [MARKDOWN] текст
    [DIVIDER] разделитель
    [GRID] страница
    [ROOT] страница
   *[other] { $kind }
}{ $title ->
    [none] { "" }
   *[other] { " " }«{ $title }»
}
