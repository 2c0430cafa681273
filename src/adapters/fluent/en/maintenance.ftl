## The banner itself

maintenance-banner-head = Maintenance
maintenance-banner-text = This Superset is under maintenance. Numbers may be incomplete or missing for a while.
maintenance-banner-until = Until { $until }.

## start_maintenance

tool-start-maintenance = Puts a maintenance banner on dashboards
example-start-maintenance-1 = Turn on the maintenance banner on ss-dev until 18:00
example-start-maintenance-2 = Start maintenance on ss-dev
start-maintenance-plan =
    Put a maintenance banner on { $count ->
        [one] { $count } dashboard
       *[other] { $count } dashboards
    } of { $env }, { $until }.
maintenance-until = until { $until }
maintenance-open-end = until somebody ends it
maintenance-no-end = No end was given: the banner stays until somebody ends the maintenance.
maintenance-until-odd =
    “{ $until }” is no end that can be used. Give a time in UTC that lies ahead, at most 30 days away: 18:00, 2h, or 2026-01-31T18:00.
maintenance-not-as-planned = Dashboards of { $env } changed after you approved, so nothing was done. Ask for it again to see the new plan.
maintenance-already =
    { $count ->
        [one] One dashboard carries this banner already
       *[other] { $count } dashboards carry this banner already
    } and { $count ->
        [one] stays as it is
       *[other] stay as they are
    }: { $names }.
maintenance-left-alone = “{ $title }” is left alone: { $why }
maintenance-all-carry = Every dashboard that was meant on { $env } carries this banner already.
maintenance-no-dashboard = There is no dashboard on { $env } that could carry a banner.
start-maintenance-done =
    { $count ->
        [0] No banner was put up on { $env }.
        [one] The banner is on { $count } dashboard of { $env }, { $until }.
       *[other] The banner is on { $count } dashboards of { $env }, { $until }.
    }{ $left ->
        [none] { "" }
       *[other] { " " }Left alone, because their layout is not sound: { $left }.
    }{ $trouble ->
        [none] { "" }
       *[other] { " " }Not done: { $trouble }.
    }{ $unknown ->
        [none] { "" }
       *[other] { " " }Sent without an answer, so look at them in Superset: { $unknown }.
    }

## end_maintenance

tool-end-maintenance = Takes the maintenance banner off dashboards
example-end-maintenance-1 = End the maintenance on ss-dev
example-end-maintenance-2 = Take the banner down
end-maintenance-plan =
    Take the maintenance banner off { $count ->
        [one] { $count } dashboard
       *[other] { $count } dashboards
    } of { $env }.
maintenance-none = There is no maintenance banner on { $env }.
end-maintenance-done =
    { $count ->
        [0] No banner had to be taken down on { $env }.
        [one] The banner is off { $count } dashboard of { $env }.
       *[other] The banner is off { $count } dashboards of { $env }.
    }{ $left ->
        [none] { "" }
       *[other] { " " }Left alone, because their layout is not sound: { $left }.
    }{ $trouble ->
        [none] { "" }
       *[other] { " " }Not done: { $trouble }.
    }{ $unknown ->
        [none] { "" }
       *[other] { " " }Sent without an answer, so look at them in Superset: { $unknown }.
    }

## Undo of the two

start-maintenance-undo = An undo takes down the banners of this action alone.
undo-start-maintenance-plan =
    Undo the start of maintenance on { $env }: { $count ->
        [0] no banner has to be taken down, and none of this action comes back
        [one] { $count } dashboard changes
       *[other] { $count } dashboards change
    }{ $again ->
        [0] { "" }
       *[other] , on { $again } of them the banner of another maintenance shows again
    }. Other maintenance goes on.
undo-start-maintenance-over = No change: this maintenance of { $env } has ended already.
undo-start-maintenance-done =
    The maintenance that was started on { $env } is undone: { $count ->
        [0] no dashboard had to change.
        [one] { $count } dashboard has its banner no more.
       *[other] { $count } dashboards have its banner no more.
    }{ $left ->
        [none] { "" }
       *[other] { " " }Left alone, because their layout is not sound: { $left }.
    }{ $trouble ->
        [none] { "" }
       *[other] { " " }Not done: { $trouble }.
    }{ $unknown ->
        [none] { "" }
       *[other] { " " }Sent without an answer, so look at them in Superset: { $unknown }.
    }
end-maintenance-undo = An undo puts the same banners up again, each until its end.
undo-end-maintenance-plan =
    Put the banner up again on { $count ->
        [one] { $count } dashboard
       *[other] { $count } dashboards
    } of { $env }, as it was before.
undo-end-maintenance-past =
    { $count ->
        [one] One maintenance would have ended by now, so its banner stays down.
       *[other] { $count } maintenances would have ended by now, so their banners stay down.
    }
undo-end-maintenance-over = No change: there is no banner on { $env } that would have to be up now.
undo-end-maintenance-done =
    { $count ->
        [0] No banner was put up again on { $env }.
        [one] The banner is on { $count } dashboard of { $env } again.
       *[other] The banner is on { $count } dashboards of { $env } again.
    }{ $left ->
        [none] { "" }
       *[other] { " " }Left alone: { $left }.
    }{ $trouble ->
        [none] { "" }
       *[other] { " " }Not done: { $trouble }.
    }{ $unknown ->
        [none] { "" }
       *[other] { " " }Sent without an answer, so look at them in Superset: { $unknown }.
    }

## What may be in the way

banner-failed = “{ $title }” was not changed: { $reason }
banner-edited = somebody edited it at this moment.
banner-another = another maintenance banner is up there by now.
banner-gone = it does not exist any more.
layout-no-json = its layout is no JSON. It was not touched.
layout-no-layout = its layout is unreadable. It was not touched.
layout-no-root = its layout has no root. It was not touched.
layout-missing-child = its layout names parts that do not exist, so Superset would refuse every later change. It was not touched.
layout-no-place = its layout has neither a grid nor tabs. It was not touched.
layout-too-large = its layout is larger than 8 MiB. It was not touched.
