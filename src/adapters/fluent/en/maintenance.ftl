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

## What may be in the way

banner-failed = “{ $title }” was not changed: { $reason }
banner-edited = somebody edited it at this moment.
banner-gone = it does not exist any more.
layout-no-json = its layout is no JSON. It was not touched.
layout-no-layout = its layout is unreadable. It was not touched.
layout-no-root = its layout has no root. It was not touched.
layout-missing-child = its layout names parts that do not exist, so Superset would refuse every later change. It was not touched.
layout-no-place = its layout has neither a grid nor tabs. It was not touched.
layout-too-large = its layout is larger than 8 MiB. It was not touched.
