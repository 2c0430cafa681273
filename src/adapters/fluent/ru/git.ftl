## Хранилище версий

repository-no-git = Для версий дашбордов нужен git, а там, где работает этот сервис, он не установлен. Попросите администратора сервиса установить git.
repository-not-a-repository = { $name } — не репозиторий git. Попросите администратора сервиса исправить настройку AGENT_REPOSITORY__PATH.
repository-empty = В репозитории дашбордов ещё нет ни одного коммита. Сначала закоммитьте дашборд.
repository-bad-branch = Ветку нельзя назвать «{ $name }». Подойдут буквы, цифры, «-», «_» и «/», без пробелов; «/» и «.» не могут стоять по краям.
repository-unknown-branch =
    Ветки «{ $name }» нет{ $detail ->
        [none] .
       *[other] . Есть такие: { $detail }.
    }
repository-unknown-commit = Коммита «{ $name }» нет. Укажите хотя бы первые четыре знака его номера.
repository-ambiguous-commit = С { $name } начинается несколько коммитов: { $detail }. Укажите больше знаков.
repository-branch-exists = Ветка «{ $detail }» уже есть, поэтому создать «{ $name }» нельзя. Выберите другое имя; ничего не изменено.
repository-branch-conflict = «{ $name }» не может быть рядом с веткой «{ $detail }»: одно имя — начало другого. Выберите другое имя; ничего не изменено.
repository-checked-out = С веткой «{ $name }» кто-то работает в { $detail }, и там эти изменения оказались бы отменёнными. Выберите другую ветку или переключите ту папку (git switch --detach).
repository-moved = Этот дашборд тем временем закоммитили в ветку «{ $name }», поэтому ничего не записано. Повторите запрос, чтобы увидеть, что теперь отличается.
repository-locked =
    Репозиторий занят другим процессом git, поэтому ничего не записано{ $detail ->
        [none] .
       *[other] : { $detail }.
    } Повторите чуть позже; если git больше нигде не запущен, этот файл блокировки остался от прежнего и его можно удалить.
repository-too-large =
    { $name ->
        [all] Все файлы вместе слишком велики
       *[other] Файл { $name } слишком велик
    } для репозитория (не больше 20 МБ на файл и 200 МБ всего).
repository-not-written =
    Записать в репозиторий не удалось, он остался прежним{ $detail ->
        [none] .
       *[other] : { $detail }.
    } Проверьте диск и права на него и повторите.
repository-broken =
    Репозиторием нельзя воспользоваться{ $detail ->
        [none] .
       *[other] . Git сообщает: { $detail }.
    } Попросите администратора сервиса посмотреть, что с ним.

## create_branch

git-undo = Ни один Superset не меняется. Git хранит прежнее состояние; отмены здесь нет, откатите коммит или удалите ветку.
tool-create-branch = Создаёт ветку для версий дашбордов
example-create-branch-1 = Создай ветку feature/new-charts
example-create-branch-2 = Создай ветку hotfix от main
create-branch-plan = Создать ветку «{ $branch }» от { $start } ({ $commit }). Ни один Superset не изменится.
create-branch-done = Ветка «{ $branch }» начинается с { $commit }.

## commit_changes

tool-commit-changes = Сохраняет версию дашборда в git
example-commit-changes-1 = Закоммить дашборд «Customers» с сообщением «Новые цвета»
example-commit-changes-2 = Закоммить дашборд «Customers» в ветку main с сообщением «Новые фильтры»
commit-changes-plan =
    Закоммитить «{ $title }» из { $env } в ветку «{ $branch }»: с прошлой версии { $count ->
        [one] изменился { $count } объект
        [few] изменились { $count } объекта
       *[other] изменились { $count } объектов
    }.
commit-changes-first =
    Впервые закоммитить «{ $title }» из { $env } в ветку «{ $branch }»: { $count ->
        [one] { $count } объект
        [few] { $count } объекта
       *[other] { $count } объектов
    }.
commit-changes-nothing = Ничего не изменилось: в ветке «{ $branch }» дашборд «{ $title }» такой же, как в { $env }.
commit-changes-before = прошлая версия, { $author }, { $at }
commit-changes-unreadable = { $file } в репозитории не читается и будет заменён.
commit-changes-moved = «{ $reference }» в { $env } теперь другой дашборд, поэтому ничего не закоммичено. Повторите запрос.
commit-changes-done = Дашборд «{ $title }» закоммичен в ветку «{ $branch }»: { $commit }.
