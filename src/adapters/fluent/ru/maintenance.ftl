## The banner itself

maintenance-banner-head = Технические работы
maintenance-banner-text = Идут технические работы. Некоторое время данные могут быть неполными или недоступными.
maintenance-banner-until = До { $until }.

## start_maintenance

tool-start-maintenance = Вешает на дашборды баннер о технических работах
example-start-maintenance-1 = Включи баннер о технических работах на ss-dev до 18:00
example-start-maintenance-2 = Включи режим обслуживания на ss-dev
start-maintenance-plan =
    Повесить баннер о технических работах на { $count ->
        [one] { $count } дашборд
        [few] { $count } дашборда
       *[other] { $count } дашбордов
    } окружения { $env }, { $until }.
maintenance-until = до { $until }
maintenance-open-end = пока его не снимут
maintenance-no-end = Срок не указан: баннер провисит, пока кто-нибудь не завершит работы.
maintenance-until-odd =
    «{ $until }» не годится как срок. Назовите время по UTC, которое ещё не прошло, не дальше 30 дней: 18:00, 2h или 2026-01-31T18:00.
maintenance-not-as-planned = Дашборды окружения { $env } изменились после вашего согласия, поэтому ничего не сделано. Запросите ещё раз, чтобы увидеть новый план.
maintenance-already =
    { $count ->
        [one] На { $count } дашборде такой баннер уже висит, он не изменится
        [few] На { $count } дашбордах такой баннер уже висит, они не изменятся
       *[other] На { $count } дашбордах такой баннер уже висит, они не изменятся
    }: { $names }.
maintenance-left-alone = «{ $title }» остаётся как есть: { $why }
maintenance-all-carry = На всех названных дашбордах окружения { $env } такой баннер уже висит.
maintenance-no-dashboard = В окружении { $env } нет дашборда, на который можно повесить баннер.
start-maintenance-done =
    { $count ->
        [0] Ни одного баннера в окружении { $env } не повешено.
        [one] Баннер висит на { $count } дашборде окружения { $env }, { $until }.
       *[other] Баннер висит на { $count } дашбордах окружения { $env }, { $until }.
    }{ $left ->
        [none] { "" }
       *[other] { " " }Не тронуты, потому что разметка неисправна: { $left }.
    }{ $trouble ->
        [none] { "" }
       *[other] { " " }Не сделано: { $trouble }.
    }{ $unknown ->
        [none] { "" }
       *[other] { " " }Отправлено, но ответа нет, поэтому посмотрите их в Superset: { $unknown }.
    }

## end_maintenance

tool-end-maintenance = Снимает с дашбордов баннер о технических работах
example-end-maintenance-1 = Заверши технические работы на ss-dev
example-end-maintenance-2 = Сними баннер
end-maintenance-plan =
    Снять баннер о технических работах с { $count ->
        [one] { $count } дашборда
       *[other] { $count } дашбордов
    } окружения { $env }.
maintenance-none = В окружении { $env } нет баннера о технических работах.
end-maintenance-done =
    { $count ->
        [0] Снимать в окружении { $env } было нечего.
        [one] Баннер снят с { $count } дашборда окружения { $env }.
       *[other] Баннер снят с { $count } дашбордов окружения { $env }.
    }{ $left ->
        [none] { "" }
       *[other] { " " }Не тронуты, потому что разметка неисправна: { $left }.
    }{ $trouble ->
        [none] { "" }
       *[other] { " " }Не сделано: { $trouble }.
    }{ $unknown ->
        [none] { "" }
       *[other] { " " }Отправлено, но ответа нет, поэтому посмотрите их в Superset: { $unknown }.
    }

## Undo of the two

start-maintenance-undo = Отмена снимет баннеры только этого действия.
undo-start-maintenance-plan =
    Отменить начало технических работ в окружении { $env }: { $count ->
        [0] снимать нечего, и баннер этого действия больше не появится
        [one] изменится { $count } дашборд
        [few] изменятся { $count } дашборда
       *[other] изменятся { $count } дашбордов
    }{ $again ->
        [0] { "" }
       *[other] , на { $again } из них снова будет виден баннер других работ
    }. Другие работы продолжаются.
undo-start-maintenance-over = Без изменений: эти работы в окружении { $env } уже завершены.
undo-start-maintenance-done =
    Начало технических работ в окружении { $env } отменено: { $count ->
        [0] менять дашборды не пришлось.
        [one] на { $count } дашборде этого баннера больше нет.
       *[other] на { $count } дашбордах этого баннера больше нет.
    }{ $left ->
        [none] { "" }
       *[other] { " " }Не тронуты, потому что разметка неисправна: { $left }.
    }{ $trouble ->
        [none] { "" }
       *[other] { " " }Не сделано: { $trouble }.
    }{ $unknown ->
        [none] { "" }
       *[other] { " " }Отправлено, но ответа нет, поэтому посмотрите их в Superset: { $unknown }.
    }
end-maintenance-undo = Отмена повесит те же баннеры снова, каждый до его срока.
undo-end-maintenance-plan =
    Снова повесить баннер на { $count ->
        [one] { $count } дашборд
        [few] { $count } дашборда
       *[other] { $count } дашбордов
    } окружения { $env }, как было.
undo-end-maintenance-past =
    { $count ->
        [one] Срок { $count } работ уже прошёл, их баннер не вернётся.
       *[other] Срок { $count } работ уже прошёл, их баннеры не вернутся.
    }
undo-end-maintenance-over = Без изменений: сейчас в окружении { $env } не должно висеть ни одного из этих баннеров.
undo-end-maintenance-done =
    { $count ->
        [0] Ни одного баннера в окружении { $env } снова не повешено.
        [one] Баннер снова висит на { $count } дашборде окружения { $env }.
       *[other] Баннер снова висит на { $count } дашбордах окружения { $env }.
    }{ $left ->
        [none] { "" }
       *[other] { " " }Не тронуты: { $left }.
    }{ $trouble ->
        [none] { "" }
       *[other] { " " }Не сделано: { $trouble }.
    }{ $unknown ->
        [none] { "" }
       *[other] { " " }Отправлено, но ответа нет, поэтому посмотрите их в Superset: { $unknown }.
    }

## What may be in the way

banner-failed = «{ $title }» не изменён: { $reason }
banner-edited = его меняли в этот самый момент.
banner-another = там уже висит другой баннер о технических работах.
banner-gone = его больше нет.
layout-no-json = его разметка не JSON. Он не тронут.
layout-no-layout = его разметку не прочитать. Он не тронут.
layout-no-root = в его разметке нет корня. Он не тронут.
layout-missing-child = его разметка называет части, которых нет: после записи Superset не дал бы ничего менять. Он не тронут.
layout-no-place = в его разметке нет ни сетки, ни вкладок. Он не тронут.
layout-too-large = его разметка больше 8 МиБ. Он не тронут.
