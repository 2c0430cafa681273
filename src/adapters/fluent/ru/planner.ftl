# Что говорит встроенный командный помощник.

planner-greeting = Здравствуйте! Напишите, что сделать в Superset, например:
planner-did-you-mean = Я не уверен, что понял. Может быть, вы имели в виду что-то из этого?
planner-perhaps = Я не уверен, что понял верно, поэтому ничего не сделал. Если вы имели в виду это, нажмите, прочитайте и отправьте:
planner-out-of-scope = Я этого не понял и ничего не сделал. Я знаю только команды для Superset.
planner-what-i-am = Я встроенный командный помощник, а не языковая модель: я знаю готовые команды. Чтобы писать свободно, подключите языковую модель: задайте `AGENT_LLM__BASE_URL` и `AGENT_LLM__MODEL` и запустите сервис снова.
planner-undo-hint = Сделанное отменяет кнопка «Отменить сделанное» под ответом о нём, здесь или в том разговоре; сначала она покажет план. Сейчас ничего не сделано.
planner-which-database = В какой базе?
planner-on-database = в базе «{ $title }»
planner-unknown-command = Здесь нет команды «/{ $name }».
planner-unreadable-command = Не могу прочитать «{ $unread }». Пишите /{ $tool } ключ=значение, а значения с пробелами — в кавычках: ключ="а б".

planner-missing-argument = Мне нужно ещё { $argument }. Например:
planner-missing-dashboard = Какой дашборд? Укажите номер, uuid или название в кавычках. Например:
planner-missing-object = Какой дашборд или датасет? Укажите номер, uuid или название в кавычках. Например:
planner-missing-database = В какой базе? Укажите номер или название. Например:
planner-missing-sql = Какой SQL? Напишите его после двоеточия или в обратных кавычках. Например:
planner-missing-table = Из какой таблицы или какого запроса? Например:
planner-missing-name = Как назвать? Например:
planner-missing-message = С каким сообщением? Напишите его в кавычках. Например:
planner-missing-source = Из какой резервной копии, ветки или какого коммита? «Какие есть бэкапы» назовёт последние копии; сразу после удаления вернуть дашборд может и кнопка «Отменить сделанное». Например:
planner-missing-target = С чем сравнить? Назовите окружение, branch:…, commit:… или backup:…. Например:
planner-missing-environment = Из какого окружения в какое? Например:

planner-label-show-capabilities = Что я здесь умею
planner-label-list-environments = Показать окружения
planner-label-search-dashboards = Найти дашборды
planner-label-get-health-summary = Проверить состояние окружения
planner-label-get-task-status = Узнать, как идёт задача
planner-label-superset-list-databases = Показать базы данных
planner-label-superset-explore-database = Посмотреть, что есть в базе
planner-label-superset-format-sql = Отформатировать SQL
planner-label-superset-audit-permissions = Узнать, у кого есть доступ
planner-label-superset-execute-sql = Выполнить SQL
planner-label-superset-create-dataset = Создать датасет
planner-label-diff-dashboard = Сравнить дашборд с другим местом
planner-label-run-llm-validation = Проверить дашборд или датасет на ошибки
planner-label-run-llm-documentation = Описать дашборд или датасет
planner-label-create-branch = Создать ветку
planner-label-commit-changes = Зафиксировать дашборд в git
planner-label-deploy-dashboard = Выкатить дашборд
planner-label-execute-migration = Перенести дашборды
planner-label-run-backup = Сделать резервную копию
planner-label-start-maintenance = Включить режим обслуживания
planner-label-end-maintenance = Выключить режим обслуживания
planner-label-delete-dashboard = Удалить дашборд
planner-no-backups = Резервных копий пока нет.
planner-restore-from = Восстанови дашборд «{ $dashboard }» из backup:{ $backup } на { $env }
planner-label-restore-dashboard = Восстановить дашборд из резервной копии

planner-title-dashboard = Название дашборда
planner-title-dataset = Имя датасета

planner-prompt-show-capabilities = Что ты умеешь?
planner-prompt-list-environments = Какие есть окружения?
planner-prompt-search-dashboards = Найди дашборды про продажи на { $env }
planner-prompt-get-health-summary = Всё ли в порядке на { $env }?
planner-prompt-get-task-status = Что сейчас выполняется?
planner-prompt-superset-list-databases = Какие базы подключены на { $env }?
planner-prompt-superset-explore-database = Покажи таблицы в базе { $database }
planner-prompt-superset-format-sql = Отформатируй запрос: select a, b from orders where a = 1
planner-prompt-superset-audit-permissions = У кого есть доступ к дашборду «{ $dashboard }» на { $env }?
planner-prompt-superset-execute-sql = Выполни select count(*) from { $table } в базе { $database }
planner-prompt-superset-create-dataset = Создай датасет из таблицы { $table } в базе { $database }
planner-prompt-diff-dashboard = Сравни дашборд «{ $dashboard }» на { $env } с { $other }
planner-prompt-run-llm-validation = Проверь дашборд «{ $dashboard }» на { $env } на ошибки
planner-prompt-run-llm-documentation = Напиши описания колонок датасета «{ $dataset }» на { $env }
planner-prompt-create-branch = Создай ветку feature/new-charts
planner-prompt-commit-changes = Закоммить дашборд «{ $dashboard }» на { $env } с сообщением «Новые цвета»
planner-prompt-deploy-dashboard = Выкати дашборд «{ $dashboard }» с { $env } на { $other }
planner-prompt-execute-migration = Перенеси все дашборды с { $env } на { $other }
planner-prompt-run-backup = Сделай резервную копию { $env }
planner-prompt-start-maintenance = Включи режим обслуживания на { $env }
planner-prompt-end-maintenance = Выключи режим обслуживания на { $env }
planner-prompt-delete-dashboard = Удали дашборд «{ $dashboard }» на { $env }
planner-prompt-restore-dashboard = Восстанови дашборд «{ $dashboard }» из резервной копии 20261130T171440Z-{ $env }-0123456789abcdef на { $env }
