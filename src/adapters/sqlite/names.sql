-- What clients call conversations; shown_digest is of the last card that they were shown.
CREATE TABLE client_names (
    user TEXT NOT NULL,
    name TEXT NOT NULL,
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    shown_digest TEXT,
    PRIMARY KEY (user, name)
) WITHOUT ROWID;
CREATE INDEX client_names_of_conversation ON client_names (conversation_id);
