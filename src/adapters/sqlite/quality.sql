CREATE TABLE maintenance_windows (
    env_id TEXT PRIMARY KEY,
    text TEXT NOT NULL,
    language TEXT NOT NULL,
    started_at TEXT NOT NULL,
    until TEXT,
    by TEXT NOT NULL,
    dashboards NOT NULL -- JSON
);

CREATE TABLE run_facts (
    env_id TEXT NOT NULL,
    subject TEXT NOT NULL,
    at TEXT NOT NULL,
    facts NOT NULL, -- JSON
    PRIMARY KEY (env_id, subject)
) WITHOUT ROWID;
