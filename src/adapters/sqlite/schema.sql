-- Times are ISO 8601 text in UTC with microseconds, so that they sort as they follow each other.
-- Columns marked JSON hold what json_columns.py wrote.

CREATE TABLE conversations (
    id TEXT PRIMARY KEY,
    user TEXT NOT NULL,
    title TEXT NOT NULL,
    language TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
);
CREATE INDEX conversations_of_user ON conversations (user, updated_at);

CREATE TABLE turns (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    user TEXT NOT NULL,
    message_id TEXT NOT NULL,
    message TEXT NOT NULL,
    env_id TEXT,
    ui_context, -- JSON
    started_at TEXT NOT NULL,
    state TEXT NOT NULL,
    finish_reason TEXT,
    UNIQUE (user, message_id)
);
CREATE INDEX turns_of_conversation ON turns (conversation_id, number);
-- At most one turn of a conversation runs or waits, whatever the program above believes.
CREATE UNIQUE INDEX one_open_turn ON turns (conversation_id) WHERE state <> 'over';

CREATE TABLE messages (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    turn_id TEXT NOT NULL,
    role TEXT NOT NULL,
    content TEXT NOT NULL,
    calls, -- JSON
    call_id TEXT,
    summary TEXT
);
CREATE INDEX messages_of_conversation ON messages (conversation_id, number);

CREATE TABLE events (
    conversation_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    type TEXT NOT NULL,
    turn_id TEXT NOT NULL,
    data NOT NULL, -- JSON
    PRIMARY KEY (conversation_id, seq)
) WITHOUT ROWID;

-- The user is part of the key: call ids may come from a model server, which repeats them.
CREATE TABLE results (
    user TEXT NOT NULL,
    call_id TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    tool_name TEXT NOT NULL,
    value, -- JSON
    PRIMARY KEY (user, call_id)
);
CREATE INDEX results_of_conversation ON results (conversation_id);

CREATE TABLE confirmations (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    conversation_id TEXT NOT NULL,
    turn_id TEXT NOT NULL,
    user TEXT NOT NULL,
    call_id TEXT NOT NULL,
    tool_name TEXT NOT NULL,
    env_id TEXT,
    arguments NOT NULL, -- JSON
    origins NOT NULL, -- JSON
    digest TEXT NOT NULL,
    metadata NOT NULL, -- JSON
    expires_at TEXT NOT NULL,
    state TEXT NOT NULL,
    verdict TEXT,
    decided_by TEXT
);
CREATE INDEX confirmations_of_conversation ON confirmations (conversation_id, state);
CREATE INDEX confirmations_cut_off ON confirmations (state) WHERE state IN ('claimed', 'executing');

-- The intent is the row; what came of it is filled in afterwards.
CREATE TABLE executions (
    confirmation_id TEXT PRIMARY KEY REFERENCES confirmations (id),
    action_id TEXT NOT NULL UNIQUE,
    by TEXT NOT NULL,
    intended_at TEXT NOT NULL,
    outcome TEXT,
    recorded_at TEXT,
    snapshot TEXT,
    undo -- JSON
);

CREATE TABLE sign_in_codes (
    hash TEXT PRIMARY KEY,
    user TEXT NOT NULL,
    role TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    used_at TEXT
);

CREATE TABLE revocations (
    token_id TEXT PRIMARY KEY,
    until TEXT NOT NULL
);

CREATE TABLE environment_records (
    env_id TEXT PRIMARY KEY,
    url TEXT NOT NULL,
    database_uuids NOT NULL, -- JSON
    recorded_at TEXT NOT NULL,
    proof TEXT NOT NULL
);
