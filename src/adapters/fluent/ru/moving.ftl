## Deploying a dashboard

tool-deploy-dashboard = Переносит дашборд на окружение: с другого окружения, из ветки, коммита или резервной копии
example-deploy-dashboard-1 = Перенеси дашборд «Sales overview» с ss-dev на ss-prod
example-deploy-dashboard-2 = Разверни «Customers» из branch:release на ss-dev
deploy-plan = «{ $title }» на { $env } станет таким же, как в { $place }: { $happening }.
deploy-plan-new = «{ $title }» появится на { $env }, взят из { $place }: { $happening }.
deploy-no-change = Без изменений: «{ $title }» на { $env } уже такой же, как в { $place }.
deploy-done =
    «{ $title }» перенесён из { $place } на { $env }; выполнено графиков: { $ran } из { $charts }.{ $backup ->
        [none] { "" }
       *[other] { " " }Резервная копия: { $backup }.
    }
deploy-worse =
    { $done } { $count ->
        [one] { $count } график стал хуже
        [few] { $count } графика стали хуже
       *[other] { $count } графиков стали хуже
    }: { $charts }. Перенос можно отменить.
deploy-incomplete =
    { $done } Перенеслось не всё ({ $count ->
        [one] { $count } замечание
        [few] { $count } замечания
       *[other] { $count } замечаний
    }): { $first } Перенос можно отменить.
deploy-source-missing = Укажите, откуда взять дашборд: окружение, отличное от { $target }, branch:ИМЯ, commit:НОМЕР или backup:НОМЕР.
deploy-source-is-target = Источник — само окружение { $target }. Назовите источником другое окружение, branch:ИМЯ, commit:НОМЕР или backup:НОМЕР.
deploy-moved = «{ $title }» в { $place } — уже не тот дашборд, который был одобрен, поэтому ничего не сделано. Запросите перенос ещё раз.

## What happens, part by part

enumeration = { $first }, { $rest }
object-called = { $kind ->
    [dashboard] дашборд
    [chart] график
    [dataset] датасет
   *[other] { $kind }
} «{ $title }»
happening-created = { $names ->
    [none] { $count ->
        [one] создаётся { $count } объект
        [few] создаются { $count } объекта
       *[other] создаётся { $count } объектов
    }
   *[other] { $count ->
        [one] создаётся
       *[other] создаются
    } { $names }
}
happening-changed = { $names ->
    [none] { $count ->
        [one] меняется { $count } объект
        [few] меняются { $count } объекта
       *[other] меняется { $count } объектов
    }
   *[other] { $count ->
        [one] меняется
       *[other] меняются
    } { $names }
}
happening-leaving = { $names ->
    [none] с дашборда { $count ->
        [one] уходит { $count } график
        [few] уходят { $count } графика
       *[other] уходит { $count } графиков
    }
   *[other] с дашборда { $count ->
        [one] уходит
       *[other] уходят
    } { $names }
}
happening-restored = { $names ->
    [none] { $count ->
        [one] восстанавливается { $count } объект
        [few] восстанавливаются { $count } объекта
       *[other] восстанавливается { $count } объектов
    }
   *[other] { $count ->
        [one] восстанавливается
       *[other] восстанавливаются
    } { $names }
}
happening-deleted = { $names ->
    [none] { $count ->
        [one] удаляется { $count } объект
        [few] удаляются { $count } объекта
       *[other] удаляется { $count } объектов
    }
   *[other] { $count ->
        [one] удаляется
       *[other] удаляются
    } { $names }
}

## Undoing an action

undo-message = Отменить сделанное: { $what }{ $env ->
    [none] { "" }
   *[other] { " " }на { $env }
}
undo-plan = «{ $title }» на { $env } возвращается к прежнему состоянию: { $happening }.
undo-no-change = Без изменений: всё, что касается «{ $title }» на { $env }, и так в прежнем состоянии.
undo-done = «{ $title }» на { $env } снова в прежнем состоянии.
undo-incomplete =
    { $done } Вернуть удалось не всё ({ $count ->
        [one] { $count } замечание
        [few] { $count } замечания
       *[other] { $count } замечаний
    }): { $first }
undo-how-backup = Это вернёт то, что было раньше. Своей отмены у этого нет, но то, что заменяется, останется в резервной копии, и её можно развернуть снова.
undo-how-once = Это вернёт всё, как было до изменения. Своей отмены у этого нет: если изменение всё же понадобится, попросите о нём снова.
undo-unknown = Такого действия нет, или оно не ваше.
undo-not-done = Это действие не завершилось успешно, или его исход неизвестен, поэтому отменять нечего. Посмотрите само окружение.
undo-already = Это действие уже отменено.
undo-elsewhere = Это действие было на { $env }. Отменяйте его там.
undo-still-used = То, что создано как «{ $title }», уже используют другие, поэтому оно не удаляется.
undo-edited-since =
    { $kind ->
        [dashboard] Дашборд
        [chart] График
       *[dataset] Датасет
    } «{ $title }» потом изменили{ $who ->
        [none] { "" }
       *[other] { " " }({ $who })
    }; это изменение пропадёт.
undo-not-removed = Не удалось удалить «{ $title }»: { $reason }

## Comparing a dashboard

tool-diff-dashboard = Показывает, чем отличается дашборд в двух окружениях, ветках, коммитах или резервных копиях
example-diff-dashboard-1 = Чем отличается «Sales overview» на ss-dev и ss-prod?
example-diff-dashboard-2 = Сравни «Customers» на ss-prod с branch:main
diff-equal = «{ $title }» одинаков в { $source } и { $target }.
diff-done = «{ $title }» в { $source } и { $target }: { $names ->
    [none] { $count ->
        [one] отличается { $count } объект
        [few] отличаются { $count } объекта
       *[other] отличается { $count } объектов
    }
   *[other] { $count ->
        [one] отличается
       *[other] отличаются
    } { $names }
}.
diff-there = есть
diff-whole = весь объект
diff-source-missing = Укажите, с чем сравнить { $target }: окружение, branch:ИМЯ, commit:НОМЕР или backup:НОМЕР.
diff-same-place = Обе стороны — { $place }. Назовите два разных места.

## Places

place-unknown = Из места «{ $place }» дашборд взять нельзя. Это может быть окружение ({ $known }), branch:ИМЯ, commit:НОМЕР или backup:НОМЕР.
place-backup-which = Какая резервная копия? Назовите её как backup:НОМЕР.
place-backups-known =
    { $said } Последние резервные копии:
    { $lines }
place-backup-unknown =
    Резервной копии «{ $backup }» нет{ $detail ->
        [none] .
       *[other] : { $detail }.
    }
place-backup-damaged =
    Резервная копия «{ $backup }» повреждена и не используется{ $detail ->
        [none] .
       *[other] : { $detail }.
    }
place-backup-not-written =
    Резервную копию «{ $backup }» не удалось прочитать{ $detail ->
        [none] .
       *[other] : { $detail }.
    }

## What a place holds

bundle-not-a-zip =
    { $place }: это не читаемый ZIP-архив ({ $name }){ $detail ->
        [none] .
       *[other] : { $detail }.
    } Ничего не сделано.
bundle-too-large =
    { $place }: содержимое больше, чем нужно любому дашборду ({ $name }){ $detail ->
        [none] .
       *[other] : { $detail }.
    } Ничего не сделано.
bundle-unsafe-name =
    { $place }: имя файла в архиве ведёт за его пределы, «{ $name }», архив не используется{ $detail ->
        [none] .
       *[other] : { $detail }.
    }
bundle-not-yaml =
    { $place }: файл { $name } — не простой YAML{ $detail ->
        [none] .
       *[other] : { $detail }.
    } Ничего не сделано.
bundle-not-an-object =
    { $place }: файл { $name } не описывает объект{ $detail ->
        [none] .
       *[other] : { $detail }.
    } Ничего не сделано.
bundle-unknown-key =
    { $place }: в файле { $name } есть ключ, которого там быть не должно{ $detail ->
        [none] .
       *[other] : { $detail }.
    } Уберите его и повторите; ничего не сделано.
bundle-no-uuid =
    { $place }: у объекта в файле { $name } нет uuid{ $detail ->
        [none] .
       *[other] : { $detail }.
    } Ничего не сделано.
bundle-twice =
    { $place }: один и тот же объект встречается дважды: { $name }{ $detail ->
        [none] .
       *[other] , { $detail }.
    } Ничего не сделано.
bundle-empty =
    { $place }: нет ни дашборда, ни графика, ни датасета ({ $name }){ $detail ->
        [none] .
       *[other] : { $detail }.
    }

## What speaks against a move

move-database-unmatched =
    На { $env } нет подключения для базы «{ $database }» ({ $backend }){ $count ->
        [0] { "" }
        [one] { "" }
       *[other] , либо подходящих несколько: { $count }
    }. Есть подключения: { $known }. Создайте там подключение того же вида с тем же именем или задайте соответствие.
move-slug-taken = Адрес «{ $slug }» на { $env } занят другим дашбордом, { $other }: он был бы молча заменён. Измените один из двух.
move-dataset-taken = Датасет «{ $dataset }» на { $env } уже есть, но другой ({ $other }): он был бы молча заменён. Переименуйте или удалите один из двух.
move-schema-odd = В датасете «{ $dataset }» указана схема, в которой может скрываться отдельная команда: «{ $schema }». Сначала исправьте её в источнике.
move-sql-not-a-read = SQL датасета «{ $dataset }» не точно только читает, а его графики будут выполнены: { $reason } Прочтите его ниже целиком.
move-dangling-chart = На дашборде «{ $owner }» стоит график, которого нет: { $detail }. Уберите его с дашборда или восстановите.
move-dangling-no-dataset = График «{ $owner }» остался без датасета. Сначала почините график.
move-dangling-dataset = Нет датасета графика «{ $owner }» ({ $detail }). Сначала восстановите его.
move-dangling-filter-dataset = Фильтр «{ $owner }» читает из датасета, которого нет ({ $detail }). Сначала почините фильтр.
move-dangling-number = Фильтр «{ $owner }» называет датасет только номером { $detail }, а на другом окружении это другой датасет. Сохраните фильтр в Superset заново и повторите.
move-target-changed = «{ $title }» изменился на { $env }, пока делалась резервная копия, поэтому ничего не сделано. Запросите ещё раз.
move-not-as-planned = «{ $title }» или место назначения изменились после вашего согласия, поэтому ничего не сделано. Запросите ещё раз, чтобы увидеть новый план.
move-no-snapshot = «{ $title }» на { $env } не изменён, потому что не удалось сделать резервную копию: { $reason }

## What a move brings with it

move-shared-chart =
    стоит и на { $count ->
        [one] другом дашборде
       *[other] других дашбордах ({ $count })
    }: { $dashboards }
move-shared-dataset =
    используется и { $count ->
        [one] другим графиком
       *[other] другими графиками ({ $count })
    }: { $charts }
move-report = рассылает этот дашборд
move-owner = владеет этим дашбордом
move-annotations = У графика «{ $chart }» есть аннотации, которые не переносятся: { $names }.
move-theme = У «{ $title }» есть тема оформления, она не переносится.
move-owners-missing =
    { $count ->
        [one] У одного владельца нет учётной записи на { $env }
       *[other] У { $count } владельцев нет учётной записи на { $env }
    }: { $owners }.

## After a move

move-refused =
    Superset на { $env } отказался принять «{ $title }», ничего не изменено{ $detail ->
        [none] .
       *[other] : { $detail }.
    } Часто дело в том, что его учётная запись не владеет тем, что было бы перезаписано.
move-unknown =
    «{ $title }» отправлен на { $env }, но чем это кончилось, неизвестно. Посмотрите там, прежде чем повторять: { $url }{ $backup ->
        [none] { "" }
       *[other] { " " }(резервная копия прежнего состояния: { $backup })
    }
move-not-compared = Не удалось сравнить с тем, что должно было получиться: { $reason }
move-not-arrived = { $kind ->
        [dashboard] Дашборд
        [chart] График
       *[dataset] Датасет
    } «{ $title }» не появился, хотя Superset сообщил об успехе.
move-not-equal = { $kind ->
        [dashboard] Дашборд
        [chart] График
       *[dataset] Датасет
    } «{ $title }» не такой, каким должен быть ({ $fields }).
move-charts-differ = На дашборде не те графики, что должны быть: не хватает { $missing }, лишних { $surplus }.
move-tags-left = Не удалось задать теги «{ $title }»: { $reason }
move-embedding-new = «{ $title }» после этого можно будет встраивать. Страницам нужен идентификатор, который Superset создаст там.
move-embedding-stays = «{ $title }» там можно встраивать, а в источнике нельзя; это останется как есть.
move-embedding-ends = «{ $title }» после этого нельзя будет встраивать: на страницах, где он встроен, он исчезнет.
move-embedding-left = Не удалось задать, кто может встраивать «{ $title }»: { $reason }
move-undo-deletes = Отмена удалит созданное, если к тому времени им никто больше не пользуется.
move-undo-restores-and-deletes = Сначала делается снимок: отмена вернёт прежнее и удалит созданное.
move-owners-left = Не удалось задать владельцев «{ $title }»: { $reason }
move-chart-left = «{ $title }» не удалось вернуть буква в букву: { $reason }
