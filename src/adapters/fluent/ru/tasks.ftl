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
