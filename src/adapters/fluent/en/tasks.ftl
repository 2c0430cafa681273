## Tasks

task-unknown = There is no task “{ $task }” that you may see. Ask for the list of tasks.
task-state-queued = waiting for its turn
task-state-running = running
task-state-succeeded = done
task-state-failed = failed
task-state-cancelled = cancelled
task-state-unknown = outcome unknown

## get_task_status

tool-get-task-status = Shows how tasks are doing
example-get-task-status-1 = Which tasks are running?
example-get-task-status-2 = How far is the backup?
get-task-status-listed = { $going ->
    [0] { $count ->
        [0] There are no tasks yet.
        [one] There is one task, and it is over.
       *[other] There are { $count } tasks, and all of them are over.
    }
   *[other] { $count ->
        [one] There is one task, and it is not over yet.
       *[other] There are { $count } tasks; not over yet: { $going }.
    }
}{ $backups ->
    [0] { "" }
    [one] { " " }There is one backup.
   *[other] { " " }Newest backups: { $backups }.
}
get-task-status-one = { $what }{ $env ->
    [none] { "" }
   *[other] { " " }on { $env }
}: { $state }, { $total ->
    [one] { $done } of one step
   *[other] { $done } of { $total } steps
}.

## Every task

task-started =
    { $what }: the task has started, { $total ->
        [one] one step
       *[other] { $total } steps
    }. It goes on by itself; how far it is stands here and on the page “Tasks”. Its number: { $task }
task-ended = { $said }
task-ended-badly = { $said } The page of the task tells more; its number: { $task }
task-environment-gone = The task stopped: the environment { $env } is no longer configured, or your sign-in is not valid on it.
task-role-insufficient = The task stopped: whoever approved it has not the role “{ $role }” any more.
task-approver-gone = The task stopped: the session of { $user }, who approved it, was ended. Start it again after signing in.
task-tool-gone = The task stopped: this version of the service has no “{ $what }”.
task-step-unknown = “{ $title }” was begun, and nobody knows whether it was carried out. It is not tried again. { $check }
task-check-nothing = Look at the environment before you start the task again.
task-step-timeout =
    “{ $title }” was not done within { $seconds ->
        [one] { $seconds } second
       *[other] { $seconds } seconds
    }.
task-broke = { $what }: the service made a mistake in this task. Whoever runs it finds the details in the log under { $task }
task-lost = { $what }: nobody knows what became of this task. Check what it was to do before you start it again.

## run_backup

tool-run-backup = Backs up dashboards with their charts and datasets
example-run-backup-1 = Back up ss-dev
example-run-backup-2 = Back up dashboard “Sales overview”
run-backup-undo = No Superset changes, so there is nothing to undo.
run-backup-plan-all =
    { $count ->
        [one] The only dashboard
       *[other] All { $count } dashboards
    } of { $env } will be backed up with charts and datasets. Nothing on { $env } changes.
run-backup-plan-some =
    { $count ->
        [one] { $count } dashboard
       *[other] { $count } dashboards
    } of { $env } will be backed up with charts and datasets. Nothing on { $env } changes.
run-backup-nothing = There is no dashboard on { $env } to back up.
run-backup-leaves =
    Backup { $backup } is removed once the new one is verified: { $keep ->
        [one] { $keep } is kept
       *[other] { $keep } are kept
    }.
run-backup-step =
    { $count ->
        [one] { $count } dashboard exported
       *[other] { $count } dashboards exported
    }{ $gone ->
        [0] .
       *[other] , { $gone } no longer there.
    }
run-backup-moved = What was to be backed up on { $env }, or which older backup goes for it, changed after you approved it; nothing was done. Ask again to see a new plan.
run-backup-done =
    { $count ->
        [one] { $count } dashboard
       *[other] { $count } dashboards
    } of { $env } backed up and verified{ $gone ->
        [0] .
       *[other] ; { $gone } were deleted meanwhile.
    } It is called backup:{ $backup }.
run-backup-incomplete =
    The backup of { $env } was not completed, and no part of it is kept{ $state ->
        [cancelled] : it was cancelled.
       *[other] { $reason ->
            [none] .
           *[other] : { $reason }
        }
    }

## Refusals over HTTP

error-task-unknown = There is no such task, or it is not yours.
error-task-over = The task is over already; there is nothing to cancel.

## execute_migration

tool-execute-migration = Brings many dashboards from one environment to another
example-execute-migration-1 = Migrate all dashboards from ss-dev to ss-prod
example-execute-migration-2 = Migrate dashboards 1 and 2 from ss-dev to ss-prod
migration-plan =
    { $count ->
        [one] { $count } dashboard
       *[other] { $count } dashboards
    } from { $source } to { $target }: { $counted }.
migration-count-created = { $count } new
migration-count-updated = { $count } changed
migration-count-equal = { $count ->
    [one] { $count } is equal already
   *[other] { $count } are equal already
}
migration-count-moved = { $count } moved
migration-count-failed = { $count } failed
migration-count-unknown = { $count } with an unknown outcome
migration-count-rest = { $count } not begun
migration-same-environment = Source and target are both { $env }. Name two different environments.
migration-nothing = There is no dashboard on { $env } to migrate.
migration-source-gone = “{ $title }” is no longer on { $env }, so it was not moved.
migration-moved = “{ $title }” or what it needs changed on { $env } after the migration was approved, so it was not moved. Plan it again.
migration-equal = “{ $title }” was equal already: no change.
migration-moved-one =
    “{ $title }” was moved; { $ran } of { $charts } charts were run.{ $worse ->
        [none] { "" }
       *[other] { " " }Worse than before: { $worse }.
    }{ $left ->
        [0] { "" }
       *[other] { " " }Not as it should be ({ $left }): { $first }
    }
migration-check = Open “{ $title }” on { $env } ({ $url }) and compare it with the source, or plan the migration again: what is equal shows as no change.
migration-done =
    Migration from { $source } to { $target }: { $counted }.{ $worse ->
        [none] { "" }
       *[other] { " " }Charts that got worse: { $worse }. You can undo the migration.
    }{ $left ->
        [0] { "" }
        [one] { " " }{ $left } dashboard is not as it should be: see the result.
       *[other] { " " }{ $left } dashboards are not as they should be: see the result.
    }
undo-still-running = “{ $what }” is still running. Cancel it or wait for its end, then undo it.

## Tools by a few words

tool-called = { $tool ->
    [commit_changes] Commit changes
    [create_branch] Create a branch
    [delete_dashboard] Delete a dashboard
    [deploy_dashboard] Deploy a dashboard
    [end_maintenance] End maintenance
    [execute_migration] Migration
    [run_backup] Backup
    [run_llm_documentation] Documentation
    [run_llm_validation] Validation
    [start_maintenance] Start maintenance
    [superset_create_dataset] Create a dataset
    [superset_execute_sql] Run SQL
   *[other] { $tool }
}
