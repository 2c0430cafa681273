# What the API says when it refuses a request.

error-bad-request = The request is malformed. Compare it with /api/openapi.json.
error-invalid-request = The request is not right at “{ $field }”: { $problem }.
error-too-large = The request is too large.
error-context-too-large = The UI context is larger than 4096 bytes. Send less of it.
error-invalid-context =
    The UI context { $reason ->
        [not_an_object] is no object
        [not_json_value] is not JSON
        [nested_too_deeply] is nested too deeply
        [unknown_key] has a key that is not known; the keys are objectType, objectId, objectName, envId, route and contextVersion
        [control_character] has a control character in “{ $field }”
        [unknown_object_type] has an objectType that is none of dashboard, dataset, migration and null
        [not_a_string] has no text in “{ $field }”
        [too_long] has a value that is too long in “{ $field }”
        [no_leading_slash] has a route that does not begin with “/”
       *[unknown_version] has a contextVersion other than 1
    }.
error-origin-refused = This request did not come from the agent's own page, so its cookie does not count. Use the page, or a bearer token.
error-admins-only = Only an admin may read this.
error-not-found = There is nothing at this address.
error-method-not-allowed = This address does not take that method.
error-conversation-unknown = There is no such conversation, or it is not yours.
error-confirmation-unknown = There is no such confirmation.
error-result-unknown = There is no such result, or it is not yours.
error-unknown-environment = There is no environment “{ $env }”. Known: { $known }.
error-confirmation-pending = A confirmation waits in this conversation. Decide it, or cancel it and send your message.
error-turn-running = The last message is still being answered. Wait, or stop it first.
error-action-unknown = There is no such action, or it is not yours.
error-already-undone = This action was undone already.
error-not-undoable = This action cannot be undone.
error-already-decided = This confirmation was decided already.
error-confirmation-expired = This confirmation has expired; nothing ran. Ask again.
error-digest-mismatch = What you approved is not what waits now. Read the card again; nothing ran.
error-digest-required = An approval must carry the digest of the card that was shown.
error-code-unknown = This sign-in link is not known here. Make a new one: superset-agent link --role admin.
error-bad-credentials = { $env } does not accept this name with this password. Check both, then sign in again.
error-code-used = This sign-in link was used already. Make a new one: superset-agent link --role admin.
error-code-expired = This sign-in link has expired. Make a new one: superset-agent link --role admin.
error-not-ready = The service is starting. Try again in a few seconds.
error-store-unavailable = The service cannot reach its own store. Try again; if it stays so, look in the log.
error-cannot-start = The service could not start and is ending; its log says why.
error-page-not-built = The page is not built. Run: make setup.
error-request-broke = Something went wrong inside the service. Try again; the log holds the details (request { $request }).

# Ends of “The request is not right at …:” and of “The setting … is not right:”.
invalid-missing = it is missing
invalid-unknown-key = there is no such name
invalid-too-short = it has fewer than { $limit } characters
invalid-too-long = it has more than { $limit } characters
invalid-no-text = it is no text
invalid-no-number = it is no number
invalid-no-truth = it is neither true nor false
invalid-no-object = it is no object
invalid-no-choice = it is none of { $known }
invalid-range = it is outside the range
invalid-no-url = it is no http address
invalid-no-list = it is no list
invalid-too-many = it has more than { $limit } entries
invalid-schema-name = it holds a character that no schema's name may have
invalid-moment = write an ISO date such as 2026-03-01, or a duration such as 24h, 7d or 2w
invalid-other = it cannot be used
