## Deploying a dashboard

tool-deploy-dashboard = Puts a dashboard onto an environment, from another one, a branch, a commit or a backup
example-deploy-dashboard-1 = Deploy the dashboard “Sales overview” from ss-dev to ss-prod
example-deploy-dashboard-2 = Deploy “Customers” from branch:release to ss-dev
deploy-plan = “{ $title }” on { $env } becomes equal to { $place }: { $happening }.
deploy-plan-new = “{ $title }” will be new on { $env }, taken from { $place }: { $happening }.
deploy-no-change = No change: “{ $title }” on { $env } is equal to { $place } already.
deploy-done =
    “{ $title }” was deployed from { $place } to { $env }; { $ran } of { $charts } charts were run.{ $backup ->
        [none] { "" }
       *[other] { " " }Backup: { $backup }.
    }
deploy-worse =
    { $done } { $count ->
        [one] One chart is worse than before
       *[other] { $count } charts are worse than before
    }: { $charts }. You can undo this deployment.
deploy-incomplete =
    { $done } It did not arrive whole ({ $count ->
        [one] one remark
       *[other] { $count } remarks
    }): { $first } You can undo this deployment.
deploy-source-missing = Say where to take the dashboard from: an environment other than { $target }, branch:NAME, commit:ID or backup:ID.
deploy-source-is-target = The source is { $target } itself. Name another environment, branch:NAME, commit:ID or backup:ID as the source.
deploy-moved = What “{ $title }” means in { $place } is no longer the dashboard that was approved, so nothing was done. Ask for it again.

## What happens, part by part

enumeration = { $first }, { $rest }
object-called = { $kind ->
    [dashboard] dashboard
    [chart] chart
    [dataset] dataset
   *[other] { $kind }
} “{ $title }”
happening-created = { $names ->
    [none] { $count } objects are created
   *[other] { $names } { $count ->
        [one] is created
       *[other] are created
    }
}
happening-changed = { $names ->
    [none] { $count } objects are changed
   *[other] { $names } { $count ->
        [one] is changed
       *[other] are changed
    }
}
happening-leaving = { $names ->
    [none] { $count } charts leave the dashboard
   *[other] { $names } { $count ->
        [one] leaves the dashboard
       *[other] leave the dashboard
    }
}
happening-restored = { $names ->
    [none] { $count } objects are restored
   *[other] { $names } { $count ->
        [one] is restored
       *[other] are restored
    }
}
happening-deleted = { $names ->
    [none] { $count } objects are deleted
   *[other] { $names } { $count ->
        [one] is deleted
       *[other] are deleted
    }
}

## Undoing an action

undo-message = Undo: { $what }{ $env ->
    [none] { "" }
   *[other] { " " }on { $env }
}
undo-plan = “{ $title }” on { $env } is put back as it was: { $happening }.
undo-no-change = No change: everything about “{ $title }” on { $env } is as it was before.
undo-done = “{ $title }” on { $env } is as it was before.
undo-incomplete =
    { $done } Not all of it could be put back ({ $count ->
        [one] one remark
       *[other] { $count } remarks
    }): { $first }
undo-how-backup = This puts back what was there before. It has no undo of its own, but what it replaces is kept in a backup, which can be deployed again.
undo-how-once = This takes back what was done. It has no undo of its own: ask for the change again if you want it after all.
undo-unknown = There is no such action, or it is not yours.
undo-not-done = That action did not end well, or it is not known how it ended, so there is nothing to undo. Look at the environment itself.
undo-already = That action was undone already.
undo-elsewhere = That action took place on { $env }. Undo it there.
undo-still-used = What “{ $title }” created is used by others by now, so it is not deleted.
undo-edited-since =
    The { $kind ->
        [dashboard] dashboard
        [chart] chart
       *[dataset] dataset
    } “{ $title }” was changed afterwards{ $who ->
        [none] { "" }
       *[other] { " " }by { $who }
    }; that change is lost.
undo-not-removed = “{ $title }” could not be deleted: { $reason }

## Comparing a dashboard

tool-diff-dashboard = Shows what is different in a dashboard between two environments, branches, commits or backups
example-diff-dashboard-1 = What is different in “Sales overview” between ss-dev and ss-prod?
example-diff-dashboard-2 = Compare “Customers” on ss-prod with branch:main
diff-equal = “{ $title }” is equal in { $source } and { $target }.
diff-done = { $names ->
    [none] “{ $title }”: { $count } objects differ between { $source } and { $target }.
   *[other] “{ $title }” in { $source } and { $target }: { $names } { $count ->
        [one] differs
       *[other] differ
    }.
}
diff-there = there
diff-whole = the whole object
diff-source-missing = Say which place to compare { $target } with: an environment, branch:NAME, commit:ID or backup:ID.
diff-same-place = Both sides are { $place }. Name two different places.

## Places

place-unknown = “{ $place }” is no place that dashboards can be taken from. It can be an environment ({ $known }), branch:NAME, commit:ID or backup:ID.
place-backup-which = Which backup? Name it as backup:ID.
place-backups-known =
    { $said } The newest backups:
    { $lines }
place-backup-unknown =
    There is no backup “{ $backup }”{ $detail ->
        [none] .
       *[other] : { $detail }.
    }
place-backup-damaged =
    Backup “{ $backup }” is damaged and is not used{ $detail ->
        [none] .
       *[other] : { $detail }.
    }
place-backup-not-written =
    Backup “{ $backup }” cannot be read{ $detail ->
        [none] .
       *[other] : { $detail }.
    }

## What a place holds

bundle-not-a-zip =
    What { $place } gave is no ZIP that can be read ({ $name }){ $detail ->
        [none] .
       *[other] : { $detail }.
    } Nothing was done.
bundle-too-large =
    What { $place } gave is larger than any dashboard needs ({ $name }){ $detail ->
        [none] .
       *[other] : { $detail }.
    } Nothing was done.
bundle-unsafe-name =
    The archive of { $place } holds a file whose name leads outside of it, “{ $name }”, so it is not used{ $detail ->
        [none] .
       *[other] : { $detail }.
    }
bundle-not-yaml =
    File { $name } of { $place } is no plain YAML{ $detail ->
        [none] .
       *[other] : { $detail }.
    } Nothing was done.
bundle-not-an-object =
    File { $name } of { $place } describes no object{ $detail ->
        [none] .
       *[other] : { $detail }.
    } Nothing was done.
bundle-unknown-key =
    File { $name } of { $place } has a key that does not belong there{ $detail ->
        [none] .
       *[other] : { $detail }.
    } Remove it and try again; nothing was done.
bundle-no-uuid =
    The object in file { $name } of { $place } has no uuid{ $detail ->
        [none] .
       *[other] : { $detail }.
    } Nothing was done.
bundle-twice =
    { $place } holds the same object twice: { $name }{ $detail ->
        [none] .
       *[other] , { $detail }.
    } Nothing was done.
bundle-empty =
    { $place } holds no dashboard, chart or dataset ({ $name }){ $detail ->
        [none] .
       *[other] : { $detail }.
    }

## What speaks against a move

move-database-unmatched =
    { $env } has no connection for the database “{ $database }” ({ $backend }){ $count ->
        [0] { "" }
        [one] { "" }
       *[other] , or { $count } that could be meant
    }. Its connections: { $known }. Create one of the same kind and name there, or give a mapping.
move-slug-taken = The address “{ $slug }” is taken on { $env } by another dashboard, { $other }; it would be replaced without a word. Change one of the two.
move-dataset-taken = Dataset “{ $dataset }” exists on { $env } as another one ({ $other }), which would be replaced without a word. Rename or delete one of the two.
move-schema-odd = Dataset “{ $dataset }” names a schema that could carry a statement of its own: “{ $schema }”. Correct it in the source first.
move-sql-not-a-read = The SQL of dataset “{ $dataset }” is not surely a read, and its charts are run: { $reason } Read it in full below.
move-dangling-chart = Dashboard “{ $owner }” shows a chart that is not there: { $detail }. Remove it from the dashboard, or restore the chart.
move-dangling-no-dataset = Chart “{ $owner }” has lost its dataset. Repair the chart first.
move-dangling-dataset = The dataset of chart “{ $owner }” is missing ({ $detail }). Restore it first.
move-dangling-filter-dataset = Filter “{ $owner }” reads from a dataset that is missing ({ $detail }). Repair the filter first.
move-dangling-number = Filter “{ $owner }” names its dataset by number { $detail } alone, which is another dataset elsewhere. Save the filter again in Superset, then try once more.
move-target-changed = “{ $title }” changed on { $env } while its backup was made, so nothing was done. Ask for it again.
move-not-as-planned = “{ $title }” or what it goes onto changed after you approved, so nothing was done. Ask for it again to see the new plan.
move-no-snapshot = “{ $title }” was not changed on { $env }, because no backup of it could be made: { $reason }

## What a move brings with it

move-shared-chart =
    also stands on { $count ->
        [one] another dashboard
       *[other] { $count } other dashboards
    }: { $dashboards }
move-shared-dataset =
    is also used by { $count ->
        [one] another chart
       *[other] { $count } other charts
    }: { $charts }
move-report = sends this dashboard
move-owner = owns this dashboard
move-annotations = Chart “{ $chart }” has annotations that do not move with it: { $names }.
move-theme = “{ $title }” has a theme, which does not move with it.
move-owners-missing =
    { $count ->
        [one] One owner has no account on { $env }
       *[other] { $count } owners have no account on { $env }
    }: { $owners }.

## After a move

move-refused =
    Superset on { $env } refused to take “{ $title }” in, and nothing was changed{ $detail ->
        [none] .
       *[other] : { $detail }.
    } Often its account does not own what would be overwritten.
move-unknown =
    “{ $title }” was sent to { $env }, but it is not known what became of it. Look there before you try again: { $url }{ $backup ->
        [none] { "" }
       *[other] { " " }(backup of the state before: { $backup })
    }
move-not-compared = It could not be compared with what was meant: { $reason }
move-not-arrived = The { $kind ->
        [dashboard] dashboard
        [chart] chart
       *[dataset] dataset
    } “{ $title }” did not arrive, although Superset reported success.
move-not-equal = The { $kind ->
        [dashboard] dashboard
        [chart] chart
       *[dataset] dataset
    } “{ $title }” is not as it was meant to be ({ $fields }).
move-charts-differ = The dashboard does not show the charts that it was meant to: { $missing } missing, { $surplus } too many.
move-tags-left = The tags of “{ $title }” could not be set: { $reason }
move-embedding-new = “{ $title }” can be embedded afterwards. Pages that embed it need the id that Superset makes for it there.
move-embedding-stays = “{ $title }” can be embedded there and not in its source; that stays as it is.
move-embedding-ends = “{ $title }” cannot be embedded any more afterwards; pages that embed it stop showing it.
move-embedding-left = Who may embed “{ $title }” could not be set: { $reason }
move-undo-deletes = An undo deletes what this creates, as far as nobody else uses it by then.
move-undo-restores-and-deletes = A snapshot is taken first: an undo puts back what was there, and deletes what this creates.
move-owners-left = The owners of “{ $title }” could not be set: { $reason }
move-chart-left = “{ $title }” could not be put back to the letter: { $reason }
