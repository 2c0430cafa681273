## run_llm_documentation

tool-run-llm-documentation = Describes datasets, columns and charts
example-run-llm-documentation-1 = Describe the columns of dataset 1
example-run-llm-documentation-2 = Write descriptions for dashboard 1 and apply them
documentation-one-object = Name either a dashboard or a dataset to describe.
documentation-plan =
    Write { $fields ->
        [one] { $fields } description
       *[other] { $fields } descriptions
    } for “{ $title }” on { $env }. { $described ->
        [0] { "" }
        [one] { $described } that is there already stays.
       *[other] { $described } that are there already stay.
    }
documentation-drafted =
    { $fields ->
        [0] Nothing is left to describe for “{ $title }” on { $env }.
        [one] { $fields } description is drafted for “{ $title }” on { $env }; nothing is written yet.
       *[other] { $fields } descriptions are drafted for “{ $title }” on { $env }; nothing is written yet.
    } { $described ->
        [0] { "" }
        [one] { $described } was there already.
       *[other] { $described } were there already.
    } { $silent ->
        [0] { "" }
        [one] Of one column nothing more is known than its name, so it gets no text: { $columns }.
       *[other] Of { $silent } columns nothing more is known than their names, so they get no text: { $columns }.
    }
documentation-no-facts = Of what has no description in “{ $title }”, nothing more is known than the names, so no texts are proposed. A connected language model could word them.
documentation-nothing = Everything about “{ $title }” is described already.
documentation-moved = “{ $title }” on { $env } is not what was approved any more, so nothing was written. Ask again to get a new plan.
documentation-edited = Somebody changed it since the plan was made, so it was left alone.
documentation-lost-columns = “{ $title }”: after the change these columns are missing: { $columns }. Read the columns anew from the table in Superset.
documentation-done =
    { $count ->
        [0] No description is written on { $env }.
        [one] Descriptions are written for { $count } of { $total } objects on { $env }.
       *[other] Descriptions are written for { $count } of { $total } objects on { $env }.
    }{ $trouble ->
        [none] { "" }
       *[other] { " " }Not done: { $trouble }.
    }{ $unknown ->
        [none] { "" }
       *[other] { " " }Sent without an answer, so look at them in Superset: { $unknown }.
    }
documentation-still-drafting = The descriptions for “{ $title }” are not all drafted yet, so there is no plan. See the task, and ask again when it is over.
documentation-by-model = The texts were worded by the model { $model } from names, types, SQL, a few sample values and usage. Read each one.
documentation-gone = “{ $title }” does not exist any more.
documentation-check = Open “{ $title }” on { $env } in Superset and compare its descriptions with the plan.
documentation-written = “{ $title }”: written.
documentation-unchecked = “{ $title }” was written, but could not be read back: { $reason }
documentation-step =
    “{ $title }”{ $more ->
        [0] { "" }
        [one] { " " }and one more
       *[other] { " " }and { $more } more
    }: { $count ->
        [one] { $count } text
       *[other] { $count } texts
    } { $model ->
        [none] by rules{ $problem ->
            [none] .
            [unusable] , because the model gave none that can be used.
           *[other] , because the model did not answer ({ $problem }).
        }
       *[other] by { $model }.
    }

## The drafts; their first letter is made a capital one

doc-column-computed = { $words }, computed as { $expression }.
doc-column-reference = { $words }: refers to a row of { $dataset }.
doc-column-empty =
    { $words }: empty in { $rows ->
        [one] the one row that was looked at
       *[other] all { $rows } rows that were looked at
    }.
doc-column-time =
    { $words }: dates from { $first } to { $last } ({ $rows ->
        [one] one row
       *[other] { $rows } rows
    } looked at{ $empty ->
        [0] { "" }
       *[other] , { $empty }% of them empty
    }).
doc-column-key = { $words }: identifies the row, different in each of the { $rows } rows that were looked at.
doc-column-id =
    { $words }: an identifier with { $distinct } different values ({ $rows } rows looked at{ $empty ->
        [0] { "" }
       *[other] , { $empty }% of them empty
    }).
doc-column-flag =
    { $words }: yes in { $percent }% ({ $rows } rows looked at{ $empty ->
        [0] { "" }
       *[other] , { $empty }% of them empty
    }).
doc-column-number =
    { $words }: numbers from { $least } to { $most } ({ $rows } rows looked at{ $empty ->
        [0] { "" }
       *[other] , { $empty }% of them empty
    }).
doc-column-category =
    { $words }: { $distinct ->
        [one] always
       *[other] one of { $distinct } values
    }{ $all ->
        [yes] { "" }
       *[no] , for example
    } { $examples } ({ $rows } rows looked at{ $empty ->
        [0] { "" }
       *[other] , { $empty }% of them empty
    }).
doc-column-text =
    { $words }: text, { $distinct ->
        [one] one value
       *[other] { $distinct } different values
    } ({ $rows } rows looked at{ $empty ->
        [0] { "" }
       *[other] , { $empty }% of them empty
    }).
doc-used =
    { $charts ->
        [one] one chart uses it
       *[other] { $charts } charts use it
    }, on the dashboards { $dashboards }.
doc-unused = no chart uses it yet.
doc-dataset-table = rows of { $words }. Columns: { $columns }. In use: { $usage }
doc-dataset-virtual = { $words }, made from { $tables }. Columns: { $columns }. In use: { $usage }
doc-chart-by = { $kind }: { $measures } by { $by }, from the dataset { $dataset }.
doc-chart = { $kind }: { $shown }, from the dataset { $dataset }.

## run_llm_validation

tool-run-llm-validation = Runs charts and finds errors, empty results and odd data
example-run-llm-validation-1 = Check dashboard 1 for errors
example-run-llm-validation-2 = Check the data of dataset 1
validation-one-object = Name either a dashboard or a dataset to check.
validation-no-charts = There is no chart on “{ $title }”, so there is nothing to check.
validation-good =
    { $env }: { $checked } of { $total } checked, nothing odd was found.
validation-doubtful =
    { $env }: { $checked } of { $total } checked, none is broken, { $doubtful ->
        [one] { $doubtful } looks odd
       *[other] { $doubtful } look odd
    }.
validation-broken =
    { $env }: { $checked } of { $total } checked, { $broken ->
        [one] { $broken } is broken
       *[other] { $broken } are broken
    }, { $doubtful ->
        [one] { $doubtful } looks odd
       *[other] { $doubtful } look odd
    }.
validation-finding-unread = The account may not read its data.
validation-finding-error = It fails. Superset answered: “{ $error }”
validation-finding-empty = It gives no rows.
validation-finding-empty-filtered = It gives no rows with the default values of the filters on the dashboard: { $filters }.
validation-finding-stale =
    Its newest data is of { $newest }, { $days ->
        [one] { $days } day ago
       *[other] { $days } days ago
    }.
validation-finding-nulls = { $percent } % of “{ $column }” is empty.
validation-finding-slow = It takes { $seconds } seconds.
validation-finding-rows-jump = It gives { $after } rows, and gave { $before } at the last run.
validation-finding-level-jump = The average of “{ $column }” is { $after }, and was { $before } at the last run.

## The undo of run_llm_documentation

undescribe-plan =
    Take { $count ->
        [one] { $count } description
       *[other] { $count } descriptions
    } back on { $env }.
undescribe-nothing = None of these descriptions on { $env } still reads as it was written, so there is nothing to take back.
undescribe-over = No change: none of these descriptions is there any more on { $env }.
undescribe-done =
    { $count ->
        [one] { $count } description was
       *[other] { $count } descriptions were
    } taken back on { $env }.
undescribe-stopped = Stopped at “{ $title }”: { $reason } Taken back before: { $done }.
undescribe-gone = “{ $title }” does not exist any more and is left out.
undescribe-edited = “{ $title }”, { $field }: somebody changed it since, so it stays.
