#!/bin/sh
# Talks to the agent with curl and jq: AGENT_TOKEN=... sh docs/client.sh "delete dashboard 7 on ss-dev"
set -eu
agent=${AGENT_URL:-http://127.0.0.1:8000}
stream=$(mktemp)
trap 'rm -f "$stream"' EXIT

# Sends its input to a path, prints what the agent says, and keeps the stream.
follow() {
    curl -sSN "$agent$1" -H "Authorization: Bearer $AGENT_TOKEN" \
        -H 'Content-Type: application/json' -d @- | tee "$stream" |
        jq -Rrj --unbuffered 'ltrimstr("data: ") | fromjson? |
            if .type == "token" then .text
            else .summary // .message // .detail // empty | "\n\(.)\n" end'
    echo
    grep -q '^data: ' "$stream" || exit 1
}

jq -n --arg message "$*" '{message: $message}' | follow /api/agent/messages
while asked=$(jq -Rc 'ltrimstr("data: ") | fromjson? | select(.type == "confirm_required")' "$stream") &&
    [ -n "$asked" ]; do
    echo "$asked" | jq -r '.metadata.plan | .summary, .irreversible[]'
    printf 'Run this? y/n '
    read -r answer
    decision=$([ "$answer" = y ] && echo approve || echo deny)
    echo "$asked" | jq --arg decision "$decision" \
        '.metadata | {confirmation_id, digest, decision: $decision}' |
        follow "/api/agent/conversations/$(echo "$asked" | jq -r .conversation_id)/decisions"
done
