# What a turn says of calls that do not run, and how a turn ends.

error-model-unavailable = The language model at { $address } does not answer. Check that it runs, then send the message again.{ $detail ->
    [none] {""}
   *[other] {" "}({ $detail })
}
error-model-busy = The language model at { $address } takes no more requests for now{ $detail ->
    [none] .
   *[other] : { $detail }.
} { $wait ->
    [0] Send the message again in a minute.
    [one] Send the message again in { $wait } second.
   *[other] Send the message again in { $wait } seconds.
}
error-model-context-full = The language model at { $address } cannot hold so long a conversation{ $detail ->
    [none] .
   *[other] : { $detail }.
} Start a new conversation, ask for something smaller, or choose a model with a larger context.
error-model-refused = The language model at { $address } refused the request{ $detail ->
    [none] .
   *[other] : { $detail }.
} Check AGENT_LLM__BASE_URL, AGENT_LLM__MODEL and AGENT_LLM__API_KEY.
error-model-timeout = The language model at { $address } fell silent. Send the message again, or choose a faster model.
error-model-answer-invalid = { $fault ->
    [empty] The language model at { $address } sent an empty answer.
    [broken_off] The language model at { $address } broke off its answer.
    [too_long] The language model at { $address } sent an answer without end.
    [web_page] At { $address } a web page came instead of an answer. Check AGENT_LLM__BASE_URL.
   *[other] The language model at { $address } sent something that is no answer.
} Send the message again.
error-internal = Something went wrong inside the service; nothing more of this turn runs. Send the message again. The log holds the details (turn { $turn }).
error-interrupted = The service stopped in the middle of this turn. What had not begun did not run. Send the message again.
error-unauthenticated = You are not signed in. Open a sign-in link: superset-agent link --role admin.
error-session-expired = Your session has ended. Sign in again, then send the message again.

answer-empty = The language model gave no answer. Send the message again, or say it in other words.
answer-cut-off = … The answer ends here: the model's server cut it off, at its limit of length or for its contents. Ask it to go on, or for something smaller.
turn-limit = I stopped after { $limit } steps without reaching an end. Narrow the request, or tell me to go on.

call-not-an-object = The model called { $tool } with arguments that are no JSON object. Nothing ran.
call-invalid-json = The model called { $tool } with broken JSON. Nothing ran.
call-odd-values = The model called { $tool } with values that cannot be kept (a number over 64 bits, or half a character). Nothing ran.
call-truncated = The model's call of { $tool } was cut off at its output limit, so nothing ran. Ask for something smaller.
call-too-many = The model wanted more calls at once than are taken; this call of { $tool } and those after it did not run. Ask for less at once.
call-repeated = The same call of { $tool } came { $times } times in this turn; it does not run again.
call-denied = You refused this call; nothing ran.
call-not-permitted = Nothing ran: this needs the role { $required }, and yours is { $role }. Ask somebody who has it.
call-unknown = It is not known whether { $tool } took effect: no answer came. It is not run again. Look in Superset before you repeat it.
call-not-run = { $tool } did not run: the service stopped before it began. Ask again if you still want it.

call-preparing-too-long = { $tool } was not prepared within { $seconds } s, so nothing ran: a Superset answers too slowly, or too much is wanted at once. Try again later, or ask for less.

environment-missing = Which environment? Name one of: { $known }.
environment-unknown = There is no environment “{ $env }”. Known: { $known }.
argument-missing = { $tool } needs the argument “{ $argument }”. It takes: { $known }.
argument-unexpected = { $tool } has no argument “{ $argument }”. It takes: { $known }.
argument-invalid = The argument “{ $argument }” of { $tool } is not right: { $problem }.
tool-unknown = There is no tool “{ $tool }”. The tools are: { $known }.

sql-not-a-read = { $tool } takes only SQL that reads: { $reason }

plan-another-object = The page shows “{ $page }”, but on this environment that object is “{ $live }”: another object. Nothing was asked or changed. Open the right one, or clear the context.

sql-read = it only reads.
sql-empty = it is empty.
sql-too-long = it is longer than 16 KiB.
sql-templated = it holds a template, so the text that would run is not the text that was judged.
sql-too-complex = it is too complex to judge in time.
sql-unparsable = it cannot be parsed in the database's dialect.
sql-several-statements = it holds several statements.
sql-statement = it is not a query ({ $detail }).
sql-expression = it holds something that is not known to only read ({ $detail }).
sql-function = it calls a function that is not known to only read ({ $detail }).
sql-table = it reads from something that is no plain table ({ $detail }).
sql-identifier = it holds an unusual identifier ({ $detail }).
sql-escaped-identifier = it holds an escaped identifier.
sql-odd-character = it holds an invisible or odd character ({ $detail }).
sql-ambiguous = it can be read in more than one way ({ $detail }).
