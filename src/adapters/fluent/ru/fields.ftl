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
    [children] , порядок
    [height] , высота
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
