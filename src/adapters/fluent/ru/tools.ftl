## Сам Superset

superset-not-found =
    В окружении { $env } такого объекта нет, или учётная запись его не видит{ $detail ->
        [none] .
       *[other] . Superset ответил: «{ $detail }».
    } Проверьте имя или воспользуйтесь поиском.
superset-forbidden =
    Учётной записи Superset в окружении { $env } не хватает прав{ $detail ->
        [none] .
       *[other] . Superset ответил: «{ $detail }».
    } Попросите их у администратора { $env }.
superset-refused =
    Superset в окружении { $env } отказал{ $detail ->
        [none] .
       *[other] . Superset ответил: «{ $detail }».
    }
superset-unreachable =
    { $env } не отвечает, поэтому ничего не сделано. Проверьте, что этот Superset запущен и адрес верный, и повторите.
superset-gateway =
    { $env } не ответил вовремя{ $detail ->
        [none] .
       *[other] . Пришёл ответ: «{ $detail }».
    } Повторите чуть позже.
superset-bad-credentials =
    { $env } не принимает имя или пароль учётной записи, настроенной для вашей роли. Попросите администратора этого сервиса исправить их.
superset-no-account =
    Для вашей роли в окружении { $env } не настроена учётная запись Superset. Попросите администратора этого сервиса добавить её.
superset-not-superset =
    По адресу окружения { $env } отвечает не Superset{ $detail ->
        [none] .
       *[other] . Пришёл ответ: «{ $detail }».
    } Проверьте адрес этого окружения.
superset-unknown-outcome =
    Запрос отправлен в { $env }, но ответ не пришёл{ $detail ->
        [none] { "" }
       *[other] { " " }(известно лишь: «{ $detail }»)
    }. Он мог выполниться: прежде чем повторять, посмотрите, что сейчас в { $env }.

## Объекты по имени

dashboard-unknown =
    В окружении { $env } нет дашборда «{ $reference }». Найдите его поиском или укажите номер либо точное название.
dashboard-unknown-near =
    В окружении { $env } нет дашборда «{ $reference }». Похожие: { $near }.
dashboard-ambiguous =
    Под «{ $reference }» в окружении { $env } { $count ->
        [one] подходит { $count } дашборд
        [few] подходят { $count } дашборда
       *[many] подходят { $count } дашбордов
    }: { $candidates }. Уточните номер.
dataset-unknown =
    В окружении { $env } нет датасета «{ $reference }». Укажите номер или точное название.
dataset-unknown-near =
    В окружении { $env } нет датасета «{ $reference }». Похожие: { $near }.
dataset-ambiguous =
    Под «{ $reference }» в окружении { $env } { $count ->
        [one] подходит { $count } датасет
        [few] подходят { $count } датасета
       *[many] подходят { $count } датасетов
    }: { $candidates }. Уточните номер.
database-unknown =
    В окружении { $env } нет подключения «{ $reference }». Посмотрите список баз данных.
database-unknown-near =
    В окружении { $env } нет подключения «{ $reference }». Похожие: { $near }.
database-ambiguous =
    Под «{ $reference }» в окружении { $env } { $count ->
        [one] подходит { $count } подключение
        [few] подходят { $count } подключения
       *[many] подходят { $count } подключений
    }: { $candidates }. Уточните номер.
schema-unknown =
    В базе «{ $database }» нет схемы «{ $schema }». { $count ->
        [0] Этой учётной записи не видна ни одна схема.
        [one] Есть { $count } схема: { $known }.
        [few] Есть { $count } схемы: { $known }.
       *[many] Есть { $count } схем: { $known }.
    }
schema-needed =
    В базе «{ $database }» несколько схем, и ни одна не считается основной. Укажите схему: { $known }.
table-unknown =
    В схеме «{ $schema }» нет таблицы «{ $table }», и похожих тоже нет (всего { $count ->
        [one] { $count } таблица
        [few] { $count } таблицы
       *[many] { $count } таблиц
    }). Посмотрите список таблиц.
table-unknown-near =
    В схеме «{ $schema }» нет таблицы «{ $table }». Похожие: { $near }.
no-environment-answers =
    Поиск не удался ни в одном из окружений ({ $environments }). Первая причина: { $first }
backup-not-kept =
    резервную копию не удалось сохранить{ $detail ->
        [none] { "" }
       *[other] { " " }({ $detail })
    }.

## Проверка окружения

proof-other-address =
    Адрес окружения { $env } не тот, что был зарегистрирован, поэтому ничего не изменено. Если так и должно быть, выполните «superset-agent doctor --trust { $env }».
proof-other-key =
    { $env } больше не признаёт то, что подписал при регистрации: возможно, это другой Superset, поэтому ничего не изменено. Если так и должно быть, выполните «superset-agent doctor --trust { $env }».
proof-other-databases =
    Подключения к базам в окружении { $env } не те, что были при регистрации: возможно, это другой Superset, поэтому ничего не изменено. Если так и должно быть, выполните «superset-agent doctor --trust { $env }».

## show_capabilities

tool-show-capabilities = Рассказывает, что вы можете здесь сделать
example-show-capabilities-1 = Что ты умеешь?
example-show-capabilities-2 = Помощь
show-capabilities-done =
    С ролью { $role ->
        [admin] администратора
        [analyst] аналитика
       *[viewer] наблюдателя
    } вам здесь { $count ->
        [one] доступен { $count } инструмент
        [few] доступны { $count } инструмента
       *[many] доступно { $count } инструментов
    }.

## list_environments

tool-list-environments = Показывает окружения Superset и отвечают ли они
example-list-environments-1 = Какие есть окружения?
example-list-environments-2 = Все ли окружения отвечают?
list-environments-all =
    { $count ->
        [0] Для вас не настроено ни одного окружения.
        [1] Единственное окружение отвечает.
        [2] Оба окружения отвечают.
        [one] Отвечают все: { $count } окружение.
        [few] Отвечают все { $count } окружения.
       *[many] Отвечают все { $count } окружений.
    }
list-environments-some =
    { $answering ->
        [one] Отвечает { $answering }
       *[many] Отвечают { $answering }
    } из { $count ->
        [one] { $count } окружения
       *[many] { $count } окружений
    }.

## search_dashboards

tool-search-dashboards = Ищет дашборды по названию, тегу, владельцу или времени изменения
example-search-dashboards-1 = Найди дашборды про выручку
example-search-dashboards-2 = Какие дашборды изменились за последние 7 дней?
search-dashboards-none = Нет дашбордов, у которых в названии или тегах есть «{ $query }». Попробуйте одно слово или попросите показать все дашборды.
search-dashboards-done =
    { $count ->
        [0] Подходящих дашбордов нет.
        [1] Найден { $count } дашборд.
        [one] Найден { $count } дашборд, показано: { $shown }.
        [few] Найдено { $count } дашборда, показано: { $shown }.
       *[many] Найдено { $count } дашбордов, показано: { $shown }.
    }
search-dashboards-partly =
    { $count ->
        [0] Подходящих дашбордов нет
        [one] Найден { $count } дашборд
        [few] Найдено { $count } дашборда
       *[many] Найдено { $count } дашбордов
    }, но поиск прошёл не везде. Не удалось: { $missing }.

## get_health_summary

tool-get-health-summary = Проверяет доступность, количество объектов, подключения и сломанные графики
example-get-health-summary-1 = Всё ли в порядке?
example-get-health-summary-2 = Есть ли сломанные графики в ss-dev?
health-unreachable = не отвечает
get-health-summary-done =
    { $environments }: { $broken ->
        [0] сломанных графиков нет
        [one] { $broken } сломанный график
        [few] { $broken } сломанных графика
       *[many] { $broken } сломанных графиков
    }, проверено { $checked } из { $total }.{ $broken ->
        [0] { "" }
       *[other] { " " }Ответ Superset: { $names }
    }
get-health-summary-troubled =
    Есть проблема: { $troubled }. В остальном { $broken ->
        [0] сломанных графиков нет
        [one] { $broken } сломанный график
        [few] { $broken } сломанных графика
       *[many] { $broken } сломанных графиков
    }, проверено { $checked } из { $total }.{ $broken ->
        [0] { "" }
       *[other] { " " }Ответ Superset: { $names }
    }

## superset_list_databases

tool-superset-list-databases = Показывает подключения к базам данных в окружении
example-superset-list-databases-1 = Какие базы подключены в ss-dev?
example-superset-list-databases-2 = Покажи список баз данных
superset-list-databases-done =
    В окружении { $env } { $count ->
        [0] нет видимых вам подключений к базам
        [one] { $count } подключение к базе
        [few] { $count } подключения к базам
       *[many] { $count } подключений к базам
    }.

## superset_explore_database

tool-superset-explore-database = Показывает схемы, таблицы, столбцы и несколько строк базы
example-superset-explore-database-1 = Какие таблицы есть в базе retail?
example-superset-explore-database-2 = Покажи столбцы таблицы orders в базе retail
superset-explore-database-schemas =
    В базе «{ $database }» { $schemas ->
        [0] нет видимых вам схем.
        [one] { $schemas } схема.
        [few] { $schemas } схемы; укажите одну, чтобы увидеть её таблицы.
       *[many] { $schemas } схем; укажите одну, чтобы увидеть её таблицы.
    }
superset-explore-database-tables =
    В схеме «{ $schema }» базы «{ $database }» { $tables ->
        [0] нет видимых вам таблиц
        [one] { $tables } таблица
        [few] { $tables } таблицы
       *[many] { $tables } таблиц
    }.
superset-explore-database-table =
    Таблица «{ $table }» базы «{ $database }»: { $columns ->
        [one] { $columns } столбец
        [few] { $columns } столбца
       *[many] { $columns } столбцов
    }, { $rows ->
        [0] примеров строк нет
        [one] { $rows } строка для примера
        [few] { $rows } строки для примера
       *[many] { $rows } строк для примера
    }.
sample-unquotable = В имени этой таблицы есть символы, которые нельзя надёжно заключить в кавычки, поэтому строки не читались.

## superset_format_sql

tool-superset-format-sql = Форматирует SQL, чтобы его было удобно читать
example-superset-format-sql-1 = Отформатируй: select region, sum(revenue) from sales group by region
example-superset-format-sql-2 = Сделай этот SQL читаемым: select a,b from t where a>1
superset-format-sql-done = SQL отформатирован.
format-sql-empty = Нет SQL, который можно было бы отформатировать.
format-sql-too-long = SQL длиннее 16 КиБ. Отформатируйте его по частям.
format-sql-templated = SQL с метками шаблона, такими как {"{{"} {"}}"}, отформатировать нельзя. Сначала подставьте значения.
format-sql-too-complex = У SQL слишком большая вложенность, отформатировать его нельзя. Отформатируйте части по отдельности.
format-sql-unparsable = Не удалось разобрать SQL, поэтому он не отформатирован. Проверьте, нет ли опечаток, или укажите диалект.
format-sql-statement = Форматировать можно только SELECT, INSERT, UPDATE, DELETE, MERGE, CREATE и DROP.
format-sql-ambiguous = Форматирование могло бы изменить смысл этого SQL, поэтому он оставлен как есть. Укажите диалект и повторите.

## superset_execute_sql

tool-superset-execute-sql = Выполняет SQL в базе; всё, кроме чтения, требует вашего подтверждения
example-superset-execute-sql-1 = Выполни в базе retail: SELECT region, SUM(revenue) AS revenue FROM sales GROUP BY region
example-superset-execute-sql-2 = Выполни SELECT count(*) FROM orders в базе retail
execute-sql-rows =
    { $rows ->
        [0] Таких строк в базе «{ $database }» нет.
        [one] { $rows } строка из базы «{ $database }».
        [few] { $rows } строки из базы «{ $database }».
       *[many] { $rows } строк из базы «{ $database }».
    }
execute-sql-limited =
    В базе «{ $database }» строк больше, чем разрешено показать: показано { $rows }.
execute-sql-written = Запрос выполнен в базе «{ $database }».
execute-sql-plan = Выполнить SQL, меняющий данные, в базе «{ $database }» окружения { $env } ({ $url }).
execute-sql-irreversible = SQL нельзя отменить.
execute-sql-because = Почему это не просто чтение: { $reason }
execute-sql-invisible =
    В тексте SQL { $count ->
        [one] { $count } невидимый символ
        [few] { $count } невидимых символа
       *[many] { $count } невидимых символов
    }: читайте внимательно.
execute-sql-no-dml =
    Подключение «{ $database }» в окружении { $env } не разрешает SQL, меняющий данные. Администратор Superset может разрешить это в настройках подключения.
execute-sql-moved =
    «{ $database }» в окружении { $env } — уже не то подключение, которое вы подтвердили, поэтому ничего не выполнено. Попросите ещё раз, чтобы получить новый план.
execute-sql-not-asked =
    Подключение «{ $database }» понимает этот SQL иначе, чем при проверке, поэтому ничего не выполнено. Попросите ещё раз.
execute-sql-unknown =
    Запрос отправлен в базу «{ $database }» окружения { $env }, но ответ не пришёл: он мог выполниться. Прежде чем повторять, проверьте данные запросом SELECT.

## superset_create_dataset

tool-superset-create-dataset = Создаёт датасет из таблицы или из запроса SELECT
example-superset-create-dataset-1 = Создай виртуальный датасет big_orders в базе retail: SELECT * FROM orders WHERE revenue > 1000
example-superset-create-dataset-2 = Создай датасет из таблицы orders в базе retail
create-dataset-one-way =
    Укажите что-то одно: таблицу, из которой делается датасет, или имя и SQL виртуального датасета.
create-dataset-not-a-read =
    Виртуальному датасету подходит только один SELECT, а этот SQL — нечто иное: { $reason }
create-dataset-plan = Создать датасет «{ $dataset }» из базы «{ $database }» в окружении { $env }.
create-dataset-undo = Отмена удалит датасет «{ $dataset }», если к тому времени на нём нет чартов.
create-dataset-exists = Такой датасет уже есть: «{ $dataset }» (№ { $id }). Возьмите его или выберите другое имя.
create-dataset-namesakes = Другой датасет тоже называется «{ $dataset }» ({ $others }). Superset может не принять второй с тем же именем.
create-dataset-name-taken =
    Датасет «{ $dataset }» в { $env } не создан: такое имя уже занято ({ $others }). Выберите другое.
create-dataset-moved =
    «{ $database }» в окружении { $env } — уже не то подключение, которое вы подтвердили, поэтому ничего не создано. Попросите ещё раз, чтобы получить новый план.
create-dataset-unknown =
    Запрос на создание датасета «{ $dataset }» отправлен в { $env }, но ответ не пришёл: датасет мог появиться. Прежде чем повторять, посмотрите список датасетов в { $env }.
create-dataset-done = Датасет «{ $dataset }» (№ { $id }) создан в окружении { $env }.

## delete_dashboard

tool-delete-dashboard = Удаляет дашборд, сделав перед этим резервную копию
example-delete-dashboard-1 = Удали дашборд Customers в ss-dev
example-delete-dashboard-2 = Удали дашборд 7 в ss-dev
delete-dashboard-plan =
    Удалить дашборд «{ $title }» в окружении { $env }. { $charts ->
        [0] Графиков на нём нет.
        [one] { $charts } график с него останется.
        [few] { $charts } графика с него останутся.
       *[many] { $charts } графиков с него останутся.
    } Сначала будет сделана резервная копия.
delete-dashboard-embedding = Его можно встраивать. После отмены идентификатор для встраивания будет другим, и страницы придётся поправить.
delete-dashboard-irreversible =
    Номер, отметки «избранное» и роли доступа в копию не входят: отмена вернёт дашборд без них.
delete-dashboard-published = Он опубликован: возможно, им пользуются.
delete-dashboard-owner = владеет этим дашбордом
delete-dashboard-shared =
    останется; стоит ещё на { $count ->
        [one] { $count } дашборде
       *[many] { $count } дашбордах
    }: { $dashboards }
delete-dashboard-reports =
    «{ $title }» нельзя удалить: { $count ->
        [one] его рассылает { $count } оповещение или отчёт
        [few] его рассылают { $count } оповещения или отчёта
       *[many] его рассылают { $count } оповещений или отчётов
    } — { $reports }. Сначала удалите это в Superset.
delete-dashboard-moved =
    «{ $reference }» в окружении { $env } — уже не тот дашборд, который вы подтвердили, поэтому ничего не удалено. Попросите ещё раз, чтобы получить новый план.
delete-dashboard-no-backup =
    Ничего не удалено: не получилось сделать резервную копию дашборда «{ $title }». Причина: { $reason }
delete-dashboard-changed =
    Дашборд «{ $title }» изменился, пока делалась копия, поэтому ничего не удалено. Попросите ещё раз, чтобы получить новый план.
delete-dashboard-unknown =
    Запрос на удаление дашборда «{ $title }» отправлен в { $env }, но ответ не пришёл: возможно, он удалён. Проверьте, открыв { $url }. Перед этим сделана копия { $backup }.
delete-dashboard-still-there =
    { $env } сообщил, что дашборд «{ $title }» удалён, но он всё ещё на месте. Посмотрите на него в Superset.
delete-dashboard-done = Дашборд «{ $title }» удалён в окружении { $env }. Резервная копия: { $backup }.
