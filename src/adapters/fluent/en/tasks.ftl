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
get-task-status-listed =
    { $count ->
        [0] There are no tasks yet.
        [one] { $count } task, { $going } of it not over yet.
       *[other] { $count } tasks, { $going } of them not over yet.
    }
get-task-status-one = Task { $task }: { $state }, { $done } of { $total }.
