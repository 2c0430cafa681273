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
example-get-task-status-2 = Как продвигается резервное копирование?
get-task-status-listed =
    { $count ->
        [0] Задач пока нет.
        [one] { $count } задача, не завершено: { $going }.
        [few] { $count } задачи, не завершено: { $going }.
       *[other] { $count } задач, не завершено: { $going }.
    }
get-task-status-one = Задача { $task }: { $state }, { $done } из { $total }.

## Every task

task-started =
    Задача { $task } запущена: { $total ->
        [one] { $total } шаг
        [few] { $total } шага
       *[other] { $total } шагов
    }. Она продолжится сама; её страница показывает, как идут дела.
task-ended = { $said } (Задача { $task })
task-environment-gone = Задача остановлена: окружения { $env } больше нет в настройках, или ваш вход на нём не действует.
task-role-insufficient = Задача остановлена: у того, кто её одобрил, больше нет роли «{ $role }».
task-approver-gone = Задача остановлена: сеанс пользователя { $user }, одобрившего её, завершён. Войдите и запустите её снова.
task-tool-gone = Задача остановлена: в этой версии сервиса нет задачи «{ $tool }».
task-step-unknown = Шаг «{ $title }» был начат, и выполнен ли он, неизвестно. Повторно он не выполняется. { $check }
task-check-nothing = Прежде чем запускать задачу снова, посмотрите, что на самом окружении.
task-step-timeout =
    «{ $title }» не удалось закончить за { $seconds ->
        [one] { $seconds } секунду
        [few] { $seconds } секунды
       *[other] { $seconds } секунд
    }.
task-broke = Сервис ошибся в задаче { $task }. Тот, кто его обслуживает, найдёт подробности в журнале по этому номеру.
task-lost = Что стало с задачей { $task }, неизвестно. Проверьте то, что она должна была сделать, прежде чем запускать её снова.
