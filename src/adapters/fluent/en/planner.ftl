# What the built-in command assistant says.

planner-greeting = Hello! Tell me what to do in Superset, for example:
planner-did-you-mean = I am not sure what you mean. Perhaps one of these?
planner-perhaps = I am not sure that I read this right, so I did nothing. If you mean this, press it, read it and send it:
planner-out-of-scope = I did not understand that, so I did nothing. I only know commands about Superset.
planner-what-i-am = I am the built-in command assistant, not a language model: I know fixed commands. To write freely, connect a language model: set `AGENT_LLM__BASE_URL` and `AGENT_LLM__MODEL` and start the service again.
planner-undo-hint = What was changed is taken back by the button “Undo” under the answer of the change, here or in its conversation; it shows a plan first. Nothing was done now.
planner-which-database = On which database?
planner-on-database = on the database “{ $title }”
planner-unknown-command = There is no command “/{ $name }” here.
planner-unreadable-command = I cannot read “{ $unread }”. Write /{ $tool } key=value, and values with spaces in quotes: key="a b".

planner-missing-argument = I also need { $argument }. For example:
planner-missing-dashboard = Which dashboard? Give its number, its uuid or its title in quotes. For example:
planner-missing-object = Which dashboard or dataset? Give its number, its uuid or its title in quotes. For example:
planner-missing-database = On which database? Give its number or its name. For example:
planner-missing-sql = Which SQL? Write it after a colon or in backticks. For example:
planner-missing-table = From which table or query? For example:
planner-missing-name = How shall it be called? For example:
planner-missing-message = With which message? Write it in quotes. For example:
planner-missing-source = From which backup, branch or commit? “List backups” names the newest ones; right after a deletion, the button Undo restores it, too. For example:
planner-missing-target = Compared with what? Name an environment, branch:…, commit:… or backup:…. For example:
planner-missing-environment = From which environment to which? For example:

planner-label-show-capabilities = What I can do here
planner-label-list-environments = List the environments
planner-label-search-dashboards = Find dashboards
planner-label-get-health-summary = Check the health of an environment
planner-label-get-task-status = See how a task is going
planner-label-superset-list-databases = List the databases
planner-label-superset-explore-database = Look into a database
planner-label-superset-format-sql = Format SQL
planner-label-superset-audit-permissions = See who has access
planner-label-superset-execute-sql = Run SQL
planner-label-superset-create-dataset = Create a dataset
planner-label-diff-dashboard = Compare a dashboard with another place
planner-label-run-llm-validation = Check a dashboard or dataset for errors
planner-label-run-llm-documentation = Describe a dashboard or dataset
planner-label-create-branch = Create a branch
planner-label-commit-changes = Commit a dashboard to git
planner-label-deploy-dashboard = Deploy a dashboard
planner-label-execute-migration = Migrate dashboards
planner-label-run-backup = Make a backup
planner-label-start-maintenance = Start maintenance
planner-label-end-maintenance = End maintenance
planner-label-delete-dashboard = Delete a dashboard
planner-no-backups = There are no backups yet.
planner-restore-from = Restore dashboard “{ $dashboard }” from backup:{ $backup } on { $env }
planner-label-restore-dashboard = Restore a dashboard from a backup

planner-title-dashboard = Title of the dashboard
planner-title-dataset = Name of the dataset

planner-prompt-show-capabilities = What can you do?
planner-prompt-list-environments = Which environments are there?
planner-prompt-search-dashboards = Find dashboards about sales on { $env }
planner-prompt-get-health-summary = Is everything ok on { $env }?
planner-prompt-get-task-status = What is running now?
planner-prompt-superset-list-databases = Which databases are connected on { $env }?
planner-prompt-superset-explore-database = Show the tables in the { $database } database
planner-prompt-superset-format-sql = Format this query: select a, b from orders where a = 1
planner-prompt-superset-audit-permissions = Who has access to dashboard “{ $dashboard }” on { $env }?
planner-prompt-superset-execute-sql = Run select count(*) from { $table } on the { $database } database
planner-prompt-superset-create-dataset = Create a dataset from table { $table } in the { $database } database
planner-prompt-diff-dashboard = Compare dashboard “{ $dashboard }” on { $env } with { $other }
planner-prompt-run-llm-validation = Check dashboard “{ $dashboard }” on { $env } for errors
planner-prompt-run-llm-documentation = Write descriptions for the columns of dataset “{ $dataset }” on { $env }
planner-prompt-create-branch = Create a branch named feature/new-charts
planner-prompt-commit-changes = Commit dashboard “{ $dashboard }” on { $env } with the message "New colours"
planner-prompt-deploy-dashboard = Deploy dashboard “{ $dashboard }” from { $env } to { $other }
planner-prompt-execute-migration = Migrate all dashboards from { $env } to { $other }
planner-prompt-run-backup = Make a backup of { $env }
planner-prompt-start-maintenance = Start maintenance on { $env }
planner-prompt-end-maintenance = End maintenance on { $env }
planner-prompt-delete-dashboard = Delete dashboard “{ $dashboard }” on { $env }
planner-prompt-restore-dashboard = Restore dashboard “{ $dashboard }” from backup 20261130T171440Z-{ $env }-0123456789abcdef on { $env }
