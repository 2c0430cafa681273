## Superset itself

superset-not-found =
    { $env } has no such object, or its account may not see it{ $detail ->
        [none] .
       *[other] . Superset answered: “{ $detail }”.
    } Check the name or search for it.
superset-forbidden =
    The Superset account on { $env } lacks the right for this{ $detail ->
        [none] .
       *[other] . Superset answered: “{ $detail }”.
    } Ask the administrator of { $env } for it.
superset-refused =
    Superset on { $env } refused this{ $detail ->
        [none] .
       *[other] . Superset answered: “{ $detail }”.
    }
superset-unreachable =
    { $env } does not answer, so nothing was done. Check that this Superset is running and that its address is right, then try again.
superset-gateway =
    { $env } did not answer in time{ $detail ->
        [none] .
       *[other] . The answer was: “{ $detail }”.
    } Try again in a moment.
superset-bad-credentials =
    { $env } does not accept the name or the password of the account that is configured for your role. Ask whoever runs this service to correct it.
superset-no-account =
    No Superset account is configured for your role on { $env }. Ask whoever runs this service to add one.
superset-not-superset =
    What answers at the address of { $env } is not Superset{ $detail ->
        [none] .
       *[other] . The answer was: “{ $detail }”.
    } Check the address of this environment.
superset-unknown-outcome =
    The request was sent to { $env }, but no answer came{ $detail ->
        [none] { "" }
       *[other] { " " }(all that is known: “{ $detail }”)
    }. It may have been carried out: look at { $env } before you try again.

## Objects by what people call them

dashboard-unknown =
    There is no dashboard “{ $reference }” on { $env }. Search for it, or give its number or exact title.
dashboard-unknown-near =
    There is no dashboard “{ $reference }” on { $env }. Close to it: { $near }.
dashboard-ambiguous =
    { $count ->
        [one] { $count } dashboard
       *[other] { $count } dashboards
    } on { $env } could be “{ $reference }”: { $candidates }. Say which one by its number.
dataset-unknown =
    There is no dataset “{ $reference }” on { $env }. Give its number or exact name.
dataset-unknown-near =
    There is no dataset “{ $reference }” on { $env }. Close to it: { $near }.
dataset-ambiguous =
    { $count ->
        [one] { $count } dataset
       *[other] { $count } datasets
    } on { $env } could be “{ $reference }”: { $candidates }. Say which one by its number.
database-unknown =
    There is no database connection “{ $reference }” on { $env }. List the databases to see what there is.
database-unknown-near =
    There is no connection “{ $reference }” on { $env }. Close to it: { $near }.
database-ambiguous =
    { $count ->
        [one] { $count } database connection
       *[other] { $count } database connections
    } on { $env } could be “{ $reference }”: { $candidates }. Say which one by its number.
schema-unknown =
    Database “{ $database }” has no schema “{ $schema }”. { $count ->
        [0] It shows no schemas to this account.
        [one] It has one: { $known }.
       *[other] It has { $count }: { $known }.
    }
schema-needed =
    Database “{ $database }” has several schemas and no usual one. Name the schema: { $known }.
table-unknown =
    Schema “{ $schema }” has no table “{ $table }”, and none is spelt alike among its { $count ->
        [one] { $count } table
       *[other] { $count } tables
    }. List the tables to see what there is.
table-unknown-near =
    Schema “{ $schema }” has no table “{ $table }”. Close to it: { $near }.
no-environment-answers =
    None of the environments ({ $environments }) could be searched. The first one says: { $first }
backup-not-kept =
    the backup could not be stored{ $detail ->
        [none] { "" }
       *[other] { " " }({ $detail })
    }.

## Proof of the environment

proof-other-address =
    The address of { $env } is not the one that was registered, so nothing was changed. If this is right, run “superset-agent doctor --trust { $env }”.
proof-other-key =
    { $env } no longer accepts what it signed when it was registered: this may be another Superset, so nothing was changed. If this is right, run “superset-agent doctor --trust { $env }”.
proof-other-databases =
    The database connections of { $env } are not those that were registered: this may be another Superset, so nothing was changed. If this is right, run “superset-agent doctor --trust { $env }”.

## show_capabilities

tool-show-capabilities = Tells what you can do here
example-show-capabilities-1 = What can you do?
example-show-capabilities-2 = Help
show-capabilities-done =
    With the role { $role } you have { $count ->
        [one] { $count } tool
       *[other] { $count } tools
    } here.

## list_environments

tool-list-environments = Lists the Superset environments and whether they answer
example-list-environments-1 = Which environments are there?
example-list-environments-2 = Do all environments answer?
list-environments-all =
    { $count ->
        [0] No environment is configured for you.
        [one] The one environment answers.
        [2] Both environments answer.
       *[other] All { $count } environments answer.
    }
list-environments-some =
    { $answering } of { $count ->
        [one] { $count } environment
       *[other] { $count } environments
    } { $answering ->
        [one] answers
       *[other] answer
    }.

## search_dashboards

tool-search-dashboards = Finds dashboards by title, tag, owner or time of change
example-search-dashboards-1 = Find dashboards about sales
example-search-dashboards-2 = Which dashboards changed in the last 7 days?
search-dashboards-none = No dashboard has “{ $query }” in its title or tags. Try one word of it, or ask for all dashboards.
search-dashboards-done =
    { $count ->
        [0] No dashboard matches.
        [one] { $count } dashboard matches.
       *[other] { $count } dashboards match{ $shown ->
            [one] ; { $shown } is shown.
           *[other] ; { $shown } are shown.
        }
    }
search-dashboards-partly =
    { $count ->
        [0] No dashboard matches
        [one] { $count } dashboard matches
       *[other] { $count } dashboards match
    } where it could be searched; not searched: { $missing }.

## get_health_summary

tool-get-health-summary = Checks reachability, counts, connections and broken charts
example-get-health-summary-1 = Is everything in order?
example-get-health-summary-2 = Are there broken charts on ss-dev?
health-unreachable = does not answer
get-health-summary-done =
    { $environments }: { $broken ->
        [0] no broken charts
        [one] { $broken } broken chart
       *[other] { $broken } broken charts
    }, { $checked } of { $total ->
        [one] { $total } chart
       *[other] { $total } charts
    } checked.{ $broken ->
        [0] { "" }
       *[other] { " " }Superset answered: { $names }
    }
get-health-summary-troubled =
    Trouble with { $troubled }. Elsewhere { $broken ->
        [0] no broken charts
        [one] { $broken } broken chart
       *[other] { $broken } broken charts
    }, { $checked } of { $total ->
        [one] { $total } chart
       *[other] { $total } charts
    } checked.{ $broken ->
        [0] { "" }
       *[other] { " " }Superset answered: { $names }
    }

## superset_list_databases

tool-superset-list-databases = Lists the database connections of an environment
example-superset-list-databases-1 = Which databases are connected on ss-dev?
example-superset-list-databases-2 = List the databases
superset-list-databases-done =
    { $env } has { $count ->
        [0] no database connections that you can see
        [one] { $count } database connection
       *[other] { $count } database connections
    }.

## superset_explore_database

tool-superset-explore-database = Shows schemas, tables, columns and a few rows of a database
example-superset-explore-database-1 = Which tables are in the database retail?
example-superset-explore-database-2 = Show the columns of table orders in retail
superset-explore-database-schemas =
    Database “{ $database }” has { $schemas ->
        [0] no schemas that you can see.
        [one] { $schemas } schema.
       *[other] { $schemas } schemas; name one to see its tables.
    }
superset-explore-database-tables =
    Schema “{ $schema }” of “{ $database }” has { $tables ->
        [0] no tables that you can see
        [one] { $tables } table
       *[other] { $tables } tables
    }.
superset-explore-database-table =
    Table “{ $table }” of “{ $database }”: { $columns ->
        [one] { $columns } column
       *[other] { $columns } columns
    }, { $rows ->
        [0] no sample rows
        [one] { $rows } sample row
       *[other] { $rows } sample rows
    }.
sample-unquotable = The name of this table has characters that cannot be quoted safely, so no rows were read.

## superset_format_sql

tool-superset-format-sql = Formats SQL so that people can read it
example-superset-format-sql-1 = Format: select region, sum(revenue) from sales group by region
example-superset-format-sql-2 = Make this SQL readable: select a,b from t where a>1
superset-format-sql-done = The SQL is formatted.
format-sql-empty = There is no SQL to format.
format-sql-too-long = The SQL is longer than 16 KiB. Format it in parts.
format-sql-templated = SQL with template marks such as {"{{"} {"}}"} cannot be formatted. Put values in their place first.
format-sql-too-complex = The SQL is nested too deeply to be formatted. Format its parts one by one.
format-sql-unparsable = The SQL could not be understood, so it was not formatted. Check it for typing errors, or name its dialect.
format-sql-statement = Only SELECT, INSERT, UPDATE, DELETE, MERGE, CREATE and DROP can be formatted.
format-sql-ambiguous = Formatting could change what this SQL means, so it was left as it is. Name its dialect and try again.

## superset_execute_sql

tool-superset-execute-sql = Runs SQL on a database; what is not a read needs your approval
example-superset-execute-sql-1 = Run on retail: SELECT region, SUM(revenue) AS revenue FROM sales GROUP BY region
example-superset-execute-sql-2 = Run SELECT count(*) FROM orders on the database retail
execute-sql-rows =
    { $rows ->
        [0] No rows
        [one] { $rows } row
       *[other] { $rows } rows
    } from “{ $database }”.
execute-sql-limited =
    More rows than the limit in “{ $database }”: showing { $rows }.
execute-sql-written = The statement ran on “{ $database }”.
execute-sql-plan = Run SQL that changes data in database “{ $database }” of { $env } ({ $url }).
execute-sql-irreversible = SQL cannot be undone.
execute-sql-because = Why this is not a plain read: { $reason }
execute-sql-invisible =
    The SQL has { $count ->
        [one] { $count } invisible character
       *[other] { $count } invisible characters
    }: read it with care.
execute-sql-no-dml =
    The connection “{ $database }” on { $env } does not allow SQL that changes data. An administrator of Superset can allow it in the settings of the connection.
execute-sql-moved =
    “{ $database }” on { $env } is not the connection that was approved any more, so nothing ran. Ask again to get a new plan.
execute-sql-not-asked =
    The connection “{ $database }” reads this SQL otherwise than when it was judged, so nothing ran. Ask again.
execute-sql-unknown =
    The statement was sent to “{ $database }” on { $env }, but no answer came: it may have run. Check the data with a SELECT before you try again.

## superset_create_dataset

tool-superset-create-dataset = Creates a dataset over a table or from a SELECT
example-superset-create-dataset-1 = Create a virtual dataset big_orders in retail: SELECT * FROM orders WHERE revenue > 1000
example-superset-create-dataset-2 = Create a dataset from table orders in the database retail
create-dataset-one-way =
    Say exactly one thing: the table that the dataset is made of, or a name and the SQL of a virtual dataset.
create-dataset-not-a-read =
    A virtual dataset takes one SELECT only, and this SQL is something else: { $reason }
create-dataset-plan = Create dataset “{ $dataset }” from database “{ $database }” on { $env }.
create-dataset-undo = An undo deletes the dataset “{ $dataset }” again, unless charts use it by then.
create-dataset-exists = There is already a dataset “{ $dataset }” (#{ $id }) over this. Use that one, or choose another name.
create-dataset-namesakes = Another dataset is called “{ $dataset }” too ({ $others }). Superset may refuse a second one of this name.
create-dataset-name-taken =
    { $env } did not create “{ $dataset }”, because another dataset has this name ({ $others }). Choose another name.
create-dataset-moved =
    “{ $database }” on { $env } is not the connection that was approved any more, so nothing was created. Ask again to get a new plan.
create-dataset-unknown =
    The request for dataset “{ $dataset }” was sent to { $env }, but no answer came: it may exist now. Look at the list of datasets on { $env } before you try again.
create-dataset-done = Dataset “{ $dataset }” (#{ $id }) was created on { $env }.

## delete_dashboard

tool-delete-dashboard = Deletes a dashboard, after a backup
example-delete-dashboard-1 = Delete the dashboard Customers on ss-dev
example-delete-dashboard-2 = Delete dashboard 7 on ss-dev
delete-dashboard-plan =
    Delete dashboard “{ $title }” on { $env }. { $charts ->
        [0] It has no charts.
        [one] Its { $charts } chart stays.
       *[other] Its { $charts } charts stay.
    } A backup is made first.
delete-dashboard-embedding = It can be embedded. An undo gives it another embedding id, so pages that embed it must be changed.
delete-dashboard-irreversible =
    Its number, favourites and access roles are not part of the backup: an undo brings back the dashboard without them.
delete-dashboard-published = It is published: people may be using it.
delete-dashboard-owner = owns this dashboard
delete-dashboard-shared =
    stays, and stands on { $count ->
        [one] another dashboard
       *[other] { $count } other dashboards
    } too: { $dashboards }
delete-dashboard-reports =
    “{ $title }” cannot be deleted, because { $count ->
        [one] an alert or report sends it
       *[other] { $count } alerts or reports send it
    }: { $reports }. Remove { $count ->
        [one] it
       *[other] them
    } in Superset first.
delete-dashboard-moved =
    “{ $reference }” on { $env } is not the dashboard that was approved any more, so nothing was deleted. Ask again to get a new plan.
delete-dashboard-no-backup =
    Nothing was deleted, because “{ $title }” could not be backed up: { $reason }
delete-dashboard-changed =
    “{ $title }” changed while it was backed up, so nothing was deleted. Ask again to get a new plan.
delete-dashboard-unknown =
    The deletion of “{ $title }” was sent to { $env }, but no answer came: it may be gone. Open { $url } to check. Backup { $backup } was made before.
delete-dashboard-still-there =
    { $env } reported that “{ $title }” was deleted, but it is still there. Look at it in Superset.
delete-dashboard-done = Dashboard “{ $title }” was deleted on { $env }. Backup: { $backup }.
