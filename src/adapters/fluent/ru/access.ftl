## superset_audit_permissions

tool-superset-audit-permissions = Показывает, кто и через какую роль что видит и меняет
example-superset-audit-permissions-1 = У кого есть доступ к дашборду «Sales overview»?
example-superset-audit-permissions-2 = Проверь права доступа на ss-prod
audit-one-object = Назовите дашборд или датасет, но не оба; чтобы проверить всё окружение, не называйте ничего.
audit-object-done =
    { $kind ->
        [dashboard] Дашборд
       *[dataset] Датасет
    } «{ $title }» в окружении { $env }: { $seeing ->
        [one] видит { $seeing } активная учётная запись
        [few] видят { $seeing } активные учётные записи
       *[other] видят { $seeing } активных учётных записей
    }, { $changing ->
        [0] менять не может никто
        [one] менять может { $changing }
       *[other] менять могут { $changing }
    }; { $findings ->
        [0] замечаний нет
        [one] { $findings } замечание
        [few] { $findings } замечания
       *[other] { $findings } замечаний
    }. { $unread }
audit-object-unread =
    { $kind ->
        [dashboard] Дашборд
       *[dataset] Датасет
    } «{ $title }» в окружении { $env }: кто его видит и меняет, сказать нельзя. { $unread }
audit-environment-done =
    { $env }: { $findings ->
        [0] { $whole ->
            [no] в том, что удалось прочитать, замечаний нет
           *[yes] замечаний нет
        }
        [one] { $findings } замечание
        [few] { $findings } замечания
       *[other] { $findings } замечаний
    }{ $high ->
        [0] { "" }
       *[other] , из них серьёзных: { $high }
    }. { $unread }
audit-all-read = Роли, учётные записи и правила для строк прочитаны полностью.
audit-unread =
    Учётной записи не разрешено читать { $parts ->
        [roles-users-row-rules] роли, учётные записи и правила для строк
        [roles-users] роли и учётные записи
        [users-row-rules] учётные записи и правила для строк
        [roles-row-rules] роли и правила для строк
        [roles] роли
        [users] учётные записи
       *[row-rules] правила для строк
    }, поэтому картина неполная.
audit-finding-public-data = Роль для тех, кто не вошёл, даёт читать данные ({ $names }).
audit-finding-public-rights = У тех, кто не вошёл, есть права, хотя и не на данные ({ $names }).
audit-finding-public-datasets =
    { $count ->
        [one] { $count } датасет открыт тем, кто не вошёл
        [few] { $count } датасета открыты тем, кто не вошёл
       *[other] { $count } датасетов открыты тем, кто не вошёл
    }: { $names }.
audit-finding-all-data-role = Роль, отличная от Admin, читает все данные; роль и кто её имеет: { $names }.
audit-finding-few-admins =
    { $count ->
        [0] Среди активных учётных записей нет администраторов.
       *[other] Администратор только один: { $names }.
    }
audit-finding-many-admins = Администраторов много, { $count }: { $names }.
audit-finding-no-owner =
    { $count ->
        [one] У { $count } объекта нет владельца
       *[other] У { $count } объектов нет владельца
    }: { $names }.
audit-finding-owners-left =
    { $count ->
        [one] { $count } объект принадлежит только отключённым учётным записям
        [few] { $count } объекта принадлежат только отключённым учётным записям
       *[other] { $count } объектов принадлежат только отключённым учётным записям
    }: { $names }.
audit-finding-no-row-rules =
    { $count ->
        [one] У { $count } датасета нет правил для строк
       *[other] У { $count } датасетов нет правил для строк
    }, хотя у других из той же базы они есть: { $names }.
