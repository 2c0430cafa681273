-- A conversation that is removed leaves its tasks: they go on.
CREATE TABLE tasks (
    position INTEGER PRIMARY KEY AUTOINCREMENT, -- the order of starting
    id TEXT NOT NULL UNIQUE,
    user TEXT NOT NULL,
    tool_name TEXT NOT NULL,
    env_id TEXT,
    arguments NOT NULL, -- JSON
    approver NOT NULL, -- JSON
    items NOT NULL, -- JSON
    writes INTEGER NOT NULL,
    language TEXT NOT NULL,
    conversation_id TEXT,
    turn_id TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    total INTEGER NOT NULL,
    state TEXT NOT NULL,
    done INTEGER NOT NULL,
    is_cancelling INTEGER NOT NULL,
    summary, -- JSON
    for_model TEXT,
    log NOT NULL, -- JSON
    result -- JSON
);

CREATE INDEX tasks_of_user ON tasks (user, position);
CREATE INDEX tasks_unfinished ON tasks (position) WHERE state IN ('queued', 'running');
