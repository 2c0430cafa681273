# Что отвечает API, когда отклоняет запрос.

error-bad-request = Запрос составлен неверно. Сверьтесь с /api/openapi.json.
error-invalid-request = Запрос неверен в поле «{ $field }»: { $problem }.
error-too-large = Запрос слишком велик.
error-context-too-large = Контекст страницы больше 4096 байт. Передайте меньше.
error-invalid-context =
    Контекст страницы неверен: { $reason ->
        [not_an_object] это не объект
        [not_json_value] это не JSON
        [nested_too_deeply] у него слишком глубокая вложенность
        [unknown_key] в нём неизвестный ключ; ключи: objectType, objectId, objectName, envId, route и contextVersion
        [control_character] в «{ $field }» есть управляющий символ
        [unknown_object_type] objectType — не dashboard, dataset, migration и не null
        [not_a_string] в «{ $field }» не текст
        [too_long] значение «{ $field }» слишком длинное
        [no_leading_slash] route начинается не с «/»
       *[unknown_version] contextVersion — не 1
    }.
error-origin-refused = Этот запрос пришёл не со страницы агента, поэтому cookie не считается. Используйте страницу или токен.
error-admins-only = Это может читать только администратор.
error-not-found = По этому адресу ничего нет.
error-method-not-allowed = Этот адрес не принимает такой метод.
error-conversation-unknown = Нет такой беседы, или она не ваша.
error-confirmation-unknown = Нет такого подтверждения.
error-result-unknown = Нет такого результата, или он не ваш.
error-unknown-environment = Нет окружения «{ $env }». Известны: { $known }.
error-confirmation-pending = В этой беседе ждёт подтверждение. Решите его или отмените и отправьте сообщение.
error-turn-running = На прошлое сообщение ещё готовится ответ. Подождите или сначала остановите его.
error-action-unknown = Такого действия нет, или оно не ваше.
error-already-undone = Это действие уже отменено.
error-not-undoable = Это действие нельзя отменить.
error-already-decided = Это подтверждение уже решено.
error-confirmation-expired = Срок этого подтверждения истёк; ничего не выполнено. Попросите ещё раз.
error-digest-mismatch = Вы одобрили не то, что ждёт сейчас. Прочитайте карточку ещё раз; ничего не выполнено.
error-digest-required = К одобрению нужен дайджест показанной карточки.
error-code-unknown = Эта ссылка для входа здесь неизвестна. Сделайте новую: superset-agent link --role admin.
error-bad-credentials = { $env } не принимает это имя с этим паролем. Проверьте и то и другое и войдите ещё раз.
error-code-used = Эта ссылка для входа уже использована. Сделайте новую: superset-agent link --role admin.
error-code-expired = Срок этой ссылки для входа истёк. Сделайте новую: superset-agent link --role admin.
error-not-ready = Сервис запускается. Попробуйте через несколько секунд.
error-store-unavailable = Сервис не может обратиться к своему хранилищу. Попробуйте ещё раз; если не поможет, посмотрите в журнал.
error-cannot-start = Сервис не смог запуститься и завершается; причина в журнале.
error-page-not-built = Страница не собрана. Выполните: make setup.
error-request-broke = Внутри сервиса что-то пошло не так. Попробуйте ещё раз; подробности в журнале (запрос { $request }).

# Окончания фраз «Запрос неверен в поле …:» и «Настройка … неверна:».
invalid-missing = его нет
invalid-unknown-key = такого имени нет
invalid-too-short = в нём меньше { $limit } символов
invalid-too-long = в нём больше { $limit } символов
invalid-no-text = это не текст
invalid-no-number = это не число
invalid-no-truth = это не true и не false
invalid-no-object = это не объект
invalid-no-choice = это ни одно из { $known }
invalid-range = это вне допустимого диапазона
invalid-no-url = это не http-адрес
invalid-no-list = это не список
invalid-too-many = в нём больше { $limit } элементов
invalid-schema-name = в нём есть символ, которого не бывает в имени схемы
invalid-moment = напишите дату ISO, например 2026-03-01, или срок, например 24h, 7d или 2w
invalid-other = это не годится
