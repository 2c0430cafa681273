## Tasks

task-unknown = Задачи «{ $task }» нет среди тех, что вам видны. Запросите список задач.
task-state-queued = ждёт своей очереди
task-state-running = выполняется
task-state-succeeded = выполнена
task-state-failed = завершилась ошибкой
task-state-cancelled = отменена
task-state-unknown = исход неизвестен

## get_task_status

tool-get-task-status = Показывает, как идут задачи
example-get-task-status-1 = Какие задачи сейчас выполняются?
example-get-task-status-2 = Как идёт резервное копирование?
get-task-status-listed = { $going ->
    [0] { $count ->
        [0] Задач пока нет.
        [one] { $count } задача, все завершены.
        [few] { $count } задачи, все завершены.
       *[other] { $count } задач, все завершены.
    }
   *[other] { $count ->
        [one] { $count } задача, не завершено: { $going }.
        [few] { $count } задачи, не завершено: { $going }.
       *[other] { $count } задач, не завершено: { $going }.
    }
}{ $backups ->
    [0] { "" }
   *[other] { " " }Последних резервных копий: { $backups }.
}
get-task-status-one = { $what }{ $env ->
    [none] { "" }
   *[other] { " " }на { $env }
}: { $state }, { $total ->
    [one] { $done } из { $total } шага
   *[other] { $done } из { $total } шагов
}.

## Every task

task-started =
    { $what }: задача запущена, { $total ->
        [one] { $total } шаг
        [few] { $total } шага
       *[other] { $total } шагов
    }. Она продолжится сама; как идут дела, видно здесь и на странице «Задачи». Её номер: { $task }
task-ended = { $said }
task-ended-badly = { $said } Подробности на странице задачи, её номер: { $task }
task-environment-gone = Задача остановлена: окружения { $env } больше нет в настройках, или ваш вход на нём не действует.
task-role-insufficient = Задача остановлена: у того, кто её одобрил, больше нет роли «{ $role }».
task-approver-gone = Задача остановлена: сеанс пользователя { $user }, одобрившего её, завершён. Войдите и запустите её снова.
task-tool-gone = Задача остановлена: в этой версии сервиса нет задачи «{ $what }».
task-step-unknown = Шаг «{ $title }» был начат, и выполнен ли он, неизвестно. Повторно он не выполняется. { $check }
task-check-nothing = Прежде чем запускать задачу снова, посмотрите, что на самом окружении.
task-step-timeout =
    «{ $title }» не удалось закончить за { $seconds ->
        [one] { $seconds } секунду
        [few] { $seconds } секунды
       *[other] { $seconds } секунд
    }.
task-broke = { $what }: сервис ошибся в этой задаче. Тот, кто его обслуживает, найдёт подробности в журнале по номеру { $task }
task-lost = { $what }: что стало с этой задачей, неизвестно. Проверьте то, что она должна была сделать, прежде чем запускать её снова.

## run_backup

tool-run-backup = Делает резервную копию дашбордов с чартами и датасетами
example-run-backup-1 = Сделай резервную копию ss-dev
example-run-backup-2 = Сделай резервную копию дашборда «Продажи»
run-backup-undo = Ни один Superset не меняется, отменять нечего.
run-backup-plan-all =
    { $count ->
        [one] В резервную копию попадёт { $count } дашборд
        [few] В резервную копию попадут все { $count } дашборда
       *[other] В резервную копию попадут все { $count } дашбордов
    } на { $env } с чартами и датасетами. На { $env } ничего не изменится.
run-backup-plan-some =
    { $count ->
        [one] В резервную копию попадёт { $count } дашборд
        [few] В резервную копию попадут { $count } дашборда
       *[other] В резервную копию попадут { $count } дашбордов
    } с { $env } с чартами и датасетами. На { $env } ничего не изменится.
run-backup-nothing = На { $env } нет ни одного дашборда, копировать нечего.
run-backup-leaves =
    Копия { $backup } удаляется, как только новая проверена: хранится { $keep ->
        [one] { $keep } копия
        [few] { $keep } копии
       *[other] { $keep } копий
    }.
run-backup-step =
    { $count ->
        [one] Выгружен { $count } дашборд
        [few] Выгружены { $count } дашборда
       *[other] Выгружено { $count } дашбордов
    }{ $gone ->
        [0] .
       *[other] , уже нет на месте: { $gone }.
    }
run-backup-moved = То, что сохранялось на { $env }, или старая копия, которая ради этого удаляется, изменилось после вашего согласия; ничего не сделано. Попросите ещё раз, чтобы увидеть новый план.
run-backup-done =
    Резервная копия { $env } сделана и проверена, { $count ->
        [one] { $count } дашборд
        [few] { $count } дашборда
       *[other] { $count } дашбордов
    }{ $gone ->
        [0] .
       *[other] ; удалено за это время: { $gone }.
    } Её место: backup:{ $backup }.
run-backup-incomplete =
    Резервная копия { $env } не закончена, ничего из неё не сохранено{ $state ->
        [cancelled] : задачу отменили.
       *[other] { $reason ->
            [none] .
           *[other] : { $reason }
        }
    }

## Refusals over HTTP

error-task-unknown = Такой задачи нет, или она не ваша.
error-task-over = Задача уже завершена, отменять нечего.

## execute_migration

tool-execute-migration = Переносит много дашбордов из одного окружения в другое
example-execute-migration-1 = Перенеси все дашборды с ss-dev на ss-prod
example-execute-migration-2 = Перенеси дашборды 1 и 2 с ss-dev на ss-prod
migration-plan =
    { $count ->
        [one] { $count } дашборд
        [few] { $count } дашборда
       *[other] { $count } дашбордов
    } с { $source } на { $target }: { $counted }.
migration-count-created = новых — { $count }
migration-count-updated = с изменениями — { $count }
migration-count-equal = уже одинаковых — { $count }
migration-count-moved = перенесено — { $count }
migration-count-failed = с ошибкой — { $count }
migration-count-unknown = с неизвестным исходом — { $count }
migration-count-rest = не начато — { $count }
migration-same-environment = Источник и цель — одно окружение { $env }. Назовите два разных.
migration-nothing = На { $env } нет ни одного дашборда, переносить нечего.
migration-source-gone = Дашборда «{ $title }» больше нет на { $env }, он не перенесён.
migration-moved = «{ $title }» или то, что ему нужно, изменилось на { $env } после одобрения, поэтому он не перенесён. Составьте план заново.
migration-equal = «{ $title }» уже одинаков: без изменений.
migration-moved-one =
    «{ $title }» перенесён; запущено чартов: { $ran } из { $charts }.{ $worse ->
        [none] { "" }
       *[other] { " " }Стало хуже: { $worse }.
    }{ $left ->
        [0] { "" }
       *[other] { " " }Не так, как должно быть ({ $left }): { $first }
    }
migration-check = Откройте «{ $title }» на { $env } ({ $url }) и сравните с источником или составьте план переноса заново: одинаковое в нём без изменений.
migration-done =
    Перенос с { $source } на { $target }: { $counted }.{ $worse ->
        [none] { "" }
       *[other] { " " }Чартам стало хуже: { $worse }. Перенос можно отменить.
    }{ $left ->
        [0] { "" }
       *[other] { " " }Дашбордов, которые не такие, как должны быть: { $left }, подробности в результате.
    }
undo-still-running = «{ $what }» ещё выполняется. Остановите задачу или дождитесь её конца, затем отменяйте.

## Tools by a few words

tool-called = { $tool ->
    [commit_changes] Фиксация изменений
    [create_branch] Создание ветки
    [delete_dashboard] Удаление дашборда
    [deploy_dashboard] Развёртывание дашборда
    [end_maintenance] Конец обслуживания
    [execute_migration] Миграция дашбордов
    [run_backup] Резервная копия
    [run_llm_documentation] Документирование
    [run_llm_validation] Проверка
    [start_maintenance] Начало обслуживания
    [superset_create_dataset] Создание датасета
    [superset_execute_sql] Выполнение SQL
   *[other] { $tool }
}
