## run_llm_documentation

tool-run-llm-documentation = Описывает датасеты, столбцы и чарты
example-run-llm-documentation-1 = Опиши колонки датасета 1
example-run-llm-documentation-2 = Напиши описания для дашборда 1 и примени их
documentation-one-object = Назовите что-то одно: дашборд или датасет.
documentation-plan =
    Записать { $fields ->
        [one] { $fields } описание
        [few] { $fields } описания
       *[other] { $fields } описаний
    } для «{ $title }» в окружении { $env }. { $described ->
        [0] { "" }
       *[other] Уже написанные остаются: { $described }.
    }
documentation-drafted =
    { $fields ->
        [0] В «{ $title }» в окружении { $env } описывать больше нечего.
        [one] Подготовлено { $fields } описание для «{ $title }» в окружении { $env }; пока ничего не записано.
        [few] Подготовлено { $fields } описания для «{ $title }» в окружении { $env }; пока ничего не записано.
       *[other] Подготовлено { $fields } описаний для «{ $title }» в окружении { $env }; пока ничего не записано.
    } { $described ->
        [0] { "" }
       *[other] Уже было написано: { $described }.
    } { $silent ->
        [0] { "" }
       *[other] О столбцах без описания ({ $silent }) не известно ничего, кроме имени, поэтому текста для них нет: { $columns }.
    }
documentation-no-facts = О том, что в «{ $title }» без описания, не известно ничего, кроме имён, поэтому тексты не предлагаются. Их могла бы написать подключённая языковая модель.
documentation-nothing = В «{ $title }» всё уже описано.
documentation-moved = «{ $title }» в окружении { $env } уже не то, что было одобрено, поэтому ничего не записано. Попросите ещё раз, чтобы получить новый план.
documentation-edited = После составления плана его кто-то изменил, поэтому он не тронут.
documentation-lost-columns = «{ $title }»: после изменения нет столбцов: { $columns }. Обновите столбцы из таблицы в Superset.
documentation-done =
    { $count ->
        [0] Ни одного описания в окружении { $env } не записано.
       *[other] Описания записаны: объектов { $count } из { $total } в окружении { $env }.
    }{ $trouble ->
        [none] { "" }
       *[other] { " " }Не сделано: { $trouble }.
    }{ $unknown ->
        [none] { "" }
       *[other] { " " }Отправлено, но ответа нет, поэтому посмотрите в Superset: { $unknown }.
    }
documentation-still-drafting = Описания для «{ $title }» ещё не все составлены, поэтому плана нет. Посмотрите задачу и попросите ещё раз, когда она закончится.
documentation-by-model = Тексты сформулировала модель { $model } по именам, типам, SQL, нескольким примерам значений и использованию. Прочитайте каждый.
documentation-gone = «{ $title }» больше не существует.
documentation-check = Откройте «{ $title }» в окружении { $env } в Superset и сравните описания с планом.
documentation-written = «{ $title }»: записано.
documentation-unchecked = «{ $title }»: записано, но перечитать не удалось: { $reason }
documentation-step =
    «{ $title }»{ $more ->
        [0] { "" }
       *[other] { " " }и ещё { $more }
    }: текстов { $count }, { $model ->
        [none] по правилам{ $problem ->
            [none] .
            [unusable] : модель не дала ни одного пригодного.
           *[other] : модель не ответила ({ $problem }).
        }
       *[other] составлено моделью { $model }.
    }

## The drafts; their first letter is made a capital one

doc-column-computed = { $words }, вычисляется как { $expression }.
doc-column-reference = { $words }: ссылка на строку датасета { $dataset }.
doc-column-empty = { $words }: пусто во всех просмотренных строках ({ $rows }).
doc-column-time =
    { $words }: даты с { $first } по { $last } (просмотрено строк: { $rows }{ $empty ->
        [0] { "" }
       *[other] , из них пусто { $empty } %
    }).
doc-column-key = { $words }: определяет строку, у каждой значение своё (просмотрено строк: { $rows }).
doc-column-id =
    { $words }: идентификатор, разных значений: { $distinct } (просмотрено строк: { $rows }{ $empty ->
        [0] { "" }
       *[other] , из них пусто { $empty } %
    }).
doc-column-flag =
    { $words }: «да» в { $percent } % (просмотрено строк: { $rows }{ $empty ->
        [0] { "" }
       *[other] , из них пусто { $empty } %
    }).
doc-column-number =
    { $words }: числа от { $least } до { $most } (просмотрено строк: { $rows }{ $empty ->
        [0] { "" }
       *[other] , из них пусто { $empty } %
    }).
doc-column-category =
    { $words }: { $distinct ->
        [one] всего { $distinct } значение
        [few] всего { $distinct } значения
       *[other] всего { $distinct } значений
    }{ $all ->
        [yes] { "" }
       *[no] , например
    }: { $examples } (просмотрено строк: { $rows }{ $empty ->
        [0] { "" }
       *[other] , из них пусто { $empty } %
    }).
doc-column-text =
    { $words }: текст, разных значений: { $distinct } (просмотрено строк: { $rows }{ $empty ->
        [0] { "" }
       *[other] , из них пусто { $empty } %
    }).
doc-used =
    { $charts ->
        [one] { $charts } чарт
        [few] { $charts } чарта
       *[other] { $charts } чартов
    } на дашбордах { $dashboards }.
doc-unused = чартов пока нет.
doc-dataset-table = строки: { $words }. Столбцы: { $columns }. Где используется: { $usage }
doc-dataset-virtual = { $words }, составлено из { $tables }. Столбцы: { $columns }. Где используется: { $usage }
doc-chart-by = { $kind }: { $measures } по { $by }, датасет { $dataset }.
doc-chart = { $kind }: { $shown }, датасет { $dataset }.

## run_llm_validation

tool-run-llm-validation = Запускает чарты и находит ошибки, пустые результаты и странные данные
example-run-llm-validation-1 = Проверь дашборд 1 на ошибки
example-run-llm-validation-2 = Проверь данные датасета 1
validation-one-object = Назовите что-то одно: дашборд или датасет.
validation-no-charts = На дашборде «{ $title }» нет чартов, проверять нечего.
validation-good =
    { $env }: проверено { $checked } из { $total }, странного не найдено.
validation-doubtful =
    { $env }: проверено { $checked } из { $total }, сломанных нет, вызывают вопросы: { $doubtful }.
validation-broken =
    { $env }: проверено { $checked } из { $total }, сломано: { $broken }, вызывают вопросы: { $doubtful }.
validation-finding-unread = Учётной записи нельзя читать эти данные.
validation-finding-error = Запрос не выполняется. Superset ответил: «{ $error }»
validation-finding-empty = Нет ни одной строки.
validation-finding-empty-filtered = Строк нет при значениях фильтров дашборда по умолчанию: { $filters }.
validation-finding-stale =
    Самые новые данные за { $newest }, { $days ->
        [one] { $days } день назад
        [few] { $days } дня назад
       *[other] { $days } дней назад
    }.
validation-finding-nulls = В «{ $column }» пусто { $percent } % значений.
validation-finding-slow = Запрос идёт { $seconds } с.
validation-finding-rows-jump = Строк { $after }, а при прошлой проверке было { $before }.
validation-finding-level-jump = Среднее по «{ $column }» равно { $after }, а при прошлой проверке было { $before }.

## The undo of run_llm_documentation

undescribe-plan =
    Убрать { $count ->
        [one] { $count } описание
        [few] { $count } описания
       *[other] { $count } описаний
    } в окружении { $env }.
undescribe-nothing = В окружении { $env } ни одно из этих описаний не осталось таким, каким было записано, поэтому убирать нечего.
undescribe-over = Без изменений: ни одного из этих описаний в окружении { $env } больше нет.
undescribe-done =
    { $count ->
        [one] Убрано { $count } описание
        [few] Убрано { $count } описания
       *[other] Убрано { $count } описаний
    } в окружении { $env }.
undescribe-stopped = Остановлено на «{ $title }»: { $reason } До этого убрано: { $done }.
undescribe-gone = «{ $title }» больше нет, он пропущен.
undescribe-edited = «{ $title }», { $field }: с тех пор это изменили, поэтому остаётся.
