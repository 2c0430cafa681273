# Что говорит командная строка.

cli-environments-file = Файл окружений не годится: { $problem }
cli-setting = Настройка { $name } неверна: { $problem }
cli-port-busy = Слушать { $host }, порт { $port }, не получается. Остановите то, что его слушает, или задайте другой порт в AGENT_PORT и адрес этой машины в AGENT_HOST.
cli-cannot-serve = Сервис не смог запуститься: { $problem }
cli-user = В имени пользователя от 1 до 100 символов, без пробелов и двоеточий.
cli-store = Папка данных не годится: { $problem }. Проверьте AGENT_DATA_DIR, права и свободное место на диске.
cli-ttl = «{ $ttl }» не срок. Пишите 30m, 8h или 7d.
cli-tier-set = { $env }: файл задаёт уровень { $tier }.
setting-llm-pair = AGENT_LLM__BASE_URL и AGENT_LLM__MODEL идут вместе: задайте обе или ни одной
setting-two-key-sources = задайте AGENT_AUTH__JWT_SECRET или AGENT_AUTH__JWKS_URL, не обе
setting-algorithm = секрет подписывает алгоритмами HS256, HS384 и HS512; для других нужна AGENT_AUTH__JWKS_URL
setting-store-url = она должна начинаться с sqlite:/// и называть файл
setting-events-url = она должна быть memory://: живые события получают только те, кто подключён к этому процессу

envfile-missing = { $file } не существует. Создайте его, задайте AGENT_ENVIRONMENTS_FILE или запустите демонстрацию: superset-agent demo
envfile-unreadable = { $file } нельзя прочитать ({ $reason }).
envfile-no-toml = { $file } — не TOML ({ $reason }). Пример есть в README.md.
envfile-wrong = { $file }, место «{ $place }»: { $problem }. Пример есть в README.md.
envfile-empty = { $file } не называет ни одного окружения. Пример есть в README.md.
envfile-url-not-plain = нужен один адрес, без пользователя, пароля, «?» и «#»
envfile-no-name = имя окружения состоит из букв, цифр, «.», «_» и «-», не больше 128 символов, и начинается с буквы или цифры
envfile-same-name = имена двух окружений отличаются только регистром букв
envfile-password = { $file }: пароль { $username } на { $env } должен быть в переменной { $variable }, а она не задана.

cli-serving = Superset Agent: { $address }
cli-not-ready = { $address } всё ещё не готов: { $problem }
cli-waiting = … Ждём, пока другой Superset Agent освободит { $folder }
cli-in-use = С папкой { $folder } работает другой Superset Agent. Откройте его страницу, { $address }, остановите его или укажите другую папку в AGENT_DATA_DIR.
cli-link-hint = Ссылку для входа даёт команда: superset-agent link --role admin
cli-audit-broken = Журнал аудита нарушен в строке { $line }: она не такая, какой была записана.
cli-audit-whole = { $lines ->
    [one] Журнал аудита цел: { $lines } строка.
    [few] Журнал аудита цел: { $lines } строки.
   *[other] Журнал аудита цел: { $lines } строк.
}

demo-begins = Запускаются два настоящих Superset с примерами данных (хранятся в { $folder }). Первый запуск занимает несколько минут.
demo-step-wait = { $state ->
    [done] ✓ Других запусков нет
   *[begun] … Ждём конца другого запуска
}
demo-step-install = { $state ->
    [done] ✓ Apache Superset установлен
   *[begun] … Устанавливается Apache Superset
}
demo-step-template = { $state ->
    [done] ✓ Метаданные подготовлены
   *[begun] … Готовятся метаданные (около минуты)
}
demo-step-accounts = { $state ->
    [done] ✓ { $env }: учётные записи
   *[begun] … { $env }: учётные записи
}
demo-step-start = { $state ->
    [done] ✓ { $env }: отвечает
   *[begun] … { $env }: запускается
}
demo-step-data = { $state ->
    [done] ✓ { $env }: примеры данных
   *[begun] … { $env }: примеры данных
}
demo-step-ready = { $state ->
    [done] ✓ { $env }: готово
   *[begun] … { $env }: почти готово
}
demo-environment = { $env }: { $url }   (страница самого Superset: { $username } / { $password })
demo-links = Откройте одну из ссылок; каждая работает один раз:
demo-link = { $role }: { $link }
demo-stop = Ctrl-C останавливает всё.
demo-other-port = Порт { $busy } занят, поэтому агент занимает { $port }.
demo-python-missing = Для Superset нужен Python 3.11 или 3.12, и ни один не найден: { $detail }
demo-uv-missing = Нет uv: { $detail }. Выполните make setup.
demo-install-failed = Apache Superset не установился: { $detail }. Проверьте сеть и свободное место на диске и запустите снова.
demo-template-failed = Метаданные Superset не подготовились: { $detail }. Если так будет снова, удалите в папке данных всё, что начинается с «superset-6.1.0»: оно создастся заново.
demo-port-busy = Нужный порт занят: { $detail }
demo-superset-did-not-start = Superset не запустился: { $detail }. Если так будет снова, удалите в папке данных «demo» и «superset-6.1.0»: они создадутся заново.
demo-data-failed = Примеры данных не создались: { $detail }. Запустите снова: работа продолжится с этого места.
demo-home-busy = Эту папку использует другая демонстрация: { $detail }. Сначала остановите её.
demo-home-unusable = Папка данных не годится: { $detail }. Проверьте права на неё и свободное место на диске.
demo-stopped = Остановлено. Следующий запуск продолжит с этого места.

doctor-model = Модель: { $model }
doctor-model-problem = Языковая модель по адресу { $address } не ответила: { $detail }. Проверьте, что она запущена, и настройки AGENT_LLM__BASE_URL, AGENT_LLM__MODEL и AGENT_LLM__API_KEY.
doctor-sign-in = { $env }: Superset не принимает имя или пароль учётной записи для роли { $role }. Исправьте их в файле окружений и в переменной, которую он называет.
doctor-no-accounts = { $env }: без учётной записи там ничего не сделать. Добавьте её в файл окружений.
doctor-environment = { $env }: { $url }, уровень { $tier }
doctor-lowered = { $env }: настройка понижает уровень до { $tier }, хотя имя говорит о большем.
doctor-account = { $env }: { $role } действует как { $username } ({ $roles })
doctor-no-account = { $env }: нет учётной записи для { $role }; вызовы этой роли отклоняются.
doctor-problem = { $env }: { $problem }
doctor-trusted = { $env }: принято таким, какое есть.
