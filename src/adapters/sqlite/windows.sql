-- An environment may have several windows, each named like the action that started it.
ALTER TABLE maintenance_windows RENAME TO windows_before;
CREATE TABLE maintenance_windows (
    id TEXT PRIMARY KEY,
    env_id TEXT NOT NULL,
    text TEXT NOT NULL,
    language TEXT NOT NULL,
    started_at TEXT NOT NULL,
    until TEXT,
    by TEXT NOT NULL,
    dashboards NOT NULL -- JSON
);
INSERT INTO maintenance_windows
SELECT
    coalesce(
        (SELECT action_id FROM executions JOIN confirmations ON confirmations.id = confirmation_id
         WHERE tool_name = 'start_maintenance' AND confirmations.env_id = windows_before.env_id
         ORDER BY number DESC LIMIT 1),
        env_id),
    env_id, text, language, started_at, until, by, dashboards
FROM windows_before;
DROP TABLE windows_before;
