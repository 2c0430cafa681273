## The repository of versions

repository-no-git = Versions of dashboards need git, and it is not installed where this service runs. Ask whoever runs it to install git.
repository-not-a-repository = { $name } is no git repository. Ask whoever runs this service to correct the setting AGENT_REPOSITORY__PATH.
repository-empty = The repository of dashboards has no commit yet. Commit a dashboard first.
repository-bad-branch = A branch cannot be called “{ $name }”. Use letters, digits, “-”, “_” and “/”, without spaces, and neither “/” nor “.” at its ends.
repository-unknown-branch =
    There is no branch “{ $name }”{ $detail ->
        [none] .
       *[other] . Known branches: { $detail }.
    }
repository-unknown-commit = There is no commit “{ $name }”. Give at least the first four digits of its id.
repository-ambiguous-commit = Several commits begin with { $name }: { $detail }. Give more digits.
repository-branch-exists = There is a branch “{ $detail }” already, so “{ $name }” cannot be made. Choose another name; nothing was changed.
repository-branch-conflict = “{ $name }” cannot stand beside the branch “{ $detail }”: one name is the beginning of the other. Choose another name; nothing was changed.
repository-checked-out = Somebody works on the branch “{ $name }” in { $detail }, and would find these changes undone there. Choose another branch, or switch that folder to one (git switch --detach).
repository-moved = This dashboard was committed to the branch “{ $name }” meanwhile, so nothing was written. Ask for it again to see what is different now.
repository-locked =
    Another git process holds the repository, so nothing was written{ $detail ->
        [none] .
       *[other] : { $detail }.
    } Try again in a moment; if no git runs any more, that lock file is a leftover and can be deleted.
repository-too-large =
    { $name ->
        [all] All files together are
       *[other] { $name } is
    } too large to be read from or written to the repository (at most 20 MB a file, 200 MB in all).
repository-not-written =
    The repository could not be written, and is as it was{ $detail ->
        [none] .
       *[other] : { $detail }.
    } Check the disk and its rights, then try again.
repository-broken =
    The repository cannot be used{ $detail ->
        [none] .
       *[other] . Git says: { $detail }.
    } Ask whoever runs this service to look at it.

## create_branch

git-undo = No Superset changes. Git keeps the earlier state; there is no undo here, revert the commit or remove the branch.
tool-create-branch = Begins a branch for versions of dashboards
example-create-branch-1 = Create a branch named feature/new-charts
example-create-branch-2 = Create a branch named hotfix from main
create-branch-plan = Begin the branch “{ $branch }” at { $start } ({ $commit }). No Superset is changed.
create-branch-done = The branch “{ $branch }” begins at { $commit }.

## commit_changes

tool-commit-changes = Keeps a version of a dashboard in git
example-commit-changes-1 = Commit dashboard “Customers” with the message "New colours"
example-commit-changes-2 = Commit dashboard “Customers” to branch main with the message "New filters"
commit-changes-plan =
    Commit “{ $title }” from { $env } to the branch “{ $branch }”: { $count ->
        [one] { $count } object
       *[other] { $count } objects
    } changed since its last version.
commit-changes-first =
    Commit “{ $title }” from { $env } to the branch “{ $branch }” for the first time: { $count ->
        [one] { $count } object
       *[other] { $count } objects
    }.
commit-changes-nothing = Nothing changed: the branch “{ $branch }” has “{ $title }” as it is on { $env }.
commit-changes-before = the last version, by { $author } at { $at }
commit-changes-unreadable = { $file } in the repository cannot be read and will be replaced.
commit-changes-moved = “{ $reference }” is another dashboard on { $env } now, so nothing was committed. Ask for it again.
commit-changes-done = “{ $title }” is committed to the branch “{ $branch }” as { $commit }.
